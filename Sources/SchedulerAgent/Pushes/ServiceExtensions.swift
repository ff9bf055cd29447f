import AgentInterface
import Logging
import NotifyCore

/// The pushed notifications that wait for the service extensions of their apps, and the processes of these.
///
/// An app has one process at a time, which gets one notification after another. What it does not answer in time, or
/// leaves when it ends, is shown as it came. A process that does not answer is given nothing more until it asks again,
/// and no other is started while it is there. A notification is stored with a date at which it is shown as it came,
/// whatever happens to the agent.
final class ServiceExtensions {
    /// What the process of an app does.
    private enum Phase: Equatable {
        /// It is being started.
        case starting
        /// It has a notification.
        case working(PendingID, String)
        /// It has answered, and asks again in a moment.
        case resting(String)
        /// It did not answer in time.
        case silent(String)

        /// The connection of the process; `nil` while it is being started.
        var name: String? {
            switch self {
            case .starting: nil
            case .working(_, let name), .resting(let name), .silent(let name): name
            }
        }
    }

    private struct Queue {
        var phase = Phase.starting
        /// The rows of pending requests that wait.
        var waiting: [PendingID] = []
        /// The number of what is waited for, so that an old time-out is known.
        var step = 0
    }

    /// The maximum numbers of notifications that wait, for one app and for all.
    private static let (maxWaitingOfOneApp, maxWaiting) = (20, 100)

    /// The error for an answer to a notification that is not with a process any longer.
    static let tooLate = RequestError(
        .notFound,
        "the notification is not with this process; it was answered, or its time is over"
    )

    private let store: Store
    private let clock: any AgentClock
    private let logger: Logger
    private let limits: AgentLimits
    private let requests: Requests
    private let tasks: AgentTasks
    private let startExtension: AgentPeers.ExtensionStart
    private var queues: [String: Queue] = [:]
    private var lastStep = 0

    init(
        store: Store,
        clock: any AgentClock,
        logger: Logger,
        limits: AgentLimits,
        requests: Requests,
        tasks: AgentTasks,
        startExtension: @escaping AgentPeers.ExtensionStart
    ) {
        self.store = store
        self.clock = clock
        self.logger = logger
        self.limits = limits
        self.requests = requests
        self.tasks = tasks
        self.startExtension = startExtension
    }

    /// When a notification that is accepted now is shown at the latest, if the agent is killed as well.
    func latestDate(for app: String) -> Instant {
        var count = queues[app]?.waiting.count ?? 0
        if case .working = queues[app]?.phase { count += 1 }
        let step = limits.appStartTime + limits.extensionTime + limits.extensionGrace
        return clock.now.advanced(by: step * (count + 1))
    }

    /// Shows what an earlier run left with extensions, as it came.
    func showLeftOver() throws(RequestError) {
        for row in try store.waiting(app: nil) where row.due > clock.now { try release(row.id) }
    }

    // MARK: Events

    /// Handles that a notification was stored for an app with an extension.
    func received(_ id: PendingID, for app: String) {
        let all = queues.values.reduce(0) { $0 + $1.waiting.count }
        guard all < Self.maxWaiting else { return show(id) }
        guard let queue = queues[app] else {
            queues[app] = Queue(waiting: [id])
            return start(app)
        }
        if case .silent = queue.phase { return show(id) }
        guard queue.waiting.count < Self.maxWaitingOfOneApp else { return show(id) }
        queues[app]?.waiting.append(id)
    }

    /// Returns the next notification for a process, or `nil` if it may end.
    ///
    /// One that it has left aside is shown as it came.
    func next(for app: String, at name: String) -> ExtensionWork? {
        guard var queue = queues[app], queue.phase.name ?? name == name else { return nil }
        if case .working(let id, _) = queue.phase { show(id) }
        while !queue.waiting.isEmpty {
            let id = queue.waiting.removeFirst()
            guard let work = work(on: id) else {
                // It was removed, or is damaged.
                show(id)
                continue
            }
            logger.debug("request \(id) is with the extension of \(app) at \(name)")
            queue.phase = .working(id, name)
            queues[app] = queue
            wait(for: app, limits.extensionTime + limits.extensionGrace)
            return work
        }
        queues[app] = nil
        return nil
    }

