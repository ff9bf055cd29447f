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
    /// The events of calendars.
    var calendar = StagedCalendar()
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
        case .pending(let request):
            guard pendingKeys.updateValue(pending.count, forKey: request.row.key) == nil else {
                throw Self.repeated("the identifier", request.row.key)
            }
            pending.append((request.row, request.taken))
            isSettledAhead = isSettledAhead || request.isSettledAhead
            bytes += request.row.size
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
        case .event(let event): bytes += try calendar.take(event)
        case .file(let file): bytes += try calendar.take(file)
        }
    }

    /// The folders of attachments that no stored request has, because what is stored stays.
    var unusedFolders: Set<String> {
        let changes = calendar.changes
        let own = pending.filter { changes.unchanged.contains($0.row.key) }.compactMap(\.row.folder)
        let shown = delivered.map(\.delivery.request).filter {
            changes.unchangedDelivered.contains($0.key)
        }
        return folders.intersection(own + shown.compactMap(\.attachmentFolder))
    }

    /// Returns the row of a request.
    func row(of key: RequestKey) -> AcceptedRequest? { pendingKeys[key].map { pending[$0].row } }

    private static func repeated(_ what: String, _ key: RequestKey) -> RequestError {
        RequestError(
            .invalidIdentifier,
            "\(what) \(key.identifier.quoted) of \(key.appID) came before; keep one of the two"
        )
    }
}
