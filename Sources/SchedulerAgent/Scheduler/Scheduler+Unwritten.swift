import Logging
import NotifyCore

extension Scheduler {
    /// Keeps what the user did, where the store failed, until that takes it.
    ///
    /// What cannot be read stays so, and nothing else that happens is an act of the user's.
    func keep(
        _ event: DeliveryEvent,
        on target: UnwrittenActs.Act.Target,
        activationToken: String?,
        after error: RequestError
    ) {
        logger.error("\(error)")
        guard event.isAct, error.code == .storage else { return }
        keep(event, on: target, activationToken: activationToken)
    }

    /// Keeps what the user did until the store takes it.
    func keep(
        _ event: DeliveryEvent,
        on target: UnwrittenActs.Act.Target,
        activationToken: String?
    ) {
        let act = UnwrittenActs.Act(
            event: event,
            target: target,
            activationToken: activationToken
        )
        if !unwritten.add(act) {
            logger.error("more than \(UnwrittenActs.most) acts wait for the store; one is lost")
        }
        retryStoreSoon()
    }

    /// Does what waits for the store, in order, as far as that takes it.
    func writeUnwritten() async {
        guard !isWritingUnwritten else { return }
        isWritingUnwritten = true
        defer { isWritingUnwritten = false }
        while let act = unwritten.first {
            do {
                try await carryOut(act)
            } catch {
                logger.error("\(error)")
                // What cannot be read must not hold up those behind it.
                if error.code == .storage { return retryStoreSoon() }
            }
            unwritten.removeFirst()
        }
        if !waitingAgain.isEmpty { deliverSoon() }
    }

    private func carryOut(_ act: UnwrittenActs.Act) async throws(RequestError) {
        var id: Int64?
        switch act.target {
        case .replaced(let delivery, let id, let effects):
            return try await carryOut(
                effects,
                of: act.event,
                on: delivery,
                DeliveryChange(id: id),
                activationToken: act.activationToken
            )
        case .delivery(let number): id = number
        case .bubble(let bubble): id = try store.delivered(showing: bubble)?.id
        }
        if let id { try await move(id, by: act.event, activationToken: act.activationToken) }
    }
}

extension DeliveryEvent {
    /// Whether it must not be lost where it cannot be written down: the user did it, or sees the bubble.
    var isAct: Bool {
        switch self {
        case .invoked, .replied, .replyWanted, .closed, .shown, .suppressed: true
        default: false
        }
    }
}