    /// Whether a process has a notification.
    func isWorking(on id: PendingID, _ name: String) -> Bool {
        queues.values.contains { $0.phase == .working(id, name) }
    }

    /// Shows a notification as the process that has it answered.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the process has it no longer, or it cannot be stored.
    func finish(
        _ id: PendingID,
        as request: NotificationRequest,
        by name: String
    ) throws(RequestError) {
        guard take(id, from: name) else { throw Self.tooLate }
        do throws(RequestError) {
            guard try release(id, as: request) else { throw Self.tooLate }
        } catch {
            show(id)
            throw error
        }
    }

    /// Shows a notification as it came, because the answer of the process that has it cannot be used.
    func leave(_ id: PendingID, by name: String) {
        if take(id, from: name) { show(id) }
    }

    /// Handles that a connection has left the bus.
    func left(_ name: String) {
        for app in queues.keys where queues[app]?.phase.name == name {
            if case .working(let id, _) = queues[app]?.phase { show(id) }
            if queues[app]?.waiting.isEmpty ?? true {
                queues[app] = nil
            } else {
                queues[app]?.phase = .starting
                start(app)
            }
        }
    }

    /// Handles that a program of a step could not be started, or failed before its process came.
    func failed(_ app: String, step: Int) {
        guard let queue = queues[app], queue.phase == .starting, queue.step == step else { return }
        giveUp(app)
    }

    /// Handles that the time of a step is over.
    func timeOver(_ app: String, step: Int) {
        guard let queue = queues[app], queue.step == step else { return }
        switch queue.phase {
        case .starting: giveUp(app)
        case .working(let id, let name):
            show(id)
            giveUp(app, .silent(name))
        case .resting(let name): giveUp(app, .silent(name))
        case .silent: break
        }
    }

    // MARK: Processes

    /// Takes a notification back from the process that has it.
    private func take(_ id: PendingID, from name: String) -> Bool {
        guard let app = queues.first(where: { $0.value.phase == .working(id, name) })?.key else {
            return false
        }
        queues[app]?.phase = .resting(name)
        wait(for: app, limits.appStartTime)
        return true
    }

    /// Shows what waits for the process of an app.
    private func giveUp(_ app: String, _ phase: Phase? = nil) {
        logger.debug("the extension of \(app) is not waited for")
        let waiting = queues[app]?.waiting ?? []
        queues[app] = phase.map { Queue(phase: $0) }
        for id in waiting { show(id) }
    }

    private func start(_ app: String) {
        let step = wait(for: app, limits.appStartTime)
        logger.debug("the extension of \(app) is started")
        tasks.run { [startExtension, logger] in
            do throws(RequestError) {
                if try await startExtension(app) { return nil }
            } catch {
                logger.warning("the service extension of \(app): \(error)")
            }
            return .extensionFailed(app: app, step: step)
        }
    }

    /// Limits the time for what is waited for now.
    @discardableResult
    private func wait(for app: String, _ time: Duration) -> Int {
        lastStep += 1
        queues[app]?.step = lastStep
        tasks.post(.extensionTimeOver(app: app, step: lastStep), after: time)
        return lastStep
    }

    // MARK: Notifications

    /// Returns the work on a notification; `nil` if it is no longer pending.
    private func work(on id: PendingID) -> ExtensionWork? {
        guard let pending = try? store.pending(id: id)?.pending() else { return nil }
        let expires = clock.sinceBoot + limits.extensionTime
        return ExtensionWork(
            id: id.number,
            notification: AppNotification(request: pending.request, date: pending.added),
            expires: expires.microseconds,
            until: (expires + limits.extensionGrace).microseconds
        )
    }

    /// Shows a notification as it came.
    private func show(_ id: PendingID) {
        do {
            logger.debug("request \(id) is shown as it came")
            try release(id)
        } catch {
            // It is shown at its date.
            logger.error("\(error)")
        }
    }

    /// Makes a notification due now.
    ///
    /// - Returns: whether it is still pending.
    @discardableResult
    private func release(
        _ id: PendingID,
        as request: NotificationRequest? = nil
    ) throws(RequestError) -> Bool {
        guard try requests.release(id, as: request) else { return false }
        tasks.deliverSoon()
        return true
    }
}
