import NotifyCore

/// The bubbles on the screen and their deliveries, as far as the store does not have them: what an earlier run showed,
/// replaced deliveries that the user can still answer, events that came before their bubble's number, and end times.
struct ShownBubbles {
    typealias EarlyEvent = Screen.EarlyEvent
    typealias Replaced = ReplacedDelivery

    /// The maximum number of bubbles with early events, and of early events of each: a bubble has one action
    /// and one end.
    static let (maxEarlyBubbles, maxEarlyEvents) = (64, 2)
    /// The maximum number of replaced deliveries; the oldest are dropped first.
    static let maxReplaced = 64
    /// The maximum number of end times; further bubbles stay until they are dismissed.
    static let maxExpiring = 1_000

    /// The time after which a bubble can have been seen.
    private static let glance = Duration.milliseconds(300)

    /// The names of the states that refer to a server.
    private static let statesAtServer = ["unknown", "shown", "returning"]

    private let store: Store
    /// The events of bubbles whose numbers are not stored yet.
    private var early: [BubbleKey: [EarlyEvent]] = [:]
    /// When the server was asked for the bubbles that are new.
    private var appeared: [BubbleKey: BootTime] = [:]
    /// When bubbles end whose timeout the server does not apply.
    private var ends: [BubbleKey: BootTime] = [:]
    /// The expired bubbles that the server has not closed yet.
    private var expired: Set<BubbleKey> = []
    private var replaced: [Replaced] = []
    /// Deliveries whose bubbles an earlier run of the agent showed on the server that runs now.
    private var earlierRun: [DeliveryID] = []
    /// Deliveries whose bubbles were on the screen while no agent ran.
    ///
    /// Their state is not known.
    private(set) var unheard: Set<DeliveryID> = []

    init(_ store: Store) {
        self.store = store
    }

    // MARK: The server, and earlier runs

    /// Restores the bubbles of an earlier run.
    ///
    /// Another bus assigns the same unique names and bubble numbers again, so bubbles of a server on an earlier
    /// bus must not be mistaken for bubbles of the current server.
    ///
    /// - Parameter isSameBus: whether the earlier run used the same bus.
    /// - Returns: the deliveries whose server has gone.
    mutating func restore(
        serverOwner owner: String?,
        isSameBus: Bool
    ) throws(RequestError) -> [Screen.Moved] {
        let handedOver = try takeHandOver()
        var gone: [Screen.Moved] = []
        for row in try rowsAtServers() {
            guard let earlier = row.state.owner else { continue }
            // The late answer to a call goes to the agent that made it.
            if !isSameBus || earlier != owner || row.state == .unknown(owner: earlier) {
                gone.append((row.id, .ownerGone(owner: earlier)))
            } else if row.state.isShown {
                earlierRun.append(row.id)
                if handedOver?.contains(row.id) ?? true { unheard.insert(row.id) }
            }
        }
        return gone
    }

    /// Forgets the state that belongs to one server, for another server or none.
    mutating func serverChanged() {
        (early, appeared, ends, expired) = ([:], [:], [:], [])
    }

    /// Forgets an exited server.
    ///
    /// - Returns: the deliveries that it showed or may have shown.
    mutating func release(_ owner: String) throws(RequestError) -> [Screen.Moved] {
        replaced.removeAll { $0.bubble.owner == owner }
        earlierRun = []
        return try rowsAtServers().filter { $0.state.owner == owner }
            .map { ($0.id, .ownerGone(owner: owner)) }
    }

    /// Reclaims the bubbles of an earlier run once the server answers.
    ///
    /// - Parameter forgetsGoneSenders: whether the server ignores a bubble once its sender has left the bus.
    mutating func reclaim(forgetsGoneSenders: Bool) -> [Screen.Moved] {
        defer { earlierRun = [] }
        return forgetsGoneSenders ? earlierRun.map { ($0, .senderGone) } : []
    }

    private func rowsAtServers() throws(RequestError) -> [DeliveredRow] {
        var rows: [DeliveredRow] = []
        for state in Self.statesAtServer { rows += try store.delivered(inState: state) }
        return rows
    }

    /// Records that the state of a delivery is known.
    mutating func noteHeard(_ id: DeliveryID) { unheard.remove(id) }

    /// Stores for the next agent, which already runs, the bubbles whose state is not known.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the next agent then treats all as unknown.
    func handOver() throws(RequestError) {
        try store.set(.handOver, to: unheard.map { "\($0)" }.joined(separator: ","))
    }

