import AgentInterface
import NotifyCore

/// How changes are undone and made again, and removed requests restored.
///
/// A change is turned as a whole, by writing the rows of its other side, or not at all. All that is put back is in the
/// store and in the history when a function returns; the timers are the caller's.
extension Requests {
    /// The earliest time of what can be undone.
    private var start: Instant {
        clock.now.advanced(byMicroseconds: -Store.undoTime)
    }

    /// Undoes the last change of a program, or makes the one again that was undone last.
    func turnLast(of origin: String, isUndone: Bool) throws(RequestError) -> UndoReply {
        guard let change = try last(of: origin, isUndone) else {
            throw RequestError(
                .notFound,
                isUndone
                    ? "there is nothing to redo; what undo takes back can be redone until the next change"
                    : "there is nothing to undo; what was done in the last 7 days can be undone once"
            )
        }
        // It is undone once it is removed there, which is not the agent's.
        if let sent = change.sent {
            let isHere = change.kind != .sent
            let request = UndoReply.Request(sent, title: "", isThere: isHere)
            return UndoReply(.sent, at: change.at, requests: [request])
        }
        do throws(RequestError) {
            let outcome = "so \(change.kind.noun) was not \(isUndone ? "redone" : "undone")"
            guard change.isKept else {
                let most = store.changes.most
                throw RequestError(
                    .invalidContent,
                    "not all of it is kept: it had more than \(most.requests) requests or "
                        + "\(most.bytes >> 20) MiB, or some were removed for ever, \(outcome)"
                )
            }
            let rows = try store.changes.images(of: change.id)
            return try turn(rows, of: change, toAfter: isUndone, outcome)
        } catch  where error.code != .storage {
            try store.changes.giveUp(change.id)
            guard let next = try last(of: origin, isUndone) else { throw error }
            throw error.adding(
                wayOut: isUndone
                    ? "redo again for \(next.kind.noun) after it"
                    : "undo again for \(next.kind.noun) before it"
            )
        }
    }

    private func last(of origin: String, _ isUndone: Bool) throws(RequestError) -> Change? {
        try store.changes.last(of: origin, isUndone: isUndone, after: start)
    }

    /// Restores a request that was removed.
    func restoreRemoved(
        _ name: String,
        preferring app: String,
        by origin: String?
    ) throws(RequestError) -> UndoReply {
        let found = try Lists.search(name, preferring: app, \.key) {
            app,
            identifier throws(RequestError) in
            try store.changes.removed(app: app, identifier: identifier, after: start)
        }
        guard let last = found.first else {
            let all = try lists.removed(app: nil).map(\.key.identifier)
            let guess = Suggestion.nearest(to: name, in: all)
            throw RequestError(
                .notFound,
                "\(name.quoted) was not removed in the last 7 days, or not to be restored; "
                    + (guess.map { "did you mean \($0)?" } ?? "see notify-schedule list removed")
            )
        }
        let call = origin.map { ChangeCall(.restored, by: $0, at: clock.now) }
        let isPending = try store.pending(of: last.key) != nil
        let name = last.key.identifier
        let wayOut =
            isPending
            ? "; to have it in place of that one, write notify-schedule remove \(name) --forever, then "
                + "notify-schedule restore \(name)" : ""
        return try store.recording(call, of: [last.key], .lists) { () throws(RequestError) in
            // It may have been in both lists.
            try turn(
                found.filter { $0.change == last.change },
                of: Change(id: last.change, kind: .restored, at: last.at, isKept: true),
                toAfter: false,
                "so the removed one was not restored\(wayOut)"
            )
        }
    }

    // MARK: Turning

