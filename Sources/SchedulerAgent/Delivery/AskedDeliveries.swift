import NotifyCore

/// A delivery whose app is asked how to show it, or that waits for one before it.
struct AskedDelivery: Equatable, Sendable {
    /// What came of the question.
    enum Answer: Equatable, Sendable {
        /// Nobody says, or nobody was asked.
        case asItIs
        /// The app's wish.
        case options(PresentationOptions)
    }

    let id: Int64
    /// Whether it may not wait until earlier bubbles are seen.
    let isUrgent: Bool
    /// The bubble whose place it takes.
    var bubble: BubbleKey?
    /// `nil` until there is one.
    var answer: Answer?

    /// Whether it cannot be dealt with before a server is there.
    var needsServer: Bool {
        if case .options(let options) = answer { options.contains(.banner) } else { true }
    }
}

/// The deliveries whose apps are asked how to show them, and those whose apps have answered.
struct AskedDeliveries: Sendable {
    /// When a delivery is shown.
    enum Turn: Equatable, Sendable {
        /// Now: its app hears nothing, and nothing of it waits.
        case now
        /// Once its app has answered.
        case afterAnswer
        /// Once those before it have been shown.
        case afterOthers
    }

    /// Of how many deliveries one app is asked at a time; what comes then is shown as it is.
    static let maxPerApp = 64

    private var asked: [String: [AskedDelivery]] = [:]
    private var answered: [AskedDelivery] = []

    /// Whether apps have answered about some that have not been shown.
    var hasAnswered: Bool { !answered.isEmpty }

    /// Adds a delivery where it has to wait; what its app has to say of earlier ones comes first.
    ///
    /// - Parameters:
    ///   - delivery: the delivery, without an answer.
    ///   - app: its app.
    ///   - isAttached: whether that hears.
    /// - Returns: when it is shown.
    mutating func add(_ delivery: AskedDelivery, of app: String, isAttached: Bool) -> Turn {
        let queue = asked[app] ?? []
        guard isAttached || !queue.isEmpty else { return .now }
        var delivery = delivery
        let isAsked = isAttached && queue.count < Self.maxPerApp
        if !isAsked { delivery.answer = .asItIs }
        asked[app] = queue + [delivery]
        return isAsked ? .afterAnswer : .afterOthers
    }

    /// Handles an app's answer: what need not wait for an earlier one any more is answered.
    ///
    /// - Returns: whether the app was asked about it.
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

    /// The first whose app has answered and that there is room for; it may need a server.
    ///
    /// - Parameter hasRoom: whether there is room for one more bubble; urgent ones need none.
    /// - Returns: the delivery; `nil` if there is none.
    func next(hasRoom: Bool) -> AskedDelivery? {
        answered.first { !$0.needsServer || hasRoom || $0.isUrgent }
    }

    /// Takes out a delivery whose app has answered.
    mutating func remove(_ delivery: AskedDelivery) {
        answered.removeAll { $0.id == delivery.id }
    }

    /// Takes the bubble from a delivery that was to have its place, for another one to have it.
    mutating func takeBubble(of id: Int64) -> BubbleKey? {
        var bubble: BubbleKey?
        change { delivery in
            guard delivery.id == id else { return }
            bubble = delivery.bubble
            delivery.bubble = nil
        }
        return bubble
    }

    /// Lets no delivery take the place of a bubble any more.
    ///
    /// - Returns: whether one was to do so.
    mutating func keepFrom(_ bubble: BubbleKey) -> Bool {
        var isTaken = false
        change { delivery in
            guard delivery.bubble == bubble else { return }
            delivery.bubble = nil
            isTaken = true
        }
        return isTaken
    }

    /// Goes through those that wait for a word or for their turn.
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
