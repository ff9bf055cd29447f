import AgentInterface
import NotifyCore

/// How changes are undone, and removed requests restored.
///
/// All that is put back is in the store and in the history when a function returns; the timers are the caller's.
extension Requests {
    /// The earliest time of what can be undone.
    private var start: Instant {
        clock.now.advanced(byMicroseconds: -Store.undoTime)
    }

    /// Undoes the last change of a program.
    func undoLast(of origin: String) throws(RequestError) -> UndoReply {
        let entries = try store.changes.last(of: origin, after: start)
        guard let first = entries.first else {
            throw RequestError(
                .notFound,
                "there is nothing to undo; what was done in the last 7 days can be undone once"
            )
        }
        do throws(RequestError) {
            switch first.kind {
            case .paused, .resumed: return try turnAround(entries, first)
            default: return try putBack(entries, first, givingUp: true)
            }
        } catch  where error.code != .storage {
            try store.changes.giveUp(first.call)
            let isLast = try store.changes.last(of: origin, after: start).isEmpty
            throw isLast
                ? error : error.adding(wayOut: "undo again for the change before it")
        }
    }

    /// Restores a request that was removed.
    func restoreRemoved(_ name: String, preferring app: String) throws(RequestError) -> UndoReply {
        let found = try find(name, preferring: app)
        guard let last = found.first else {
            let guess = Suggestion.nearest(to: name, in: try store.changes.removedIdentifiers())
            throw RequestError(
                .notFound,
                "\(name.quoted) was not removed in the last 7 days, or not to be restored; "
                    + (guess.map { "did you mean \($0)?" } ?? "see notify-schedule list removed")
            )
        }
        // It may have been in both lists.
        return try putBack(found.filter { $0.call == last.call }.reversed(), last)
    }

    /// Finds removed requests by a name, latest first, as ``Lists/find(_:preferring:)`` finds others.
    private func find(
        _ name: String,
        preferring app: String
    ) throws(RequestError) -> [ChangeEntry] {
        let own = try store.changes.removed(app: app, identifier: name, after: start)
        if !own.isEmpty { return own }
        if let slash = name.firstIndex(of: "/") {
            let named = try store.changes.removed(
                app: AgentNames.id(ofApp: String(name[..<slash])),
                identifier: String(name[name.index(after: slash)...]),
                after: start
            )
            if !named.isEmpty { return named }
        }
        let others = try store.changes.removed(app: nil, identifier: name, after: start)
        try Lists.checkOneApp(others.map(\.key), name)
        return others
    }

    // MARK: Pause and resume

    /// Resumes what was paused, or pauses what was resumed.
    private func turnAround(
        _ entries: [ChangeEntry],
        _ first: ChangeEntry
    ) throws(RequestError) -> UndoReply {
        var reply = UndoReply(first.kind, at: first.at, cut: first.cut)
        var keys: [RequestKey] = []
        for (app, entries) in Dictionary(grouping: entries.filter { !$0.isEnded }, by: \.key.appID)
        {
            let names = entries.map(\.key.identifier)
            let selection = RemovalSelection(choice: .identifiers(names), appID: app)
            keys += try change(selection, toPaused: first.kind == .resumed, by: nil)
        }
        let changed = Set(keys)
        var reversal = Reversal(entries: entries.map(\.id))
        for entry in entries where !changed.contains(entry.key) {
            if entry.isEnded, try store.pending(of: entry.key) == nil,
                case .pending(let row) = entry.before
            {
                // It ended when it was resumed.
                var pending = try state(of: row, entry)
                pending.isPaused = true
                reversal.pending.append((accepted(pending, row), row.id))
                keys.append(entry.key)
            } else {
                reply.problems.append(
                    "\(entry.key.identifier.quoted) is no longer pending, or was "
                        + "\(first.kind == .paused ? "resumed" : "paused") since"
                )
            }
        }
        guard !keys.isEmpty else { throw refusal(reply.problems) }
        for id in try store.changes.write(reversal) { schedule.noteAccepted(id) }
        reply.identifiers = keys.map(\.path)
        return reply
    }

    // MARK: Other changes

    private func putBack(
        _ entries: [ChangeEntry],
        _ first: ChangeEntry,
        givingUp: Bool = false
    ) throws(RequestError) -> UndoReply {
        var reply = UndoReply(first.kind, at: first.at, cut: first.cut)
        var reversal = Reversal()
        var fault: RequestError?
        var lines: [HistoryLine] = []
        for entry in entries {
            do throws(RequestError) {
                try revert(entry, &reversal)
            } catch  where error.code != .storage || entries.count > 1 {
                if error.code == .storage { fault = error }
                reply.problems.append(error.message)
                continue
            }
            reversal.entries.append(entry.id)
            guard !reply.identifiers.contains(entry.key.path) else { continue }
            reply.identifiers.append(entry.key.path)
            let isRemoval = entry.kind == .removed
            var line = HistoryLine(
                at: clock.now,
                key: entry.key,
                title: StoredTexts(ofRequest: entry.record).title,
                event: isRemoval ? .restored : .undone
            )
            if !isRemoval { line.detail = entry.kind.rawValue }
            lines.append(line)
        }
        guard !reversal.entries.isEmpty else { throw fault ?? refusal(reply.problems) }
        if givingUp, fault == nil, !reply.problems.isEmpty { reversal.givenUp = first.call }
        for id in try store.changes.write(reversal) { schedule.noteAccepted(id) }
        for (id, _) in reversal.records { schedule.noteAccepted(id, keepsDates: true) }
        journal.note(lines)
        return reply
    }

