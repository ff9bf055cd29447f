/// The pushed notifications that wait for the service extensions of their apps, and the processes of these.
///
/// A state machine without side effects. An app has one process at a time, which gets one notification after another.
/// What it does not answer in time, or leaves when it ends, is shown as it came. A process that does not answer is
/// given nothing more until it asks again, and no other is started while it is there.
struct ServiceExtensions: Sendable {
    /// The maximum numbers of notifications that wait, for one app and for all.
    static let maxWaitingOfOneApp = 20
    static let maxWaiting = 100

    /// An event of a notification or a process; notifications are rows of pending requests.
    enum Event: Sendable {
        /// A notification was stored for an app with an extension.
        case received(Int64, app: String)
        /// A process wants the next notification; also one that has left the last one aside.
        case asked(app: String, name: String)
        /// A process gave the content of its notification.
        case finished(Int64, by: String)
        /// A connection left the bus.
        case left(String)
        /// The process of a step could not be started, or failed before it came.
        case notStarted(app: String, step: Int)
        /// The time of a step is over.
        case timeOver(app: String, step: Int)
    }

    /// What is waited for.
    enum Wait: Equatable, Sendable {
        /// That a process asks.
        case process
        /// That it answers.
        case answer
    }

    /// A step to carry out after an event.
    enum Action: Equatable, Sendable {
        /// Start the extension of an app.
        case start(app: String, step: Int)
        /// Hand a notification to a process.
        case hand(Int64, to: String)
        /// Tell a process that it may end.
        case dismiss(String)
        /// Show a notification as it came.
        case show(Int64)
        /// Show a notification as the process has changed it.
        case apply(Int64)
        /// Send `timeOver` after the time for what is waited for.
        case wait(Wait, app: String, step: Int)
    }

    fileprivate enum Phase: Equatable {
        /// A process is being started.
        case starting
        /// A process has a notification.
        case working(Int64, String)
        /// A process has answered, and asks again in a moment.
        case resting(String)
        /// A process did not answer in time.
        case silent(String)
    }

    private struct Queue {
        var phase = Phase.starting
        var waiting: [Int64] = []
    }

    private var queues: [String: Queue] = [:]
    /// Numbers the steps, so that an old time-out is known.
    private var step = 0
    private var steps: [String: Int] = [:]

    /// The number of notifications of an app that are shown before a new one.
    func count(of app: String) -> Int {
        guard let queue = queues[app] else { return 0 }
        if case .working = queue.phase { return queue.waiting.count + 1 }
        return queue.waiting.count
    }

    /// Whether a process has a notification.
    func isWorking(_ id: Int64, by name: String) -> Bool {
        queues.values.contains { $0.phase == .working(id, name) }
    }

    /// Handles an event.
    ///
    /// - Returns: the steps to carry out, in order.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .received(let id, let app): return receive(id, app)
        case .asked(let app, let name): return answer(app, name)
        case .finished(let id, let name):
            guard let app = app(where: { $0 == .working(id, name) }) else { return [] }
            queues[app]?.phase = .resting(name)
            return [.apply(id), wait(.process, app)]
        case .left(let name):
            var actions: [Action] = []
            while let app = app(where: { $0.name == name }) { actions += left(app) }
            return actions
        case .notStarted(let app, let step):
            guard queues[app]?.phase == .starting, steps[app] == step else { return [] }
            return giveUp(app, phase: nil)
        case .timeOver(let app, let step):
            guard steps[app] == step, let phase = queues[app]?.phase else { return [] }
            switch phase {
            case .starting: return giveUp(app, phase: nil)
            case .working(let id, let name): return [.show(id)] + giveUp(app, phase: .silent(name))
            case .resting(let name): return giveUp(app, phase: .silent(name))
            case .silent: return []
            }
        }
    }

    private mutating func receive(_ id: Int64, _ app: String) -> [Action] {
        let all = queues.values.reduce(0) { $0 + $1.waiting.count }
        guard all < Self.maxWaiting else { return [.show(id)] }
        guard let queue = queues[app] else {
            queues[app] = Queue(waiting: [id])
            return start(app)
        }
        if case .silent = queue.phase { return [.show(id)] }
        guard queue.waiting.count < Self.maxWaitingOfOneApp else { return [.show(id)] }
        queues[app]?.waiting.append(id)
        return []
    }

    private mutating func answer(_ app: String, _ name: String) -> [Action] {
        guard let queue = queues[app] else { return [.dismiss(name)] }
        if let own = queue.phase.name, own != name { return [.dismiss(name)] }
        var actions: [Action] = []
        if case .working(let id, _) = queue.phase { actions.append(.show(id)) }
        guard let next = queue.waiting.first else {
            queues[app] = nil
            steps[app] = nil
            return actions + [.dismiss(name)]
        }
        queues[app]?.waiting.removeFirst()
        queues[app]?.phase = .working(next, name)
        return actions + [.hand(next, to: name), wait(.answer, app)]
    }

    /// Handles that the process of an app has ended.
    private mutating func left(_ app: String) -> [Action] {
        var actions: [Action] = []
        if case .working(let id, _) = queues[app]?.phase { actions.append(.show(id)) }
        guard queues[app]?.waiting.isEmpty == false else {
            queues[app] = nil
            steps[app] = nil
            return actions
        }
        queues[app]?.phase = .starting
        return actions + start(app)
    }

    private mutating func start(_ app: String) -> [Action] {
        let wait = wait(.process, app)
        return [.start(app: app, step: step), wait]
    }

    /// Shows what waits for the process of an app.
    private mutating func giveUp(_ app: String, phase: Phase?) -> [Action] {
        let waiting = queues[app]?.waiting ?? []
        queues[app] = phase.map { Queue(phase: $0) }
        steps[app] = nil
        return waiting.map { .show($0) }
    }

    private mutating func wait(_ wait: Wait, _ app: String) -> Action {
        step += 1
        steps[app] = step
        return .wait(wait, app: app, step: step)
    }

    private func app(where condition: (Phase) -> Bool) -> String? {
        queues.first { condition($0.value.phase) }?.key
    }
}

extension ServiceExtensions.Phase {
    /// The connection of the process; `nil` while it is being started.
    fileprivate var name: String? {
        switch self {
        case .starting: nil
        case .working(_, let name), .resting(let name), .silent(let name): name
        }
    }
}
