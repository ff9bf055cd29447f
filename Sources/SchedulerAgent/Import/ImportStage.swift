import NotifyCore

/// What one caller has brought by calls of `Import`, until the last of them.
struct ImportStage {
    /// How many bytes of records may wait for the last call, over all callers.
    static let maxBytes = 128 << 20

    /// Requests, and their dates that do not come again.
    private(set) var pending: [(row: AcceptedRequest, taken: [Instant])] = []
    private(set) var delivered: [(delivery: Delivery, record: [UInt8])] = []
    /// By app and identifier.
    private(set) var categories: [RequestKey: [UInt8]] = [:]
    /// The folders that were made for the files of requests.
    var folders: Set<String> = []
    /// Whether a request counts as dealt with up to a date that lies ahead.
    private(set) var isSettledAhead = false
    /// The round of finding dates in which its first ones were found.
    let planRound: Int
    /// How many bytes the records have.
    private(set) var bytes = 0
    private var pendingKeys: Set<RequestKey> = []
    private var deliveredKeys: Set<RequestKey> = []

    init(planRound: Int) {
        self.planRound = planRound
    }

    /// Adds what was checked.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if one of that name came already.
    mutating func take(_ item: ImportItem) throws(RequestError) {
        switch item {
        case .pending(let request):
            let isNew = pendingKeys.insert(request.row.key).inserted
            guard isNew else { throw Self.repeated("the identifier", request.row.key) }
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
        }
    }

    private static func repeated(_ what: String, _ key: RequestKey) -> RequestError {
        RequestError(
            .invalidIdentifier,
            "\(what) \(key.identifier.quoted) of \(key.appID) came before; keep one of the two"
        )
    }
}
