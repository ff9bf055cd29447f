import Logging
import NotifyCore

/// Keeps what the user did, where the store failed, until that takes it.
final class WriteRetrier {
    private(set) var queue = WriteRetryQueue()
    private let context: SchedulingContext
    private let desktop: Desktop
    private let tasks: SchedulerTasks

    init(_ context: SchedulingContext, _ desktop: Desktop, _ tasks: SchedulerTasks) {
        self.context = context
        self.desktop = desktop
        self.tasks = tasks
    }

    /// Keeps what the user did, where it was that which the store could not take.
    ///
    /// What cannot be read stays so, and nothing else that happens is an act of the user's.
    func keep(
        _ event: DeliveryEvent,
        on target: WriteRetryQueue.Act.Target,
        activationToken: String?,
        after error: RequestError
    ) {
        context.logger.error("\(error)")
        guard event.isAct, error.code == .storage else { return }
        keep(event, on: target, activationToken: activationToken)
    }

    /// Keeps what the user did until the store takes it.
    func keep(
        _ event: DeliveryEvent,
        on target: WriteRetryQueue.Act.Target,
        activationToken: String?
    ) {
        let act = WriteRetryQueue.Act(
            event: event,
            target: target,
            activationToken: activationToken
        )
        for action in queue.handle(.failed(act)) { perform(action) }
    }

    /// Has the store tried again in a while for what is kept elsewhere.
    func storeFailed() {
        for action in queue.handle(.storeFailed) { perform(action) }
    }

    /// Tries again what the store could not take.
    ///
    /// - Parameters:
    ///   - write: writes an act and does what follows.
    ///   - retryOthers: tries again what others could not write.
    func retry(
        _ write: (WriteRetryQueue.Act) async throws(RequestError) -> Void,
        retryOthers: () async -> Void
    ) async {
        var actions = queue.handle(.retry)[...]
        while let action = actions.popFirst() {
            switch action {
            case .write(let act):
                var end = WriteRetryQueue.Event.done
                do {
                    try await write(act)
                } catch {
                    context.logger.error("\(error)")
                    // What cannot be read must not hold up those behind it.
                    if error.code == .storage { end = .failedAgain }
                }
                actions += queue.handle(end)
            case .retryOthers: await retryOthers()
            default: perform(action)
            }
        }
    }

    private func perform(_ action: WriteRetryQueue.Action) {
        switch action {
        case .retryLater:
            tasks.after(context.limits.storeRetryTime) { await $0.responses.retry() }
        case .reportLoss:
            let limit = WriteRetryQueue.maxActs
            context.logger.error("more than \(limit) acts wait for the store; one is lost")
        case .deliver: if desktop.queue.hasAgain { tasks.deliverSoon() }
        // Who tries again does these.
        case .write, .retryOthers: break
        }
    }
}
