import AgentInterface
import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
    /// Looks without holding up anything whether the session is unlocked, and acts on what waits for that.
    func releaseHeldSoon() {
        Self.thread.task { await self.releaseHeld() }
    }

    /// Acts on what waits for an unlocked session, where it is unlocked.
    ///
    /// A second call while one is under way returns at once: the first looks once more.
    func releaseHeld() async {
        mustRelease = true
        guard !isReleasing else { return }
        isReleasing = true
        while mustRelease {
            mustRelease = false
            do {
                guard try !store.held().isEmpty else { break }
                if await isLocked() { continue }
                for held in try store.held() { await release(held) }
            } catch {
                logger.error("\(error)")
            }
        }
        isReleasing = false
    }

    /// Acts first and lets go then; where letting go alone fails, that alone is tried again.
    ///
    /// After a crash in between it is done again, for twice is better than never.
    private func release(_ held: HeldResponse) async {
        let token = heldTokens.removeValue(forKey: held.id)
        do {
            let left: AppResponse?
            if let acted = released[held.id] {
                left = acted
            } else {
                left = try await act(on: held, activationToken: token)
                released.updateValue(left, forKey: held.id)
            }
            noteDropped(try store.drop(held: held.id, leaving: left))
            released.removeValue(forKey: held.id)
            if let left { reachSoon(left, activationToken: token) }
        } catch {
            logger.error("\(error)")
            retryStoreSoon()
        }
    }

    /// Does what a response asks for.
    ///
    /// - Returns: what its app has to hear.
    private func act(
        on held: HeldResponse,
        activationToken token: String?
    ) async throws(RequestError) -> AppResponse? {
        guard let id = held.prompt else {
            await respond(held.response, activationToken: token)
            return appResponse(held.response)
        }
        var delivery = replaced.delivery(prompted: id)
        if delivery == nil { delivery = try store.delivered(id: id)?.delivery() }
        if let delivery, let action = delivery.request.action(held.response.action) {
            prompt(for: action, of: delivery, id: id, activationToken: token)
        }
        return nil
    }

    /// Tries again after a while to write down what was done, where the store failed.
    func retryStoreSoon() {
        guard !isRetryingStore else { return }
        isRetryingStore = true
        Self.thread.after(milliseconds: storeRetryTime) {
            Self.thread.task { await self.retryStore() }
        }
    }

    private func retryStore() async {
        isRetryingStore = false
        await writeUnwritten()
        forgetHeard()
        releaseHeldSoon()
    }
}
