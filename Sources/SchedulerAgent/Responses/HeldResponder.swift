import AgentInterface
import Logging
import NotifyCore

/// Acts on the responses that wait for an unlocked session once it is unlocked.
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

    /// Holds a response that is in the store.
    func hold(_ id: Int64, activationToken: String?) {
        held.hold(id, activationToken: activationToken)
        releaseSoon()
    }

    /// Checks the held responses in the background.
    func releaseSoon() {
        tasks.spawn { await $0.responses.releaseHeld() }
    }

    /// Acts on the held responses if the session is unlocked.
    ///
    /// - Parameter act: carries out a response; returns the message to its app.
    func look(
        _ act: (HeldResponse, _ activationToken: String?) async throws(RequestError) -> AppResponse?
    ) async {
        var actions = held.handle(.look)[...]
        while let action = actions.popFirst() {
            if let next = await perform(action, act) { actions += held.handle(next) }
        }
    }

    /// Carries out one action.
    private func perform(
        _ action: HeldResponses.Action,
        _ act: (HeldResponse, _ activationToken: String?) async throws(RequestError) -> AppResponse?
    ) async -> HeldResponses.Event? {
        do {
            switch action {
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
