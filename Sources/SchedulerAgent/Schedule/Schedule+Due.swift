import AgentInterface
import Logging
import NotifyCore

/// The present.
struct DueInstant: Sendable {
    /// The wall clock; `nil` while it cannot be right.
    let wall: Instant?
    /// The clock since boot.
    let sinceBoot: BootTime
    /// Since when notifications can be shown without interruption.
    ///
    /// A request that was due earlier is late.
    let available: Instant
}

/// What is due now, and how it is delivered.
extension Schedule {
    /// The number of due requests that are searched for an urgent one.
    private static let maxSearched = 64

    /// Returns the first request of a kind that is due; `nil` if there is none.
    ///
    /// A damaged request is dropped.
    func nextDue(_ kind: Due = .any) throws(RequestError) -> DueRequest? {
        observe()
        let instant = dueInstant
        switch kind {
        case .any:
            while let row = try rows(instant, limit: 1).first {
                if let due = try read(row, instant) { return due }
            }
        case .urgent:
            for row in try rows(instant, limit: Self.maxSearched) {
                if let due = try read(row, instant), due.pending.request.needsNoRoom { return due }
            }
        case .warning:
            while let row = try store.dueWarning(now: instant.wall, sinceBoot: instant.sinceBoot) {
                if let due = try readWarning(row, instant) { return due }
            }
        }
        return nil
    }

    /// Returns the due requests whose bubbles are late.
    func late(limit: Int) throws(RequestError) -> [DueRequest] {
        let instant = dueInstant
        var late: [DueRequest] = []
        for row in try rows(instant, limit: limit) {
            if let due = try read(row, instant), due.isLate, due.pending.request.isVisible {
                late.append(due)
            }
        }
        return late
    }

    /// Reads a request that is delivered now; `nil` if it is damaged, after it is dropped.
    ///
    /// - Parameter sent: when it was sent, if it has just been added and came late: it is `nil` then if it is not shown.
    func due(_ row: PendingRow, sent: Instant? = nil) throws(RequestError) -> DueRequest? {
        let read = try read(row, dueInstant)
        guard let sent else { return read }
        guard var due = read, due.decision != .miss else { return nil }
        let lateness = clock.now.microseconds - sent.microseconds
        due.occurrences = .one(sent)
        due.decision = .show(
            lateness > Lateness.begins
                ? LateNote(occurrences: due.occurrences, isLate: true) : nil
        )
        return due
    }

    /// Starts the commands of due requests, which wait neither for a notification server nor for a round of deliveries.
    ///
    /// - Parameter settle: settles the due dates of a request, which stores the run; `nil` to start only the runs that
    ///   are stored.
    func startRuns(_ settle: ((DueRequest) throws(RequestError) -> Void)? = nil) {
        if let settle {
            do throws(RequestError) {
                while let due = try nextRun() { try settle(due) }
            } catch {
                pause(.run, after: error)
            }
        }
        runs.startStored()
    }

    private func nextRun() throws(RequestError) -> DueRequest? {
        guard pauseEnd(.run) == nil else { return nil }
        observe()
        let instant = dueInstant
        while let row = try store.dueRun(now: instant.wall, sinceBoot: instant.sinceBoot) {
            if let due = try read(row, instant) { return due }
        }
        return nil
    }

    /// Has deliveries shown again that nobody has acknowledged.
    ///
    /// What has no bubble by the user's choice, or by do-not-disturb, waits for the next time, which counts only if it
    /// is shown.
    ///
    /// - Parameters:
    ///   - isHeld: whether a request waits for the end of do-not-disturb.
    ///   - show: shows a delivery again.
    func nag(
        isHeld: (NotificationRequest) -> Bool,
        show: (DeliveryID) async throws(RequestError) -> Void
    ) async {
        do throws(RequestError) {
            while let id = try nextNag(isHeld) { try await show(id) }
        } catch {
            pause(.nag, after: error)
        }
    }

