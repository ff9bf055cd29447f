import DesktopBubbles
import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
    /// As many servers that went are known; an answer of one of them comes soon or never.
    static let mostGoneOwners = 256

    /// Acts on what the server tells.
    func handle(_ event: BubbleEvent) async {
        switch event {
        case .ownerChanged(let owner):
            await serverChanged(to: owner)
            // Who shows the numbers often is the shell that shows the bubbles, too.
            if owner != nil { tellBadges() }
            deliverSoon()
        case .invoked(let owner, let id, let action, let token):
            let bubble = BubbleKey(owner: owner, id: id)
            activationTokens[bubble] = token
            let isReply = action == WireAction.inlineReplyKey
            let event = DeliveryEvent.invoked(action: WireAction.identifier(ofKey: action))
            await handle(isReply ? .replyWanted : event, of: bubble)
            activationTokens[bubble] = nil
            // What stays is back after use.
            if !waitingAgain.isEmpty { deliverSoon() }
        case .replied(let owner, let id, let text):
            await take(reply: text, in: BubbleKey(owner: owner, id: id))
        case .closed(let owner, let id, let reason):
            expiries.forget(BubbleKey(owner: owner, id: id))
            await handle(
                .closed(CloseReason(rawValue: reason) ?? .undefined),
                of: BubbleKey(owner: owner, id: id)
            )
            // A server that was full has room now.
            if lastPass == .paused { deliverSoon() }
        case .lateReply(let ticket, let outcome):
            if let id = tickets.removeValue(forKey: ticket) {
                await settle(id, outcome, calledOwner: server.owner)
            } else if isQuestion(ticket) {
                questionAnswered(ticket, outcome)
            } else if closeAbandonedQuestion(ticket, outcome) {
                break
            } else if isDelivering || questionsUnderWay > 0 {
                earlyReplies[ticket] = outcome
            }
            // An earlier server's answer says nothing of the one that runs now.
            if case .shown(let owner, _) = outcome, owner == server.owner { await serverAnswered() }
        }
    }

    /// Puts in order what an earlier run left.
    ///
    /// Unique names begin anew on another bus, and so do the ids of bubbles: what an earlier server showed
    /// must not be taken for a bubble of this one.
    func takeUpDeliveries(serverOwner owner: String?, bus: String) async throws(RequestError) {
        // One at most: it was being shown when the agent ended, and nobody can tell whether it was.
        waitingAgain = try store.delivered(inState: "delivering").map(\.id)
        unbadged = Set(waitingAgain)
        let isSameBus = try store.fact(.bus) == bus
        for id in try store.delivered(inState: "returning").map(\.id) { await bringBack(id) }
        for state in Self.statesAtServer {
            for row in try store.delivered(inState: state) {
                guard let earlier = row.state.owner else { continue }
                if !isSameBus || earlier != owner {
                    await apply(.ownerGone(owner: earlier), to: row.id)
                } else if row.state.isShown {
                    earlierRun.append(row.id)
                }
            }
        }
        try store.set(.bus, to: bus)
    }

    /// Takes in that another server runs now, or none: all ids of the earlier one are dead.
    func serverChanged(to owner: String?) async {
        let earlier = server.owner
        guard earlier != owner else { return }
        mayStartServer = true
        if earlier == nil { available = clock.now }
        earlyEvents = [:]
        activationTokens = [:]
        pacer = BubblePacer()
        expiries.forgetAll()
        refusals = 0
        server = owner.map { .meeting(owner: $0) } ?? .absent
        if let earlier {
            goneOwners = goneOwners.suffix(Self.mostGoneOwners - 1) + [earlier]
            endQuestions(of: earlier)
            // Its bubbles go with it, those that it never told of, too.
            abandonedQuestions = []
            replaced.forget(owner: earlier)
            await forget(owner: earlier)
        }
        if owner == nil {
            wakeServerWaiters()
            askSoon()
        }
        if let owner { meet(owner) }
    }

    /// Sends nothing more to a server that let a call time out, until it answers something.
    func serverHangs(_ owner: String) {
        guard server.owner == owner else { return }
        server = .hanging(owner: owner)
        logger.warning("the notification server does not answer; what is due waits for it")
        meet(owner)
    }

    /// Asks a server what it can do, without a deadline: the answer, or its end, is an event.
    private func meet(_ owner: String) {
        Self.thread.task {
            if await self.presenter.meetServer() { await self.met(owner) }
        }
    }

    /// Takes a bubble off the screen without waiting for the server.
    func closeSoon(_ bubble: BubbleKey) {
        Self.thread.task { await self.presenter.close(bubble) }
    }

    /// Delivers without holding up the events and calls that come in between.
    func deliverSoon() {
        Self.thread.task { await self.deliverDue() }
    }

    /// Takes in that a server has said what it can do.
    func met(_ owner: String) async {
        guard server.owner == owner else { return }
        server = .ready(owner: owner)
        await reclaimEarlierRun()
        wakeServerWaiters()
        askSoon()
        deliverSoon()
    }

    private func serverAnswered() async {
        guard case .hanging(let owner) = server else { return }
        await met(owner)
    }

    private func forget(owner: String) async {
        earlierRun = []
        do {
            for state in Self.statesAtServer {
                for row in try store.delivered(inState: state) where row.state.owner == owner {
                    await apply(.ownerGone(owner: owner), to: row.id)
                }
            }
        } catch {
            logger.error("\(error)")
        }
        tickets = [:]
    }

    private func take(reply text: String, in bubble: BubbleKey) async {
        guard text.utf8.count > RequestLimits.reply else {
            return await handle(.replied(action: nil, text: text), of: bubble)
        }
        let delivery =
            replaced.delivery(shownBy: bubble)
            ?? (try? store.delivered(showing: bubble)?.delivery())
        guard let request = delivery?.request else { return }
        reportFailedReply(.longReply, to: request)
    }

    private func handle(_ event: DeliveryEvent, of bubble: BubbleKey) async {
        let token = activationTokens[bubble]
        do {
            if let app = questionShown(by: bubble) {
                answerQuestion(of: app, by: event)
            } else if replaced.delivery(shownBy: bubble) != nil {
                await apply(event, toReplacedIn: bubble)
            } else if let row = try store.delivered(showing: bubble) {
                await apply(event, to: row.id, activationToken: token)
            } else if let id = unwritten.delivery(shownBy: bubble) {
                keep(event, on: .delivery(id), activationToken: token)
            } else if isDelivering || !tickets.isEmpty || !questions.isEmpty {
                // A quick click can come before the id of its bubble is written down. Bounded: a bubble
                // has one action and one end.
                let isKnown = earlyEvents[bubble] != nil
                guard isKnown || earlyEvents.count < 64 else { return }
                if earlyEvents[bubble, default: []].count < 2 {
                    earlyEvents[bubble, default: []].append(event)
                }
            }
        } catch {
            keep(event, on: .bubble(bubble), activationToken: token, after: error)
        }
    }
}
