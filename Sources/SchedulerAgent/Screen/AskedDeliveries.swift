import NotifyCore

/// A delivery whose app is asked how to show it, or that waits for an earlier one.
struct AskedDelivery: Equatable, Sendable {
    /// The app's answer.
    enum Answer: Equatable, Sendable {
        /// The app did not answer, or was not asked: it is shown unchanged.
        case unchanged
        /// The options that the app chose.
        case options(PresentationOptions)
    }

    let id: Int64
    /// Whether it is shown without waiting for room on the screen.
    let isUrgent: Bool
    /// The bubble that it replaces.
    var bubble: BubbleKey?
    /// The answer; `nil` until there is one.
    var answer: Answer?

    /// Whether it needs a running server.
    var needsServer: Bool {
        if case .options(let options) = answer { options.contains(.banner) } else { true }
    }
}

/// The deliveries whose apps are asked how to show them, and those whose apps have answered.
struct AskedDeliveries: Sendable {
    /// When a delivery is shown.
    enum Turn: Equatable, Sendable {
        /// Now: its app is not asked, and no earlier delivery of the app waits.
        case now
        /// Once its app has answered.
        case afterAnswer
        /// After the earlier deliveries of the app.
        case afterOthers
    }

    /// The maximum number of open questions of one app; further deliveries are shown unchanged.
    static let maxPerApp = 64

    private var asked: [String: [AskedDelivery]] = [:]
    private var answered: [AskedDelivery] = []

    /// Whether there are deliveries that are not shown yet although their apps have answered.
    var hasAnswered: Bool { !answered.isEmpty }

    /// Adds a delivery if it has to wait for its app or for earlier deliveries of the app.
    ///
    /// - Parameter delivery: the delivery, without an answer.
    mutating func add(_ delivery: AskedDelivery, of app: String, isAttached: Bool) -> Turn {
        let queue = asked[app] ?? []
        guard isAttached || !queue.isEmpty else { return .now }
        var delivery = delivery
        let isAsked = isAttached && queue.count < Self.maxPerApp
        if !isAsked { delivery.answer = .unchanged }
        asked[app] = queue + [delivery]
        return isAsked ? .afterAnswer : .afterOthers
    }

    /// Handles an app's answer, and releases the deliveries that waited for it.
    mutating func answer(
        _ answer: AskedDelivery.Answer,
        for id: Int64,
        of app: String
    ) -> Bool {
        guard var queue = asked[app], let index = queue.firstIndex(where: { $0.id == id }) else {
            return false
        }
        queue[index].answer = answer
        let settled = queue.prefix { $0.answer != nil }
        answered += settled
        queue.removeFirst(settled.count)
        asked[app] = queue.isEmpty ? nil : queue
        return true
    }

    /// Returns the first delivery whose app has answered and that there is room for.
    ///
    /// - Parameter hasRoom: whether there is room for another bubble; urgent deliveries need none.
    /// - Returns: the delivery; `nil` if there is none.
    func next(hasRoom: Bool) -> AskedDelivery? {
        answered.first { !$0.needsServer || hasRoom || $0.isUrgent }
    }

    /// Removes a delivery whose app has answered.
    mutating func remove(_ delivery: AskedDelivery) {
        answered.removeAll { $0.id == delivery.id }
    }

    /// Removes and returns the bubble that a delivery was to replace, so that another delivery can replace it.
    mutating func takeBubble(of id: Int64) -> BubbleKey? {
        var bubble: BubbleKey?
        change { delivery in
            guard delivery.id == id else { return }
            bubble = delivery.bubble
            delivery.bubble = nil
        }
        return bubble
    }

    /// Prevents deliveries from replacing a bubble.
    mutating func release(_ bubble: BubbleKey) -> Bool {
        var isTaken = false
        change { delivery in
            guard delivery.bubble == bubble else { return }
            delivery.bubble = nil
            isTaken = true
        }
        return isTaken
    }

    /// Changes the deliveries that wait for an answer or for their turn.
    private mutating func change(_ change: (inout AskedDelivery) -> Void) {
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
