import NotifyCore

/// The deliveries that wait for their turn at the notification server: stored ones, those whose apps are asked how to
/// show them, and those that return after the server or the agent ended.
struct WaitingDeliveries {
    typealias Asked = AskedDelivery

    /// The maximum number of open questions of one app; further deliveries are shown unchanged.
    static let maxAskedPerApp = 64

    /// Stored deliveries that were not shown, to be shown first.
    private var stored: [DeliveryID] = []
    /// Those whose number may not be set at their app's icon yet.
    private var unbadged: Set<DeliveryID> = []
    /// Deliveries whose bubbles ended with their server, to be shown last; oldest first.
    private var returning: [DeliveryID] = []
    /// The deliveries of each app that wait for its answer, or for the answers about earlier ones.
    private var asked: [String: [Asked]] = [:]
    /// Those that wait for nothing but their turn.
    private var answered: [Asked] = []

    var isEmpty: Bool { stored.isEmpty && answered.isEmpty && returning.isEmpty }

    // MARK: Stored deliveries

    var hasStored: Bool { !stored.isEmpty }

    func isStored(_ id: DeliveryID) -> Bool { stored.contains(id) }

    /// Adds stored deliveries.
    ///
    /// - Parameter setsBadges: whether their numbers may not be set at their apps' icons yet.
    mutating func add(_ ids: [DeliveryID], setsBadges: Bool) {
        stored += ids
        if setsBadges { unbadged.formUnion(ids) } else { unbadged.subtract(ids) }
    }

    /// Adds a delivery that the server could not take for now.
    mutating func addFirst(_ id: DeliveryID) { stored.insert(id, at: 0) }

    /// The stored delivery whose turn it is; `nil` if none waits.
    var nextStored: DeliveryID? { stored.first }

    /// Removes ``nextStored``.
    mutating func removeStored() { stored.removeFirst() }

    /// Whether a delivery's number has to be set at its app's icon: only once, because the app may set another later.
    func isUnbadged(_ id: DeliveryID) -> Bool { unbadged.contains(id) }

    /// Records that a delivery's number is set.
    mutating func noteBadge(of id: DeliveryID) { unbadged.remove(id) }

    // MARK: Deliveries that return

    /// Adds a delivery whose bubble went undismissed with its server.
    ///
    /// - Returns: the oldest one, if there are too many.
    mutating func addReturning(_ id: DeliveryID) -> DeliveryID? {
        guard !returning.contains(id) else { return nil }
        returning.append(id)
        return returning.count > Screen.maxReturning ? returning.removeFirst() : nil
    }

    /// The returning delivery whose turn it is; `nil` if none waits.
    var nextReturning: DeliveryID? { returning.first }

    /// Removes ``nextReturning``.
    mutating func removeReturning() { returning.removeFirst() }

    // MARK: Deliveries whose apps are asked

    /// Adds a delivery if it has to wait for its app, or for the app's answers about earlier ones.
    ///
    /// - Returns: whether it waits, and whether the app is to be asked about it.
    mutating func add(
        _ delivery: Asked,
        of app: String,
        isAttached: Bool
    ) -> (waits: Bool, isAsked: Bool) {
        let queue = asked[app] ?? []
        guard isAttached || !queue.isEmpty else { return (false, false) }
        var delivery = delivery
        let isAsked = isAttached && queue.count < Self.maxAskedPerApp
        delivery.isAnswered = !isAsked
        asked[app] = queue + [delivery]
        return (true, isAsked)
    }

    /// Handles an app's answer, and releases the deliveries that waited for it.
    ///
    /// - Returns: whether the delivery waited for it.
    mutating func answer(
        _ options: PresentationOptions?,
        for id: DeliveryID,
        of app: String
    ) -> Bool {
        guard var queue = asked[app], let index = queue.firstIndex(where: { $0.id == id }) else {
            return false
        }
        (queue[index].isAnswered, queue[index].options) = (true, options)
        let settled = queue.prefix(while: \.isAnswered)
        answered += settled
        queue.removeFirst(settled.count)
        asked[app] = queue.isEmpty ? nil : queue
        return true
    }

    /// Returns the first delivery that waits for nothing but its turn.
    ///
    /// - Parameter hasRoom: whether there is room for another bubble; urgent deliveries need none.
    func nextAnswered(hasRoom: Bool) -> Asked? {
        answered.first { !$0.needsServer || hasRoom || $0.isUrgent }
    }

    /// Adds a delivery that waits for nothing but its turn, before the others.
    mutating func addFirst(_ delivery: Asked) { answered.insert(delivery, at: 0) }

    mutating func remove(_ delivery: Asked) { answered.removeAll { $0.id == delivery.id } }

    /// Removes and returns the bubble that a delivery was to replace, so that another delivery can replace it.
    mutating func takeBubble(of id: DeliveryID) -> BubbleKey? {
        var bubble: BubbleKey?
        change { delivery in
            guard delivery.id == id else { return }
            bubble = delivery.bubble
            delivery.bubble = nil
        }
        return bubble
    }

    /// Prevents deliveries from replacing a bubble.
    ///
    /// - Returns: whether one was to replace it.
    mutating func release(_ bubble: BubbleKey) -> Bool {
        var isTaken = false
        change { delivery in
            guard delivery.bubble == bubble else { return }
            delivery.bubble = nil
            isTaken = true
        }
        return isTaken
    }

    private mutating func change(_ change: (inout Asked) -> Void) {
        for (app, queue) in asked {
            asked[app] = queue.map { delivery in
                var delivery = delivery
                change(&delivery)
                return delivery
            }
        }
        for index in answered.indices { change(&answered[index]) }
    }
}

/// A delivery whose app is asked how to show it, or that waits for an earlier one.
struct AskedDelivery: Equatable, Sendable {
    let id: DeliveryID
    /// Whether it is shown without waiting for room on the screen.
    let isUrgent: Bool
    /// The bubble that it replaces.
    var bubble: BubbleKey?
    /// Whether it waits for its app no longer.
    var isAnswered = false
    /// The options that the app chose; `nil` to show it unchanged.
    var options: PresentationOptions?

    /// Whether it needs a running server.
    var needsServer: Bool { options?.contains(.banner) ?? true }
}
