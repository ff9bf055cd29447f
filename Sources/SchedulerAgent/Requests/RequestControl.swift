import AgentInterface
import Launcher
import NotifyCore

/// Changes pending requests: pauses, resumes, skips a date, removes.
///
/// When a method returns, its changes are in the store and in the history. The caller arms the timers.
struct RequestControl {
    private let context: SchedulingContext
    private let journal: Journal
    private let lists: Lists

    init(_ context: SchedulingContext, journal: Journal, lists: Lists) {
        self.context = context
        self.journal = journal
        self.lists = lists
    }

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

    /// Skips a repeating request's next date.
    ///
    /// - Parameter origin: the program that can undo it; `nil` if none can.
    /// - Throws: ``NotifyCore/RequestError`` if it is not pending or does not repeat.
    func skip(
        _ name: String,
        preferring app: String,
        by origin: String? = nil
    ) throws(RequestError) -> (key: RequestKey, skipped: Instant, next: Instant?) {
        let store = context.store
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
        let next = pending.skippingNext(in: zone)
        let dates = SettledDates(
            row: row.id,
            next: next.map { ($0, context.bootDue(of: $0)) },
            leftOut: pending.request.trigger.calendar.map { _ in LeftOutDate(pending.due, in: zone)
            },
            spent: next == nil ? SpentRequest(pending, afterMore: 1) : nil
        )
        try context.store.changes.settle([dates], of: call(.skipped, by: origin))
        journal.note([line(.skipped, of: pending.request, scheduled: pending.due)])
        return (key, pending.due, next?.due)
    }

    /// Returns the request that a name stands for, to be shown again.
    ///
    /// - Returns: the request, and its delivery if it was delivered.
    /// - Throws: ``NotifyCore/RequestError`` if there is no such request.
    func request(
        named name: String,
        preferring app: String
    ) throws(RequestError) -> (request: NotificationRequest, delivered: DeliveredRow?) {
        let key = try lists.resolveSnoozed(name, preferring: app)
        let store = context.store
        if let row = try store.delivered(app: key.appID, identifier: key.identifier).first {
            return (try row.delivery().request, row)
        }
        guard let row = try store.pending(app: key.appID, identifier: key.identifier).first else {
            throw RequestError(.notFound, try lists.absence(of: name))
        }
        return (try row.pending().request, nil)
    }

    /// The line of the history for a delivered notification that is shown again later.
    func snoozedLine(_ request: NotificationRequest, _ reply: AddReply) -> HistoryLine {
        var line = line(.snoozed, of: request, scheduled: reply.nextTriggerDates.first)
        line.detail = reply.identifier
        return line
    }

    /// Removes requests from the lists.
    ///
    /// - Parameter call: the call that can be undone; `nil` to keep nothing.
    /// - Returns: the requests that were in a list, each once, and those that were delivered.
    func remove(
        _ selection: RemovalSelection,
        leavingFiles: Bool,
        of call: ChangeCall? = nil,
        named name: String? = nil
    ) throws(RequestError) -> (
        keys: [RequestKey], delivered: [(key: RequestKey, row: DeliveredRow)]
    ) {
        CrashPoint.reached(.removing)
        let files = leavingFiles ? try context.store.requestFiles() : [:]
        let changes = context.store.changes
        let removal = try context.store.carryingOut(name) { () throws(RequestError) in
            try changes.remove(selection, of: call)
        }
        CrashPoint.reached(.removed)
        return (note(removal, files: files), removal.delivered)
    }

    /// Writes to the history what was removed.
    @discardableResult
    func note(_ removal: Removal, files: [String: String] = [:]) -> [RequestKey] {
        let now = context.clock.now
        var lines = removal.pending.map { key, record in
            let texts = StoredTexts(ofRequest: record)
            var line = HistoryLine(at: now, key: key, title: texts.title, event: .removed)
            // The file stays; its path informs the user who removed the request.
            if key.appID == AgentNames.requestFilesApp, files[key.identifier] != nil {
                line.detail = texts.requester
            }
            return line
        }
        let pending = Set(removal.pending.map(\.key))
        let others = removal.delivered.filter { !pending.contains($0.key) }
        lines += self.lines(ofRemoved: others, at: now)
        journal.note(lines)
        return lines.map(\.key)
    }

