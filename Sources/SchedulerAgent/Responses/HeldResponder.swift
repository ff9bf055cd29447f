import AgentInterface
import Logging
import NotifyCore

/// Acts on what waits for an unlocked session, once that is there.
final class HeldResponder {
    private var held = HeldResponses()
    private let context: SchedulingContext
    private let isLocked: @Sendable () async -> Bool
    private let router: ResponseRouter
    private let courier: AppCourier
    private let tasks: SchedulerTasks

    init(
        _ context: SchedulingContext,
        isLocked: @escaping @Sendable () async -> Bool,
        _ router: ResponseRouter,
        _ courier: AppCourier,
        _ tasks: SchedulerTasks
    ) {
        self.context = context
        self.isLocked = isLocked
        self.router = router
        self.courier = courier
        self.tasks = tasks
    }

    /// Has a response wait that is in the store from now on.
    func hold(_ id: Int64, activationToken: String?) {
        for case .lookSoon in held.handle(.held(id, activationToken: activationToken)) {
            lookSoon()
        }
    }

    /// Acts on what waits, without holding up who says so.
    func lookSoon() {
        tasks.spawn { await $0.responses.releaseHeld() }
    }

    /// Acts on what waits, where the session is unlocked.
    ///
    /// - Parameter act: does what a response asks for; returns what its app has to hear.
    func look(
        _ act: (HeldResponse, _ activationToken: String?) async throws(RequestError) -> AppResponse?
    ) async {
        var actions = held.handle(.look)[...]
        while let action = actions.popFirst() {
            if let next = await perform(action, act) { actions += held.handle(next) }
        }
    }

    /// Does one thing.
    ///
    /// - Returns: the event that it ends with.
    private func perform(
        _ action: HeldResponses.Action,
        _ act: (HeldResponse, _ activationToken: String?) async throws(RequestError) -> AppResponse?
    ) async -> HeldResponses.Event? {
        do {
            switch action {
            case .lookSoon: lookSoon()
            case .retryLater: courier.retries.storeFailed()
            case .checkSession:
                guard try !context.store.held().isEmpty, await !isLocked() else {
                    return .nothingToDo
                }
                return .unlocked(try context.store.held())
            case .act(let response, let token):
                let left = try await act(response, token)
                return .acted(response.id, leaving: left, activationToken: token)
            case .remove(let id, let response, let token):
                router.reportDropped(try context.store.drop(held: id, leaving: response))
                if let response { courier.reachSoon(response, activationToken: token) }
                return .removed(id)
            }
            return nil
        } catch {
            context.logger.error("\(error)")
            return if case .checkSession = action { .nothingToDo } else { .failed }
        }
    }
}
