import AgentInterface
import NotifyCore

/// Changes pending requests: pauses, resumes, skips or postpones a date, or replaces their parts.
///
/// All changes are in the store and in the history when a method returns; the timers are the caller's.
struct RequestEditor {
    private let context: SchedulingContext
    private let intake: RequestIntake
    private let schedule: Schedule
    private let journal: Journal
    private let lists: Lists
    private var store: Store { context.store }

    init(
        _ context: SchedulingContext,
        intake: RequestIntake,
        schedule: Schedule,
        journal: Journal,
        lists: Lists
    ) {
        self.context = context
        self.intake = intake
        self.schedule = schedule
        self.journal = journal
        self.lists = lists
    }

    // MARK: Pause and resume

    /// The result of pausing or resuming a request.
    private enum Change {
        case goesOn(PendingRequest, passed: [Instant])
        /// Its last dates passed while it was paused.
        case ended(Occurrences, passed: [Instant])
    }

    /// Pauses requests until they are resumed.
    ///
    /// Dates that pass in between are not delivered later.
    ///
    /// - Parameter origin: the program that can undo it; `nil` if none can.
    /// - Returns: the requests that are paused now and were not before.
    func pause(
        _ selection: RemovalSelection,
        by origin: String? = nil
    ) throws(RequestError) -> [RequestKey] {
        try change(selection, .paused, call(.paused, by: origin)) { pending, _ in
            guard !pending.isPaused else { return nil }
            var held = pending
            held.isPaused = true
            return .goesOn(held, passed: [])
        }
    }

    /// Resumes requests.
    ///
    /// A repeating one continues with its next date; one that fires once keeps its date.
    ///
    /// - Parameter origin: the program that can undo it; `nil` if none can.
    func resume(
        _ selection: RemovalSelection,
        by origin: String? = nil
    ) throws(RequestError) -> [RequestKey] {
        let now = context.clock.now
        return try change(selection, .resumed, call(.resumed, by: origin)) { pending, zone in
            guard pending.isPaused else { return nil }
            var later = pending
            later.isPaused = false
            guard pending.request.trigger.repeats, pending.due <= now else {
                return .goesOn(later, passed: [])
            }
            let missed = pending.occurrences(until: now, in: zone)
            let next = later.settling(missed, in: zone)
            let passed = pending.unshown(missed, .miss, isLast: next == nil, in: zone)
            return next.map { .goesOn($0, passed: passed) } ?? .ended(missed, passed: passed)
        }
    }

    private func change(
        _ selection: RemovalSelection,
        _ event: HistoryLine.Event,
        _ call: ChangeCall?,
        _ change: (PendingRequest, any ZoneRules) -> Change?
    ) throws(RequestError) -> [RequestKey] {
        var settled: [SettledDates] = []
        var changed: [NotificationRequest] = []
        var ended: [(request: NotificationRequest, missed: Occurrences)] = []
        // A caller may name a request twice.
        var seen: Set<Int64> = []
        for selection in try lists.resolved(selection) {
            for row in try store.pending(selection) where seen.insert(row.id).inserted {
                guard let pending = try? store.pending(of: row) else { continue }
                let zone =
                    (try? context.zones.zone(of: pending.request.trigger)) ?? context.zones.local()
                switch change(pending, zone) {
                case nil: break
                case .goesOn(let later, let passed):
                    settled.append(
                        SettledDates(
                            row: row.id,
                            next: (later, context.bootDue(of: later)),
                            unshown: passed
                        )
                    )
                    changed.append(pending.request)
                case .ended(let missed, let passed):
                    var last = pending
                    last.settled = missed.latest
                    let spent = SpentRequest(last, afterMore: missed.count)
                    settled.append(
                        SettledDates(row: row.id, next: nil, unshown: passed, spent: spent)
                    )
                    ended.append((pending.request, missed))
                }
            }
        }
        try store.changes.settle(settled, of: call)
        let requests = changed + ended.map(\.request)
        journal.note(
            requests.map { line(event, of: $0) }
                + ended.map { request, missed in
                    line(.ended, of: request, scheduled: missed.latest, detail: "\(missed.count)")
                }
        )
        return requests.map(\.key)
    }

    // MARK: Skip and snooze

