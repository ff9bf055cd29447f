import AgentInterface
import Logging
import NotifyCore

/// What an import of events changes beside the requests that it brings.
struct EventChanges: Sendable {
    /// Requests of the import that stay as the user has them, because their events did not change.
    var unchanged: Set<RequestKey> = []
    /// The rows of requests that keep their dates, and whether they count from the start again.
    var inPlace: [RequestKey: (id: Int64, restartsCount: Bool)] = [:]
    /// Requests that the user has paused.
    var paused: Set<RequestKey> = []
    /// Requests that their events no longer have, and whether the delivered notification goes as well.
    var gone: [(key: RequestKey, isWhole: Bool)] = []
    /// What is remembered of the requests.
    var rows: [EventRow] = []
    /// The calendar, if it is named.
    var calendar: CalendarRow?
    /// Its files.
    var files: [CalendarFileChange] = []
    /// Events that the calendar no longer has, but another one.
    var left: [String] = []
    /// Why events are left out that the calendar has, by their identifiers.
    var leftOut: [String: String] = [:]
    /// Whether the calendar ends.
    var isEnd = false
    /// How many of the requests that go are in a list.
    var removed = 0
}

/// Compares the events of an import with what was imported before.
struct EventIntake {
    private let context: SchedulingContext
    private var store: Store { context.store }

    init(_ context: SchedulingContext) {
        self.context = context
    }

    /// Returns what an import changes.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if its calendar is invalid, or the store cannot be read.
    func changes(of stage: ImportStage) throws(RequestError) -> EventChanges {
        var changes = EventChanges()
        if let calendar = stage.calendar.named {
            changes.calendar = try row(of: calendar)
        } else if !stage.calendar.files.isEmpty {
            throw RequestError(.malformed, "entries of files need the option calendar")
        }
        for event in stage.calendar.events { try compare(event, stage, &changes) }
        try compareFiles(stage.calendar.files, &changes)
        try addSnoozed(to: &changes)
        changes.removed = try count(changes.gone)
        return changes
    }

    /// Returns the changes that end a calendar.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func end(of calendar: CalendarRow) throws(RequestError) -> EventChanges {
        var changes = EventChanges()
        changes.calendar = calendar
        changes.isEnd = true
        let files = try store.stamps(of: calendar.name).map {
            FileEntry(name: $0.name, isGone: true)
        }
        try compareFiles(files, &changes)
        try addSnoozed(to: &changes)
        changes.removed = try count(changes.gone)
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
                requestFile: known.requestFile,
                problems: calendar.problems,
                read: context.clock.now
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
            requestFile: nil,
            problems: calendar.problems,
            read: context.clock.now
        )
    }

    /// Compares an event with what was imported of it before.
    private func compare(
        _ event: EventEntry,
        _ stage: ImportStage,
        _ changes: inout EventChanges
    ) throws(RequestError) {
        let calendar = stage.calendar.named
        let rows = Dictionary(
            try store.eventRows(of: event.uid).map { ($0.key, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let keys = Set(event.requests.map(\.key))
        for row in rows.values where !keys.contains(row.key) && !event.keeps(row.part) {
            guard try mayChange(row, calendar) else { continue }
            changes.gone.append((row.key, !event.has(row.part)))
        }
        // A backup is restored as it is.
        let isRestored = event.present.isEmpty
        for request in event.requests {
            let key = request.key
            var row = rows[key]
            if row == nil { row = try store.eventRow(of: key) }
            guard try isFree(key, for: event.uid, row, calendar) else {
                changes.unchanged.insert(key)
                note(event.uid, key, &changes)
                continue
            }
            guard try row.map({ row throws(RequestError) in try mayChange(row, calendar) }) ?? true
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
                    calendar: calendar?.name ?? row?.calendar ?? ""
                )
            )
            guard !isRestored, let row else { continue }
            let pending = try store.pending(app: key.appID, identifier: key.identifier).first
            if row.uid == event.uid, row.digest == request.digest,
                pending != nil || calendar?.isRefresh == true
            {
                changes.unchanged.insert(key)
            } else if let pending, let later = stage.row(of: key) {
                keep(pending, later, &changes)
            }
        }
    }

    /// Keeps the dates and the pause of a pending request that is replaced.
    private func keep(
        _ row: PendingRow,
        _ accepted: AcceptedRequest,
        _ changes: inout EventChanges
    ) {
        if row.isPaused { changes.paused.insert(accepted.key) }
        guard let earlier = try? row.pending().request, let later = try? accepted.request(),
            earlier.trigger == later.trigger, later.options.until.map({ row.due <= $0 }) ?? true
        else { return }
        changes.inPlace[accepted.key] = (row.id, later.options.times != nil)
    }

    /// Whether a calendar may change a request: not one of another calendar that has its event, after a change of a
    /// file that is followed.
    private func mayChange(
        _ row: EventRow,
        _ calendar: CalendarImport?
    ) throws(RequestError) -> Bool {
        guard let calendar, calendar.isRefresh, !["", calendar.name].contains(row.calendar) else {
            return true
        }
        return try !store.files(with: row.uid).contains { $0.calendar == row.calendar }
    }

    /// Whether an event may have an identifier: that of a followed calendar not in place of what is the user's, or
    /// another event's.
    private func isFree(
        _ key: RequestKey,
        for uid: String,
        _ row: EventRow?,
        _ calendar: CalendarImport?
    ) throws(RequestError) -> Bool {
        guard let calendar, calendar.follows || calendar.isRefresh else { return true }
        if let row { return row.uid == uid }
        guard try !store.isPending(key) else { return false }
        return try store.delivered(of: key) == nil
    }

    private func note(_ uid: String, _ key: RequestKey, _ changes: inout EventChanges) {
        let message =
            "the event \(uid.quoted) is left out: another notification is called "
            + "\(key.identifier.quoted); remove that one, and the event comes when its file changes"
        changes.leftOut[uid] = message
        context.logger.warning("\(changes.calendar?.name ?? ""): \(message)")
    }

    /// The maximum number of events of a file about which is said that they are left out.
    private static let maxLeftOut = 5

    /// Finds the events that the files of a calendar no longer have.
    private func compareFiles(
        _ files: [FileEntry],
        _ changes: inout EventChanges
    ) throws(RequestError) {
        guard let calendar = changes.calendar?.name else { return }
        var earlier: Set<String> = []
        var present: Set<String> = []
        for file in files {
            let before = try store.events(of: file.name, in: calendar)
            var uids = file.isGone ? [] : Set(file.uids)
            if file.isPartial { uids.formUnion(before) }
            let leftOut = file.uids.compactMap { changes.leftOut[$0] }.prefix(Self.maxLeftOut)
            let problems = [file.problem] + leftOut
            earlier.formUnion(before)
            present.formUnion(uids)
            changes.files.append(
                CalendarFileChange(
                    name: file.name,
                    stamp: file.stamp,
                    problem: problems.filter { !$0.isEmpty }.joined(separator: "\n"),
                    uids: uids,
                    isGone: file.isGone
                )
            )
        }
        let names = Set(files.map(\.name))
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

    /// Adds what shows requests once more that go with their events.
    private func addSnoozed(to changes: inout EventChanges) throws(RequestError) {
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

    private func count(
        _ gone: [(key: RequestKey, isWhole: Bool)]
    ) throws(RequestError) -> Int {
        var count = 0
        for (key, isWhole) in gone {
            let isPending = try store.isPending(key)
            let isDelivered = try store.delivered(of: key) != nil
            if isPending || isWhole && isDelivered { count += 1 }
        }
        return count
    }
}
