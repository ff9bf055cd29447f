/// The stored messages that the agent does not have yet, and when each is handed over.
///
/// A state machine without I/O. One message at a time is under way; an app's messages keep their order.
struct Outbox {
    /// What happened.
    enum Event: Sendable {
        /// A message was stored.
        case stored(id: Int64, app: String)
        /// The agent answered, or did not.
        case answered(id: Int64, DeliveryOutcome)
        /// The time of ``Action/startTimer(milliseconds:)`` is over.
        case timer
        /// An agent has started.
        case agentStarted
    }

    /// What is to be done.
    enum Action: Equatable, Sendable {
        /// Hand a message to the agent, and report the answer.
        case deliver(id: Int64)
        /// Note that a message is done, so that it is not taken again.
        case finish(id: Int64)
        /// Write why a message was dropped or waits to the log.
        case log(String)
        /// Report the end of a time.
        case startTimer(milliseconds: UInt32)
    }

    /// The first and the longest time until the agent is tried again, in milliseconds.
    private static let pause: ClosedRange<UInt32> = 1_000...300_000
    /// How often a message is tried that is not allowed; it stays stored after that.
    private static let maxTries = 12

    private var queues: [(app: String, ids: [Int64])] = []
    private var current: Int64?
    /// The apps whose first message waits for the timer.
    private var waiting: Set<String> = []
    /// How often the first message of an app was not allowed, for the apps where one was.
    private var tries: [String: Int] = [:]
    private var nextPause = pause.lowerBound
    private var hasTimer = false

    /// Whether all messages are done, or stay stored until something changes.
    var isEmpty: Bool { queues.allSatisfy { isSetAside($0.app) } }

    /// Whether an app's messages wait for a new one, another agent, or the next start.
    private func isSetAside(_ app: String) -> Bool { tries[app, default: 0] >= Self.maxTries }

    /// Handles an event.
    ///
    /// - Returns: what to do, in order.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .stored(let id, let app):
            if let index = queues.firstIndex(where: { $0.app == app }) {
                queues[index].ids.append(id)
                // One more try.
                if isSetAside(app) { tries[app] = Self.maxTries - 1 }
            } else {
                queues.append((app, [id]))
            }
            return next()
        case .answered(let id, let outcome):
            guard id == current else { return [] }
            current = nil
            return answered(id, outcome) + next()
        case .timer:
            hasTimer = false
            waiting = []
            return next()
        case .agentStarted:
            waiting = []
            tries = [:]
            nextPause = Self.pause.lowerBound
            return next()
        }
    }

    private mutating func answered(_ id: Int64, _ outcome: DeliveryOutcome) -> [Action] {
        guard let index = queues.firstIndex(where: { $0.ids.first == id }) else { return [] }
        let app = queues[index].app
        var actions: [Action] = []
        switch outcome {
        case .later(let reason):
            waiting.insert(app)
            actions.append(.log("a message for \(app) waits: \(reason)"))
        case .notAllowed(let reason):
            waiting.insert(app)
            tries[app, default: 0] += 1
            let isLast = isSetAside(app)
            actions.append(
                .log(
                    "a message for \(app) waits\(isLast ? " until the agent starts again" : ""): \(reason)"
                )
            )
        case .refused(let reason):
            actions.append(.log("a message for \(app) was dropped: \(reason)"))
            fallthrough
        case .accepted:
            nextPause = Self.pause.lowerBound
            tries[app] = nil
            actions.append(.finish(id: id))
            var queue = queues.remove(at: index)
            queue.ids.removeFirst()
            // At the end, so that an app with many messages does not keep those of others back.
            if !queue.ids.isEmpty { queues.append(queue) }
        }
        return actions
    }

    private mutating func next() -> [Action] {
        guard current == nil else { return [] }
        let ready = queues.first { !waiting.contains($0.app) && !isSetAside($0.app) }
        if let id = ready?.ids.first {
            current = id
            return [.deliver(id: id)]
        }
        guard !isEmpty, !hasTimer else { return [] }
        hasTimer = true
        let pause = nextPause
        nextPause = min(nextPause * 2, Self.pause.upperBound)
        return [.startTimer(milliseconds: pause)]
    }
}

/// The result of handing a message to the agent.
enum DeliveryOutcome: Equatable, Sendable {
    /// The agent has it on the disk.
    case accepted
    /// The agent will never take it; with the reason.
    case refused(String)
    /// The agent cannot take it now; with the reason.
    case later(String)
    /// The agent does not take it from this program, or the app has no permission yet; with the reason.
    case notAllowed(String)
}
