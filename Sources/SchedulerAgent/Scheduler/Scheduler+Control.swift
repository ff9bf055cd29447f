import AgentInterface
import Logging
import NotifyCore

extension Scheduler {
    /// Holds requests back until they are resumed; their dates in the meantime are not made up for.
    ///
    /// - Returns: what was pending and is paused now.
    func pause(_ selection: RemovalSelection) async throws(RequestError) -> [RequestKey] {
        observeClock()
        return try await change(selection, .paused) { pending, _ in
            guard !pending.isPaused else { return nil }
            var held = pending
            held.isPaused = true
            return .goesOn(held)
        }
    }

    /// Takes requests up again: a repeating one with its next date, one that fires once as it is.
    ///
    /// - Returns: what was paused.
    func resume(_ selection: RemovalSelection) async throws(RequestError) -> [RequestKey] {
        observeClock()
        let now = clock.now
        let keys = try await change(selection, .resumed) { pending, zone in
            guard pending.isPaused else { return nil }
            var taken = pending
            if pending.request.trigger.repeats, pending.due <= now {
                let missed = pending.occurrences(until: now, in: zone)
                guard let later = pending.settling(missed, in: zone) else { return .ended(missed) }
                taken = later
            }
            taken.isPaused = false
            return .goesOn(taken)
        }
        deliverSoon()
        return keys
    }

    /// Leaves a repeating request's next date out.
    ///
    /// - Parameters:
    ///   - name: an identifier, or APP/IDENTIFIER.
    ///   - app: the app that is asked first.
    /// - Returns: the request, with the date that is left out and the one that comes after it.
    /// - Throws: ``NotifyCore/RequestError`` where it is not pending or fires once.
    func skip(
        _ name: String,
        preferring app: String
    ) async throws(RequestError) -> (key: RequestKey, skipped: Instant, next: Instant?) {
        observeClock()
        let key = try resolve(name, preferring: app)
        guard let row = try store.pending(app: key.appID, identifier: key.identifier).first else {
            throw RequestError(
                .notFound,
                "\(name.quoted) is not pending, so it has no next date to skip"
            )
        }
        let pending = try store.pending(of: row)
        guard pending.request.trigger.repeats else {
            throw RequestError(
                .invalidTrigger,
                "\(name.quoted) fires once; to leave that out, remove it: "
                    + "notify-schedule remove \(name)"
            )
        }
        guard pending.request.trigger.hasDates else {
            throw RequestError(
                .invalidTrigger,
                "\(name.quoted) waits for a place and has no date to skip; to hold it back: "
                    + "notify-schedule pause \(name)"
            )
        }
        let zone = try zone(of: pending.request.trigger)
        let next = pending.settling(.one(pending.due), in: zone)
        try store.settle(
            Settling(
                row: row.id,
                next: next.map {
                    ($0, bootDue(of: $0, now: clock.now, sinceBoot: clock.sinceBoot))
                },
                taken: pending.due
            ),
            .full
        )
        isSettledAhead = true
        note(.skipped, key, title: pending.request.content.title, scheduled: pending.due)
        await plan()
        return (key, pending.due, next?.due)
    }

    /// Shows a notification once more after a while, under an identifier of its own; what repeats goes on
    /// as before.
    ///
    /// - Parameters:
    ///   - name: an identifier, or APP/IDENTIFIER.
    ///   - app: the app that is asked first.
    ///   - microseconds: from now.
    /// - Returns: as `Add` does.
    /// - Throws: ``NotifyCore/RequestError`` where there is no such request or no such time.
    func snooze(
        _ name: String,
        preferring app: String,
        microseconds: Int64
    ) async throws(RequestError) -> AddReply {
        try NotificationTrigger.validate(snooze: microseconds)
        let key = try resolve(name, preferring: app)
        let delivered = try store.delivered(app: key.appID, identifier: key.identifier).first
        let request: NotificationRequest
        if let delivered {
            request = try delivered.delivery().request
        } else if let row = try store.pending(app: key.appID, identifier: key.identifier).first {
            request = try row.pending().request
        } else {
            throw RequestError(.notFound, try absence(of: name))
        }
        let reply = try snooze(request, microseconds: microseconds)
        CrashPoint.reached(.snoozed)
        if let delivered { await apply(.removed, to: delivered.id) }
        await plan()
        return reply
    }

    /// Adds the child that shows a request once more.
    func snooze(
        _ request: NotificationRequest,
        microseconds: Int64
    ) throws(RequestError) -> AddReply {
        let reply = try add(Self.child(of: request, after: microseconds))
        noteSnoozed(request, reply)
        return reply
    }

    /// What shows a request once more after a while.
    static func child(
        of request: NotificationRequest,
        after microseconds: Int64
    ) -> NotificationRequest {
        var child = request
        child.identifier = snoozed(request.identifier)
        child.trigger = .timeInterval(microseconds: microseconds, repeats: false)
        child.options = ScheduleOptions()
        return child
    }

    func noteSnoozed(_ request: NotificationRequest, _ reply: AddReply) {
        note(
            .snoozed,
            request.key,
            title: request.content.title,
            detail: reply.identifier,
            scheduled: reply.nextTriggerDates.first
        )
    }

    private static let snoozeSuffix = ".snoozed"

    /// The identifier of what shows a request once more.
    static func snoozed(_ identifier: String) -> String {
        if identifier.hasSuffix(snoozeSuffix) { return identifier }
        var stem = identifier
        while stem.utf8.count + snoozeSuffix.utf8.count > RequestLimits.identifier {
            stem.removeLast()
        }
        return stem + snoozeSuffix
    }

    private func change(
        _ selection: RemovalSelection,
        _ event: HistoryLine.Event,
        _ change: (PendingRequest, any ZoneRules) -> Change?
    ) async throws(RequestError) -> [RequestKey] {
        var changed: [(id: Int64, pending: PendingRequest, boot: BootDue?)] = []
        var ended: [(id: Int64, request: NotificationRequest, missed: Occurrences)] = []
        var rows: [PendingRow] = []
        for selection in try resolved(selection) { rows += try store.pending(selection) }
        for row in rows {
            guard let pending = try? store.pending(of: row) else { continue }
            let zone = (try? zone(of: pending.request.trigger)) ?? zones.local()
            switch change(pending, zone) {
            case nil: break
            case .goesOn(let later):
                let boot = bootDue(of: later, now: clock.now, sinceBoot: clock.sinceBoot)
                changed.append((row.id, later, boot))
            case .ended(let missed):
                ended.append((row.id, pending.request, missed))
            }
        }
        try store.update(changed, ending: ended.map(\.id))
        let requests = changed.map(\.pending.request) + ended.map(\.request)
        let now = clock.now
        let lines = requests.map { request in
            HistoryLine(at: now, key: request.key, title: request.content.title, event: event)
        }
        let ends = ended.map { _, request, missed in
            HistoryLine(
                at: now,
                key: request.key,
                title: request.content.title,
                event: .ended,
                detail: "\(missed.count)",
                scheduled: missed.latest
            )
        }
        note(lines + ends)
        await plan()
        return requests.map(\.key)
    }

    /// What becomes of a request that is held back or taken up again.
    private enum Change {
        case goesOn(PendingRequest)
        /// The last of its dates have passed in the meantime.
        case ended(Occurrences)
    }
}
