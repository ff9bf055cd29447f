/// The connection to one topic: what comes next after each event, and when to try again.
///
/// A state machine without I/O. It first asks for all that the server keeps since the last message, and then follows
/// what comes, from the last message on. A little later it asks once more for what came in between: ntfy sends a message
/// to those who follow before it keeps it, so that one who begins to follow at that moment does not get it. A message may
/// come twice.
struct ServerLink {
    /// What happened.
    ///
    /// The number is that of the attempt, so that what comes late of an earlier one is ignored.
    enum Event: Sendable {
        /// Begin.
        case start
        /// A message has come.
        case message(attempt: Int, ServerMessage)
        /// A message is among those that came since the attempt began to follow.
        case looked(attempt: Int, ServerMessage)
        /// The server has shown that it is there.
        case alive(attempt: Int)
        /// All that the server keeps has come.
        case polled(attempt: Int)
        /// The server sends what comes from now on.
        case opened(attempt: Int)
        /// The attempt has failed. `jitter` is a random number from 0 to 1.
        case failed(attempt: Int, RelayError, jitter: Double)
        /// The time of ``Action/startTimer(milliseconds:)`` is over.
        case timer(jitter: Double)
        /// The machine has got or changed a network.
        case networkChanged
        /// End.
        case stop
    }

    /// What is to be done.
    enum Action: Equatable {
        /// Ask for all that the server keeps since a message.
        case poll(attempt: Int, since: String)
        /// Follow what comes since a message.
        case stream(attempt: Int, since: String)
        /// Ask for what came since a message, beside the stream of the attempt.
        case look(attempt: Int, since: String)
        /// End the attempt under way.
        case abort
        /// Start the timer, in place of an earlier one.
        case startTimer(milliseconds: UInt32)
        /// Stop the timer.
        case stopTimer
        /// Report an event.
        case report(TransportEvent)
    }

    /// How long a server may be silent: two of ntfy's keep-alives.
    static let maxSilence: UInt32 = 100_000
    /// How long a server may take for its first answer.
    static let maxOpening: UInt32 = 30_000
    /// After which time it asks for what came while it began to follow.
    static let lookDelay: UInt32 = 2_000
    private static let maxSeen = 1_000
    /// The shortest and the longest pause before the next attempt.
    static let pauses: ClosedRange<UInt32> = 1_000...300_000

    private enum State: Equatable {
        case stopped
        case polling
        case opening
        case following
        case waiting(forServer: Bool)
    }

    private let topic: String
    private var since: String
    private var state = State.stopped
    private var attempt = 0
    private var failures = 0
    /// From where to look once more, and the messages that came meanwhile; `nil` if that is done.
    private var look: (since: String, seen: Set<String>)?
    private var isLooking = false

    /// Makes the link of a topic.
    init(_ topic: FollowedTopic) {
        self.topic = topic.name
        since = topic.since ?? "all"
    }

    /// Handles an event.
    ///
    /// - Returns: what to do, in order.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .start: return state == .stopped ? begin() : []
        case .message(let number, let message):
            guard isCurrent(number) else { return [] }
            since = message.id
            if state != .polling, (look?.seen.count ?? 0) < Self.maxSeen {
                look?.seen.insert(message.id)
            }
            return noteLife() + [.report(.message(message))]
        case .looked(let number, let message):
            guard isCurrent(number), look?.seen.insert(message.id).inserted == true else {
                return []
            }
            return [.report(.message(message))]
        case .alive(let number): return isCurrent(number) ? noteLife() : []
        case .polled(let number):
            guard isCurrent(number), state == .polling else { return [] }
            state = .opening
            attempt += 1
            look = (since, [])
            isLooking = false
            return [
                .stream(attempt: attempt, since: since),
                .startTimer(milliseconds: Self.maxOpening),
            ]
        case .opened(let number):
            guard isCurrent(number), state == .opening else { return [] }
            state = .following
            return [
                .startTimer(milliseconds: Self.lookDelay), .report(.caughtUp(topic: topic)),
            ]
        case .failed(let number, let error, let jitter):
            return isCurrent(number) ? fail(error, jitter) : []
        case .timer(let jitter): return timeIsOver(jitter)
        case .networkChanged:
            guard state == .waiting(forServer: false) else { return [] }
            failures = 0
            return begin()
        case .stop:
            defer { state = .stopped }
            return state == .stopped ? [] : [.abort, .stopTimer]
        }
    }

    private func isCurrent(_ number: Int) -> Bool {
        switch state {
        case .polling, .opening, .following: number == attempt
        case .stopped, .waiting: false
        }
    }

    private mutating func begin() -> [Action] {
        state = .polling
        attempt += 1
        return [
            .poll(attempt: attempt, since: since), .startTimer(milliseconds: Self.maxOpening),
        ]
    }

    private mutating func noteLife() -> [Action] {
        switch state {
        case .following:
            // Not when it opens: a server that ends each connection at once is not asked each second.
            failures = 0
            return isLooking ? [.startTimer(milliseconds: Self.maxSilence)] : []
        case .polling: return [.startTimer(milliseconds: Self.maxOpening)]
        case .opening, .stopped, .waiting: return []
        }
    }

    private mutating func timeIsOver(_ jitter: Double) -> [Action] {
        switch state {
        case .waiting: return begin()
        case .polling, .opening:
            return fail(RelayError.silence(seconds: Self.maxOpening / 1000), jitter)
        case .following where !isLooking:
            isLooking = true
            return [
                .look(attempt: attempt, since: look?.since ?? since),
                .startTimer(milliseconds: Self.maxSilence),
            ]
        case .following: return fail(RelayError.silence(seconds: Self.maxSilence / 1000), jitter)
        case .stopped: return []
        }
    }

    private mutating func fail(_ error: RelayError, _ jitter: Double) -> [Action] {
        state = .waiting(forServer: error.pause != nil)
        let pause = Self.pause(after: failures, jitter: jitter, atLeast: error.pause)
        failures += 1
        return [
            .abort, .startTimer(milliseconds: pause),
            .report(.disconnected(topic: topic, error, retryIn: pause)),
        ]
    }

    /// Returns the pause after a number of failures: twice as long each time, and half of it at random, so that the
    /// devices do not all come at once when a server is back.
    static func pause(after failures: Int, jitter: Double, atLeast least: UInt32?) -> UInt32 {
        let doubled = pauses.lowerBound << UInt32(min(failures, 9))
        let whole = Double(min(doubled, pauses.upperBound))
        let pause = UInt32(whole / 2 + whole / 2 * min(max(jitter, 0), 1))
        guard let least else { return pause }
        return max(pause, least + UInt32(Double(pauses.lowerBound) * min(max(jitter, 0), 1)))
    }
}

extension RelayError {
    /// The error of a server that does not answer.
    static func silence(seconds: UInt32) -> RelayError {
        RelayError(
            .unreachable,
            "the server has not answered for \(seconds) s; see whether the network and the server work"
        )
    }
}
