import AgentInterface
import Logging
import NotifyCore

/// The present, as far as it is known.
struct DueMoment: Sendable {
    /// The wall clock; `nil` while it cannot be right.
    let wall: Instant?
    /// Microseconds since boot.
    let sinceBoot: Int64
    /// Since when something can be shown without a break; what was due earlier comes late.
    let available: Instant
}

/// Reads what is due, and decides what becomes of it.
struct DueReader {
    /// Among so many that are due one is looked for that may not wait for room.
    private static let maxSearched = 64

    let context: SchedulingContext
    let categories: AppCategories
    let permissions: AppPermissions

    /// The first that is due; `nil` if nothing is.
    func first(_ moment: DueMoment) throws(RequestError) -> PendingRow? {
        try rows(moment, limit: 1).first
    }

    /// What is due and may not wait for room, among the first that are due.
    func urgent(_ moment: DueMoment) throws(RequestError) -> DueRequest? {
        for row in try rows(moment, limit: Self.maxSearched) {
            if let due = try read(row, moment),
                due.pending.request.content.interruptionLevel.isUrgent
            {
                return due
            }
        }
        return nil
    }

    /// What is due and has a bubble that comes late.
    func late(_ moment: DueMoment, limit: Int) throws(RequestError) -> [DueRequest] {
        var late: [DueRequest] = []
        for row in try rows(moment, limit: limit) {
            if let due = try read(row, moment), due.isLate, due.pending.request.content.isVisible {
                late.append(due)
            }
        }
        return late
    }

    /// Reads a due request and decides what becomes of it; one that is damaged is dropped.
    func read(_ row: PendingRow, _ moment: DueMoment) throws(RequestError) -> DueRequest? {
        let pending: PendingRequest
        do {
            pending = try context.store.pending(of: row)
        } catch {
            context.logger.error("\(error); it is dropped")
            try context.store.drop(pending: row.id)
            return nil
        }
        let now = context.clock.now
        // A zone that has gone from the system is no reason to lose the delivery that is due.
        let zone =
            pending.request.trigger.calendar == nil
            ? FixedZone.utc
            : (try? context.zones.zone(of: pending.request.trigger)) ?? context.zones.local()
        let occurrences = pending.occurrences(until: now, in: zone)
        let next = pending.settling(occurrences, in: zone)
        // A summary is about what is late, and not late itself.
        let isSummary = LateSummary.deliveries(of: pending.request) != nil
        let decision =
            isSummary
            ? .show(nil) : pending.decision(on: occurrences, available: moment.available, in: zone)
        return DueRequest(
            row: row,
            pending: pending,
            request: try categories.resolved(pending.request),
            occurrences: occurrences,
            decision: decision,
            permission: try permissions.status(of: pending.request.appID),
            next: next.map { ($0, context.bootDue(of: $0)) },
            unshown: pending.unshown(occurrences, decision, isLast: next == nil, in: zone)
        )
    }

    private func rows(_ moment: DueMoment, limit: Int) throws(RequestError) -> [PendingRow] {
        try context.store.due(now: moment.wall, sinceBoot: moment.sinceBoot, limit: limit)
    }
}
