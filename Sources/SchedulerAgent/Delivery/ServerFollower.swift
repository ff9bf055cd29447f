import Logging
import NotifyCore

/// Follows the notification server: moves on the deliveries of one that came or went.
struct ServerFollower {
    let desktop: Desktop
    let prompts: PermissionAsker
    private let context: SchedulingContext
    private let responses: ResponseHandler

    init(
        _ context: SchedulingContext,
        _ desktop: Desktop,
        _ prompts: PermissionAsker,
        _ responses: ResponseHandler
    ) {
        self.context = context
        self.desktop = desktop
        self.prompts = prompts
        self.responses = responses
    }

    /// Restores what an earlier run left.
    ///
    /// - Parameters:
    ///   - owner: the notification server that runs now.
    ///   - bus: what tells this bus from any other; servers' names count on one bus alone.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func restore(serverOwner owner: String?, bus: String) async throws(RequestError) {
        let store = context.store
        // One at most: it was being shown when the agent ended, and nobody knows whether it was.
        let marked = try store.delivered(inState: "delivering").map(\.id)
        desktop.queue.showAgain(marked, setsBadges: true)
        let isSameBus = try store.fact(.bus) == bus
        await responses.perform(
            try desktop.bubbles.restore(serverOwner: owner, isSameBus: isSameBus)
        )
        try store.set(.bus, to: bus)
    }

    /// Handles that a server came, went, or answers.
    func handle(_ event: ServerConnection.Event) async {
        for action in desktop.next(event) {
            switch action {
            case .releaseBubbles(let owner): await releaseBubbles(of: owner)
            case .reclaimBubbles:
                let forgets = desktop.presenter.profile.forgetsGoneSenders
                await responses.perform(desktop.bubbles.reclaim(forgetsGoneSenders: forgets))
            default: desktop.perform(action)
            }
        }
    }

    /// Moves on the bubbles of a server that has gone; those that it never reported go with it, too.
    private func releaseBubbles(of owner: String) async {
        await prompts.handle(.serverGone(owner: owner))
        do {
            await responses.perform(try desktop.bubbles.serverGone(owner))
        } catch {
            context.logger.error("\(error)")
        }
        desktop.queue.calls.serverGone()
    }
}
