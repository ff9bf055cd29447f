import AgentInterface
import Logging
import NotifyCore

extension Scheduler {
    /// Reads what is due next while the server has a bubble, so that it need not be read after that.
    func prepareNext() {
        guard isDelivering, !isEnding, patience == nil, case .ready = server,
            !(prepared?.isFresh(clock) ?? false), pacer.opening(at: clock.sinceBoot) == nil
        else { return }
        prepare(ahead: 0)
    }

    /// Reads a delivery that is a moment away, so that it need not be read when it is due.
    ///
    /// - Parameter lead: how long before it is due, in microseconds.
    func prepare(ahead lead: Int64 = SystemClock.headStart) {
        prepared = nil
        let now = patience == nil ? clock.now.advanced(byMicroseconds: lead) : nil
        do {
            let rows = try store.due(now: now, sinceBoot: clock.sinceBoot + lead, limit: 1)
            guard let row = rows.first, let due = try dueRequest(row) else { return }
            // What is asked for next is in memory then; in the middle of many it is so anyway.
            if lead > 0 { _ = try store.delivered(of: due.key) }
            prepared = PreparedDelivery(
                due: due,
                available: available,
                writes: store.writes,
                read: (clock.now, clock.sinceBoot)
            )
        } catch {
            logger.error("\(error)")
        }
    }

    /// The delivery that was prepared, where it is due and nothing has changed since.
    func takePrepared() -> DueRequest? {
        guard let prepared else { return nil }
        let due = prepared.due
        let late =
            due.row.boot.map { clock.sinceBoot - $0.microseconds }
            ?? (clock.now.microseconds - due.row.due.microseconds)
        guard late >= 0 else { return nil }
        self.prepared = nil
        guard prepared.isFresh(clock), patience == nil,
            prepared.available == available,
            prepared.writes == store.writes
        else { return nil }
        return due
    }

    /// Reads a due request and decides what becomes of it; one that is damaged is dropped.
    func dueRequest(_ row: PendingRow) throws(RequestError) -> DueRequest? {
        let pending: PendingRequest
        do {
            pending = try store.pending(of: row)
        } catch {
            logger.error("\(error); it is dropped")
            try store.drop(pending: row.id)
            return nil
        }
        let now = clock.now
        // A zone that has gone from the system is no reason to lose the delivery that is due.
        let zone =
            pending.request.trigger.calendar == nil
            ? FixedZone.utc : (try? zone(of: pending.request.trigger)) ?? zones.local()
        let occurrences = pending.occurrences(until: now, in: zone)
        let next = pending.settling(occurrences, in: zone)
        // A summary is about what is late, and not late itself.
        let isSummary = LateSummary.deliveries(of: pending.request) != nil
        return DueRequest(
            row: row,
            pending: pending,
            request: try resolved(pending.request),
            occurrences: occurrences,
            decision: isSummary
                ? .show(nil) : pending.decision(on: occurrences, available: available, in: zone),
            permission: try status(of: pending.request.appID),
            next: next.map { ($0, bootDue(of: $0, now: now, sinceBoot: clock.sinceBoot)) }
        )
    }
}
