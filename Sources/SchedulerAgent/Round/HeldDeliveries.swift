import NotifyCore

/// The deliveries that wait for the end of do-not-disturb.
///
/// A server gets the notifications that it shows or keeps itself while it is on (``DoNotDisturbRules``). The others
/// would be hidden or lost: they are listed without a bubble, and shown when it ends.
struct HeldDeliveries {
    /// What is shown when do-not-disturb ends.
    struct Release: Equatable {
        /// The deliveries that are shown themselves: urgent ones, and one that would be alone in the summary.
        var shown: [DeliveryID] = []
        /// One bubble for these.
        var summary: [LateSummary.Entry] = []
    }

    /// The maximum number of urgent deliveries that wait, and of others; the oldest stay in the list and are not shown.
    static let maxWithheld = 1_000
    /// The maximum number of urgent deliveries that are shown themselves; the earlier ones are in the summary.
    static let maxShown = 10

    private let store: Store

    init(_ store: Store) {
        self.store = store
    }

    /// Holds listed deliveries until do-not-disturb ends.
    ///
    /// - Parameter isUrgent: whether they are urgent; others never take their room.
    func keep(_ ids: [DeliveryID], isUrgent: Bool = false) throws(RequestError) {
        let key = isUrgent ? Store.Metadata.withheldUrgent : .withheld
        let all = (try withheld(key).filter { !ids.contains($0) } + ids).suffix(Self.maxWithheld)
        try store.set(key, to: all.map(\.description).joined(separator: " "))
    }

    /// Returns what to show after do-not-disturb has ended.
    func release() throws(RequestError) -> Release {
        var entries: [LateSummary.Entry] = []
        var summary: DeliveryID?
        for id in try (withheld(.withheld) + withheld(.withheldUrgent)).sorted() {
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
        let urgent = entries.filter(\.level.isUrgent).suffix(Self.maxShown).map(\.id)
        entries.removeAll { urgent.contains($0.id) }
        switch (entries.count, summary) {
        case (0, let summary): return Release(shown: urgent + [summary].compactMap { $0 })
        case (1, nil): return Release(shown: urgent + entries.map(\.id))
        default: return Release(shown: urgent, summary: entries)
        }
    }

    /// Forgets the deliveries that waited.
    func forget() throws(RequestError) {
        try store.set(.withheld, to: "")
        try store.set(.withheldUrgent, to: "")
    }

    private func withheld(_ key: Store.Metadata) throws(RequestError) -> [DeliveryID] {
        try store.metadata(key)?.split(separator: " ").compactMap { DeliveryID($0) } ?? []
    }
}
