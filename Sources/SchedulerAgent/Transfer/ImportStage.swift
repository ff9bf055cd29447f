import NotifyCore

/// What one caller has brought in by calls of `Import`, until the last of them.
struct ImportStage {
    /// As many bytes of records may wait for the last call, over all callers.
    static let mostBytes = 128 << 20

    /// Requests, and their dates that do not come again.
    var pending: [(row: PendingInsertion, taken: [Instant])] = []
    var delivered: [(delivery: Delivery, record: [UInt8])] = []
    /// By app and identifier.
    var categories: [RequestKey: [UInt8]] = [:]
    /// The folders that were made for the files of requests.
    var folders: Set<String> = []
    /// Whether a request counts as dealt with up to a date that lies ahead.
    var isSettledAhead = false
    /// The round of finding dates in which its first ones were found.
    let planRound: Int
    /// How many bytes the records have.
    private(set) var bytes = 0
    private var pendingKeys: Set<RequestKey> = []
    private var deliveredKeys: Set<RequestKey> = []

    init(planRound: Int) {
        self.planRound = planRound
    }

    /// Notes that a request comes.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where one of that name came already.
    mutating func note(
        _ key: RequestKey,
        isPending: Bool,
        size: Int
    ) throws(RequestError) {
        let isNew =
            isPending
            ? pendingKeys.insert(key).inserted : deliveredKeys.insert(key).inserted
        guard isNew else { throw Self.repeated("the identifier", key) }
        bytes += size
    }

    /// Takes a category in.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where one of that name came already.
    mutating func take(category record: [UInt8], _ key: RequestKey) throws(RequestError) {
        guard categories.updateValue(record, forKey: key) == nil else {
            throw Self.repeated("the category", key)
        }
        bytes += record.count
    }

    private static func repeated(_ what: String, _ key: RequestKey) -> RequestError {
        RequestError(
            .invalidIdentifier,
            "\(what) \(key.identifier.quoted) of \(key.appID) came before; keep one of the two"
        )
    }
}
