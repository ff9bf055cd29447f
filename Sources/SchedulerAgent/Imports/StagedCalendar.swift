import AgentInterface
import NotifyCore

/// The events and files of an import, until its last call.
struct StagedCalendar: Sendable {
    private(set) var events: [EventEntry] = []
    private(set) var files: [FileEntry] = []
    /// The calendar, if it is named.
    var named: CalendarImport?
    /// The requests that are stored with identifiers of the import, once all entries are there.
    var stored = StoredRequests()
    /// What the events change, once all entries are there.
    var changes = EventChanges()
    private var uids: Set<String> = []
    private var names: Set<String> = []
    private static let maxName = 4_096

    /// Adds an event.
    ///
    /// - Returns: its size in bytes, about.
    /// - Throws: ``NotifyCore/RequestError`` if it came before.
    mutating func take(_ event: EventEntry) throws(RequestError) -> Int {
        try Self.check(event.uid, "uid", atMost: EventEntry.maxUID, &uids)
        events.append(event)
        return event.requests.reduce(event.uid.utf8.count) { sum, request in
            sum + request.key.identifier.utf8.count + request.part.utf8.count
                + request.digest.utf8.count
        }
    }

    /// Adds a file.
    ///
    /// - Returns: its size in bytes, about.
    /// - Throws: ``NotifyCore/RequestError`` if it came before.
    mutating func take(_ file: FileEntry) throws(RequestError) -> Int {
        try Self.check(file.name, "the file's name", atMost: Self.maxName, &names)
        files.append(file)
        return file.uids.reduce(file.name.utf8.count) { $0 + $1.utf8.count }
    }

    private static func check(
        _ name: String,
        _ what: String,
        atMost limit: Int,
        _ names: inout Set<String>
    ) throws(RequestError) {
        guard name.utf8.count <= limit else {
            throw RequestError(.malformed, "\(what) has more than \(limit) bytes")
        }
        guard names.insert(name).inserted else {
            throw RequestError(
                .invalidIdentifier,
                "\(what) \(name.quoted) came before; keep one of the two"
            )
        }
    }
}