    private func refusal(_ problems: [String]) -> RequestError {
        let more = problems.count > 1 ? ", and \(problems.count - 1) more like it" : ""
        return RequestError(.invalidContent, "\(problems.first ?? "nothing is kept of it")\(more)")
    }

    private func revert(
        _ entry: ChangeEntry,
        _ reversal: inout Reversal
    ) throws(RequestError) {
        if let child = entry.child { reversal.gone.append(try waitingChild(child, of: entry)) }
        switch (entry.kind, entry.before) {
        case (_, .delivered(let row)): try list(row, of: entry, &reversal)
        case (.removed, .pending(let row)): try restore(row, of: entry, &reversal)
        case (.skipped, .pending(let row)): try comeAgain(row, of: entry, &reversal)
        case (.snoozed, .pending(let row)) where entry.child != nil:
            try comeAgain(row, of: entry, &reversal)
        case (_, .pending(let row)): try replace(row, of: entry, &reversal)
        }
    }

    /// Returns the row of the request that a snooze has made.
    private func waitingChild(
        _ identifier: String,
        of entry: ChangeEntry
    ) throws(RequestError) -> PendingID {
        let key = RequestKey(appID: entry.key.appID, identifier: identifier)
        guard let row = try store.pending(of: key), row.record == entry.after else {
            throw RequestError(
                .invalidContent,
                "\(identifier.quoted) was shown or changed since, so the snooze was not undone"
            )
        }
        return row.id
    }

    /// Lists a delivered notification again, without a bubble.
    private func list(
        _ row: DeliveredRow,
        of entry: ChangeEntry,
        _ reversal: inout Reversal
    ) throws(RequestError) {
        guard try store.delivered(of: entry.key) == nil else {
            throw RequestError(
                .invalidIdentifier,
                "\(entry.key.identifier.quoted) was delivered again since, and only the latest is listed"
            )
        }
        // What its app wanted no entry for has had its bubble.
        guard row.presentation?.contains(.list) ?? true else { return }
        reversal.delivered.append((try row.delivery(), row.record))
    }

    /// Makes a removed request pending again.
    private func restore(
        _ row: PendingRow,
        of entry: ChangeEntry,
        _ reversal: inout Reversal
    ) throws(RequestError) {
        let name = entry.key.identifier
        guard try store.pending(of: entry.key) == nil else {
            throw RequestError(
                .invalidIdentifier,
                "\(name.quoted) is pending again, so the removed one was not restored; to have it in "
                    + "place of that one, write notify-schedule remove \(name) --forever, then "
                    + "notify-schedule restore \(name)"
            )
        }
        try checkFile(of: entry)
        reversal.pending.append((accepted(try going(row, entry), row), row.id))
    }

    /// Has a date come again that was left out.
    private func comeAgain(
        _ row: PendingRow,
        of entry: ChangeEntry,
        _ reversal: inout Reversal
    ) throws(RequestError) {
        let now = clock.now
        guard let current = try store.pending(of: entry.key) else {
            guard entry.isEnded else { throw gone(entry) }
            let pending = try state(of: row, entry)
            guard pending.due > now else { throw passed(pending.due, entry) }
            if let leftOut = entry.leftOut { reversal.leftOut.append(leftOut) }
            return reversal.pending.append((accepted(pending, row), row.id))
        }
        guard current.record == row.record, !entry.isEnded else { throw changed(entry) }
        var pending = try store.pending(of: current)
        let zone = zone(of: pending)
        if case .timeInterval(let length, _) = pending.request.trigger {
            let due = pending.due.advanced(byMicroseconds: -length)
            guard pending.fired == row.fired + 1, due > now else { throw passed(row.due, entry) }
            pending.due = due
            pending.settled = due.advanced(byMicroseconds: -length)
            pending.fired = row.fired
        } else {
            guard let id = entry.leftOut,
                let date = try store.leftOutDates.date(id, of: current.id)
            else { throw changed(entry) }
            guard date > now else { throw passed(date, entry) }
            pending.taken.remove(date)
            pending.fired = max(0, pending.fired - 1)
            guard let next = pending.replanned(in: zone) else { throw changed(entry) }
            pending = next
            reversal.leftOut.append(id)
        }
        reversal.settled.append((current.id, pending, clock.bootDue(of: pending)))
    }

