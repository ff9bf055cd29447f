import AgentInterface
import Logging
import NotifyCore

/// How pending requests change: they are paused and resumed, a date is skipped or postponed, parts are replaced.
///
/// All changes are in the store and in the history when a function returns; the timers are the caller's.
extension Requests {
    // MARK: Pause and resume

    /// Pauses requests, or resumes them: what repeats continues with its next date.
    ///
    /// - Returns: the requests whose pause is another one now, or that are resumed.
    func change(
        _ selection: RemovalSelection,
        to pause: Pause?,
        by origin: String?
    ) throws(RequestError) -> [RequestKey] {
        var rows: [PendingRow] = []
        for selection in try lists.resolved(selection) { rows += try store.pending(selection) }
        let kind: ChangeCall.Kind = pause == nil ? .resumed : .paused
        return try change(rows, to: pause, of: changeCall(kind, by: origin))
    }

    /// Resumes the requests whose pause has ended by itself.
    func endPauses() {
        guard schedule.observe().isTrusted else { return }
        do {
            _ = try change(try store.pausesEnded(by: clock.now), to: nil, of: nil)
        } catch {
            logger.error("\(error)")
        }
    }

    private func change(
        _ rows: [PendingRow],
        to pause: Pause?,
        of call: ChangeCall?
    ) throws(RequestError) -> [RequestKey] {
        let now = clock.now
        var settled: [SettledDates] = []
        var changed: [NotificationRequest] = []
        var ended: [(request: NotificationRequest, missed: Occurrences)] = []
        // A caller may name a request twice.
        var seen: Set<PendingID> = []
        for row in rows where seen.insert(row.id).inserted {
            guard let pending = try? store.pending(of: row), pending.pause != pause else {
                continue
            }
            var later = pending
            later.pause = pause
            // The dates from its end on come.
            let last = min(pending.pause?.end?.advanced(byMicroseconds: -1) ?? now, now)
            guard pause == nil, pending.request.trigger.repeats, pending.due <= last else {
                settled.append(
                    SettledDates(row: row.id, next: (later, clock.bootDue(of: later)))
                )
                changed.append(pending.request)
                continue
            }
            // The dates that passed meanwhile are not delivered.
            let zone = zone(of: pending)
            let missed = pending.occurrences(until: last, in: zone)
            let next = later.settling(missed, in: zone)
            var dates = SettledDates(
                row: row.id,
                next: next.map { ($0, clock.bootDue(of: $0)) },
                unshown: pending.unshown(missed, .miss, isLast: next == nil, in: zone)
            )
            if next == nil {
                var last = pending
                last.settled = missed.latest
                dates.spent = SpentRequest(last, afterMore: missed.count)
                ended.append((pending.request, missed))
            } else {
                changed.append(pending.request)
            }
            settled.append(dates)
        }
        guard !settled.isEmpty else { return [] }
        let requests = changed + ended.map(\.request)
        try store.recording(call, of: requests.map(\.key)) { () throws(RequestError) in
            _ = try store.settle(settled)
        }
        journal.note(
            requests.map { line(pause == nil ? .resumed : .paused, of: $0) }
                + ended.map { request, missed in
                    line(.ended, of: request, scheduled: missed.latest, detail: "\(missed.count)")
                }
        )
        return requests.map(\.key)
    }

    // MARK: Skip and snooze

    /// Leaves out a date of a repeating request.
    ///
    /// - Parameter range: what the date lies in; `nil` for the next one.
    func leaveOut(
        _ range: ClosedRange<Instant>?,
        of name: String,
        preferring app: String,
        by origin: String?
    ) throws(RequestError) -> (key: RequestKey, skipped: Instant, next: Instant?) {
        let key = try lists.resolve(name, preferring: app)
        guard let row = try store.pending(app: key.appID, identifier: key.identifier).first else {
            throw RequestError(
                .notFound,
                "\(name.quoted) is not pending, so it has no next date to skip; "
                    + "see notify-schedule list"
            )
        }
        let pending = try store.pending(of: row)
        try Self.checkHasNext(pending, name)
        let zone = try zones.zone(of: pending.request.trigger)
        let date = try range.map { range throws(RequestError) in
            try self.date(of: pending, in: range, name, zone)
        }
        let (dates, next) = skipping(date ?? pending.due, of: pending, in: row.id, zone)
        let call = changeCall(.skipped, by: origin)
        try store.recording(call, of: [key]) { () throws(RequestError) in
            _ = try store.settle([dates])
        }
        journal.note([line(.skipped, of: pending.request, scheduled: date ?? pending.due)])
        return (key, date ?? pending.due, next?.due)
    }

