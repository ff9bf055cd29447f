import AgentInterface
import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
    /// As many questions wait for one app; what comes then is shown as it is.
    private static let mostAsked = 64
    /// What the history says of those that are kept without a bubble.
    private static let listDetail = "list"

    /// Asks a delivery's app how to show it, where one is attached; what its app has to say of earlier
    /// ones comes first.
    ///
    /// It is marked already: an agent that ends meanwhile shows it at its next run.
    ///
    /// - Returns: whether it is shown later; otherwise it is to be shown now.
    func ask(_ delivery: Delivery, id: Int64, replacing bubble: BubbleKey?) -> Bool {
        let app = delivery.request.appID
        let queue = asked[app] ?? []
        let name = attached.listener(of: app)
        guard name != nil || !queue.isEmpty else { return false }
        var waiting = AskedDelivery(
            id: id,
            isUrgent: delivery.request.content.interruptionLevel.isUrgent,
            bubble: bubble
        )
        if let name, queue.count < Self.mostAsked {
            let notification = AppNotification(request: delivery.request, date: clock.now)
            Self.thread.task {
                await self.take(await self.answer(to: notification, from: name), for: id, of: app)
            }
        } else {
            waiting.answer = .asItIs
        }
        asked[app] = queue + [waiting]
        return true
    }

    /// The bubble that an asked delivery was to take the place of, for another one to take it.
    func takeBubble(ofAsked id: Int64) -> BubbleKey? {
        var bubble: BubbleKey?
        changeAsked { delivery in
            guard delivery.id == id else { return }
            bubble = delivery.bubble
            delivery.bubble = nil
        }
        return bubble
    }

    /// Lets no asked delivery take the place of a bubble any more.
    ///
    /// - Returns: whether one was to do so.
    func takeBubble(_ bubble: BubbleKey) -> Bool {
        var isTaken = false
        changeAsked { delivery in
            guard delivery.bubble == bubble else { return }
            delivery.bubble = nil
            isTaken = true
        }
        return isTaken
    }

    /// Goes through those that wait for a word or for their turn.
    private func changeAsked(_ change: (inout AskedDelivery) -> Void) {
        for app in asked.keys {
            for index in asked[app]?.indices ?? 0..<0 {
                guard var delivery = asked[app]?[index] else { continue }
                change(&delivery)
                asked[app]?[index] = delivery
            }
        }
        for index in answered.indices { change(&answered[index]) }
    }

    /// The next delivery whose app has answered and that can be dealt with now.
    ///
    /// - Parameter inPace: whether there is room for one more bubble; urgent ones need none.
    /// - Returns: the delivery, which is the caller's now.
    func takeAnswered(inPace: Bool) -> AskedDelivery? {
        guard
            let index = answered.firstIndex(where: { delivery in
                !delivery.needsServer || inPace || delivery.isUrgent
            }),
            !answered[index].needsServer || serverIsReady()
        else { return nil }
        return answered.remove(at: index)
    }

    /// Shows a delivery as its app wants it.
    func present(_ delivery: AskedDelivery) async throws(RequestError) {
        guard let row = try store.delivered(id: delivery.id), row.state == .delivering else {
            // Removed while the app was asked.
            if let bubble = delivery.bubble { closeSoon(bubble) }
            return
        }
        guard case .options(let options) = delivery.answer else {
            let shown = try row.delivery()
            await show(shown, delivery)
            return applyBadge(of: shown.request)
        }
        var shown = try row.delivery()
        defer { if options.contains(.badge) { applyBadge(of: shown.request) } }
        shown.presentation = options
        if options.contains(.banner) {
            try store.update(delivered: delivery.id, presentation: options)
            return await show(shown, delivery)
        }
        if options.contains(.sound) { presenter.playSound(of: shown) }
        if options.contains(.list) {
            try store.update(delivered: delivery.id, state: .listed, at: clock.now)
            noteDelivered(shown, detail: Self.listDetail)
        } else {
            try store.end(delivered: delivery.id, .process)
            note(
                .declined,
                shown.request.key,
                title: shown.request.content.title,
                scheduled: shown.scheduled
            )
        }
        if let bubble = delivery.bubble { closeSoon(bubble) }
    }

    private func show(_ shown: Delivery, _ delivery: AskedDelivery) async {
        let bubble = delivery.bubble.flatMap { $0.owner == server.owner ? $0 : nil }
        await show(shown, id: delivery.id, replacing: bubble)
    }

    private func answer(
        to notification: AppNotification,
        from name: String
    ) async -> AskedDelivery.Answer {
        do throws(RequestError) {
            let options = try await appLink.willPresent(notification.record, at: name)
            return options.map { .options($0) } ?? .asItIs
        } catch {
            let key = notification.request.key
            logger.notice("\(key.appID)/\(key.identifier) is shown as it is: \(error)")
            return .asItIs
        }
    }

    /// Takes an answer, and hands on what need not wait for an earlier one any more.
    private func take(_ answer: AskedDelivery.Answer, for id: Int64, of app: String) {
        guard var queue = asked[app], let index = queue.firstIndex(where: { $0.id == id }) else {
            return
        }
        queue[index].answer = answer
        let settled = queue.prefix { $0.answer != nil }
        answered += settled
        queue.removeFirst(settled.count)
        asked[app] = queue.isEmpty ? nil : queue
        deliverSoon()
    }
}