    /// Writes the rows of one side of a change, if those of the other are what is stored.
    ///
    /// - Parameter outcome: the end of the sentence that refuses it.
    private func turn(
        _ rows: [ChangedRow],
        of change: Change,
        toAfter isAfter: Bool,
        _ outcome: String
    ) throws(RequestError) -> UndoReply {
        let isRestore = change.kind == .restored && !rows.contains { $0.isAfter }
        var turn = Turn(change: isRestore ? nil : (change.id, isAfter))
        turn.isReplacement = [.added, .imported].contains(change.kind)
        if isRestore { turn.restored = rows.map(\.id) }
        var closed: [(key: RequestKey, row: DeliveredRow)] = []
        var requests: [UndoReply.Request] = []
        var seen: Set<RequestKey> = []
        var lines: [HistoryLine] = []
        for (from, to) in Self.pairs(rows, toAfter: isAfter) {
            guard let row = to ?? from else { continue }
            let date: Instant?
            do throws(RequestError) {
                date =
                    row.isPending
                    ? try turnPending(from, to, &turn, &closed)
                    : try turnDelivered(from, to, &turn, &closed)
            } catch  where error.code != .storage {
                throw Self.refusal("\(error.message), \(outcome)")
            }
            guard seen.insert(row.key).inserted else { continue }
            let title = StoredTexts(ofRequest: row.record).title
            requests.append(
                UndoReply.Request(
                    row.key.path,
                    title: title,
                    isThere: to != nil,
                    isPaused: to?.isPaused ?? false,
                    date: date
                )
            )
            lines.append(line(change, row.key, title, isAfter: isAfter))
        }
        for id in try store.changes.write(turn) { schedule.noteAccepted(id) }
        for change in turn.merged { schedule.noteAccepted(change.row, keepsDates: true) }
        screen.close(closed)
        journal.note(lines)
        return UndoReply(change.kind, at: change.at, requests: requests)
    }

    /// The rows that have to be stored, with those that take their place.
    private static func pairs(
        _ rows: [ChangedRow],
        toAfter isAfter: Bool
    ) -> [(from: ChangedRow?, to: ChangedRow?)] {
        var pairs: [(from: ChangedRow?, to: ChangedRow?)] = []
        var places: [Bool: [RequestKey: Int]] = [:]
        for row in rows {
            let place = places[row.isPending]?[row.key] ?? pairs.count
            if place == pairs.count { pairs.append((nil, nil)) }
            places[row.isPending, default: [:]][row.key] = place
            if row.isAfter == isAfter { pairs[place].to = row } else { pairs[place].from = row }
        }
        return pairs
    }

    private func line(
        _ change: Change,
        _ key: RequestKey,
        _ title: String,
        isAfter: Bool
    ) -> HistoryLine {
        let isBack = !isAfter && [.removed, .restored].contains(change.kind)
        var line = HistoryLine(
            at: clock.now,
            key: key,
            title: title,
            event: isAfter ? .redone : isBack ? .restored : .undone
        )
        if !isBack { line.detail = change.kind.rawValue }
        return line
    }

    /// Puts a delivered notification into the list again, without a bubble, or takes it out.
    ///
    /// - Returns: `nil`, because it has no next date.
    private func turnDelivered(
        _ from: ChangedRow?,
        _ to: ChangedRow?,
        _ turn: inout Turn,
        _ closed: inout [(key: RequestKey, row: DeliveredRow)]
    ) throws(RequestError) -> Instant? {
        guard let key = (to ?? from)?.key else { return nil }
        let current = try store.delivered(of: key)
        if let current {
            guard from != nil else {
                throw Self.refusal("\(key.identifier.quoted) was delivered again since")
            }
            turn.unlisted.append(current.id)
            closed.append((key, current))
        }
        // What its app wanted no entry for has had its bubble.
        guard case .delivered(let row)? = to?.content, row.presentation?.contains(.list) ?? true
        else { return nil }
        turn.listed.append((row.id, try row.delivery(), row.record))
        return nil
    }

