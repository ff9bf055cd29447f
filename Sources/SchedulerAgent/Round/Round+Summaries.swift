import AgentInterface
import DesktopBubbles
import Logging
import NotifyCore

/// The bubble that stands for many deliveries that are only listed.
extension Round {
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
    func summarise(
        _ late: [DueRequest],
        under cause: LateSummary.Cause
    ) throws(RequestError) {
        let now = clock.now
        var bubbles: [BubbleKey] = []
        for due in late {
            bubbles += try store.delivered(app: due.key.appID, identifier: due.key.identifier)
                .compactMap(\.state.bubble)
        }
        let earlier = try earlierEntries(except: Set(late.map(\.key)))
        let zone = zones.local()
        let boot = BootDue(boot: clock.boot, time: clock.sinceBoot)
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
        for bubble in bubbles { screen.close(bubble) }
        journal.note(late.map { line(of: $0, .delivered, LateSummary.historyDetail, at: now) })
        // Only the last number of an app is shown.
        let badged = late.map(\.pending.request).filter { $0.content.badge != nil }
        let last = Dictionary(badged.map { ($0.appID, $0) }, uniquingKeysWith: { $1 }).values
        for request in last { apps.applyBadge(of: request) }
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
            now: clock.now,
            in: zones.local()
        )
    }

    /// The entries of an earlier summary that the user has not answered.
    private func earlierEntries(
        except keys: Set<RequestKey>
    ) throws(RequestError) -> [LateSummary.Entry] {
        let now = clock.now
        let own = LateSummary.request(for: [], now: now, in: zones.local()).key
        // The new summary also replaces one that is still pending.
        let requests =
            try store.delivered(app: own.appID, identifier: own.identifier)
            .map { row throws(RequestError) in try row.delivery().request }
            + store.pending(app: own.appID, identifier: own.identifier)
            .map { row throws(RequestError) in try row.pending().request }
        var entries: [LateSummary.Entry] = []
        var known: Set<DeliveryID> = []
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