    /// Returns the deliveries whose state the previous agent did not know; `nil` if no agent ran in between.
    private func takeHandOver() throws(RequestError) -> Set<DeliveryID>? {
        try store.removeMetadata(.handOver).map { text in
            Set(text.split(separator: ",").compactMap { DeliveryID($0) })
        }
    }

    // MARK: What the bubbles show

    /// Records when the server was asked for a bubble, unless it was on the screen before and shows something else now.
    mutating func noteAppeared(_ bubble: BubbleKey, at now: BootTime) {
        appeared = appeared.filter { now - $0.value <= Self.glance }
        let isKnown =
            replaced(in: bubble) != nil || (try? store.delivered(showing: bubble)) ?? nil != nil
        if !isKnown { appeared[bubble] = now }
    }

    /// Whether a bubble is on the screen for so short a time that the user cannot have closed it.
    func isNew(_ bubble: BubbleKey, at now: BootTime) -> Bool {
        appeared[bubble].map { now - $0 <= Self.glance } ?? false
    }

    /// The number of bubbles on the same server that are newer than one.
    func count(after bubble: BubbleKey) -> Int {
        let rows = (try? store.delivered(inState: "shown")) ?? []
        return rows.count { row in
            row.state.bubble.map { $0.owner == bubble.owner && $0.id > bubble.id } ?? false
        }
    }

    /// Returns the notification that a bubble shows; `nil` if the agent knows none.
    func request(in bubble: BubbleKey) -> NotificationRequest? {
        replaced(in: bubble)?.delivery.request
            ?? (try? store.delivered(showing: bubble)?.delivery())?.request
    }

    // MARK: Replaced deliveries

    /// Keeps a replaced delivery for as long as the user can still answer it.
    mutating func add(_ delivery: Replaced) {
        forgetReplaced(in: delivery.bubble)
        replaced.append(delivery)
        if replaced.count > Self.maxReplaced { replaced.removeFirst() }
    }

    func replaced(in bubble: BubbleKey) -> Replaced? { replaced.first { $0.bubble == bubble } }

    /// Returns the bubble that the newer delivery of a request is to replace, if any.
    func replacedBubble(of key: RequestKey) -> BubbleKey? {
        replaced.last { $0.delivery.request.key == key }?.bubble
    }

    mutating func forgetReplaced(in bubble: BubbleKey) {
        replaced.removeAll { $0.bubble == bubble }
    }

    /// The folders of the attachments of replaced deliveries.
    var attachmentFolders: [String] {
        replaced.compactMap(\.delivery.request.attachmentFolder)
    }

    // MARK: Early events

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

    /// Forgets the early events, because those that are left concern bubbles of other programs.
    mutating func forgetEarly() { early = [:] }

    // MARK: End times

    /// The earliest end time.
    var earliestEnd: BootTime? { ends.values.min() }

    /// Records the end time of a bubble that was just shown.
    ///
    /// - Parameter time: its timeout in milliseconds; `nil` or 0 for the server's default.
    mutating func note(_ bubble: BubbleKey, for time: Int32?, at now: BootTime) {
        (ends[bubble], _) = (nil, expired.remove(bubble))
        guard let time, time > 0, ends.count < Self.maxExpiring else { return }
        ends[bubble] = now + .milliseconds(time)
    }

    /// Removes and returns the bubbles whose time is over.
    mutating func takeEnded(at now: BootTime) -> [BubbleKey] {
        let ended = ends.filter { $0.value <= now }.map(\.key)
        for bubble in ended {
            ends[bubble] = nil
            if expired.count < Self.maxExpiring { expired.insert(bubble) }
        }
        return ended
    }

    /// Returns why a bubble was closed.
    ///
    /// If the agent closes an expired bubble, the server reports that a caller closed it.
    mutating func closed(_ bubble: BubbleKey, _ reason: UInt32) -> CloseReason {
        let reason = CloseReason(rawValue: reason) ?? .undefined
        ends[bubble] = nil
        let isExpired = expired.remove(bubble) != nil
        return isExpired && reason == .closed ? .expired : reason
    }
}

/// A delivery that a newer one has replaced in the list, and whose bubble is on the screen.
///
/// A response to the bubble applies to it, even while its replacement is in progress.
struct ReplacedDelivery {
    let bubble: BubbleKey
    let id: DeliveryID
    let delivery: Delivery
}