    /// Returns the only date of a request in a range.
    private func date(
        of pending: PendingRequest,
        in range: ClosedRange<Instant>,
        _ name: String,
        _ zone: any ZoneRules
    ) throws(RequestError) -> Instant {
        let (inside, nearest) = pending.dates(in: range, zone: zone)
        let local = zones.local()
        func words(_ dates: [Instant]) -> String {
            dates.map { RFC3339.string(Instant(seconds: $0.seconds), in: local) }
                .joined(separator: " and ")
        }
        func refusal(_ reason: String, _ wayOut: String) -> RequestError {
            RequestError(.invalidTrigger, "\(name.quoted) \(reason)", wayOut: wayOut)
        }
        guard let date = inside.first else {
            if let date = pending.taken.first(where: range.contains) {
                throw refusal(
                    "is skipped at \(words([date])) already",
                    "see notify-schedule skip --list"
                )
            }
            let time =
                range.lowerBound == range.upperBound
                ? "at \(words([range.lowerBound]))"
                : "from \(words([range.lowerBound])) to \(words([range.upperBound]))"
            throw refusal(
                "has no date \(time)",
                nearest.isEmpty
                    ? "see notify-schedule next \(name)"
                    : "the nearest \(nearest.count == 1 ? "is" : "are") \(words(nearest))"
            )
        }
        guard inside.count == 1 else {
            throw refusal(
                "has more than one date then, such as \(words(Array(inside.prefix(2))))",
                "write the time, too"
            )
        }
        guard pending.request.trigger.calendar != nil || date == pending.due else {
            throw refusal(
                "counts from one date to the next, so that only the next one can be skipped",
                "write \(words([pending.due])), or no date"
            )
        }
        return date
    }

    private static func checkHasNext(
        _ pending: PendingRequest,
        _ name: String
    ) throws(RequestError) {
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
    }

    /// Returns the request that shows a delivered notification again.
    func again(
        _ row: DeliveredRow,
        after microseconds: Int64,
        of call: ChangeCall?
    ) throws(RequestError) -> Snooze {
        let request = try row.delivery().request
        let child = try snoozed(request, of: row.scheduled, after: microseconds)
        let line = line(
            .snoozed,
            of: request,
            scheduled: child.reply.nextTriggerDates.first,
            detail: child.reply.identifier
        )
        return .again(row, child: child, line: line, call: call)
    }

    /// Postpones the next date of a pending request: from that date, or from now if it is past.
    ///
    /// One that fires once keeps its identifier. Of one that repeats, the next date alone is left out and shown
    /// later as IDENTIFIER.snoozed, or as IDENTIFIER.snoozed.2 and so on if those wait already.
    ///
    /// - Parameter call: the call that can be undone; `nil` to keep nothing.
    /// - Throws: ``NotifyCore/RequestError`` where it is paused or has no date; nothing is changed then.
    func postpone(
        _ key: RequestKey,
        by microseconds: Int64,
        of call: ChangeCall?
    ) throws(RequestError) -> AddReply {
        let (row, pending) = try find(key)
        let name = key.identifier
        guard pending.request.trigger.hasDates else {
            throw RequestError(
                .invalidTrigger,
                "\(name.quoted) waits for a place and has no date to postpone; to hold it back: "
                    + "notify-schedule pause \(name)"
            )
        }
        guard !pending.isPaused else {
            throw RequestError(
                .invalidTrigger,
                "\(name.quoted) is paused; resume it first: notify-schedule resume \(name)"
            )
        }
        guard pending.request.trigger.repeats else {
            return try postpone(pending, in: row.id, by: microseconds, of: call)
        }
        let now = clock.now
        let zone = try zones.zone(of: pending.request.trigger)
        let later = max(pending.due, now).advanced(byMicroseconds: microseconds)
        var child = try child(
            pending.request,
            of: pending.due,
            after: later.microseconds - now.microseconds
        )
        // Its command has not run yet.
        child.run = pending.request.run
        // A date of the calendar stays one.
        if pending.request.trigger.calendar != nil {
            child.trigger = pending.moved(to: later, now: now, in: zone).request.trigger
        }
        let (accepted, reply) = try accept(child)
        let (dates, _) = skipping(pending.due, of: pending, in: row.id, zone)
        let id = try store.recording(call, of: [key, accepted.key]) { () throws(RequestError) in
            try store.settle([dates], adding: accepted)
        }
        if let id { noteStored(accepted, as: id) }
        journal.note([
            line(.snoozed, of: pending.request, scheduled: later, detail: child.identifier)
        ])
        return reply
    }

