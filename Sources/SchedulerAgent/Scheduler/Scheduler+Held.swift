import AgentInterface
import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
    /// Keeps a response until the session is unlocked, which may be now.
    ///
    /// It is on the disk before the session is asked, so that neither a service that hangs nor the agent's
    /// end can lose it.
    ///
    /// - Parameters:
    ///   - response: what the user did.
    ///   - prompt: the delivery whose text is to be asked for first; `nil` where there is none.
    ///   - activationToken: the desktop's leave to take the focus.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func hold(
        _ response: Response,
        prompt: Int64? = nil,
        activationToken: String?
    ) throws(RequestError) {
        let id = try store.hold(response, prompt: prompt)
        heldTokens[id] = activationToken
        releaseHeldSoon()
    }

    /// Looks without holding up anything whether the session is unlocked, and acts on what waits for that.
    func releaseHeldSoon() {
        Self.thread.task { await self.releaseHeld() }
    }

    /// Acts on what waits for an unlocked session, where it is unlocked.
    ///
    /// A second call while one is under way returns at once: the first looks once more.
    private func releaseHeld() async {
        mustRelease = true
        guard !isReleasing else { return }
        isReleasing = true
        while mustRelease {
            mustRelease = false
            do {
                guard try !store.held().isEmpty else { break }
                if await isLocked() { continue }
                for held in try store.held() { try await release(held) }
            } catch {
                logger.error("\(error)")
            }
        }
        isReleasing = false
    }

    /// Acts first and lets go then: after a crash in between it is done again, for twice is better than
    /// never.
    private func release(_ held: HeldResponse) async throws(RequestError) {
        let token = heldTokens.removeValue(forKey: held.id)
        let request = held.response.delivery.request
        var left: AppResponse?
        if let id = held.prompt {
            if let action = request.action(held.response.action),
                let delivery = try store.delivered(id: id)?.delivery()
            {
                prompt(for: action, of: delivery, id: id, activationToken: token)
            }
        } else {
            await respond(held.response, activationToken: token)
            left = appResponse(held.response)
        }
        noteDropped(try store.drop(held: held.id, leaving: left))
        if let left { reachSoon(left, activationToken: token) }
    }
}
