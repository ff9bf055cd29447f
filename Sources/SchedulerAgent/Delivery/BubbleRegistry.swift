import NotifyCore

/// The bubbles on the screen and the deliveries that they are of, beyond what the store knows of them.
///
/// Its methods are synchronous; what an event asks for is returned and carried out by the scheduler.
struct BubbleRegistry {
    /// What has to be done with a delivery.
    enum Action: Equatable, Sendable {
        /// Move it on by an event.
        case apply(DeliveryEvent, to: Int64)
        /// Show it again after what is due.
        case showAgain(Int64)
    }

    /// Of how many bubbles events are kept that come early, and how many of each: a bubble has one action and
    /// one end.
    static let (maxEarlyBubbles, maxEarlyEvents) = (64, 2)

    /// The names of the states that have to do with one server.
    private static let statesAtServer = ["unknown", "shown", "returning"]

    /// The bubbles with a time of their own.
    var expiries = BubbleExpiries()
    /// What the user may answer still though a newer delivery has its place in the list.
    var replaced = ReplacedDeliveries()
    /// The requests that take the place of a bubble.
    var places: BubblePlaces
    private let store: Store
    /// What came of bubbles whose numbers are not written yet.
    private var early: [BubbleKey: [DeliveryEvent]] = [:]
    /// Deliveries whose bubbles an earlier run of the agent showed on the server that runs now.
    private var earlierRun: [Int64] = []
    /// Deliveries whose bubbles were on the screen while no agent listened: what became of them is not known.
    private var unheard: Set<Int64> = []

    init(_ store: Store) {
        self.store = store
        places = BubblePlaces(store)
    }

    /// Restores what an earlier run left with a server.
    ///
    /// Unique names start over on another bus, and so do the numbers of bubbles: what an earlier server showed
    /// must not be taken for a bubble of this one.
    ///
    /// - Parameters:
    ///   - owner: the server that runs now.
    ///   - isSameBus: whether the earlier run was on the bus of this one.
    /// - Returns: what has to be done with deliveries.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    mutating func restore(
        serverOwner owner: String?,
        isSameBus: Bool
    ) throws(RequestError) -> [Action] {
        let handedOver = try takeHandOver()
        var actions = try store.delivered(inState: "returning").map { Action.showAgain($0.id) }
        for row in try rowsAtServers() {
            guard let earlier = row.state.owner else { continue }
            if !isSameBus || earlier != owner {
                actions.append(.apply(.ownerGone(owner: earlier), to: row.id))
            } else if row.state.isShown {
                earlierRun.append(row.id)
                if handedOver?.contains(row.id) ?? true { unheard.insert(row.id) }
            }
        }
        return actions
    }

    /// Forgets what counts with one server alone: another one runs now, or none.
    mutating func serverChanged() {
        early = [:]
        expiries = BubbleExpiries()
    }

    /// Moves on what a server that has gone showed or may have shown.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    mutating func serverGone(_ owner: String) throws(RequestError) -> [Action] {
        replaced.forget(owner: owner)
        earlierRun = []
        return try rowsAtServers().filter { $0.state.owner == owner }
            .map { .apply(.ownerGone(owner: owner), to: $0.id) }
    }

    /// Reclaims the bubbles of an earlier run from a server that can be asked now.
    ///
    /// - Parameter forgetsGoneSenders: whether the server heeds a bubble no longer once its sender has gone.
    /// - Returns: what has to be done with deliveries.
    mutating func reclaim(forgetsGoneSenders: Bool) -> [Action] {
        defer { earlierRun = [] }
        return forgetsGoneSenders ? earlierRun.map { .apply(.senderGone, to: $0) } : []
    }

    private func rowsAtServers() throws(RequestError) -> [DeliveredRow] {
        var rows: [DeliveredRow] = []
        for state in Self.statesAtServer { rows += try store.delivered(inState: state) }
        return rows
    }

    /// Remembers what a newer delivery takes the place of, as long as the user may still answer it.
    ///
    /// - Parameters:
    ///   - row: the older delivery.
    ///   - owner: the server that runs.
    ///   - isPrompting: whether its text is being asked for.
    /// - Throws: ``NotifyCore/RequestError`` if the stored bytes cannot be read.
    mutating func replace(
        _ row: DeliveredRow,
        on owner: String?,
        isPrompting: Bool
    ) throws(RequestError) {
        let delivery = try row.delivery()
        if case .shown(let bubble) = row.state, bubble.owner == owner {
            replaced.add(ReplacedDeliveries.Shown(bubble: bubble, id: row.id, delivery: delivery))
        }
        if isPrompting { replaced.add(prompted: delivery, id: row.id) }
    }

    /// Keeps what came of a bubble whose number may not be written yet: a quick click can be that early.
    mutating func keep(early event: DeliveryEvent, of bubble: BubbleKey) {
        guard early[bubble] != nil || early.count < Self.maxEarlyBubbles else { return }
        if early[bubble, default: []].count < Self.maxEarlyEvents {
            early[bubble, default: []].append(event)
        }
    }

    /// Takes out what came early of a bubble.
    mutating func takeEarly(_ bubble: BubbleKey) -> [DeliveryEvent] {
        early.removeValue(forKey: bubble) ?? []
    }

    /// Forgets what came early: what is left is about other programs' bubbles.
    mutating func forgetEarly() { early = [:] }

    /// Why a bubble went that a server closed.
    ///
    /// The server says of what the agent closes when its time is over that a caller closed it.
    mutating func closed(_ bubble: BubbleKey, _ reason: UInt32) -> CloseReason {
        let reason = CloseReason(rawValue: reason) ?? .undefined
        return expiries.forget(bubble) && reason == .closed ? .expired : reason
    }

    /// Notes that something has been heard of a delivery.
    mutating func noteHeard(_ id: Int64) { unheard.remove(id) }

    /// The state of a delivery as callers get it.
    func stateName(of row: DeliveredRow) -> String {
        unheard.contains(row.id) && row.state.isShown
            ? DeliveryState.unknown(owner: "").name : row.state.name
    }

    /// Writes for the agent that follows without a gap which bubbles this one knows nothing of.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; that agent takes it for a gap then.
    func noteHandOver() throws(RequestError) {
        try store.set(.handOver, to: unheard.map { "\($0)" }.joined(separator: ","))
    }

    /// The deliveries of which the agent before knew nothing; `nil` if nobody listened since.
    private func takeHandOver() throws(RequestError) -> Set<Int64>? {
        try store.take(.handOver).map { text in
            Set(text.split(separator: ",").compactMap { Int64($0) })
        }
    }
}