    /// Puts a request back that was edited or postponed.
    private func replace(
        _ row: PendingRow,
        of entry: ChangeEntry,
        _ reversal: inout Reversal
    ) throws(RequestError) {
        guard let current = try store.pending(of: entry.key) else { throw gone(entry) }
        guard current.record == entry.after else { throw changed(entry) }
        let now = try current.pending()
        var before = try state(of: row, entry)
        let trigger = before.request.trigger
        let keepsDates = trigger == now.request.trigger && before.added == now.added
        if !keepsDates {
            before.isPaused = now.isPaused
            if trigger.repeats {
                // How often it came since counts.
                before.fired = max(before.fired, now.fired)
                before.settled = max(before.settled, clock.now)
                before.taken = try store.occurrences(of: current.id, after: before.settled)
                guard let next = before.replanned(in: zone(of: before)) else {
                    throw passed(before.due, entry)
                }
                before = next
            } else if trigger.hasDates, before.due <= clock.now {
                throw passed(before.due, entry)
            }
            return reversal.pending.append((accepted(before, row), current.id))
        }
        reversal.records.append((current.id, accepted(before, row)))
    }

    // MARK: States

    /// Returns a request as it goes on after it was away: dates that have passed are not made up for.
    private func going(
        _ row: PendingRow,
        _ entry: ChangeEntry
    ) throws(RequestError) -> PendingRequest {
        let pending = try state(of: row, entry)
        let now = clock.now
        guard pending.request.trigger.repeats, !pending.isPaused, pending.due <= now else {
            return pending
        }
        let zone = zone(of: pending)
        let missed = pending.occurrences(until: now, in: zone)
        guard let next = pending.settling(missed, in: zone) else {
            throw passed(missed.latest, entry)
        }
        return next
    }

    /// Returns a request as it was, with its date by the clocks and the zone of now.
    private func state(
        of row: PendingRow,
        _ entry: ChangeEntry
    ) throws(RequestError) -> PendingRequest {
        var pending = try row.pending()
        let (now, sinceBoot) = (clock.now, clock.sinceBoot)
        switch pending.request.trigger {
        case .immediate: break
        case .timeInterval:
            guard let boot = row.boot, boot.boot == clock.boot else { break }
            guard let step = boot.step(from: pending.due, now: now, sinceBoot: sinceBoot)
            else { break }
            pending.due = pending.due.advanced(by: step)
            pending.added = pending.added.advanced(by: step)
            pending.settled = pending.settled.advanced(by: step)
        case .calendar:
            // The clock may have been set back.
            pending.settled = min(pending.settled, now)
            pending.taken = try store.occurrences(of: row.id, after: pending.settled)
            // The date that ended it comes again.
            if entry.isEnded, let id = entry.leftOut,
                let date = try store.leftOutDates.date(id, of: row.id)
            {
                pending.taken.remove(date)
            }
            pending = pending.replanned(in: zone(of: pending)) ?? pending
        case .location:
            // Where the machine is now is found again.
            pending.due = .distantFuture
            pending.crossing = nil
        }
        return pending
    }

    private func accepted(_ pending: PendingRequest, _ row: PendingRow) -> AcceptedRequest {
        AcceptedRequest(pending, record: row.record, boot: clock.bootDue(of: pending))
    }

    /// Checks that the file of a request of requests.d is there.
    private func checkFile(of entry: ChangeEntry) throws(RequestError) {
        let name = entry.key.identifier
        guard entry.key.appID == AgentNames.requestFilesApp else { return }
        let files = try store.requestFiles()
        let stem = NotificationRequest.stem(ofSnoozed: name) ?? name
        guard files[name] == nil, files[stem] == nil else { return }
        throw RequestError(
            .invalidContent,
            "the file of \(name.quoted) in requests.d has gone; write the file again"
        )
    }

    // MARK: Refusals

    private func gone(_ entry: ChangeEntry) -> RequestError {
        RequestError(
            .invalidContent,
            "\(entry.key.identifier.quoted) is no longer pending, so \(entry.kind.noun) was not undone"
        )
    }

    private func changed(_ entry: ChangeEntry) -> RequestError {
        RequestError(
            .invalidContent,
            "\(entry.key.identifier.quoted) was changed since, so \(entry.kind.noun) was not undone"
        )
    }

    private func passed(_ date: Instant, _ entry: ChangeEntry) -> RequestError {
        let words = RFC3339.string(Instant(seconds: date.seconds), in: zones.local())
        return RequestError(
            .invalidTrigger,
            "\(entry.key.identifier.quoted) had the date \(words), which has passed, so "
                + "\(entry.kind.noun) was not undone"
        )
    }
}

extension ChangeCall.Kind {
    /// The change as a noun, for messages.
    fileprivate var noun: String {
        switch self {
        case .removed: "its removal"
        case .edited: "the edit"
        case .skipped: "the skip"
        case .snoozed: "the snooze"
        case .paused: "the pause"
        case .resumed: "its resumption"
        }
    }
}
