import AgentInterface
import NotifyCore

/// What is remembered of a request that was made of an event.
struct EventRow: Sendable {
    let key: RequestKey
    let uid: String
    let part: String
    let digest: String
    /// The calendar that may change it; empty for none, after an import without a name.
    var calendar: String
    /// Its date, if it has no other one.
    var alarm: Instant?
    /// Until when it is remembered, whether it is in a list or not; `nil` for not at all.
    var until: Instant?

    /// Whether both are alarms of the same date of an event.
    func isOfSameDate(as other: EventRow) -> Bool {
        uid == other.uid && part.prefix { $0 != "#" } == other.part.prefix { $0 != "#" }
    }
}

/// A calendar whose events are remembered under a name.
struct CalendarRow: Sendable, Equatable {
    let name: String
    let follows: Bool
    let trusts: Bool
    /// The user's own addresses, whose declined events are left out.
    let addresses: [String]
    /// The file of `requests.d` that names it; `nil` for none.
    let requestFile: String?
    /// What could not be read, a line each.
    var problems: [String]
    /// When it was read.
    let read: Instant?
}

/// What an import says of a calendar's file.
struct CalendarFileChange: Sendable {
    let name: String
    var stamp: String
    let problem: String
    let uids: Set<String>
    let isGone: Bool
    /// Whether the events stay that it had before.
    let keepsEvents: Bool
}

/// The versions of an event that a file has, or an import without a name had.
struct StoredVersions: Sendable {
    /// The calendar; empty for an import without a name.
    let calendar: String
    let file: String
    let revisions: [EventRevision]
}
