import Logging
import NotifyCore

/// Follows the notification server, and handles the deliveries of a server that appeared or exited.
struct ServerFollower {
    let screen: Screen
    let prompts: PermissionAsker
    private let context: SchedulingContext
    private let responses: ResponseHandler

    init(
        _ context: SchedulingContext,
        _ screen: Screen,
        _ prompts: PermissionAsker,
        _ responses: ResponseHandler
    ) {
        self.context = context
        self.screen = screen
        self.prompts = prompts
        self.responses = responses
    }

    /// Restores the state of an earlier run.
    ///
    /// - Parameter isSameBus: whether the earlier run was on the bus of this one.
    func restore(serverOwner owner: String?, isSameBus: Bool) async throws(RequestError) {
        // At most one: the call was in progress when the agent ended, and its result is not known.
        let marked = try context.store.delivered(inState: "delivering").map(\.id)
        screen.queue.showAgain(marked, setsBadges: true)
        await responses.perform(
            try screen.bubbles.restore(serverOwner: owner, isSameBus: isSameBus)
        )
    }

    /// Handles an event of the server connection.
    func handle(_ event: ServerConnection.Event) async {
        for action in screen.next(event) {
            switch action {
            case .releaseBubbles(let owner): await releaseBubbles(of: owner)
            case .reclaimBubbles:
                let forgets = screen.presenter.profile.forgetsGoneSenders
                await responses.perform(screen.bubbles.reclaim(forgetsGoneSenders: forgets))
            case .perform(let step): screen.perform(step)
            }
        }
    }

    /// Moves the deliveries of an exited server to their next state, including those that it never reported.
    private func releaseBubbles(of owner: String) async {
        await prompts.handle(.serverGone(owner: owner))
        do {
            await responses.perform(try screen.bubbles.serverGone(owner))
        } catch {
            context.logger.error("\(error)")
        }
        screen.queue.calls.serverGone()
    }
}
