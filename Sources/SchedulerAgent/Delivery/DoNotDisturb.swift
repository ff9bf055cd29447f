import NotifyCore

/// Whether do-not-disturb is on, and the deliveries that wait for its end.
///
/// Some servers keep notifications in their own list while it is on, and get all of them. On other servers
/// notifications would be lost: passive and active ones are listed without a bubble; time-sensitive and critical
/// ones are sent, and the server's own rules apply.
struct DoNotDisturb {
    /// What is shown when do-not-disturb ends.
    enum Release: Equatable {
        /// The only delivery that waits.
        case one(Int64)
        /// One bubble for these.
        case summary([LateSummary.Entry])
    }

    /// The maximum number of deliveries that wait; the oldest stay in the list and are not shown.
    static let maxWithheld = 1_000

    private let store: Store
    private(set) var isOn = false

    init(_ store: Store) {
        self.store = store
    }

    /// Sets whether it is on; `nil` if it is not known.
    mutating func change(to isOn: Bool?) { self.isOn = isOn ?? false }

    /// Whether a request waits for the end of do-not-disturb.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - serverKeeps: whether the server keeps notifications while it is on.
    /// - Returns: whether it waits.
    func holds(_ request: NotificationRequest, serverKeeps: @autoclosure () -> Bool) -> Bool {
        isOn && !serverKeeps() && !request.content.interruptionLevel.isUrgent
            && !request.bubble.isVerbatim
    }

    /// Holds listed deliveries until do-not-disturb ends.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func keep(_ ids: [Int64]) throws(RequestError) {
        let all = (try withheld() + ids).suffix(Self.maxWithheld)
        try store.set(.withheld, to: all.map(String.init).joined(separator: " "))
    }

    /// Returns what to show after do-not-disturb has ended; `nil` if nothing waits.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func release() throws(RequestError) -> Release? {
        var entries: [LateSummary.Entry] = []
        var summary: Int64?
        for id in try withheld() {
            guard let row = try store.delivered(id: id), row.state == .listed,
                let delivery = try? row.delivery()
            else { continue }
            // The deliveries of an earlier summary are among the earlier entries.
            guard LateSummary.deliveries(of: delivery.request) == nil else {
                summary = id
                continue
            }
            entries.append(LateSummary.Entry(id: id, delivery))
        }
        if entries.isEmpty { return summary.map { .one($0) } }
        let isAlone = entries.count == 1 && summary == nil
        return isAlone ? .one(entries[0].id) : .summary(entries)
    }

    /// Forgets the deliveries that waited.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func forget() throws(RequestError) {
        try store.set(.withheld, to: "")
    }

    private func withheld() throws(RequestError) -> [Int64] {
        try store.metadata(.withheld)?.split(separator: " ").compactMap { Int64($0) } ?? []
    }
}
