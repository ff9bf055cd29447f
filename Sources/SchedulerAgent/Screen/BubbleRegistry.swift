import NotifyCore

/// The bubbles on the screen and their deliveries, as far as the store does not have them.
///
/// Its methods are synchronous. They return actions, which the scheduler carries out.
struct BubbleRegistry {
    /// An action on a delivery.
    enum Action: Equatable, Sendable {
        /// Apply an event to it.
        case apply(DeliveryEvent, to: Int64)
        /// Show it again after due requests.
        case showAgain(Int64)
    }

    /// What the user did with a bubble whose number is not stored yet.
    struct EarlyEvent: Equatable {
        let event: DeliveryEvent
        /// The desktop's activation token.
        var activationToken: String?
    }

    /// The maximum number of bubbles with early events, and of early events of each: a bubble has one action
    /// and one end.
    static let (maxEarlyBubbles, maxEarlyEvents) = (64, 2)

    /// The time after which a bubble can have been seen, in microseconds.
    private static let glance: Int64 = 300_000

    /// The names of the states that refer to a server.
    private static let statesAtServer = ["unknown", "shown", "returning"]

    /// The end times of bubbles.
    var expiries = BubbleExpiries()
    /// The deliveries that the user can still answer although a newer one has replaced them in the list.
    var replaced = ReplacedDeliveries()
    /// The requests that replace a bubble.
    var places: BubblePlaces
    /// What the keys of actions mean in the bubbles on the screen.
    var keys: ActionKeys
    private let store: Store
    /// The events of bubbles whose numbers are not stored yet.
    private var early: [BubbleKey: [EarlyEvent]] = [:]
    /// When the server was asked for the bubbles that are new, in microseconds since boot.
    private var appeared: [BubbleKey: Int64] = [:]
    /// Deliveries whose bubbles an earlier run of the agent showed on the server that runs now.
    private var earlierRun: [Int64] = []
    /// Deliveries whose bubbles were on the screen while no agent ran.
    ///
    /// Their state is not known.
    private var unheard: Set<Int64> = []

    init(_ store: Store) {
        self.store = store
        places = BubblePlaces(store)
        keys = ActionKeys(store)
    }

    /// Restores the bubbles of an earlier run.
    ///
    /// Another bus assigns the same unique names and bubble numbers again, so bubbles of a server on an earlier
    /// bus must not be mistaken for bubbles of the current server.
    ///
    /// - Parameter isSameBus: whether the earlier run used the same bus.
    mutating func restore(
        serverOwner owner: String?,
        isSameBus: Bool
    ) throws(RequestError) -> [Action] {
        let handedOver = try takeHandOver()
        try keys.restore(owner: isSameBus ? owner : nil)
        var actions = try store.delivered(inState: "returning").map { Action.showAgain($0.id) }
        for row in try rowsAtServers() {
            guard let earlier = row.state.owner else { continue }
            // The late answer to a call goes to the agent that made it.
            if !isSameBus || earlier != owner || row.state == .unknown(owner: earlier) {
                actions.append(.apply(.ownerGone(owner: earlier), to: row.id))
            } else if row.state.isShown {
                earlierRun.append(row.id)
                if handedOver?.contains(row.id) ?? true { unheard.insert(row.id) }
            }
        }
        return actions
    }

    /// Resets the state that belongs to one server, for another server or none.
    mutating func serverChanged() {
        early = [:]
        appeared = [:]
        expiries = BubbleExpiries()
    }

    /// Records when the server was asked for a bubble, unless it was on the screen before and shows something else now.
    mutating func noteAppeared(_ bubble: BubbleKey, at now: Int64) {
        appeared = appeared.filter { now - $0.value <= Self.glance }
        let isKnown =
            replaced.delivery(shownBy: bubble) != nil
            || (try? store.delivered(showing: bubble)) ?? nil != nil
        if !isKnown { appeared[bubble] = now }
    }

