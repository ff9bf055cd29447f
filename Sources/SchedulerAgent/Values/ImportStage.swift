import AgentInterface
import NotifyCore

/// The entries of a caller's `Import` calls, until the last call.
struct ImportStage {
    /// The maximum size of all callers' records that wait for their last call.
    static let maxBytes = TransferFormat.maxImportBytes

    /// The requests, and their dates that are already taken.
    private(set) var pending: [(row: AcceptedRequest, taken: [Instant])] = []
    /// The delivered notifications, and their records.
    private(set) var delivered: [(delivery: Delivery, record: [UInt8])] = []
    /// The categories, by app and identifier.
    private(set) var categories: [RequestKey: [UInt8]] = [:]
    private(set) var events: [EventEntry] = []
    /// The files of the calendar.
    private(set) var files: [FileEntry] = []
    /// The calendar, if it is named.
    var calendar: CalendarImport?
    /// The requests that are stored with identifiers of the import, once all entries are there.
    var stored = StoredRequests()
    /// What the events change, once all entries are there.
    var changes = EventChanges()
    /// The folders that were created for attachments.
    var folders: Set<String> = []
    /// Whether a request is settled up to a date in the future.
    private(set) var isSettledAhead = false
    /// The planning round of the first entries.
    let planRound: Int
    /// The size of the records.
    private(set) var bytes = 0
    /// The number of entries.
    private var count = 0
    /// How many calls have brought them.
    var parts = 0
    /// The places of the requests.
    private var pendingKeys: [RequestKey: Int] = [:]
    private var deliveredKeys: Set<RequestKey> = []
    private var uids: Set<String> = []
    private var names: Set<String> = []
    private static let maxName = 4_096

    init(planRound: Int) {
        self.planRound = planRound
    }

    /// Adds a checked entry.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if there already is an entry with its identifier.
    mutating func add(_ item: ImportItem) throws(RequestError) {
        count += 1
        guard count <= TransferFormat.maxImportEntries else {
            throw RequestError(
                .notAllowed,
                "an import may have \(TransferFormat.maxImportEntries) entries at a time; split the file"
            )
        }
        switch item {
        case .pending(let row, let taken, let isAhead):
            guard pendingKeys.updateValue(pending.count, forKey: row.key) == nil else {
                throw Self.repeated("the identifier", row.key)
            }
            pending.append((row, taken))
            isSettledAhead = isSettledAhead || isAhead
            bytes += row.size
        case .delivered(let delivery, let record):
            let key = delivery.request.key
            guard deliveredKeys.insert(key).inserted else {
                throw Self.repeated("the identifier", key)
            }
            delivered.append((delivery, record))
            bytes += record.count
        case .category(let key, let record):
            guard categories.updateValue(record, forKey: key) == nil else {
                throw Self.repeated("the category", key)
            }
            bytes += record.count
        case .event(let event): bytes += try take(event)
        case .file(let file): bytes += try take(file)
        }
    }

    /// The folders of attachments that no stored request has, because what is stored stays.
    var unusedFolders: Set<String> {
        let own = pending.filter { changes.unchanged.contains($0.row.key) }.compactMap(\.row.folder)
        let shown = delivered.map(\.delivery.request).filter {
            changes.unchangedDelivered.contains($0.key)
        }
        return folders.intersection(own + shown.compactMap(\.attachmentFolder))
    }

    /// Returns the row of a request.
    func row(of key: RequestKey) -> AcceptedRequest? { pendingKeys[key].map { pending[$0].row } }

    /// Adds an event.
    ///
    /// - Returns: its size in bytes, about.
    /// - Throws: ``NotifyCore/RequestError`` if it came before.
    private mutating func take(_ event: EventEntry) throws(RequestError) -> Int {
        try Self.checkName(event.uid, "uid", atMost: EventEntry.maxUID, &uids)
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
    private mutating func take(_ file: FileEntry) throws(RequestError) -> Int {
        try Self.checkName(file.name, "the file's name", atMost: Self.maxName, &names)
        files.append(file)
        return file.uids.reduce(file.name.utf8.count) { $0 + $1.utf8.count }
    }

    private static func checkName(
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

    private static func repeated(_ what: String, _ key: RequestKey) -> RequestError {
        RequestError(
            .invalidIdentifier,
            "\(what) \(key.identifier.quoted) of \(key.appID) came before; keep one of the two"
        )
    }
}

/// The requests that have the identifiers of an import's, and whether the import has the same ones.
struct StoredRequests: Sendable {
    /// Pending requests that the import has as they are.
    var same: Set<RequestKey> = []
    /// Pending requests that the import has otherwise.
    var different: Set<RequestKey> = []
    /// Delivered notifications that the import has as they are.
    var sameDelivered: Set<RequestKey> = []
    /// Delivered notifications that the import has otherwise.
    var differentDelivered: [RequestKey] = []

    /// How many requests are pending with the identifiers of an import's.
    var pendingCount: Int { same.count + different.count }
    /// How many notifications are delivered with the identifiers of an import's.
    var deliveredCount: Int { sameDelivered.count + differentDelivered.count }

    /// Whether a request is pending with an identifier of the import's.
    func isPending(_ key: RequestKey) -> Bool { same.contains(key) || different.contains(key) }
}
