import NotifyCore
import SQLiteBridge

/// The deliveries that wait for the end of do-not-disturb or of a focus, or for the next summary of passive ones.
///
/// Under do-not-disturb a server gets the notifications that it shows or keeps itself while it is on (``DoNotDisturbRules``). The others
/// would be hidden or lost: they are listed without a bubble, and shown when it ends.
struct HeldDeliveries {
    /// What is shown when it ends.
    struct Release: Equatable {
        /// The deliveries that are shown themselves: urgent ones, and one that would be alone in the summary.
        var shown: [DeliveryID] = []
        /// One bubble for these.
        var summary: [LateSummary.Entry] = []
        /// What waits on, and what may be listed again by an undo.
        var rest: [DeliveryID] = []
        /// Why the last of them waits; `nil` if that stays as it is stored.
        var cause: LateSummary.Cause?
    }

    /// The maximum number of urgent deliveries that wait, and of others; the oldest stay in the list and are not shown.
    static let maxWithheld = 1_000
    /// The maximum number of urgent deliveries that are shown themselves; the earlier ones are in the summary.
    static let maxShown = 10

    private let store: Store

    init(_ store: Store) {
        self.store = store
    }

    /// Holds listed deliveries.
    ///
    /// - Parameter isUrgent: whether they are urgent; others never take their room.
    func keep(
        _ ids: [DeliveryID],
        isUrgent: Bool = false,
        for cause: LateSummary.Cause = .doNotDisturb
    ) throws(RequestError) {
        try store.write(.process) { connection in
            try Self.keep(ids, isUrgent: isUrgent, for: cause, connection)
        }
    }

    /// Holds deliveries in the transaction that lists them, because one that is only listed is never shown.
    static func keep(
        _ ids: [DeliveryID],
        isUrgent: Bool,
        for cause: LateSummary.Cause,
        _ connection: Connection
    ) throws {
        let key = isUrgent ? Store.Metadata.withheldUrgent : .withheld
        let earlier = Self.ids(of: try Store.metadata(key, connection))
        let all = (earlier.filter { !ids.contains($0) } + ids).suffix(maxWithheld)
        try Store.set(key, to: text(all), connection)
        // Of those that wait for the summary, nobody needs to hear why.
        let known = try Store.metadata(.withheldCause, connection) ?? ""
        if cause != .summary || known.isEmpty, known != cause.description {
            try Store.set(.withheldCause, to: cause.description, connection)
        }
    }

    /// Why the last of them waits.
    var cause: LateSummary.Cause {
        get throws(RequestError) {
            try store.metadata(.withheldCause).flatMap(LateSummary.Cause.init) ?? .doNotDisturb
        }
    }

    /// The deliveries that wait, in order.
    var deliveries: [Delivery] {
        get throws(RequestError) {
            var found: [Delivery] = []
            for id in try all() {
                guard let row = try store.delivered(id: id), row.state == .listed,
                    let delivery = try? row.delivery()
                else { continue }
                found.append(delivery)
            }
            return found
        }
    }

    /// Returns what is shown now.
    ///
    /// - Parameters:
    ///   - wait: why a delivery waits on; `nil` if it does not.
    ///   - isOver: whether a delivery is not shown any more.
    func release(
        unless wait: (Delivery, DeliveryID) -> Focus.Wait? = { _, _ in nil },
        except isOver: (Delivery) throws(RequestError) -> Bool = { _ in false }
    ) throws(RequestError) -> Release {
        var entries: [LateSummary.Entry] = []
        var summary: DeliveryID?
        var rest: [DeliveryID] = []
        var cause: LateSummary.Cause?
        var gone: [DeliveryID] = []
        for id in try all() {
            guard let row = try store.delivered(id: id) else {
                gone.append(id)
                continue
            }
            guard row.state == .listed, let delivery = try? row.delivery() else { continue }
            if let wait = wait(delivery, id) {
                rest.append(id)
                if case .held(let reason) = wait, reason != .summary || cause == nil {
                    cause = reason
                }
                continue
            }
            guard try !isOver(delivery) else { continue }
            // The deliveries of an earlier summary are among the earlier entries.
            guard LateSummary.deliveries(of: delivery.request) == nil else {
                summary = id
                continue
            }
            entries.append(LateSummary.Entry(id: id, delivery))
        }
        // An undo lists a removed one again, which waits as long as others do.
        if !rest.isEmpty { rest += gone }
        // Where nothing is shown, the reason stays that is known.
        if entries.isEmpty, summary == nil { cause = nil }
        let urgent = entries.filter(\.level.isUrgent).suffix(Self.maxShown).map(\.id)
        entries.removeAll { urgent.contains($0.id) }
        switch (entries.count, summary) {
        case (0, let summary):
            return Release(
                shown: urgent + [summary].compactMap { $0 },
                rest: rest,
                cause: cause
            )
        case (1, nil):
            return Release(shown: urgent + entries.map(\.id), rest: rest, cause: cause)
        default: return Release(shown: urgent, summary: entries, rest: rest, cause: cause)
        }
    }

    /// Forgets the deliveries that waited, except the rest, which waits for a reason.
    func forget(
        except rest: [DeliveryID] = [],
        waitingFor cause: LateSummary.Cause? = nil
    ) throws(RequestError) {
        try store.write(.process) { connection in
            for key in [Store.Metadata.withheld, .withheldUrgent] {
                let all = Self.ids(of: try Store.metadata(key, connection))
                try Store.set(key, to: Self.text(all.filter(rest.contains)), connection)
            }
            if rest.isEmpty || cause != nil {
                try Store.set(.withheldCause, to: cause?.description ?? "", connection)
            }
        }
    }

    private func all() throws(RequestError) -> [DeliveryID] {
        try (withheld(.withheld) + withheld(.withheldUrgent)).sorted()
    }

    private static func text(_ ids: some Sequence<DeliveryID>) -> String {
        ids.map(\.description).joined(separator: " ")
    }

    private func withheld(_ key: Store.Metadata) throws(RequestError) -> [DeliveryID] {
        Self.ids(of: try store.metadata(key))
    }

    private static func ids(of text: String?) -> [DeliveryID] {
        text?.split(separator: " ").compactMap { DeliveryID($0) } ?? []
    }
}

extension LateSummary.Cause: LosslessStringConvertible {
    private static let focus = "focus "

    /// Its text for the store.
    var description: String {
        switch self {
        case .absence: "absence"
        case .doNotDisturb: "doNotDisturb"
        case .arrival: "arrival"
        case .focus(let name): Self.focus + name
        case .summary: "summary"
        case .locked: "locked"
        }
    }

    /// Reads the text of the store; `nil` if it is none.
    init?(_ description: String) {
        switch description {
        case "absence": self = .absence
        case "doNotDisturb": self = .doNotDisturb
        case "arrival": self = .arrival
        case "summary": self = .summary
        case "locked": self = .locked
        default:
            guard description.hasPrefix(Self.focus) else { return nil }
            self = .focus(String(description.dropFirst(Self.focus.count)))
        }
    }
}