    /// Whether a bubble is on the screen for so short a time that the user cannot have closed it.
    func isNew(_ bubble: BubbleKey, at now: Int64) -> Bool {
        appeared[bubble].map { now - $0 <= Self.glance } ?? false
    }

    /// The number of bubbles on the same server that are newer than one.
    func count(after bubble: BubbleKey) -> Int {
        let rows = (try? store.delivered(inState: "shown")) ?? []
        return rows.count { row in
            row.state.bubble.map { $0.owner == bubble.owner && $0.id > bubble.id } ?? false
        }
    }

    /// Moves the deliveries that an exited server showed or may have shown to their next state.
    mutating func serverGone(_ owner: String) throws(RequestError) -> [Action] {
        replaced.forget(owner: owner)
        keys.forget(owner: owner)
        earlierRun = []
        return try rowsAtServers().filter { $0.state.owner == owner }
            .map { .apply(.ownerGone(owner: owner), to: $0.id) }
    }

    /// Reclaims the bubbles of an earlier run once the server answers.
    ///
    /// - Parameter forgetsGoneSenders: whether the server ignores a bubble once its sender has left the bus.
    mutating func reclaim(forgetsGoneSenders: Bool) -> [Action] {
        defer { earlierRun = [] }
        return forgetsGoneSenders ? earlierRun.map { .apply(.senderGone, to: $0) } : []
    }

    /// Returns the notification that a bubble shows; `nil` if the agent knows none.
    func request(shownBy bubble: BubbleKey) -> NotificationRequest? {
        let replaced = replaced.delivery(shownBy: bubble)
        return replaced?.request ?? (try? store.delivered(showing: bubble)?.delivery())?.request
    }

    private func rowsAtServers() throws(RequestError) -> [DeliveredRow] {
        var rows: [DeliveredRow] = []
        for state in Self.statesAtServer { rows += try store.delivered(inState: state) }
        return rows
    }

    /// Keeps a replaced delivery for as long as the user can still answer it.
    ///
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

    /// Keeps an event of a bubble whose number may not be stored yet, such as a quick click.
    mutating func keep(early event: EarlyEvent, of bubble: BubbleKey) {
        guard early[bubble] != nil || early.count < Self.maxEarlyBubbles else { return }
        if early[bubble, default: []].count < Self.maxEarlyEvents {
            early[bubble, default: []].append(event)
        }
    }

    /// Removes and returns the early events of a bubble.
    mutating func takeEarly(_ bubble: BubbleKey) -> [EarlyEvent] {
        early.removeValue(forKey: bubble) ?? []
    }

    /// Forgets the early events.
    ///
    /// Those that are left concern bubbles of other programs.
    mutating func forgetEarly() { early = [:] }

    /// Returns why a bubble was closed.
    ///
    /// If the agent closes an expired bubble, the server reports that a caller closed it.
    mutating func closed(_ bubble: BubbleKey, _ reason: UInt32) -> CloseReason {
        let reason = CloseReason(rawValue: reason) ?? .undefined
        return expiries.forget(bubble) && reason == .closed ? .expired : reason
    }

    /// Records that the state of a delivery is known.
    mutating func noteHeard(_ id: Int64) { unheard.remove(id) }

    /// Returns the name of a delivery's state in the interface.
    func stateName(of row: DeliveredRow) -> String {
        unheard.contains(row.id) && row.state.isShown
            ? DeliveryState.unknown(owner: "").name : row.state.name
    }

    /// Stores for the next agent, which already runs, the bubbles whose state is not known.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the next agent then treats all as unknown.
    func noteHandOver() throws(RequestError) {
        try store.set(.handOver, to: unheard.map { "\($0)" }.joined(separator: ","))
    }

    /// Returns the deliveries whose state the previous agent did not know; `nil` if no agent ran in between.
    private func takeHandOver() throws(RequestError) -> Set<Int64>? {
        try store.removeMetadata(.handOver).map { text in
            Set(text.split(separator: ",").compactMap { Int64($0) })
        }
    }
}
