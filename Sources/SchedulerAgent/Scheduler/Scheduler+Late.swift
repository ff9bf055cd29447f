import AgentInterface
import DesktopBubbles
import Logging
import NotifyCore

extension Scheduler {
    /// Shows what is late; many of them as one summary.
    func deliverLate(_ first: DueRequest) async throws(RequestError) {
        var late: [DueRequest] = []
        let rows = try store.due(
            now: patience == nil ? clock.now : nil,
            sinceBoot: clock.sinceBoot,
            limit: mostSummarised
        )
        for row in rows {
            if let due = try dueRequest(row), due.isLate { late.append(due) }
        }
        guard late.count > Lateness.mostAtOnce else { return try await deliver(first) }
        try summarise(late)
    }

    private func summarise(_ late: [DueRequest]) throws(RequestError) {
        let now = clock.now
        var bubbles: [BubbleKey] = []
        for due in late {
            bubbles += try store.delivered(app: due.key.appID, identifier: due.key.identifier)
                .compactMap(\.state.bubble)
        }
        let earlier = try earlierEntries(except: Set(late.map(\.key)))
        let zone = zones.local()
        let boot = BootDue(boot: clock.boot, microseconds: clock.sinceBoot)
        _ = try store.begin(late.map { $0.beginning($0.delivery(at: now, .listed)) }) { ids in
            let entries = zip(ids, late).map { id, due in
                LateSummary.Entry(
                    id: id,
                    title: due.title,
                    scheduled: due.occurrences.latest,
                    level: due.pending.request.content.interruptionLevel
                )
            }
            let request = LateSummary.request(for: earlier + entries, now: now, in: zone)
            return (PendingRequest(request: request, added: now, due: now), boot)
        }
        for bubble in bubbles { closeSoon(bubble) }
        note(
            late.map { due in
                HistoryLine(
                    at: now,
                    key: due.key,
                    title: due.title,
                    event: .delivered,
                    detail: LateSummary.historyDetail,
                    scheduled: due.occurrences.latest
                )
            }
        )
        for due in late { tell(.delivered(due.key)) }
        // An app's last number is the one that counts.
        let badged = late.map(\.pending.request).filter { $0.content.badge != nil }
        for request in Dictionary(badged.map { ($0.appID, $0) }, uniquingKeysWith: { $1 }).values {
            applyBadge(of: request)
        }
    }

    /// What an earlier summary that nobody has answered stands for still.
    func earlierEntries(
        except keys: Set<RequestKey>
    ) throws(RequestError) -> [LateSummary.Entry] {
        let own = LateSummary.request(for: [], now: clock.now, in: zones.local()).key
        // The new one takes the place of one that waits still, too.
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
            entries.append(
                LateSummary.Entry(
                    id: id,
                    title: delivery.request.content.title,
                    scheduled: delivery.scheduled,
                    level: delivery.request.content.interruptionLevel
                )
            )
        }
        return entries
    }

    /// Shows each of the deliveries that a summary stands for and that are still in the list.
    func showEach(_ ids: [Int64]) async {
        for id in ids { await apply(.recalled, to: id) }
        deliverSoon()
    }
}
