import AgentInterface
import NotifyCore

/// Moves due requests from the pending list to the server, to the delivered list, or drops them.
struct DueDeliveries {
    let context: SchedulingContext
    let schedule: Schedule
    /// The maximum number of late requests in one summary.
    let maxSummarised: Int
    private var store: Store { context.store }
    private var now: Instant { context.clock.now }

    init(_ context: SchedulingContext, _ schedule: Schedule, maxSummarised: Int) {
        self.context = context
        self.schedule = schedule
        self.maxSummarised = maxSummarised
    }

    /// Delivers a due request.
    ///
    /// - Parameter isHeld: whether it waits for the end of do-not-disturb.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the store is unchanged then.
    func deliver(
        _ due: DueRequest,
        isHeld: Bool
    ) throws(RequestError) -> [DeliveryAction] {
        let request = due.pending.request
        if request.run != nil, due.decision != .miss, !request.content.isWorthDelivering {
            // It shows nothing, which needs no permission.
            try store.settle(due.settledDates, .process)
            return []
        }
        guard due.permission.mayAdd else { return try settle(due, .notAllowed) }
        let isProvisional = due.permission == .provisional
        switch due.decision {
        case .miss: return try settle(due, .missed, detail: "\(due.occurrences.count)")
        // It has nothing to list, and notifications of a provisional app only go to the list.
        case .show where !due.pending.request.isVisible:
            return try isProvisional ? settle(due, .delivered) : begin(due)
        case .show where isProvisional: return try list(due, HistoryLine.listDetail).actions
        case .show where due.isLate:
            let late = try schedule.late(limit: maxSummarised)
            if late.count > Lateness.maxAtOnce { return try summarise(late) }
        case .show: break
        }
        guard isHeld else { return try begin(due) }
        let (ids, actions) = try list(due, HistoryLine.quietDetail)
        let level = request.content.interruptionLevel
        // The sound of a critical one is played all the same.
        let delivery = due.delivery(at: now, .listed)
        return actions + [.withhold(ids, isUrgent: level.isUrgent)]
            + (level == .critical ? [.playSound(delivery)] : [])
    }

    /// Stores the delivery of a pending request without a trigger, before a scheduled request with the same
    /// identifier is added.
    func handOver(_ key: RequestKey) throws(RequestError) -> [Int64] {
        guard let row = try store.pending(app: key.appID, identifier: key.identifier).first,
            let waiting = try? row.pending(), waiting.request.trigger == .immediate,
            let due = try schedule.due(row), due.permission.mayAdd
        else { return [] }
        return try mark([(due, due.delivery(at: now, .delivering))])
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
            now: now,
            in: context.zones.local()
        )
    }

    /// Delivers requests that came late together to the list, and adds one bubble for them.
    ///
    /// One that would be alone there, or that is not listed, is left to the next round.
    ///
    /// - Parameter arrivals: the requests, which have just been added, with the dates when they were sent.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the store is unchanged then.
    func summarise(
        arrivals: [(row: PendingRow, sent: Instant)]
    ) throws(RequestError) -> [DeliveryAction] {
        var late: [DueRequest] = []
        for (row, sent) in arrivals {
            if let due = try schedule.due(row, sent: sent),
                due.permission == .authorized, due.pending.request.isVisible
            {
                late.append(due)
            }
        }
        return late.count > 1 ? try summarise(late, under: .arrival) : []
    }

    /// Stores deliveries, and counts those of senders that are not the user.
    private func mark(
        _ deliveries: [(due: DueRequest, delivery: Delivery)],
        summary: ((_ ids: [Int64]) -> (pending: PendingRequest, boot: BootDue?))? = nil
    ) throws(RequestError) -> [Int64] {
        let ids = try store.begin(deliveries, summary: summary)
        for (due, delivery) in deliveries {
            context.noteShown(delivery.request, isLowered: due.isLowered)
        }
        return ids
    }

    /// Settles dates of a request without a delivery.
    private func settle(
        _ due: DueRequest,
        _ event: HistoryLine.Event,
        detail: String = ""
    ) throws(RequestError) -> [DeliveryAction] {
        try store.settle(due.settledDates, .process)
        return [.note([line(of: due, event, detail)])]
    }

    /// Stores a delivery that is shown now.
    private func begin(_ due: DueRequest) throws(RequestError) -> [DeliveryAction] {
        let earlier = try store.delivered(of: due.key)
        let delivery = due.delivery(at: now, .delivering)
        return try mark([(due, delivery)]).map { id in
            .begin(delivery, id: id, earlier: earlier)
        }
    }

    /// Delivers to the list only.
    private func list(
        _ due: DueRequest,
        _ detail: String
    ) throws(RequestError) -> (ids: [Int64], actions: [DeliveryAction]) {
        let earlier = try store.delivered(of: due.key)
        let ids = try mark([(due, due.delivery(at: now, .listed))])
        let closing = earlier?.state.bubble.map { DeliveryAction.close($0) }
        return (ids, [closing].compactMap { $0 } + [.note([line(of: due, .delivered, detail)])])
    }

    /// Delivers late requests to the list, and shows one summary.
    private func summarise(
        _ late: [DueRequest],
        under cause: LateSummary.Cause = .absence
    ) throws(RequestError) -> [DeliveryAction] {
        let now = now
        var bubbles: [BubbleKey] = []
        for due in late {
            bubbles += try store.delivered(app: due.key.appID, identifier: due.key.identifier)
                .compactMap(\.state.bubble)
        }
        let earlier = try earlierEntries(except: Set(late.map(\.key)))
        let zone = context.zones.local()
        let clock = context.clock
        let boot = BootDue(boot: clock.boot, microseconds: clock.sinceBoot)
        let deliveries = late.map { (due: $0, delivery: $0.delivery(at: now, .listed)) }
        _ = try mark(deliveries) { ids in
            let entries = zip(ids, deliveries).map { LateSummary.Entry(id: $0, $1.delivery) }
            let request = LateSummary.request(
                for: earlier + entries,
                under: cause,
                now: now,
                in: zone
            )
            return (PendingRequest(request: request, added: now, due: now), boot)
        }
        let lines = late.map { line(of: $0, .delivered, LateSummary.historyDetail, at: now) }
        // Only the last number of an app is shown.
        let badged = late.map(\.pending.request).filter { $0.content.badge != nil }
        let last = Dictionary(badged.map { ($0.appID, $0) }, uniquingKeysWith: { $1 }).values
        return bubbles.map { .close($0) } + [.note(lines)] + last.map { .setBadge($0) }
    }

    /// The entries of an earlier summary that the user has not answered.
    private func earlierEntries(
        except keys: Set<RequestKey>
    ) throws(RequestError) -> [LateSummary.Entry] {
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

    private func line(
        of due: DueRequest,
        _ event: HistoryLine.Event,
        _ detail: String,
        at date: Instant? = nil
    ) -> HistoryLine {
        HistoryLine(
            at: date ?? now,
            key: due.key,
            title: due.title,
            event: event,
            detail: detail,
            scheduled: due.occurrences.latest,
            requester: event == .delivered ? due.pending.request.speaker : nil
        )
    }
}