    /// Skips a repeating request's next date.
    ///
    /// - Parameter origin: the program that can undo it; `nil` if none can.
    /// - Throws: ``NotifyCore/RequestError`` if it is not pending or does not repeat.
    func skip(
        _ name: String,
        preferring app: String,
        by origin: String? = nil
    ) throws(RequestError) -> (key: RequestKey, skipped: Instant, next: Instant?) {
        let key = try lists.resolve(name, preferring: app)
        guard let row = try store.pending(app: key.appID, identifier: key.identifier).first else {
            throw RequestError(
                .notFound,
                "\(name.quoted) is not pending, so it has no next date to skip"
            )
        }
        let pending = try store.pending(of: row)
        try Self.checkHasNext(pending, name)
        let zone = try context.zones.zone(of: pending.request.trigger)
        let (dates, next) = skippingNext(pending, in: row.id, zone)
        try store.changes.settle([dates], of: call(.skipped, by: origin))
        journal.note([line(.skipped, of: pending.request, scheduled: pending.due)])
        return (key, pending.due, next?.due)
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

    /// How a request is shown again after a while; the caller stores the request that shows a delivered one again.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if there is no such request.
    func snooze(
        _ name: String,
        preferring app: String,
        after microseconds: Int64,
        by origin: String?,
        named callName: String?
    ) throws(RequestError) -> Requests.Snooze {
        let call = call(.snoozed, by: origin)
        let key = try lists.resolveSnoozed(name, preferring: app)
        guard let row = try store.delivered(of: key) else {
            guard try store.pending(of: key) != nil else {
                throw RequestError(.notFound, try lists.absence(of: name))
            }
            return .moved(
                try store.carryingOut(callName) { () throws(RequestError) in
                    try postpone(key, by: microseconds, of: call)
                }
            )
        }
        let request = try row.delivery().request
        let child = try intake.accept(
            intake.snoozed(request, of: row.scheduled, after: microseconds)
        )
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
        let (dates, _) = skippingNext(pending, in: row.id, zone)
        let id = try store.changes.settle([dates], adding: accepted, of: call)
        if let id { intake.noteStored(accepted, as: id) }
        journal.note([
            line(.snoozed, of: pending.request, scheduled: later, detail: child.identifier)
        ])
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
            try store.changes.replace(row, with: accepted, of: call)
        )
        journal.note([
            line(.snoozed, of: pending.request, scheduled: date, detail: reply.identifier)
        ])
        return reply
    }

    // MARK: Edit

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
        let (changes, now) = (store.changes, context.clock.now)
        let id = try store.carryingOut(change.call) { () throws(RequestError) in
            try changes.replace(
                row,
                with: accepted,
                dates: change.keepsDates ? .kept : isRule ? .carried : .fresh,
                of: change.origin.map { ChangeCall(.edited, by: $0, at: now) }
            )
        }
        schedule.noteAccepted(id, keepsDates: change.keepsDates)
        let hasDate = pending.request.trigger.hasDates && accepted.isListed
        journal.note([
            line(.edited, of: pending.request, scheduled: hasDate ? pending.due : nil)
        ])
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
            try store.requestFiles()[name] != nil
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
        guard let row = try store.pending(app: key.appID, identifier: key.identifier).first else {
            throw RequestError(
                .notFound,
                "\(key.identifier.quoted) is not pending; see notify-schedule show \(key.identifier)"
            )
        }
        return (row, try store.pending(of: row))
    }

    /// A call of a program, if it can be undone.
    private func call(_ kind: ChangeCall.Kind, by origin: String?) -> ChangeCall? {
        origin.map { ChangeCall(kind, by: $0, at: context.clock.now) }
    }

    /// Leaves the next date of a repeating request out.
    ///
    /// - Returns: what is stored, and the request with its next date; `nil` if that was the last one.
    private func skippingNext(
        _ pending: PendingRequest,
        in row: Int64,
        _ zone: any ZoneRules
    ) -> (dates: SettledDates, next: PendingRequest?) {
        let next = pending.skippingNext(in: zone)
        let isRule = pending.request.trigger.calendar != nil
        let dates = SettledDates(
            row: row,
            next: next.map { ($0, context.bootDue(of: $0)) },
            leftOut: isRule ? LeftOutDate(pending.due, in: zone) : nil,
            spent: next == nil ? SpentRequest(pending, afterMore: 1) : nil
        )
        return (dates, next)
    }

    private func line(
        _ event: HistoryLine.Event,
        of request: NotificationRequest,
        scheduled: Instant? = nil,
        detail: String = ""
    ) -> HistoryLine {
        HistoryLine(
            at: context.clock.now,
            key: request.key,
            title: request.content.title,
            event: event,
            detail: detail,
            scheduled: scheduled
        )
    }
}
