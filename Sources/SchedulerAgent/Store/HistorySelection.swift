import NotifyCore

/// Which lines of the history are asked for.
struct HistorySelection: Sendable {
    /// The most that are given at once.
    static let maxLines = 1_000

    /// Whose; `nil` for all.
    var app: String?
    /// Of which request; `nil` for all.
    var identifier: String?
    /// The earliest date; `nil` for any.
    var since: Instant?
    /// These alone; `nil` for all.
    var events: [HistoryLine.Event]?
    /// How many at most.
    var limit = Self.maxLines
}
