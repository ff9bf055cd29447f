import AgentInterface
import NotifyCore

/// A checked entry of an import.
enum ImportItem: Sendable {
    /// A pending request, its dates that are already taken, and whether it is settled up to a date in the future.
    case pending(AcceptedRequest, taken: [Instant], isSettledAhead: Bool)
    /// A delivered notification, and its record.
    case delivered(Delivery, record: [UInt8])
    /// A category, and its record.
    case category(RequestKey, record: [UInt8])
    /// An event of a calendar.
    case event(EventEntry)
    /// A file of a calendar.
    case file(FileEntry)
}