    /// Returns a delivery to be shown again, and stores when it is the next time.
    private func nextNag(
        _ isHeld: (NotificationRequest) -> Bool
    ) throws(RequestError) -> DeliveryID? {
        guard pauseEnd(.nag) == nil else { return nil }
        observe()
        guard let now = dueInstant.wall else { return nil }
        while let row = try store.dueNag(now) {
            let id = row.delivered.id
            let next = now.advanced(
                byMicroseconds: max(row.interval, RequestLimits.repeatingInterval)
            )
            guard try isShown(row.delivered, isHeld) else {
                try store.set(nag: id, at: next, left: row.left)
                continue
            }
            try store.set(nag: id, at: row.left > 1 ? next : nil, left: row.left - 1)
            guard mayDisturb(row.delivered) else { continue }
            logger.debug("delivery \(id) is shown again, because nobody has acknowledged it")
            return id
        }
        return nil
    }

    // MARK: How a request is delivered

    private func rows(_ instant: DueInstant, limit: Int) throws(RequestError) -> [PendingRow] {
        try store.due(now: instant.wall, sinceBoot: instant.sinceBoot, limit: limit)
    }

    /// Returns the request of a row; `nil` if it is damaged, after it is dropped.
    private func pending(of row: PendingRow) throws(RequestError) -> PendingRequest? {
        do {
            return try store.pending(of: row)
        } catch {
            logger.error("\(error); it is dropped")
            try store.drop(pending: row.id)
            return nil
        }
    }

    private func read(
        _ row: PendingRow,
        _ instant: DueInstant
    ) throws(RequestError) -> DueRequest? {
        guard var pending = try pending(of: row) else { return nil }
        let isLowered = senders.lower(&pending.request)
        let now = clock.now
        // If the system no longer has the zone, the due request is still delivered.
        let zone =
            pending.request.trigger.calendar == nil
            ? FixedZone.utc
            : (try? zones.zone(of: pending.request.trigger)) ?? zones.local()
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
        let key = pending.request.key
        logger.debug("\(key.appID)/\(key.identifier) (pending \(row.id)) is due: \(decision)")
        return DueRequest(
            row: row,
            pending: pending,
            request: try apps.withButtons(pending.request),
            occurrences: occurrences,
            decision: decision,
            permission: try apps.permission(of: pending.request.appID),
            next: next.map { ($0, clock.bootDue(of: $0)) },
            unshown: pending.unshown(occurrences, decision, isLast: next == nil, in: zone),
            isLowered: isLowered
        )
    }

    /// Reads a request whose warning is due: of several that have come by now, the latest.
    private func readWarning(
        _ row: PendingRow,
        _ instant: DueInstant
    ) throws(RequestError) -> DueRequest? {
        guard var pending = try pending(of: row) else { return nil }
        let isLowered = senders.lower(&pending.request)
        let left = row.boot.map { $0.time - instant.sinceBoot }
        let now =
            left.map { pending.due.advanced(by: .zero - $0) } ?? instant.wall ?? pending.due
        let spans = pending.request.options.before
        let span =
            spans.last { pending.due.advanced(byMicroseconds: -$0) <= now } ?? spans.first ?? 0
        let scheduled = pending.due.advanced(byMicroseconds: -span)
        let zone = (try? zones.zone(of: pending.request.trigger)) ?? zones.local()
        let request = try apps.withButtons(pending.request)
            .warning(of: pending.due, in: zone)
        let lateness = instant.available.microseconds - scheduled.microseconds
        return DueRequest(
            row: row,
            pending: pending,
            request: request,
            occurrences: .one(scheduled),
            decision: request.options.late.isTooLate(lateness) ? .miss : .show(nil),
            permission: try apps.permission(of: pending.request.appID),
            next: (pending, row.boot),
            unshown: [],
            isLowered: isLowered,
            warned: max(scheduled, now)
        )
    }

    // MARK: What is shown again

    /// Whether the user can see a delivery, or its bubble is to come back.
    private func isShown(
        _ row: DeliveredRow,
        _ isHeld: (NotificationRequest) -> Bool
    ) throws(RequestError) -> Bool {
        switch row.state {
        case .delivering, .unknown: return false
        case .shown, .returning, .listed: break
        }
        guard row.presentation.map({ $0.contains(.banner) }) ?? true,
            let request = try? row.delivery().request, !isHeld(request)
        else { return false }
        return try apps.permission(of: request.appID) == .authorized
    }

    /// Whether it may be shown again: a critical one of a sender that is not the user counts as another one.
    private func mayDisturb(_ row: DeliveredRow) -> Bool {
        guard var request = try? row.delivery().request else { return false }
        let isLowered = senders.lower(&request)
        senders.noteShown(request, isLowered: isLowered)
        return !isLowered
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
