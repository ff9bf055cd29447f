import DesktopBubbles
import Logging
import NotifyCore

extension Scheduler {
    /// Acts on what the server tells.
    func handle(_ event: BubbleEvent) async {
        switch event {
        case .ownerChanged(let owner):
            await serverChanged(to: owner)
            await deliverDue()
        case .invoked(let owner, let id, let action, let token):
            let bubble = BubbleKey(owner: owner, id: id)
            activationTokens[bubble] = token
            await handle(.invoked(action: WireAction.identifier(ofKey: action)), of: bubble)
            activationTokens[bubble] = nil
        case .closed(let owner, let id, let reason):
            await handle(
                .closed(CloseReason(rawValue: reason) ?? .undefined),
                of: BubbleKey(owner: owner, id: id)
            )
        case .lateReply(let ticket, let outcome):
            if let id = tickets.removeValue(forKey: ticket) { await settle(id, outcome) }
            if case .shown = outcome { await serverAnswered() }
        }
    }

    /// Puts in order what an earlier run left between the two marks of a delivery.
    func takeUpDeliveries(serverOwner owner: String?) async throws(RequestError) {
        // One at most: it was being shown when the agent ended, and nobody can tell whether it was.
        waitingAgain = try store.delivered(inState: "delivering").map(\.id)
        for row in try store.delivered(inState: "unknown") {
            guard case .unknown(let earlier) = row.state, earlier != owner else { continue }
            await apply(.ownerGone(owner: earlier), to: row.id)
        }
    }

    /// Takes in that another server runs now, or none: all ids of the earlier one are dead.
    func serverChanged(to owner: String?) async {
        let earlier = server.owner
        guard earlier != owner else { return }
        mayStartServer = true
        earlyEvents = [:]
        activationTokens = [:]
        server = owner.map { .meeting(owner: $0) } ?? .absent
        if let earlier { await forget(owner: earlier) }
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
        Task { [presenter] in
            guard let information = await presenter.meetServer() else { return }
            self.logger.debug("notification server \(information.name) \(information.version)")
            await self.met(owner)
        }
    }

    private func met(_ owner: String) async {
        guard server.owner == owner else { return }
        server = .ready(owner: owner)
        await deliverDue()
    }

    private func serverAnswered() async {
        guard case .hanging(let owner) = server else { return }
        await met(owner)
    }

    private func forget(owner: String) async {
        do {
            for state in ["unknown", "shown"] {
                for row in try store.delivered(inState: state) where row.state.owner == owner {
                    await apply(.ownerGone(owner: owner), to: row.id)
                }
            }
        } catch {
            logger.error("\(error)")
        }
        tickets = [:]
    }

    private func handle(_ event: DeliveryEvent, of bubble: BubbleKey) async {
        do {
            if let row = try store.delivered(showing: bubble) {
                await apply(event, to: row.id)
            } else if isDelivering || !tickets.isEmpty {
                // A quick click can come before the id of its bubble is written down. Bounded: a bubble
                // has one action and one end.
                var events = earlyEvents[bubble] ?? []
                if events.count < 2, earlyEvents.count < 64 { events.append(event) }
                earlyEvents[bubble] = events
            }
        } catch {
            logger.error("\(error)")
        }
    }
}
