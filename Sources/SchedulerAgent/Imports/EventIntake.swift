import AgentInterface
import Logging
import NotifyCore

/// Compares the events of an import with what was imported before, and collects what the import changes.
final class EventIntake {
    private let store: Store
    private let zones: ZoneSource
    private let logger: Logger
    private let stage: ImportStage
    private var changes = EventChanges()
    /// The files of the calendar that the import replaces as a whole.
    private var replaced: Set<String> = []
    /// Whether other requests of the user's are replaced.
    private var replaces = false
    /// The requests that events of calendars have.
    private var ofEvents: Set<RequestKey> = []
    /// Until when the alarms of requests were dismissed in another program.
    private var stems: [RequestKey: Instant] = [:]
    /// Why events are left out that the calendar has, by their identifiers.
    private var leftOut: [String: String] = [:]

    /// Begins with what an import brought; with nothing for the end of a calendar.
    init(
        store: Store,
        now: Instant,
        zones: ZoneSource,
        logger: Logger,
        stage: ImportStage = ImportStage(planRound: 0)
    ) {
        self.store = store
        self.zones = zones
        self.logger = logger
        self.stage = stage
        changes.now = now
    }

    /// Returns what the import changes.
    ///
    /// - Parameter replaces: whether it replaces other requests of the user's that have its identifiers.
    /// - Throws: ``NotifyCore/RequestError`` if its calendar is invalid, or the store cannot be read.
    func changes(replacingOthers replaces: Bool) throws(RequestError) -> EventChanges {
        self.replaces = replaces
        if let calendar = stage.calendar {
            changes.calendar = try row(of: calendar)
        } else if !stage.files.isEmpty {
            throw RequestError(.malformed, "entries of files need the option calendar")
        }
        let replaced = stage.files.filter { !$0.isUnchanged && !$0.isPartial }.map(\.name)
        self.replaced = Set(replaced)
        for event in stage.events { try compare(event) }
        keepOthers()
        try findSnoozed()
        try compareFiles(stage.files)
        try addSnoozed()
        changes.removed = try countGone()
        if !changes.versions.notes.isEmpty, stage.calendar?.isFollowed == false {
            // So that they are said the next time as well.
            for index in changes.files.indices { changes.files[index].stamp = "" }
        }
        for note in changes.versions.notes { logger.notice("\(note)") }
        return changes
    }

    /// Returns the changes that end a calendar.
    func end(of calendar: CalendarRow) throws(RequestError) -> EventChanges {
        changes.calendar = calendar
        changes.isEnd = true
        let files = try store.stamps(of: calendar.name).map {
            FileEntry(name: $0.name, isGone: true)
        }
        try compareFiles(files)
        try addSnoozed()
        changes.removed = try countGone()
        return changes
    }

    private func row(of calendar: CalendarImport) throws(RequestError) -> CalendarRow {
        try calendar.validate()
        let known = try store.calendars().first { $0.name == calendar.name }
        if calendar.isRefresh {
            guard let known else {
                throw RequestError(.notFound, "\(calendar.name.quoted) is not followed any more")
            }
            return CalendarRow(
                name: known.name,
                follows: known.follows,
                trusts: known.trusts,
                addresses: known.addresses,
                requestFile: known.requestFile,
                problems: calendar.problems,
                read: changes.now
            )
        }
        if let file = known?.requestFile {
            throw RequestError(
                .invalidContent,
                "\(calendar.name.quoted) is followed by the file \(file) of requests.d; edit that file"
            )
        }
        return CalendarRow(
            name: calendar.name,
            follows: calendar.follows,
            trusts: calendar.trusts,
            addresses: calendar.addresses,
            requestFile: nil,
            problems: calendar.problems,
            read: changes.now
        )
    }

