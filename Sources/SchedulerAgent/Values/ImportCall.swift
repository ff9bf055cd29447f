import AgentInterface
import NotifyCore

/// An `Import` call.
struct ImportCall: Sendable {
    let entries: any ImportEntries
    /// The caller's unique name.
    let sender: String
    /// The name of the call, for ``Store/carryingOut(_:_:)``.
    var name: String?
    /// How many calls of this import the caller has made before; `nil` if it does not say.
    var part: Int?
    /// The caller, for the history.
    let requester: String
    /// Whether the requests are of a calendar that is not trusted.
    var isForeign = false
    /// Whether another call follows.
    var hasMore = false
    /// Whether the entries are only checked.
    var isDryRun = false
    /// Whether the entries replace other requests that have their identifiers.
    var replaces = false
    /// The calendar of the import, at its last call.
    var calendar: CalendarImport?
}

/// The entries of an `Import` call, and their files.
///
/// An entry is read when it is asked for, so that one at a time is in memory beside its record.
protocol ImportEntries: Sendable {
    /// The number of entries.
    var count: Int { get }
    /// The size of the entries in bytes.
    var bytes: Int { get }

    /// The files that came along.
    var files: [HandedFile] { get }

    /// Reads an entry.
    func entry(at index: Int) throws(RequestError) -> ImportEntry

    /// Returns the place of an entry for messages: its line in a file, or its number in the call.
    func place(of index: Int) -> String
}
