import AgentInterface
import Logging
import NotifyCore

/// What a delivery becomes before it is shown: it is marked in the store, or only listed, dropped or summarised.
extension Round {
    /// Decides about a due request.
    ///
    /// - Returns: the marked delivery; `nil` if it is not shown.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the store is unchanged then.
    func mark(
        _ due: DueRequest
    ) throws(RequestError) -> Screen.MarkedDelivery? {
        let request = due.pending.request
        if request.run != nil, due.decision != .miss, !request.content.isWorthDelivering {
            // It shows nothing, which needs no permission.
            try store.settle(due.settledDates, .process)
            return nil
        }
        guard due.permission.mayAdd else { return try drop(due, .notAllowed) }
        let isProvisional = due.permission == .provisional
        switch due.decision {
        case .miss: return try drop(due, .missed, detail: "\(due.occurrences.count)")
        // It has nothing to list, and notifications of a provisional app only go to the list.
        case .show where isProvisional && !request.isVisible: return try drop(due, .delivered)
        case .show where isProvisional:
            _ = try list(due, HistoryLine.listDetail)
            return nil
        case .show where due.isLate && request.isVisible:
            let late = try schedule.late(limit: maxSummarised)
            if late.count > Lateness.maxAtOnce {
                try summarise(late, under: .absence)
                return nil
            }
        case .show: break
        }
        guard request.isVisible, isHeld(request) else { return try begin(due) }
        guard let marked = try list(due, HistoryLine.quietDetail) else { return nil }
        try hold(marked)
        // The sound of a critical one is played all the same.
        if request.content.interruptionLevel == .critical { screen.playSound(of: marked.delivery) }
        return nil
    }

    /// Holds a listed delivery until do-not-disturb ends.
    private func hold(_ marked: Screen.MarkedDelivery) throws(RequestError) {
        let level = marked.delivery.request.content.interruptionLevel
        try held.keep([marked.id], isUrgent: level.isUrgent)
    }

    /// Stores a delivery that is shown now.
    private func begin(
        _ due: DueRequest
    ) throws(RequestError) -> Screen.MarkedDelivery? {
        let earlier = try store.delivered(of: due.key)
        let delivery = due.delivery(at: clock.now, .delivering)
        guard let id = try store([(due, delivery)]).first else { return nil }
        logger.debug(
            "\(Screen.MarkedDelivery.name(due.key, id)) is due: \(RFC3339.string(due.occurrences.latest, in: zones.local()))"
        )
        if let earlier { answers.remember(replaced: earlier) }
        return Screen.MarkedDelivery(
            id: id,
            delivery: delivery,
            setsBadge: true,
            isNew: true,
            earlier: earlier
        )
    }

    /// Settles dates of a request without a delivery.
    private func drop(
        _ due: DueRequest,
        _ event: HistoryLine.Event,
        detail: String = ""
    ) throws(RequestError) -> Screen.MarkedDelivery? {
        try store.settle(due.settledDates, .process)
        logger.debug("\(due.key.appID)/\(due.key.identifier) is not shown: \(event.rawValue)")
        journal.note([line(of: due, event, detail, at: clock.now)])
        return nil
    }

    /// Delivers to the list only.
    private func list(
        _ due: DueRequest,
        _ detail: String
    ) throws(RequestError) -> Screen.MarkedDelivery? {
        let earlier = try store.delivered(of: due.key)
        let now = clock.now
        let delivery = due.delivery(at: now, .listed)
        let ids = try store([(due, delivery)])
        logger.debug("\(due.key.appID)/\(due.key.identifier) is only listed: \(detail)")
        if let bubble = earlier?.state.bubble { screen.close(bubble) }
        journal.note([line(of: due, .delivered, detail, at: now)])
        return ids.first.map { Screen.MarkedDelivery(id: $0, delivery: delivery) }
    }

    /// Stores deliveries, and counts those of senders that are not the user.
    func store(
        _ deliveries: [(due: DueRequest, delivery: Delivery)],
        summary: ((_ ids: [DeliveryID]) -> (pending: PendingRequest, boot: BootDue?))? = nil
    ) throws(RequestError) -> [DeliveryID] {
        let ids = try store.begin(deliveries, summary: summary)
        for (due, delivery) in deliveries {
            senders.noteShown(delivery.request, isLowered: due.isLowered)
        }
        return ids
    }

    func line(
        of due: DueRequest,
        _ event: HistoryLine.Event,
        _ detail: String,
        at date: Instant
    ) -> HistoryLine {
        HistoryLine(
            at: date,
            key: due.key,
            title: due.title,
            event: event,
            detail: detail,
            scheduled: due.occurrences.latest,
            requester: event == .delivered ? due.pending.request.speaker : nil
        )
    }

    // MARK: Deliveries that are stored

    /// Presents a delivery as its app chose; `nil` options show it as it is.
    ///
    /// - Returns: the delivery to show; `nil` if it has no bubble.
    func mark(
        _ answered: Screen.MarkedDelivery,
        as options: PresentationOptions?
    ) throws(RequestError) -> Screen.MarkedDelivery? {
        guard let options else { return answered }
        var marked = answered
        marked.delivery.presentation = options
        marked.setsBadge = options.contains(.badge)
        guard marked.delivery.request.isVisible else { return marked }
        guard !options.contains(.banner) else {
            try store.update(delivered: marked.id, presentation: options)
            return marked
        }
        try list(marked, options)
        if let bubble = marked.bubble { screen.close(bubble) }
        if marked.setsBadge { apps.applyBadge(of: marked.delivery.request) }
        return nil
    }

    /// Keeps a delivery without a bubble, or ends it if its app does not want it in the list.
    private func list(
        _ marked: Screen.MarkedDelivery,
        _ options: PresentationOptions
    ) throws(RequestError) {
        let (now, delivery) = (clock.now, marked.delivery)
        let line: HistoryLine
        if options.contains(.list) {
            try store.update(delivered: marked.id, state: .listed, at: now)
            line = HistoryLine(delivered: delivery, at: now, detail: HistoryLine.listDetail)
        } else {
            try store.end(delivered: marked.id, .process)
            line = HistoryLine(
                at: now,
                key: delivery.request.key,
                title: delivery.request.content.title,
                event: .declined,
                scheduled: delivery.scheduled
            )
        }
        logger.debug("\(marked.name) has no bubble: its app wants none")
        if options.contains(.sound) { screen.playSound(of: delivery) }
        journal.note([line])
    }

    /// Decides about a delivery that was stored before: it was interrupted, returns or is wanted again.
    ///
    /// - Returns: the delivery to show; `nil` if it is only listed, or has left the list.
    func mark(
        again marked: Screen.MarkedDelivery
    ) throws(RequestError) -> Screen.MarkedDelivery? {
        do {
            let delivery = marked.delivery
            let mayAdd = try apps.permission(of: delivery.request.appID).mayAdd
            guard !mayAdd || isHeld(delivery.request) else { return marked }
            try store.update(delivered: marked.id, state: .listed, at: delivery.delivered)
            logger.debug("\(marked.name) is only listed")
            if let bubble = marked.bubble { screen.close(bubble) }
            // One that was already seen is only listed.
            guard mayAdd, !delivery.state.isReturning else { return nil }
            let (now, detail) = (clock.now, HistoryLine.quietDetail)
            journal.note([HistoryLine(delivered: delivery, at: now, detail: detail)])
            try hold(marked)
        } catch {
            logger.error("\(error); it is dropped")
            try store.end(delivered: marked.id, .process)
        }
        return nil
    }
}