    /// Compares an event with what was imported of it before.
    private func compare(
        _ event: EventEntry
    ) throws(RequestError) {
        let calendar = stage.calendar
        let rows = Dictionary(
            try store.eventRows(of: event.uid).map { ($0.key, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let keys = Set(event.requests.map(\.key))
        let stored = try store.versions(of: event.uid)
        let replaced = replaced
        let (older, dates) = changes.versions.compare(
            event,
            with: stored,
            rows.values.map(\.part),
            in: calendar,
            isReplaced: { file in
                replaced.contains(file) || event.revisions.contains { $0.file == file }
            },
            title: { title(of: $0, in: event) }
        )
        let goneBefore = changes.gone.count
        func isOlder(_ part: String) -> Bool { older.contains { part.hasPrefix($0) } }
        for row in rows.values
        where !keys.contains(row.key) && !event.keeps(row.part) && !isOlder(row.part) {
            guard try mayChange(row) else { continue }
            changes.gone.append((row.key, !event.has(row.part)))
        }
        // A backup is restored as it is.
        let isRestored = event.present.isEmpty
        try findDismissed(of: event, rows)
        for request in event.requests {
            let key = request.key
            if isRestored, !replaces, stage.stored.isPending(key) { continue }
            if !isRestored { ofEvents.insert(key) }
            guard !isOlder(request.part) else {
                changes.unchanged.insert(key)
                changes.passed.insert(key)
                continue
            }
            var row = rows[key]
            if row == nil { row = try store.eventRow(of: key) }
            let mayHave = try isRestored ? true : isFree(key, for: event.uid, row)
            guard mayHave else {
                changes.unchanged.insert(key)
                // What the user exported may come back, and stays the user's.
                if !stage.stored.same.contains(key) { note(event.uid, key) }
                continue
            }
            guard try row.map({ row throws(RequestError) in try mayChange(row) }) ?? true
            else {
                changes.unchanged.insert(key)
                continue
            }
            changes.rows.append(
                EventRow(
                    key: key,
                    uid: event.uid,
                    part: request.part,
                    digest: request.digest,
                    calendar: calendar?.name ?? row?.calendar ?? "",
                    alarm: request.alarm,
                    until: request.ends
                )
            )
            guard !isRestored else { continue }
            guard let row else {
                try settle(request, rows)
                continue
            }
            let pending = try store.pending(app: key.appID, identifier: key.identifier).first
            let lacksDates = dates.haveReturned && lacksDates(pending, of: stage.row(of: key))
            if row.uid == event.uid, row.digest == request.digest, !lacksDates,
                pending != nil || calendar?.isRefresh == true
            {
                changes.unchanged.insert(key)
                continue
            }
            try settle(request, rows.merging([key: row]) { first, _ in first })
            if let pending, let later = stage.row(of: key) { keep(pending, later) }
        }
        try leaveOut(dates.replaced, of: event, rows.values)
        let isChanged = event.requests.contains { !changes.unchanged.contains($0.key) }
        if isChanged || changes.gone.count > goneBefore {
            changes.versions.noteChanged(stored, by: calendar?.name ?? "")
        }
    }

    /// Takes the dates out of a series that came in messages of their own: each of them is moved or cancelled.
    private func leaveOut(
        _ dates: Set<String>,
        of event: EventEntry,
        _ rows: some Sequence<EventRow>
    ) throws(RequestError) {
        guard !dates.isEmpty else { return }
        let gone = Set(changes.gone.map(\.key))
        var brought: Set<RequestKey> = []
        for request in event.requests where request.part.hasPrefix(EventVersions.series) {
            guard !changes.unchanged.contains(request.key),
                let accepted = changes.later[request.key] ?? stage.row(of: request.key)
            else { continue }
            brought.insert(request.key)
            switch try without(dates, accepted.pending()) {
            case .same: break
            case .fewer(let pending):
                changes.later[request.key] = AcceptedRequest(pending, boot: nil, now: changes.now)
            case .none:
                changes.unchanged.insert(request.key)
                changes.passed.insert(request.key)
            }
        }
        for row in rows where row.part.hasPrefix(EventVersions.series) {
            guard !brought.contains(row.key), !gone.contains(row.key),
                try mayChange(row),
                let stored = try store.pending(of: row.key), let pending = try? stored.pending()
            else { continue }
            switch try without(dates, pending) {
            case .same: break
            case .fewer(let pending):
                let later = AcceptedRequest(pending, boot: nil, now: changes.now)
                changes.shortened.append((stored.id, later))
            case .none: changes.shortened.append((stored.id, nil))
            }
        }
    }

    /// Whether a series that comes again may have more dates than the pending one.
    private func lacksDates(_ pending: PendingRow?, of accepted: AcceptedRequest?) -> Bool {
        guard let stored = try? pending?.pending().request.trigger,
            let brought = try? accepted?.request().trigger
        else { return false }
        return stored != brought
    }

    /// What is left of a series.
    private enum Rest {
        case same
        case fewer(PendingRequest)
        case none
    }

    private func without(
        _ dates: Set<String>,
        _ pending: PendingRequest
    ) throws(RequestError) -> Rest {
        guard case .calendar(var trigger) = pending.request.trigger,
            case .recurrence(let series) = trigger.spec
        else { return .same }
        let zone = try zones.zone(of: pending.request.trigger)
        let earliest = min(changes.now, pending.settled).advanced(
            byMicroseconds: -Int64(abs(series.offset)) * 1_000_000 - Self.kept
        )
        guard let rest = series.without(dates, since: earliest, in: zone) else { return .none }
        guard rest != series else { return .same }
        trigger.spec = .recurrence(rest)
        var later = pending
        later.request.trigger = .calendar(trigger)
        let before = pending.due.advanced(byMicroseconds: -1)
        let next = later.request.trigger.nextDate(after: before, added: pending.added, in: zone)
        guard let next, next <= later.request.options.until ?? .distantFuture else { return .none }
        later.due = next
        return .fewer(later)
    }

    /// How long past dates are left out as well, because the clock may be set back, in microseconds.
    private static let kept: Int64 = 7 * 86_400_000_000

    /// Returns the title of an event, and which of its dates a part is about.
    private func title(of part: String, in event: EventEntry) -> String {
        let request = event.requests.first { $0.part.hasPrefix(part) } ?? event.requests.first
        let title = request.flatMap { stage.row(of: $0.key)?.title } ?? event.uid
        let date = part.prefix { $0 != "#" }
        return title.quoted + (date.isEmpty ? "" : " of \(date)")
    }

    /// Decides whether a request whose date has passed is shown at once: not if that was done before.
    private func settle(
        _ request: EventRequest,
        _ rows: [RequestKey: EventRow]
    ) throws(RequestError) {
        // It may be to come in the agent's time zone.
        guard request.isCurrent, let accepted = stage.row(of: request.key),
            accepted.due <= changes.now
        else { return }
        guard try wasShown(accepted.due, rows.values) else {
            changes.shown.append(accepted.title)
            return
        }
        let past = PendingRequest(
            request: try accepted.request(),
            added: changes.now,
            due: accepted.due,
            settled: accepted.due.advanced(byMicroseconds: -1)
        )
        let zone = try zones.zone(of: past.request.trigger)
        let next =
            past.request.trigger.repeats ? past.afterDelivery(now: changes.now, in: zone) : nil
        guard var later = next else {
            changes.unchanged.insert(request.key)
            changes.passed.insert(request.key)
            return
        }
        later.fired = 0
        changes.later[request.key] = AcceptedRequest(
            later,
            record: accepted.record,
            boot: nil,
            now: changes.now
        )
    }

    /// Whether an event was reminded of at a date: by a request with this date alone, or by one that is past it.
    private func wasShown(
        _ date: Instant,
        _ rows: some Sequence<EventRow>
    ) throws(RequestError) -> Bool {
        for row in rows {
            let pending = try store.pending(of: row.key)
            if row.alarm == date, pending == nil { return true }
            guard let pending, pending.settled >= date, let request = try? pending.pending().request
            else { continue }
            let zone = try zones.zone(of: request.trigger)
            let next = request.trigger.nextDate(
                after: date.advanced(byMicroseconds: -1),
                added: pending.added,
                in: zone
            )
            if next == date { return true }
        }
        return false
    }

    /// Finds what is shown or due of an event, and was dismissed in another program.
    private func findDismissed(
        of event: EventEntry,
        _ rows: [RequestKey: EventRow]
    ) throws(RequestError) {
        for acknowledged in event.acknowledged {
            // What is to come was not dismissed, whatever the file says.
            let date = min(acknowledged.date, changes.now)
            for row in rows.values where row.part.hasPrefix(acknowledged.part) {
                let key = row.key
                stems[key] = max(stems[key] ?? date, date)
                if let delivered = try store.delivered(of: key), delivered.scheduled <= date {
                    changes.acknowledged.append((key, date))
                }
                guard let pending = try store.pending(of: key), pending.due <= date,
                    let request = try? pending.pending(), request.request.trigger.calendar != nil
                else { continue }
                let zone = try zones.zone(of: request.request.trigger)
                changes.dismissed.append((pending.id, request.afterDelivery(now: date, in: zone)))
            }
        }
    }

    /// Keeps the dates and the pause of a pending request that is replaced.
    private func keep(
        _ row: PendingRow,
        _ accepted: AcceptedRequest
    ) {
        if let pause = row.pause { changes.paused[accepted.key] = pause }
        guard let earlier = try? row.pending().request, let later = try? accepted.request(),
            earlier.trigger == later.trigger, later.options.until.map({ row.due <= $0 }) ?? true
        else { return }
        changes.inPlace[accepted.key] = (row.id, later.options.times != nil)
    }

    /// Whether a calendar may change a request: not one of another calendar that has its event, after a change of a
    /// file that is followed.
    private func mayChange(_ row: EventRow) throws(RequestError) -> Bool {
        guard let calendar = stage.calendar, calendar.isRefresh,
            !["", calendar.name].contains(row.calendar)
        else { return true }
        return try !store.files(with: row.uid).contains { $0.calendar == row.calendar }
    }

    /// Whether an event may have an identifier: not in place of what is the user's, or another event's, unless these
    /// are to be replaced.
    private func isFree(
        _ key: RequestKey,
        for uid: String,
        _ row: EventRow?
    ) throws(RequestError) -> Bool {
        if replaces || row?.uid == uid { return true }
        guard try store.pending(of: key) == nil else { return false }
        return try store.delivered(of: key) == nil
    }

    /// Keeps what the user has of the requests that are of no event, but lines of an export.
    private func keepOthers() {
        let stored = stage.stored
        changes.unchangedDelivered = stored.sameDelivered
        let others = stage.pending.map(\.row.key).filter { key in
            stored.isPending(key) && !ofEvents.contains(key)
        }
        changes.unchanged.formUnion(others.filter(stored.same.contains))
        guard !replaces else { return }
        let kept = others.filter(stored.different.contains)
        changes.kept += kept
        changes.unchanged.formUnion(kept)
        changes.keptDelivered = stored.differentDelivered
        changes.unchangedDelivered.formUnion(stored.differentDelivered)
    }

    private func note(_ uid: String, _ key: RequestKey) {
        let isFollowed = changes.calendar?.follows ?? false
        let message =
            "the event \(uid.quoted) is left out: another notification is called "
            + "\(key.identifier.quoted); "
            + (isFollowed
                ? "remove that one, and the event comes when its file changes"
                : "import it with --replace to replace that one")
        leftOut[uid] = message
        changes.kept.append(key)
        logger.warning("\(changes.calendar?.name ?? ""): \(message)")
    }

    /// The maximum number of events of a file about which is said that they are left out.
    private static let maxLeftOut = 5

    /// Finds the events that the files of a calendar no longer have.
    private func compareFiles(
        _ files: [FileEntry]
    ) throws(RequestError) {
        guard let calendar = changes.calendar?.name else { return }
        var earlier: Set<String> = []
        var present: Set<String> = []
        for file in files {
            guard !file.isUnchanged else {
                changes.files.append(
                    CalendarFileChange(
                        name: file.name,
                        stamp: file.stamp,
                        problem: file.problem,
                        uids: [],
                        isGone: false,
                        keepsEvents: true
                    )
                )
                continue
            }
            let before = try store.events(of: file.name, in: calendar)
            var uids = file.isGone ? [] : Set(file.uids)
            if file.isPartial { uids.formUnion(before) }
            let reasons = file.uids.compactMap { leftOut[$0] }.prefix(Self.maxLeftOut)
            let problems = [file.problem] + reasons
            earlier.formUnion(before)
            present.formUnion(uids)
            changes.files.append(
                CalendarFileChange(
                    name: file.name,
                    stamp: file.stamp,
                    problem: problems.filter { !$0.isEmpty }.joined(separator: "\n"),
                    uids: Set(file.uids),
                    isGone: file.isGone,
                    keepsEvents: file.isPartial && !file.isGone
                )
            )
        }
        let names = Set(files.filter { !$0.isUnchanged }.map(\.name))
        for uid in earlier.subtracting(present).sorted() {
            let others = try store.files(with: uid).filter {
                $0.calendar != calendar || !names.contains($0.file)
            }
            guard others.isEmpty else {
                changes.left.append(uid)
                continue
            }
            changes.gone += try store.eventRows(of: uid).map { ($0.key, true) }
        }
    }

    /// Finds what shows requests once more, and was put off before they were dismissed in another program.
    private func findSnoozed() throws(RequestError) {
        for app in Set(stems.keys.map(\.appID)) {
            for key in try store.snoozed(of: app) {
                guard let stem = NotificationRequest.stem(ofSnoozed: key.identifier),
                    let date = stems[RequestKey(appID: app, identifier: stem)]
                else { continue }
                if let row = try store.delivered(of: key), row.scheduled <= date {
                    changes.acknowledged.append((key, date))
                }
                if let row = try store.pending(of: key), row.added <= date {
                    changes.dismissed.append((row.id, nil))
                }
            }
        }
    }

    /// Adds what shows requests once more that go with their events.
    private func addSnoozed() throws(RequestError) {
        let gone = Set(changes.gone.filter(\.isWhole).map(\.key))
        for app in Set(gone.map(\.appID)) {
            for key in try store.snoozed(of: app) {
                guard let stem = NotificationRequest.stem(ofSnoozed: key.identifier),
                    gone.contains(RequestKey(appID: app, identifier: stem)), !gone.contains(key),
                    try store.eventRow(of: key) == nil
                else { continue }
                changes.gone.append((key, true))
            }
        }
    }

    /// Counts the requests that go and are in a list.
    private func countGone() throws(RequestError) -> Int {
        var count = 0
        for (key, isWhole) in changes.gone {
            let isPending = try store.isPending(key)
            let isDelivered = try store.delivered(of: key) != nil
            if isPending || isWhole && isDelivered { count += 1 }
        }
        return count
    }
}
