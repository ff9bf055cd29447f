import Logging
import NotifyCore

extension Scheduler {
    /// Remembers what a newer delivery takes the place of, as long as the user may still answer it.
    func remember(replaced row: DeliveredRow) {
        do {
            let delivery = try row.delivery()
            if case .shown(let bubble) = row.state, bubble.owner == server.owner {
                replaced.add(
                    ReplacedDeliveries.Shown(bubble: bubble, id: row.id, delivery: delivery)
                )
            }
            if prompting.contains(row.id) { replaced.add(prompted: delivery, id: row.id) }
        } catch {
            logger.error("\(error)")
        }
    }

    /// Acts on what the user did with a bubble while a newer delivery was on its way to take its place.
    func apply(_ event: DeliveryEvent, toReplacedIn bubble: BubbleKey) async {
        guard let shown = replaced.take(shownBy: bubble) else { return }
        var delivery = shown.delivery
        guard let event = meaning(of: event, for: delivery.request) else {
            return replaced.add(shown)
        }
        let effects = delivery.apply(event)
        guard !delivery.state.isShown else { return replaced.add(shown) }
        // One that is with the server already comes in this very bubble, which must stay then.
        let mayClose = takeBubble(bubble) || waitsAgain(delivery.request.key)
        await perform(
            effects.filter { effect in
                if case .close = effect, !mayClose { return false }
                return !isNeedless(effect, after: event, of: delivery.request)
            },
            of: event,
            onReplaced: delivery,
            id: shown.id,
            activationToken: activationTokens[bubble]
        )
    }

    /// Acts on the text that was typed for a delivery that was replaced meanwhile.
    ///
    /// - Returns: whether there is such a delivery.
    func apply(_ event: DeliveryEvent, toReplacedPrompt id: Int64) async -> Bool {
        guard var delivery = replaced.take(prompted: id) else { return false }
        let effects = delivery.apply(event).filter { effect in
            if case .close = effect { false } else { true }
        }
        await perform(
            effects,
            of: event,
            onReplaced: delivery,
            id: id,
            activationToken: nil
        )
        return true
    }

    /// The bubble that a delivery was to take the place of which the server refused for now.
    func bubble(replacedBy row: DeliveredRow, of key: RequestKey) -> BubbleKey? {
        waitingAgain.contains(row.id) ? replaced.bubble(of: key) : nil
    }

    /// Whether a request's delivery was refused for now and is not with the server.
    private func waitsAgain(_ key: RequestKey) -> Bool {
        guard let row = try? store.delivered(of: key) else { return false }
        return waitingAgain.contains(row.id)
    }

    private func perform(
        _ effects: [DeliveryEffect],
        of event: DeliveryEvent,
        onReplaced delivery: Delivery,
        id: Int64,
        activationToken token: String?
    ) async {
        // The newer one is shown in its place.
        let effects = effects.filter { $0 != .showAgain }
        for case .prompt in effects { replaced.add(prompted: delivery, id: id) }
        do {
            try await carryOut(
                effects,
                of: event,
                on: delivery,
                DeliveryChange(id: id),
                activationToken: token
            )
        } catch {
            let target = UnwrittenActs.Act.Target.replaced(delivery, id: id, effects)
            keep(event, on: target, activationToken: token, after: error)
        }
    }
}
