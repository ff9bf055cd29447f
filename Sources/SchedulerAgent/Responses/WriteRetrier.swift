import Logging
import NotifyCore

/// Keeps responses of the user that could not be stored, and retries.
final class WriteRetrier {
    private(set) var queue = WriteRetryQueue()
    private let context: SchedulingContext
    private let screen: Screen
    private let tasks: SchedulerTasks

    init(_ context: SchedulingContext, _ screen: Screen, _ tasks: SchedulerTasks) {
        self.context = context
        self.screen = screen
        self.tasks = tasks
    }

    /// Keeps an event if it is an act of the user and the store failed.
    ///
    /// A damaged delivery cannot be retried, and other events need not be.
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

    /// Keeps an act of the user until it is stored.
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
        for wait in queue.keep(act) { perform(wait) }
    }

    /// Retries later the writes that are kept elsewhere.
    func storeFailed() {
        for wait in queue.storeFailed() { perform(wait) }
    }

    /// Retries the writes that failed.
    ///
    /// - Parameter retryOthers: retries the writes that are kept elsewhere.
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
                    // A damaged delivery must not block the acts after it.
                    if error.code == .storage { end = .failedAgain }
                }
                actions += queue.handle(end)
            case .deliver: if screen.hasWaiting { tasks.deliverSoon() }
            case .retryOthers: await retryOthers()
            case .wait(let wait): perform(wait)
            }
        }
    }

    private func perform(_ wait: WriteRetryQueue.Wait) {
        switch wait {
        case .retryLater:
            tasks.after(context.limits.storeRetryTime) { await $0.responses.retry() }
        case .reportLoss:
            let limit = WriteRetryQueue.maxActs
            context.logger.error("more than \(limit) acts wait for the store; one is lost")
        }
    }
}