    /// Makes a request pending as it was on the other side of a change.
    ///
    /// - Returns: its next date; `nil` if it has none, or is not pending any more.
    private func turnPending(
        _ from: ChangedRow?,
        _ to: ChangedRow?,
        _ turn: inout Turn,
        _ closed: inout [(key: RequestKey, row: DeliveredRow)]
    ) throws(RequestError) -> Instant? {
        let current = try store.pending(
            of: (to ?? from)?.key ?? RequestKey(appID: "", identifier: "")
        )
        guard case .pending(let expected)? = from?.content, let from else {
            guard let to, case .pending(let row) = to.content else { return nil }
            guard current == nil else {
                throw Self.refusal("\(to.key.identifier.quoted) is pending again")
            }
            try checkFile(of: to.key)
            return try insert(going(row, to, &turn), of: row, to, in: nil, &turn)
        }
        let name = from.key.identifier.quoted
        guard let current else { return try unlist(expected, from, to, &turn, &closed) }
        guard current.record == expected.record else {
            throw Self.refusal("\(name) was changed since")
        }
        turn.images.append((from.id, current.id))
        guard let to, case .pending(let row) = to.content else {
            turn.gone.append(current.id)
            return nil
        }
        let pending = try store.pending(of: current)
        guard row.pause == expected.pause || pending.pause == expected.pause else {
            throw Self.refusal("\(name) was \(pending.isPaused ? "paused" : "resumed") since")
        }
        if try row.pending().request.trigger == pending.request.trigger, row.added == expected.added
        {
            return try merge(pending, in: current.id, (from, expected), (to, row), &turn)
        }
        let place = turn.isReplacement ? nil : current.id
        var other = try state(of: row, to, in: place, &turn)
        if row.pause == expected.pause, !turn.isReplacement { other.pause = pending.pause }
        if other.request.trigger.repeats {
            // How often it came since counts.
            if !turn.isReplacement { other.fired = max(other.fired, current.fired) }
            other.settled = max(other.settled, clock.now)
            guard let next = other.replanned(in: zone(of: other)) else {
                throw passed(other.due, to)
            }
            other = next
        } else if other.request.trigger.hasDates, other.due <= clock.now {
            throw passed(other.due, to)
        }
        return try insert(other, of: row, to, in: place, &turn)
    }

    private func insert(
        _ pending: PendingRequest,
        of row: PendingRow,
        _ to: ChangedRow,
        in current: PendingID?,
        _ turn: inout Turn
    ) throws(RequestError) -> Instant? {
        turn.pending.append(
            (accepted(pending, row), [current, row.id].compactMap { $0 }, to.id)
        )
        return Self.date(of: pending)
    }

    private static func date(of pending: PendingRequest) -> Instant? {
        pending.request.trigger.hasDates && !pending.isPaused ? pending.due : nil
    }

    /// Takes what was added and shown at once out of the list; what was shown later stays as it is.
    private func unlist(
        _ expected: PendingRow,
        _ from: ChangedRow,
        _ to: ChangedRow?,
        _ turn: inout Turn,
        _ closed: inout [(key: RequestKey, row: DeliveredRow)]
    ) throws(RequestError) -> Instant? {
        let shown = try store.delivered(of: from.key)
        let name = from.key.identifier.quoted
        guard try expected.pending().request.trigger == .immediate else {
            throw Self.refusal(
                shown == nil ? "\(name) is no longer pending" : "\(name) was shown since"
            )
        }
        if let shown {
            guard try shown.delivery().request.content == expected.pending().request.content else {
                throw Self.refusal("another \(name) was shown since")
            }
            turn.unlisted.append(shown.id)
            closed.append((from.key, shown))
        }
        guard let to, case .pending(let row) = to.content else { return nil }
        return try insert(going(row, to, &turn), of: row, to, in: nil, &turn)
    }

