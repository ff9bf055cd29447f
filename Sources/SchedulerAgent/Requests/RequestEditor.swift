import AgentInterface
import NotifyCore

/// Changes what is pending: moves its date, or replaces its parts.
///
/// All changes are in the store and in the history when a method returns; the timers are the caller's.
struct RequestEditor {
    private let context: SchedulingContext
    private let intake: RequestIntake
    private let schedule: Schedule
    private let journal: Journal

    init(
        _ context: SchedulingContext,
        intake: RequestIntake,
        schedule: Schedule,
        journal: Journal
    ) {
        self.context = context
        self.intake = intake
        self.schedule = schedule
        self.journal = journal
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
        of call: ChangeCall? = nil
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
        let now = context.clock.now
        let zone = try context.zones.zone(of: pending.request.trigger)
        let later = max(pending.due, now).advanced(byMicroseconds: microseconds)
        var child = try intake.snoozed(
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
        let (accepted, reply) = try intake.accept(child)
        let next = pending.skippingNext(in: zone)
        let dates = SettledDates(
            row: row.id,
            next: next.map { ($0, context.bootDue(of: $0)) },
            leftOut: pending.request.trigger.calendar.map { _ in LeftOutDate(pending.due, in: zone)
            },
            spent: next == nil ? SpentRequest(pending, afterMore: 1) : nil
        )
        let id = try context.store.changes.settle([dates], adding: accepted, of: call)
        if let id { intake.noteStored(accepted, as: id) }
        note(.snoozed, pending.request, scheduled: later, detail: child.identifier)
        return reply
    }

    /// Moves the date of what fires once.
    private func postpone(
        _ pending: PendingRequest,
        in row: Int64,
        by microseconds: Int64,
        of call: ChangeCall?
    ) throws(RequestError) -> AddReply {
        let now = context.clock.now
        let date = max(pending.due, now).advanced(byMicroseconds: microseconds)
        let zone = try context.zones.zone(of: pending.request.trigger)
        let moved = pending.moved(to: date, now: now, in: zone)
        let (accepted, reply) = try intake.accept(changed: moved)
        schedule.noteAccepted(
            try context.store.changes.replace(row, with: accepted, of: call)
        )
        note(.snoozed, pending.request, scheduled: date, detail: reply.identifier)
        return reply
    }

    /// Checks what ``edit(_:)`` would store; nothing is stored.
    func check(_ change: RequestChange) throws(RequestError) { _ = try result(of: change) }

    /// Replaces a pending request by one that was made of it.
    ///
    /// How often it came, whether it is paused and what was delivered of it stay. Its dates stay, too, if the
    /// trigger is the same.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the request is another one by now, or the new one is invalid;
    ///   nothing is changed then.
    func edit(_ change: RequestChange) throws(RequestError) -> AddReply {
        let (row, pending) = try result(of: change)
        if let run = change.request.run, run != change.original.run {
            try context.checkCommand(run)
        }
        let (accepted, reply) = try intake.accept(changed: pending)
        let isRule = pending.request.trigger.calendar != nil && pending.request.trigger.repeats
        let (changes, now) = (context.store.changes, context.clock.now)
        let id = try context.store.carryingOut(change.call) { () throws(RequestError) in
            try changes.replace(
                row,
                with: accepted,
                dates: change.keepsDates ? .kept : isRule ? .carried : .fresh,
                of: change.origin.map { ChangeCall(.edited, by: $0, at: now) }
            )
        }
        if !change.keepsDates { schedule.noteAccepted(id) }
        note(
            .edited,
            pending.request,
            scheduled: pending.request.trigger.hasDates && accepted.isListed ? pending.due : nil
        )
        return reply
    }

    /// What a change makes of the request as it is now.
    private func result(
        of change: RequestChange
    ) throws(RequestError) -> (row: Int64, pending: PendingRequest) {
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
            try context.store.requestFiles()[name] != nil
        {
            let file = pending.request.requester ?? "requests.d"
            throw RequestError(
                .invalidContent,
                "\(name.quoted) comes from the file \(file); edit that file"
            )
        }
        let zone = try context.zones.zone(of: change.request.trigger)
        return (row.id, try change.applied(to: pending, now: context.clock.now, in: zone))
    }

    private func find(
        _ key: RequestKey
    ) throws(RequestError) -> (row: PendingRow, pending: PendingRequest) {
        let store = context.store
        guard let row = try store.pending(app: key.appID, identifier: key.identifier).first else {
            throw RequestError(
                .notFound,
                "\(key.identifier.quoted) is not pending; see notify-schedule show \(key.identifier)"
            )
        }
        return (row, try store.pending(of: row))
    }

    private func note(
        _ event: HistoryLine.Event,
        _ request: NotificationRequest,
        scheduled: Instant?,
        detail: String = ""
    ) {
        var line = HistoryLine(
            at: context.clock.now,
            key: request.key,
            title: request.content.title,
            event: event,
            scheduled: scheduled
        )
        line.detail = detail
        journal.note([line])
    }
}