    /// Removes the launcher's notifications of an earlier session from the list.
    ///
    /// The launcher registers them again at login if the user wants that. Their bubbles ended with the session;
    /// closing one now could close a bubble of another program.
    func forgetLauncher() throws(RequestError) {
        let selection = RemovalSelection(
            choice: .prefix(LauncherRegistration.prefix),
            appID: AgentNames.app,
            includesPending: false
        )
        let removed = try context.store.remove(selection).delivered
        journal.note(lines(ofRemoved: removed, at: context.clock.now))
    }

    private func lines(
        ofRemoved delivered: [(key: RequestKey, row: DeliveredRow)],
        at now: Instant
    ) -> [HistoryLine] {
        delivered.map { key, row in
            let title = (try? row.delivery())?.request.content.title ?? ""
            return HistoryLine(at: now, key: key, title: title, event: .removed)
        }
    }

    /// A call of a program, if it can be undone.
    private func call(_ kind: ChangeCall.Kind, by origin: String?) -> ChangeCall? {
        origin.map { ChangeCall(kind, by: $0, at: context.clock.now) }
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
            for row in try context.store.pending(selection) where seen.insert(row.id).inserted {
                guard let pending = try? context.store.pending(of: row) else { continue }
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
        try context.store.changes.settle(settled, of: call)
        let requests = changed + ended.map(\.request)
        journal.note(
            requests.map { line(event, of: $0) }
                + ended.map { request, missed in
                    var line = line(.ended, of: request, scheduled: missed.latest)
                    line.detail = "\(missed.count)"
                    return line
                }
        )
        return requests.map(\.key)
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

    private func line(
        _ event: HistoryLine.Event,
        of request: NotificationRequest,
        scheduled: Instant? = nil
    ) -> HistoryLine {
        HistoryLine(
            at: context.clock.now,
            key: request.key,
            title: request.content.title,
            event: event,
            scheduled: scheduled
        )
    }
}

extension NotificationRequest {
    private static let snoozeSuffix = ".snoozed"
    /// How many requests may wait to show one request again.
    private static let maxSnoozed = 100

    /// Returns a request that shows this one again after a time; its identifier is the caller's to choose.
    ///
    /// It is a copy, so that it keeps each field that is not changed here.
    func snoozed(after microseconds: Int64) -> NotificationRequest {
        var child = self
        child.trigger = .timeInterval(microseconds: microseconds, repeats: false)
        // The end of a rule does not concern what fires once.
        child.options.until = nil
        child.options.times = nil
        // It has run on the date that is shown again.
        child.run = nil
        return child
    }

    /// Returns the identifiers of requests that show a request again, in the order in which they are taken.
    ///
    /// They are ID.snoozed, ID.snoozed.2 and so on; what shows another one again comes again as itself.
    static func snoozedIdentifiers(_ identifier: String) -> [String] {
        let stem = stem(ofSnoozed: identifier)
        let names = (1...maxSnoozed).map { number in
            let suffix = number == 1 ? snoozeSuffix : "\(snoozeSuffix).\(number)"
            var start = stem ?? identifier
            while start.utf8.count + suffix.utf8.count > RequestLimits.identifier {
                start.removeLast()
            }
            return start + suffix
        }
        return stem == nil ? names : [identifier] + names.filter { $0 != identifier }
    }

    /// Returns the identifier of the request that one shows again; `nil` if it has no such identifier.
    static func stem(ofSnoozed identifier: String) -> String? {
        if identifier.hasSuffix(snoozeSuffix) {
            return String(identifier.dropLast(snoozeSuffix.count))
        }
        guard let dot = identifier.lastIndex(of: "."),
            identifier[..<dot].hasSuffix(snoozeSuffix),
            let number = Int(identifier[dot...].dropFirst()), (2...maxSnoozed).contains(number),
            identifier[dot...] == ".\(number)"
        else { return nil }
        return String(identifier[..<dot].dropLast(snoozeSuffix.count))
    }
}
