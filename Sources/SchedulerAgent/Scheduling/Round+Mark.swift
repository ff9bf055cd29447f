import AgentInterface
import Logging
import NotifyCore

/// What a delivery becomes before it is shown: it is marked in the store, or only listed, dropped or summarised.
extension Round {
    /// Decides about a due request.
    ///
    /// - Returns: the marked delivery, and the one of its request before it; `nil` if it is not shown.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the store is unchanged then.
    func mark(
        _ due: DueRequest
    ) throws(RequestError) -> (id: Int64, delivery: Delivery, earlier: DeliveredRow?)? {
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
            let late = try schedule.late(limit: context.limits.maxSummarised)
            if late.count > Lateness.maxAtOnce {
                try summarise(late, under: .absence)
                return nil
            }
        case .show: break
        }
        guard request.isVisible, screen.isHeld(request) else { return try begin(due) }
        let ids = try list(due, HistoryLine.quietDetail)
        let level = request.content.interruptionLevel
        try screen.withhold(ids, isUrgent: level.isUrgent)
        // The sound of a critical one is played all the same.
        if level == .critical { screen.playSound(of: due.delivery(at: context.clock.now, .listed)) }
        return nil
    }

    /// Stores a delivery that is shown now.
    private func begin(
        _ due: DueRequest
    ) throws(RequestError) -> (id: Int64, delivery: Delivery, earlier: DeliveredRow?)? {
        let earlier = try store.delivered(of: due.key)
        let delivery = due.delivery(at: context.clock.now, .delivering)
        guard let id = try store([(due, delivery)]).first else { return nil }
        logger.debug("\(MarkedDelivery.name(due.key, id)) is due: \(due.occurrences.latest)")
        if let earlier { answers.remember(replaced: earlier) }
        return (id, delivery, earlier)
    }

    /// Settles dates of a request without a delivery.
    private func drop(
        _ due: DueRequest,
        _ event: HistoryLine.Event,
        detail: String = ""
    ) throws(RequestError) -> (id: Int64, delivery: Delivery, earlier: DeliveredRow?)? {
        try store.settle(due.settledDates, .process)
        logger.debug("\(due.key.appID)/\(due.key.identifier) is not shown: \(event.rawValue)")
        journal.note([line(of: due, event, detail, at: context.clock.now)])
        return nil
    }

    /// Delivers to the list only.
    private func list(_ due: DueRequest, _ detail: String) throws(RequestError) -> [Int64] {
        let earlier = try store.delivered(of: due.key)
        let now = context.clock.now
        let ids = try store([(due, due.delivery(at: now, .listed))])
        logger.debug("\(due.key.appID)/\(due.key.identifier) is only listed: \(detail)")
        if let bubble = earlier?.state.bubble { screen.closeSoon(bubble) }
        journal.note([line(of: due, .delivered, detail, at: now)])
        return ids
    }

    /// Stores deliveries, and counts those of senders that are not the user.
    private func store(
        _ deliveries: [(due: DueRequest, delivery: Delivery)],
        summary: ((_ ids: [Int64]) -> (pending: PendingRequest, boot: BootDue?))? = nil
    ) throws(RequestError) -> [Int64] {
        let ids = try store.begin(deliveries, summary: summary)
        for (due, delivery) in deliveries {
            context.noteShown(delivery.request, isLowered: due.isLowered)
        }
        return ids
    }

    private func line(
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

    /// Presents a delivery as its app chose.
    ///
    /// - Returns: the delivery to show; `nil` if it has no bubble, or was removed meanwhile.
    func mark(_ asked: Screen.AskedDelivery) throws(RequestError) -> MarkedDelivery? {
        guard let row = try store.delivered(id: asked.id), row.state == .delivering else {
            // The delivery was removed while the app was asked.
            if let bubble = asked.bubble { screen.closeSoon(bubble) }
            return nil
        }
        var marked = MarkedDelivery(
            id: asked.id,
            delivery: try row.delivery(),
            bubble: asked.bubble,
            setsBadge: true
        )
        // The server may have gone with it.
        if asked.bubble?.owner != screen.owner { marked.bubble = nil }
        guard let options = asked.options else { return marked }
        marked.delivery.presentation = options
        marked.setsBadge = options.contains(.badge)
        guard marked.delivery.request.isVisible else { return marked }
        if options.contains(.banner) {
            try store.update(delivered: asked.id, presentation: options)
            return marked
        }
        try list(marked, options)
        if let bubble = asked.bubble { screen.closeSoon(bubble) }
        if marked.setsBadge { settings.applyBadge(of: marked.delivery.request) }
        return nil
    }

    /// Keeps a delivery without a bubble, or ends it if its app does not want it in the list.
    private func list(
        _ marked: MarkedDelivery,
        _ options: PresentationOptions
    ) throws(RequestError) {
        let (now, delivery) = (context.clock.now, marked.delivery)
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
    func markAgain(_ id: Int64) throws(RequestError) -> MarkedDelivery? {
        guard let row = try store.delivered(id: id),
            row.state == .delivering || row.state.isReturning
        else { return nil }
        CrashPoint.reached(.showingAgain)
        do {
            var delivery = try row.delivery()
            if delivery.request.run != nil, delivery.state == .delivering {
                delivery.noteLateness(now: context.clock.now)
            }
            let bubble = screen.place(ofStored: delivery)
            let mayAdd = try permissions.status(of: delivery.request.appID).mayAdd
            guard mayAdd, !screen.isHeld(delivery.request) else {
                try store.update(delivered: id, state: .listed, at: delivery.delivered)
                logger.debug("\(MarkedDelivery.name(delivery.request.key, id)) is only listed")
                if let bubble { screen.closeSoon(bubble) }
                // One that was already seen is only listed.
                guard mayAdd, !delivery.state.isReturning else { return nil }
                let now = context.clock.now
                let detail = HistoryLine.quietDetail
                journal.note([HistoryLine(delivered: delivery, at: now, detail: detail)])
                let isUrgent = delivery.request.content.interruptionLevel.isUrgent
                try screen.withhold([id], isUrgent: isUrgent)
                return nil
            }
            let wantsBadge = delivery.presentation?.contains(.badge) ?? true
            return MarkedDelivery(
                id: id,
                delivery: delivery,
                bubble: bubble,
                setsBadge: screen.takeBadge(of: id) && wantsBadge
            )
        } catch {
            logger.error("\(error); it is dropped")
            try store.end(delivered: id, .process)
            return nil
        }
    }

    // MARK: Summaries

    /// Lists requests that came late together, and adds one bubble for them.
    ///
    /// One that would be alone there, or that is not listed, is left to the next round.
    ///
    /// - Parameter arrivals: the requests, which have just been added, with the dates when they were sent.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the store is unchanged then.
    func summarise(arrivals: [(row: PendingRow, sent: Instant)]) throws(RequestError) {
        var late: [DueRequest] = []
        for (row, sent) in arrivals {
            if let due = try schedule.due(row, sent: sent),
                due.permission == .authorized, due.pending.request.isVisible
            {
                late.append(due)
            }
        }
        if late.count > 1 { try summarise(late, under: .arrival) }
    }

    /// Delivers late requests to the list, and stores the request of one summary.
    private func summarise(
        _ late: [DueRequest],
        under cause: LateSummary.Cause
    ) throws(RequestError) {
        let (now, clock) = (context.clock.now, context.clock)
        var bubbles: [BubbleKey] = []
        for due in late {
            bubbles += try store.delivered(app: due.key.appID, identifier: due.key.identifier)
                .compactMap(\.state.bubble)
        }
        let earlier = try earlierEntries(except: Set(late.map(\.key)))
        let zone = context.zones.local()
        let boot = BootDue(boot: clock.boot, microseconds: clock.sinceBoot)
        let deliveries = late.map { (due: $0, delivery: $0.delivery(at: now, .listed)) }
        _ = try store(deliveries) { ids in
            let entries = zip(ids, deliveries).map { LateSummary.Entry(id: $0, $1.delivery) }
            let request = LateSummary.request(
                for: earlier + entries,
                under: cause,
                now: now,
                in: zone
            )
            return (PendingRequest(request: request, added: now, due: now), boot)
        }
        logger.debug("\(late.count) late requests are listed, and shown as one summary")
        for bubble in bubbles { screen.closeSoon(bubble) }
        journal.note(late.map { line(of: $0, .delivered, LateSummary.historyDetail, at: now) })
        // Only the last number of an app is shown.
        let badged = late.map(\.pending.request).filter { $0.content.badge != nil }
        let last = Dictionary(badged.map { ($0.appID, $0) }, uniquingKeysWith: { $1 }).values
        for request in last { settings.applyBadge(of: request) }
    }

    /// Returns the request of a summary of listed deliveries, including those of an earlier summary.
    func summary(
        of entries: [LateSummary.Entry],
        under cause: LateSummary.Cause
    ) throws(RequestError) -> NotificationRequest {
        let ids = Set(entries.map(\.id))
        let earlier = try earlierEntries(except: []).filter { !ids.contains($0.id) }
        return LateSummary.request(
            for: earlier + entries,
            under: cause,
            now: context.clock.now,
            in: context.zones.local()
        )
    }

    /// The entries of an earlier summary that the user has not answered.
    private func earlierEntries(
        except keys: Set<RequestKey>
    ) throws(RequestError) -> [LateSummary.Entry] {
        let now = context.clock.now
        let own = LateSummary.request(for: [], now: now, in: context.zones.local()).key
        // The new summary also replaces one that is still pending.
        let requests =
            try store.delivered(app: own.appID, identifier: own.identifier)
            .map { row throws(RequestError) in try row.delivery().request }
            + store.pending(app: own.appID, identifier: own.identifier)
            .map { row throws(RequestError) in try row.pending().request }
        var entries: [LateSummary.Entry] = []
        var known: Set<Int64> = []
        for id in requests.flatMap({ LateSummary.deliveries(of: $0) ?? [] })
        where known.insert(id).inserted {
            guard let row = try store.delivered(id: id), row.state == .listed else { continue }
            let delivery = try row.delivery()
            guard !keys.contains(delivery.request.key) else { continue }
            entries.append(LateSummary.Entry(id: id, delivery))
        }
        return entries
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