    /// Moves the date of what fires once.
    private func postpone(
        _ pending: PendingRequest,
        in row: PendingID,
        by microseconds: Int64,
        of call: ChangeCall?
    ) throws(RequestError) -> AddReply {
        let now = clock.now
        let date = max(pending.due, now).advanced(byMicroseconds: microseconds)
        let zone = try zones.zone(of: pending.request.trigger)
        let moved = pending.moved(to: date, now: now, in: zone)
        let (accepted, reply) = try accept(changed: moved)
        let id = try store.recording(call, of: [accepted.key]) { () throws(RequestError) in
            try store.replace(row, with: accepted)
        }
        schedule.noteAccepted(id)
        journal.note([
            line(.snoozed, of: pending.request, scheduled: date, detail: reply.identifier)
        ])
        return reply
    }

    // MARK: Edit

    /// Replaces a pending request by one that was made of it.
    func replace(_ change: RequestChange) throws(RequestError) -> AddReply {
        let (row, pending, later) = try result(of: change)
        if let run = change.request.run, run != change.original.run {
            try checkCommand(run)
        }
        var (accepted, reply) = try accept(changed: pending)
        if let event = try store.eventRow(of: accepted.key), !event.calendar.isEmpty {
            reply.remarks.append(
                "the calendar \(event.calendar.quoted) replaces it once the event changes there"
            )
        }
        let isRule = pending.request.trigger.calendar != nil && pending.request.trigger.repeats
        let dates: DatesAfterEdit =
            change.keepsDates ? .kept : isRule ? .carried(later: later) : .fresh
        let call = changeCall(.edited, by: change.origin)
        let id = try store.carryingOut(change.call) { () throws(RequestError) in
            try store.recording(call, of: [accepted.key]) { () throws(RequestError) in
                try store.replace(row, with: accepted, dates: dates)
            }
        }
        schedule.noteAccepted(id, keepsDates: change.keepsDates)
        let hasDate = pending.request.trigger.hasDates && accepted.isListed
        journal.note([
            line(.edited, of: pending.request, scheduled: hasDate ? pending.due : nil)
        ])
        return reply
    }

    /// What a change makes of the request as it is now, and by how much later in the day its rule fires.
    func result(
        of change: RequestChange
    ) throws(RequestError) -> (row: PendingID, pending: PendingRequest, later: Int64) {
        schedule.observe()
        let (row, pending) = try find(change.original.key)
        let name = change.original.identifier
        guard change.request.key == change.original.key else {
            throw RequestError(
                .malformed,
                "an edit keeps the app and the identifier \(name.quoted); add a request for another one"
            )
        }
        // As records, because a number that is none is not equal to itself.
        guard try pending.request.boundedBytes() == change.original.boundedBytes() else {
            throw RequestError(
                .invalidContent,
                "\(name.quoted) was changed in the meantime, so nothing was edited; edit it again"
            )
        }
        if pending.request.appID == AgentNames.requestFilesApp,
            try store.requestFiles()[name] != nil
        {
            let file = pending.request.requester ?? "requests.d"
            throw RequestError(
                .invalidContent,
                "\(name.quoted) comes from the file \(file); edit that file"
            )
        }
        let zone = try zones.zone(of: change.request.trigger)
        let result = try change.applied(to: pending, now: clock.now, in: zone)
        return (row.id, result, RequestChange.later(pending, result, in: zone))
    }

    private func find(
        _ key: RequestKey
    ) throws(RequestError) -> (row: PendingRow, pending: PendingRequest) {
        guard let row = try store.pending(app: key.appID, identifier: key.identifier).first else {
            throw RequestError(
                .notFound,
                "\(key.identifier.quoted) is not pending; see notify-schedule show \(key.identifier)"
            )
        }
        return (row, try store.pending(of: row))
    }

    /// A call of a program, if it can be undone.
    func changeCall(_ kind: ChangeCall.Kind, by origin: String?) -> ChangeCall? {
        origin.map { ChangeCall(kind, by: $0, at: clock.now) }
    }

    /// Leaves a date of a repeating request out.
    ///
    /// - Returns: what is stored, and the request with its next date; `nil` if that was the last one.
    private func skipping(
        _ date: Instant,
        of pending: PendingRequest,
        in row: PendingID,
        _ zone: any ZoneRules
    ) -> (dates: SettledDates, next: PendingRequest?) {
        let next = pending.skipping(date, in: zone)
        let isRule = pending.request.trigger.calendar != nil
        let dates = SettledDates(
            row: row,
            next: next.map { ($0, clock.bootDue(of: $0)) },
            leftOut: isRule ? LeftOutDate(date, in: zone) : nil,
            spent: next == nil ? SpentRequest(pending, afterMore: 1) : nil
        )
        return (dates, next)
    }

    func line(
        _ event: HistoryLine.Event,
        of request: NotificationRequest,
        scheduled: Instant? = nil,
        detail: String = ""
    ) -> HistoryLine {
        HistoryLine(
            at: clock.now,
            key: request.key,
            title: request.content.title,
            event: event,
            detail: detail,
            scheduled: scheduled
        )
    }
}
