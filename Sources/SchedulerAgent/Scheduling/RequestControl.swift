import AgentInterface
import Launcher
import NotifyCore

/// Changes requests that wait: holds them back, resumes them, leaves dates out, removes them.
///
/// All changes are in the store and in the history when a method returns; the timers are the caller's.
struct RequestControl {
    private let context: SchedulingContext
    private let journal: Journal
    private let lists: RequestLists

    init(_ context: SchedulingContext, journal: Journal, lists: RequestLists) {
        self.context = context
        self.journal = journal
        self.lists = lists
    }

    /// What becomes of a request that is held back or resumed.
    private enum Change {
        case goesOn(PendingRequest, passed: [Instant])
        /// The last of its dates have passed in the meantime.
        case ended(Occurrences, passed: [Instant])
    }

    /// Holds requests back until they are resumed; their dates in the meantime are not made up for.
    ///
    /// - Returns: what was pending and is paused now.
    func pause(_ selection: RemovalSelection) throws(RequestError) -> [RequestKey] {
        try change(selection, .paused) { pending, _ in
            guard !pending.isPaused else { return nil }
            var held = pending
            held.isPaused = true
            return .goesOn(held, passed: [])
        }
    }

    /// Resumes requests: a repeating one with its next date, one that fires once as it is.
    ///
    /// - Returns: what was paused.
    func resume(_ selection: RemovalSelection) throws(RequestError) -> [RequestKey] {
        let now = context.clock.now
        return try change(selection, .resumed) { pending, zone in
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
        try store.settle(
            Settling(
                row: row.id,
                next: next.map { ($0, context.bootDue(of: $0)) },
                taken: pending.due,
                spent: next == nil ? SpentRequest(pending, afterMore: 1) : nil
            ),
            .full
        )
        journal.note([line(.skipped, of: pending.request, scheduled: pending.due)])
        return (key, pending.due, next?.due)
    }

    /// The request that a name stands for, as it is shown once more.
    ///
    /// - Returns: the request, and the number of its delivery where it was delivered.
    /// - Throws: ``NotifyCore/RequestError`` where there is no such request.
    func request(
        named name: String,
        preferring app: String
    ) throws(RequestError) -> (request: NotificationRequest, delivered: Int64?) {
        let key = try lists.resolve(name, preferring: app)
        let store = context.store
        if let row = try store.delivered(app: key.appID, identifier: key.identifier).first {
            return (try row.delivery().request, row.id)
        }
        guard let row = try store.pending(app: key.appID, identifier: key.identifier).first else {
            throw RequestError(.notFound, try lists.absence(of: name))
        }
        return (try row.pending().request, nil)
    }

    /// Writes that a request is shown once more later.
    func noteSnoozed(_ request: NotificationRequest, _ reply: AddReply) {
        var line = line(.snoozed, of: request, scheduled: reply.nextTriggerDates.first)
        line.detail = reply.identifier
        journal.note([line])
    }

    /// Takes requests off the lists.
    ///
    /// - Parameters:
    ///   - selection: which requests.
    ///   - leavingFiles: whether the files of `requests.d` stay that requests come from.
    /// - Returns: what was on one of the lists or on both, each once, and what was delivered.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func remove(
        _ selection: RemovalSelection,
        leavingFiles: Bool
    ) throws(RequestError) -> (
        keys: [RequestKey], delivered: [(key: RequestKey, row: DeliveredRow)]
    ) {
        CrashPoint.reached(.removing)
        let files = leavingFiles ? try context.store.requestFiles() : [:]
        let removal = try context.store.remove(selection)
        CrashPoint.reached(.removed)
        let now = context.clock.now
        var lines = removal.pending.map { key, record in
            let texts = StoredTexts(ofRecord: record)
            var line = HistoryLine(at: now, key: key, title: texts.title, event: .removed)
            // The file stays, and whoever removed the request has to know of it.
            if key.appID == AgentNames.requestFilesApp, files[key.identifier] != nil {
                line.detail = texts.requester
            }
            return line
        }
        let pending = Set(removal.pending.map(\.key))
        lines += removal.delivered.filter { !pending.contains($0.key) }.map { key, row in
            let title = (try? row.delivery())?.request.content.title ?? ""
            return HistoryLine(at: now, key: key, title: title, event: .removed)
        }
        journal.note(lines)
        return (lines.map(\.key), removal.delivered)
    }

    /// Takes the launcher's bubbles of an earlier session off the list.
    ///
    /// They are registered again at login where the user wants that, by what is on then. Their bubbles went
    /// with the session: to close one now could close another program's.
    func forgetLauncher() throws(RequestError) {
        let selection = RemovalSelection(
            choice: .prefix(LauncherRegistration.prefix),
            appID: AgentNames.app,
            includesPending: false
        )
        journal.note(
            try context.store.remove(selection).delivered.map { key, row in
                HistoryLine(
                    at: context.clock.now,
                    key: key,
                    title: (try? row.delivery())?.request.content.title ?? "",
                    event: .removed
                )
            }
        )
    }

    private func change(
        _ selection: RemovalSelection,
        _ event: HistoryLine.Event,
        _ change: (PendingRequest, any ZoneRules) -> Change?
    ) throws(RequestError) -> [RequestKey] {
        var settlings: [Settling] = []
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
                    settlings.append(
                        Settling(
                            row: row.id,
                            next: (later, context.bootDue(of: later)),
                            taken: nil,
                            unshown: passed
                        )
                    )
                    changed.append(pending.request)
                case .ended(let missed, let passed):
                    var last = pending
                    last.settled = missed.latest
                    let spent = SpentRequest(last, afterMore: missed.count)
                    settlings.append(
                        Settling(row: row.id, next: nil, taken: nil, unshown: passed, spent: spent)
                    )
                    ended.append((pending.request, missed))
                }
            }
        }
        try context.store.settle(settlings)
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

    /// What shows the request once more after a while.
    func snoozed(after microseconds: Int64) -> NotificationRequest {
        var child = self
        child.identifier = Self.snoozedIdentifier(identifier)
        child.trigger = .timeInterval(microseconds: microseconds, repeats: false)
        child.options = ScheduleOptions()
        return child
    }

    /// The identifier of what shows a request once more.
    static func snoozedIdentifier(_ identifier: String) -> String {
        if identifier.hasSuffix(snoozeSuffix) { return identifier }
        var stem = identifier
        while stem.utf8.count + snoozeSuffix.utf8.count > RequestLimits.identifier {
            stem.removeLast()
        }
        return stem + snoozeSuffix
    }
}