    /// Gives a request with the same dates on both sides what the change did to it: it was edited, skipped, postponed or
    /// paused.
    private func merge(
        _ current: PendingRequest,
        in row: PendingID,
        _ from: (image: ChangedRow, row: PendingRow),
        _ to: (image: ChangedRow, row: PendingRow),
        _ turn: inout Turn
    ) throws(RequestError) -> Instant? {
        var pending = current
        pending.request = try to.row.pending().request
        pending.fired = max(0, pending.fired + to.row.fired - from.row.fired)
        if to.row.pause != from.row.pause {
            pending.pause = to.row.pause
            pending = try passing(pending, to.image)
        }
        let step = to.row.due.microseconds - from.row.due.microseconds
        // What is paused finds its next date when it is resumed.
        if case .timeInterval = pending.request.trigger, !pending.isPaused {
            pending.due = pending.due.advanced(byMicroseconds: step)
            pending.settled = pending.settled.advanced(byMicroseconds: step)
            guard step == 0 || pending.due > clock.now else { throw passed(to.row.due, to.image) }
        }
        let stored = try store.leftOutDates.of(row)
        let (old, new) = (Set(from.image.leftOut.map(\.wall)), Set(to.image.leftOut.map(\.wall)))
        let again = stored.filter { old.contains($0.date.wall) && !new.contains($0.date.wall) }
        let gone = to.image.leftOut.filter { !old.contains($0.wall) }
        for date in again.map(\.date) + gone where date.date <= clock.now {
            throw passed(date.date, to.image)
        }
        if !again.isEmpty || !gone.isEmpty {
            turn.leftOut += again.map(\.id)
            turn.leftOutAgain += gone.map { (row, $0) }
            pending.taken.subtract(again.map(\.date.date))
            pending.taken.formUnion(gone.map(\.date))
            guard let next = pending.replanned(in: zone(of: pending)) else {
                throw Self.refusal("\(to.image.key.identifier.quoted) was changed since")
            }
            pending = next
        }
        turn.merged.append((row, pending, accepted(pending, to.row)))
        return Self.date(of: pending)
    }

    // MARK: States

    /// Returns a request as it goes on after it was away.
    private func going(
        _ row: PendingRow,
        _ to: ChangedRow,
        _ turn: inout Turn
    ) throws(RequestError) -> PendingRequest {
        try passing(state(of: row, to, &turn), to)
    }

    /// Returns a request from its next date on: dates that have passed are not made up for.
    private func passing(
        _ pending: PendingRequest,
        _ to: ChangedRow
    ) throws(RequestError) -> PendingRequest {
        let now = clock.now
        guard pending.request.trigger.repeats, !pending.isPaused, pending.due <= now else {
            return pending
        }
        let zone = zone(of: pending)
        let missed = pending.occurrences(until: now, in: zone)
        guard let next = pending.settling(missed, in: zone) else { throw passed(missed.latest, to) }
        return next
    }

    /// Returns a request as it was, with its date by the clocks and the zone of now.
    private func state(
        of row: PendingRow,
        _ to: ChangedRow,
        in current: PendingID? = nil,
        _ turn: inout Turn
    ) throws(RequestError) -> PendingRequest {
        var pending = try row.pending()
        let (now, sinceBoot) = (clock.now, clock.sinceBoot)
        switch pending.request.trigger {
        case .immediate: pending.due = now
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
            pending.taken = []
            var missing = to.leftOut
            for row in Set([row.id, current].compactMap { $0 }) {
                pending.taken.formUnion(
                    try store.occurrences(of: row, after: pending.settled)
                )
                for (id, date) in try store.leftOutDates.of(row) {
                    missing.removeAll { $0.wall == date.wall }
                    guard !to.leftOut.contains(where: { $0.wall == date.wall }) else { continue }
                    turn.leftOut.append(id)
                    pending.taken.remove(date.date)
                }
            }
            turn.leftOutAgain += missing.map { (row.id, $0) }
            pending.taken.formUnion(missing.map(\.date))
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
    private func checkFile(of key: RequestKey) throws(RequestError) {
        let name = key.identifier
        guard key.appID == AgentNames.requestFilesApp else { return }
        let files = try store.requestFiles()
        let stem = NotificationRequest.stem(ofSnoozed: name) ?? name
        guard files[name] == nil, files[stem] == nil else { return }
        throw Self.refusal("the file of \(name.quoted) in requests.d has gone")
    }

    // MARK: Refusals

    private static func refusal(_ reason: String) -> RequestError {
        RequestError(.invalidContent, reason)
    }

    private func passed(_ date: Instant, _ row: ChangedRow) -> RequestError {
        let words = RFC3339.string(Instant(seconds: date.seconds), in: zones.local())
        return Self.refusal("\(row.key.identifier.quoted) had the date \(words), which has passed")
    }
}
