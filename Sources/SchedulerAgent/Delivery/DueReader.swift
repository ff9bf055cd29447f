import AgentInterface
import Logging
import NotifyCore

/// The present.
struct DueInstant: Sendable {
    /// The wall clock; `nil` while it cannot be right.
    let wall: Instant?
    /// Microseconds since boot.
    let sinceBoot: Int64
    /// Since when notifications can be shown without interruption.
    ///
    /// A request that was due earlier is late.
    let available: Instant
}

/// Reads due requests and decides how they are delivered.
struct DueReader {
    /// The number of due requests that are searched for an urgent one.
    private static let maxSearched = 64

    let context: SchedulingContext
    let categories: AppCategories
    let permissions: AppPermissions

    /// Returns the first due request; `nil` if there is none.
    func first(_ instant: DueInstant) throws(RequestError) -> PendingRow? {
        try rows(instant, limit: 1).first
    }

    /// Returns an urgent request among the first due ones.
    func urgent(_ instant: DueInstant) throws(RequestError) -> DueRequest? {
        for row in try rows(instant, limit: Self.maxSearched) {
            if let due = try read(row, instant),
                due.pending.request.needsNoRoom
            {
                return due
            }
        }
        return nil
    }

    /// Returns the due requests whose bubbles are late.
    func late(_ instant: DueInstant, limit: Int) throws(RequestError) -> [DueRequest] {
        var late: [DueRequest] = []
        for row in try rows(instant, limit: limit) {
            if let due = try read(row, instant), due.isLate, due.pending.request.isVisible {
                late.append(due)
            }
        }
        return late
    }

    /// Reads a due request and decides how it is delivered.
    ///
    /// A damaged request is dropped.
    func read(_ row: PendingRow, _ instant: DueInstant) throws(RequestError) -> DueRequest? {
        guard var pending = try pending(of: row) else { return nil }
        let isLowered = context.lower(&pending.request)
        let now = context.clock.now
        // If the system no longer has the zone, the due request is still delivered.
        let zone =
            pending.request.trigger.calendar == nil
            ? FixedZone.utc
            : (try? context.zones.zone(of: pending.request.trigger)) ?? context.zones.local()
        let occurrences = pending.occurrences(until: now, in: zone)
        let next = pending.settling(occurrences, in: zone)
        // A summary reports late requests and is not late itself.
        let isSummary = LateSummary.deliveries(of: pending.request) != nil
        let isExpired = pending.request.content.expiration.map { $0 < now } ?? false
        let decision: DueDecision =
            isSummary
            ? .show(nil)
            : isExpired
                ? .miss
                : pending.decision(on: occurrences, available: instant.available, in: zone)
        return DueRequest(
            row: row,
            pending: pending,
            request: try categories.resolved(pending.request),
            occurrences: occurrences,
            decision: decision,
            permission: try permissions.status(of: pending.request.appID),
            next: next.map { ($0, context.bootDue(of: $0)) },
            unshown: pending.unshown(occurrences, decision, isLast: next == nil, in: zone),
            isLowered: isLowered
        )
    }

    /// Reads a request that has just been added and came late; `nil` if it is not shown, or damaged.
    func arrived(
        _ row: PendingRow,
        sent: Instant,
        _ instant: DueInstant
    ) throws(RequestError) -> DueRequest? {
        guard var due = try read(row, instant), due.decision != .miss else { return nil }
        let lateness = context.clock.now.microseconds - sent.microseconds
        due.occurrences = .one(sent)
        due.decision = .show(
            lateness > Lateness.begins
                ? LateNote(occurrences: due.occurrences, isLate: true) : nil
        )
        return due
    }

    /// Returns the first warning that is due; `nil` if there is none.
    ///
    /// Of several that have come by now, it is the latest. A damaged request is dropped.
    func warning(_ instant: DueInstant) throws(RequestError) -> DueRequest? {
        while let row = try context.store.dueWarning(
            now: instant.wall,
            sinceBoot: instant.sinceBoot
        ) {
            guard var pending = try pending(of: row) else { continue }
            let isLowered = context.lower(&pending.request)
            return try warning(of: pending, isLowered: isLowered, in: row, instant)
        }
        return nil
    }

    /// Returns the request of a row; `nil` if it is damaged, after it is dropped.
    private func pending(of row: PendingRow) throws(RequestError) -> PendingRequest? {
        do {
            return try context.store.pending(of: row)
        } catch {
            context.logger.error("\(error); it is dropped")
            try context.store.drop(pending: row.id)
            return nil
        }
    }

    private func warning(
        of pending: PendingRequest,
        isLowered: Bool,
        in row: PendingRow,
        _ instant: DueInstant
    ) throws(RequestError) -> DueRequest {
        let left = row.boot.map { $0.microseconds - instant.sinceBoot }
        let now =
            left.map { pending.due.advanced(byMicroseconds: -$0) } ?? instant.wall ?? pending.due
        let spans = pending.request.options.before
        let span =
            spans.last { pending.due.advanced(byMicroseconds: -$0) <= now } ?? spans.first ?? 0
        let scheduled = pending.due.advanced(byMicroseconds: -span)
        let zone = (try? context.zones.zone(of: pending.request.trigger)) ?? context.zones.local()
        let request = try categories.resolved(pending.request)
            .warning(of: pending.due, in: zone)
        return DueRequest(
            row: row,
            pending: pending,
            request: request,
            occurrences: .one(scheduled),
            decision: request.options.late.isTooLate(
                instant.available.microseconds - scheduled.microseconds
            ) ? .miss : .show(nil),
            permission: try permissions.status(of: pending.request.appID),
            next: (pending, row.boot),
            unshown: [],
            isLowered: isLowered,
            warned: max(scheduled, now)
        )
    }

    private func rows(_ instant: DueInstant, limit: Int) throws(RequestError) -> [PendingRow] {
        try context.store.due(now: instant.wall, sinceBoot: instant.sinceBoot, limit: limit)
    }
}

extension NotificationRequest {
    /// Returns the request of a warning, which says when the thing itself is and does nothing else.
    fileprivate func warning(of due: Instant, in zone: some ZoneRules) -> NotificationRequest {
        var warning = keepingEventStart(ofReminder: due, in: zone)
        if warning.content.event == nil { warning.content.event = EventStart(.at(due)) }
        warning.content.badge = nil
        warning.options.nag = nil
        // Nothing warns of a warning that is shown again later.
        warning.options.before = []
        warning.run = nil
        return warning
    }
}

extension LateRule? {
    /// Whether a warning of a date that is still to come is not shown any more.
    fileprivate func isTooLate(_ lateness: Int64) -> Bool {
        guard lateness > Lateness.begins else { return false }
        return switch self {
        case nil, .show: false
        case .skip: true
        case .within(let limit): lateness > limit
        }
    }
}

extension NotificationRequest {
    /// Whether it is shown without waiting for room on the screen: `send` shows at once, as notify-send does, and its
    /// caller waits for it.
    var needsNoRoom: Bool { content.interruptionLevel.isUrgent || bubble.isVerbatim }
}
