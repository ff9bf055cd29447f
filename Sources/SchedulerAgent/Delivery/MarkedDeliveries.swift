import Logging
import NotifyCore

/// Moves stored deliveries to the server, into the list, or out of it.
struct MarkedDeliveries {
    let context: SchedulingContext
    let permissions: AppPermissions
    private var store: Store { context.store }

    init(_ context: SchedulingContext, _ permissions: AppPermissions) {
        self.context = context
        self.permissions = permissions
    }

    /// Presents a delivery as its app chose.
    func present(_ asked: AskedDelivery) throws(RequestError) -> [DeliveryAction] {
        let closing = asked.bubble.map { [DeliveryAction.close($0)] } ?? []
        guard let row = try store.delivered(id: asked.id), row.state == .delivering else {
            // The delivery was removed while the app was asked.
            return closing
        }
        var delivery = try row.delivery()
        guard case .options(let options) = asked.answer else {
            return [
                .show(delivery, id: asked.id, replacing: asked.bubble),
                .setBadge(delivery.request),
            ]
        }
        delivery.presentation = options
        let badge = options.contains(.badge) ? [DeliveryAction.setBadge(delivery.request)] : []
        let isVisible = delivery.request.isVisible
        if isVisible, options.contains(.banner) {
            try store.update(delivered: asked.id, presentation: options)
        }
        guard isVisible, !options.contains(.banner) else {
            return [.show(delivery, id: asked.id, replacing: asked.bubble)] + badge
        }
        let sound = options.contains(.sound) ? [DeliveryAction.playSound(delivery)] : []
        let line = try list(delivery, id: asked.id, options)
        return sound + [.note([line])] + closing + badge
    }

    /// Shows or lists a delivery that is stored or shown again.
    ///
    /// - Parameters:
    ///   - isHeld: whether a request waits for the end of do-not-disturb.
    ///   - replaced: returns the bubble that the delivery of a request was to replace.
    func again(
        _ id: Int64,
        on owner: String?,
        isHeld: (NotificationRequest) -> Bool,
        replaced: (RequestKey) -> BubbleKey?
    ) throws(RequestError) -> [DeliveryAction] {
        guard let row = try store.delivered(id: id),
            row.state == .delivering || row.state.isReturning
        else { return [] }
        CrashPoint.reached(.showingAgain)
        do {
            var delivery = try row.delivery()
            if delivery.request.run != nil, delivery.state == .delivering {
                delivery.noteLateness(now: context.clock.now)
            }
            // A full server refused it, and an earlier bubble is still on the screen.
            let earlier = row.state.bubble ?? replaced(delivery.request.key)
            let bubble = earlier.flatMap { $0.owner == owner ? $0 : nil }
            let mayAdd = try permissions.status(of: delivery.request.appID).mayAdd
            let isHeld = isHeld(delivery.request)
            guard mayAdd, !isHeld else {
                try store.update(delivered: id, state: .listed, at: delivery.delivered)
                let closing = bubble.map { [DeliveryAction.close($0)] } ?? []
                // One that was already seen is only listed.
                guard mayAdd, !delivery.state.isReturning else { return closing }
                let line = HistoryLine(
                    delivered: delivery,
                    at: context.clock.now,
                    detail: HistoryLine.quietDetail
                )
                let isUrgent = delivery.request.content.interruptionLevel.isUrgent
                return closing + [.note([line]), .withhold([id], isUrgent: isUrgent)]
            }
            return [.show(delivery, id: id, replacing: bubble)]
        } catch {
            context.logger.error("\(error); it is dropped")
            try store.end(delivered: id, .process)
            return []
        }
    }

    /// Ends a delivery that has only a sound or a number, which needs neither a bubble nor a place in the list.
    func endUnseen(
        _ delivery: Delivery,
        id: Int64,
        replacing bubble: BubbleKey?
    ) -> [DeliveryAction] {
        do {
            try store.end(delivered: id, .process)
        } catch {
            context.logger.error("\(error)")
        }
        let line = HistoryLine(delivered: delivery, at: context.clock.now)
        let closing = bubble.map { [DeliveryAction.close($0)] } ?? []
        return [.note([line])] + closing
    }

    /// Keeps a delivery without a bubble, or ends it if its app does not want it in the list.
    private func list(
        _ delivery: Delivery,
        id: Int64,
        _ options: PresentationOptions
    ) throws(RequestError) -> HistoryLine {
        let now = context.clock.now
        guard options.contains(.list) else {
            try store.end(delivered: id, .process)
            return HistoryLine(
                at: now,
                key: delivery.request.key,
                title: delivery.request.content.title,
                event: .declined,
                scheduled: delivery.scheduled
            )
        }
        try store.update(delivered: id, state: .listed, at: now)
        return HistoryLine(delivered: delivery, at: now, detail: HistoryLine.listDetail)
    }
}

extension Delivery {
    /// Notes that it is late, if it had to wait for a server after its command was started.
    fileprivate mutating func noteLateness(now: Instant) {
        guard note == nil,
            now.microseconds - scheduled.microseconds > Lateness.begins
        else { return }
        note = LateNote(occurrences: .one(scheduled), isLate: true)
    }
}
