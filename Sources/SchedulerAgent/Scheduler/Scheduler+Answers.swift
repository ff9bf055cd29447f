import DesktopBubbles
import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
    /// How often a bubble may take its server down before it stays in the list without one.
    private static let attemptLimit = 3

    /// Takes in the server's answer, in time or late.
    ///
    /// - Parameters:
    ///   - id: the delivery.
    ///   - outcome: the answer.
    ///   - called: the server that was asked; another one may have its place by now.
    func settle(_ id: Int64, _ outcome: ShowOutcome, calledOwner called: String?) async {
        switch outcome {
        case .shown(_, 0):
            // The id of no bubble: a rule of the server, or of its user, keeps it from the screen.
            attempts[id] = nil
            refusals = 0
            await apply(.suppressed, to: id)
        case .shown(let owner, let number):
            attempts[id] = nil
            refusals = 0
            pacer.noteShown(at: clock.sinceBoot)
            let bubble = BubbleKey(owner: owner, id: number)
            // It shows this one from now on.
            replaced.forget(bubble)
            guard await apply(.shown(bubble), to: id) else {
                // Removed while the server still had the call.
                await presenter.close(bubble)
                earlyEvents[bubble] = nil
                return
            }
            for event in earlyEvents.removeValue(forKey: bubble) ?? [] {
                await apply(event, to: id)
            }
            // A server that is not known to have gone may have come while it was asked.
            if owner != server.owner, owner.isEmpty || goneOwners.contains(owner) {
                await apply(.ownerGone(owner: owner), to: id)
            }
        case .timedOut(let ticket):
            if let outcome = earlyReplies.removeValue(forKey: ticket) {
                return await settle(id, outcome, calledOwner: called)
            }
            guard let called, called == server.owner else {
                await apply(.ownerGone(owner: called ?? ""), to: id)
                return
            }
            tickets[ticket] = id
            await apply(.timedOut(owner: called), to: id)
            serverHangs(called)
        case .failed(let error):
            await settleFailure(id, error, calledOwner: called)
        }
    }

    private func settleFailure(
        _ id: Int64,
        _ error: GLibError,
        calledOwner called: String?
    ) async {
        let isVerbatim =
            (try? store.delivered(id: id)?.delivery().request.bubble.isVerbatim) ?? false
        if isVerbatim {
            // Its caller waits for the answer, whatever it is.
            attempts[id] = nil
            refusalNames[id] = error.remoteName
            await apply(.refused(message: error.message), to: id)
        } else if error.saysServerIsFull {
            // It has room when a bubble goes, which not every server tells; so also after a while.
            waitingAgain.insert(id, at: 0)
            refusals += 1
            isPaused = true
        } else if error.saysPeerIsGone, attempts[id, default: 0] < Self.attemptLimit {
            // It left with the call unanswered, and its bubbles with it.
            attempts[id, default: 0] += 1
            if let called, called == server.owner { await serverChanged(to: nil) }
            await apply(.ownerGone(owner: called ?? ""), to: id)
        } else {
            attempts[id] = nil
            logger.error("the notification server refused a bubble: \(error)")
            await apply(.refused(message: error.message), to: id)
        }
    }
}

extension GLibError {
    /// Whether the server takes no more bubbles for now.
    fileprivate var saysServerIsFull: Bool {
        let name = remoteName ?? ""
        return name.hasSuffix("MaxNotificationsExceeded") || name.hasSuffix("LimitsExceeded")
            || name.hasSuffix("ExcessNotificationGeneration")
    }
}
