import AgentInterface
import Logging
import NotifyCore
import RequestFiles

/// Brings requests in that were written elsewhere: exports, calendars, and the files of requests.d.
///
/// When a function returns, its change is on the disk and in the history, and the timers are armed.
final class Imports {
    let store: Store
    let clock: any AgentClock
    let zones: ZoneSource
    let logger: Logger
    let checkCommand: @Sendable (String) throws(RequestError) -> Void
    let attachments: Attachments
    let apps: Apps
    let tasks: AgentTasks
    /// The entries of callers until their last call, by unique name.
    var stages: [String: ImportStage] = [:]
    /// The size of the calls that are being checked.
    var bytesUnderWay: [Int: Int] = [:]
    var lastCall = 0
    private let requests: Requests
    private let answers: Answers
    private let screen: Screen
    private let schedule: Schedule
    private let journal: Journal

    init(
        store: Store,
        clock: any AgentClock,
        zones: ZoneSource,
        logger: Logger,
        checkCommand: @escaping @Sendable (String) throws(RequestError) -> Void,
        answers: Answers,
        requests: Requests,
        screen: Screen,
        schedule: Schedule,
        attachments: Attachments,
        apps: Apps,
        journal: Journal,
        tasks: AgentTasks
    ) {
        self.store = store
        self.clock = clock
        self.zones = zones
        self.logger = logger
        self.checkCommand = checkCommand
        self.answers = answers
        self.requests = requests
        self.screen = screen
        self.schedule = schedule
        self.attachments = attachments
        self.apps = apps
        self.journal = journal
        self.tasks = tasks
    }

    // MARK: Import

    /// Handles an `Import` call.
    ///
    /// After the last call of an import, all entries are on the disk when this returns.
    ///
    /// - Throws: ``NotifyCore/RequestError``, whose message names the entry; nothing of the import is stored then.
    func load(_ call: ImportCall) async throws(RequestError) -> ImportReply {
        let planRound = schedule.observe().planRound
        let (reply, complete) = try await take(call, planRound: planRound)
        guard let complete else { return reply }
        let replaced: [DeliveredRow]
        let removal: Removal
        do throws(RequestError) {
            for key in try waiting(in: complete) { try requests.handOverWaiting(key) }
            let change = ChangeCall(.imported, by: call.requester, at: clock.now)
            let keys = try keys(in: complete)
            // What is followed is read again by itself.
            let isRefresh = complete.calendar?.isRefresh ?? false
            (replaced, removal) = try store.carryingOut(call.name) { () throws(RequestError) in
                try store.recording(isRefresh ? nil : change, of: keys, .calendars) {
                    () throws(RequestError) in
                    try store.insert(complete)
                }
            }
        } catch {
            discard(complete)
            throw error
        }
        let unused = complete.unusedFolders
        attachments.keep(complete.folders.subtracting(unused))
        attachments.discard(unused)
        for row in replaced { if let bubble = row.state.bubble { screen.close(bubble) } }
        finish(removal)
        await dismiss(complete.changes.acknowledged)
        if call.isForeign { try? await requests.forgetOldest(of: .calendars) }
        schedule.noteImported(
            planRound: complete.planRound,
            isSettledAhead: complete.isSettledAhead
        )
        returnMemory(of: complete.bytes)
        await arm()
        tasks.deliverSoon()
        logger.debug(
            "an import stored \(complete.pending.count) pending, \(complete.delivered.count) delivered; \(removal.pending.count) went"
        )
        return reply
    }

    /// The requests that an import may change.
    private func keys(in stage: ImportStage) throws(RequestError) -> [RequestKey] {
        let changes = stage.changes
        let rows = changes.dismissed.map(\.id) + changes.shortened.map(\.id)
        return stage.pending.map(\.row.key).filter { !changes.unchanged.contains($0) }
            + stage.delivered.map(\.delivery.request.key) + changes.gone.map(\.key)
            + (try store.keys(of: rows))
    }

    /// Discards what a caller has imported that left before its last call.
    func forget(_ sender: String) {
        if let stage = stages.removeValue(forKey: sender) { discard(stage) }
    }

    /// Dismisses what is shown of events and was dismissed in another program.
    private func dismiss(_ acknowledged: [(key: RequestKey, date: Instant)]) async {
        for (key, date) in acknowledged {
            do throws(RequestError) {
                guard let row = try store.delivered(of: key), row.scheduled <= date else {
                    continue
                }
                try await answers.settle(row.id, orThrow: .dismissed)
            } catch {
                logger.error("\(error)")
            }
        }
    }

    // MARK: Calendars

    /// Returns entries of calendars for the reply of `Calendars`.
    ///
    /// - Parameter name: one calendar, with its files; `nil` for all.
    func calendars(named name: String?) throws(RequestError) -> [CalendarEntry] {
        var entries: [CalendarEntry] = []
        for row in try store.calendars() where name == nil || row.name == name {
            let files = try store.stamps(of: row.name)
            let problems = files.compactMap { file in
                file.problem.isEmpty
                    ? nil : (file.name.isEmpty ? "" : "\(file.name): ") + file.problem
            }
            let pending = try name.map { name throws(RequestError) in
                try store.countPending(of: name, now: clock.now)
            }
            entries.append(
                CalendarEntry(
                    name: row.name,
                    follows: row.follows,
                    trusts: row.trusts,
                    addresses: row.addresses,
                    requestFile: row.requestFile,
                    events: try store.countEvents(in: row.name),
                    read: row.read,
                    problems: row.problems + problems,
                    files: name == nil
                        ? []
                        : files.map {
                            FileEntry(name: $0.name, stamp: $0.stamp, problem: $0.problem)
                        },
                    pending: pending?.count,
                    lacksSome: pending?.lacksSome ?? false
                )
            )
        }
        return entries
    }

    /// Returns the paths of the calendars that are followed, and whether a file of theirs must be read again.
    func followedCalendars() throws(RequestError) -> [(path: String, isStale: Bool)] {
        var found: [(path: String, isStale: Bool)] = []
        for row in try store.calendars() where row.follows {
            let isStale = try store.stamps(of: row.name).contains { $0.stamp.isEmpty }
            found.append((row.name, isStale))
        }
        return found
    }

    /// Notes why a calendar could not be read.
    func note(_ problem: String, ofCalendar name: String) {
        do {
            guard var row = try store.calendars().first(where: { $0.name == name }) else { return }
            row.problems = [problem]
            try store.set(row)
        } catch {
            logger.error("\(error)")
        }
    }

    /// Ends a calendar, and removes all that came from it.
    ///
    /// - Returns: how many requests went.
    /// - Throws: ``NotifyCore/RequestError`` if there is none, or a file names it.
    func endCalendar(
        _ name: String,
        by origin: String? = nil,
        call: String? = nil
    ) async throws(RequestError) -> Int {
        let change = origin.map { ChangeCall(.calendarRemoved, by: $0, at: clock.now) }
        let removal = try store.carryingOut(call) { () throws(RequestError) in
            try end(calendar: name, of: change)
        }
        finish(removal)
        await arm()
        tasks.returnMemory(after: removal.pending.count + removal.delivered.count)
        return Set(removal.pending.map(\.key) + removal.delivered.map(\.key)).count
    }

    /// Removes a calendar, and all that came from it alone, from the store.
    ///
    /// - Parameter file: the file of `requests.d` that no longer names it; `nil` where the user ends it.
    /// - Throws: ``NotifyCore/RequestError`` if there is none, or a file names it.
    private func end(
        calendar name: String,
        namedBy file: String? = nil,
        of change: ChangeCall? = nil
    ) throws(RequestError) -> Removal {
        guard let row = try store.calendars().first(where: { $0.name == name }) else {
            throw RequestError(
                .notFound,
                "there is no calendar \(name.quoted); see notify-schedule calendars"
            )
        }
        if let named = row.requestFile, named != file {
            throw RequestError(
                .invalidContent,
                "\(name.quoted) is followed by the file \(named); remove that file"
            )
        }
        let intake = EventIntake(store: store, now: clock.now, zones: zones, logger: logger)
        let changes = try intake.end(of: row)
        return try store.recording(change, of: changes.gone.map(\.key), .calendars) {
            () throws(RequestError) in
            try store.end(changes)
        }
    }

    // MARK: requests.d

    /// Updates the requests of files, and the calendars that they name, to match the files.
    ///
    /// - Returns: the errors in the files, one sentence each.
    func update(to scan: RequestFileScan) async -> [String] {
        schedule.observe()
        var outcome = store(scan)
        for id in outcome.stored { schedule.noteAccepted(id) }
        do throws(RequestError) {
            if !outcome.gone.isEmpty {
                let selection = try selection(ofFiles: outcome.gone)
                _ = try await requests.remove(selection, leavingFiles: false)
                try store.forget(requestFiles: outcome.gone)
                for identifier in outcome.gone {
                    logger.notice("the request \(identifier) went with its file")
                }
            }
            finish(try follow(scan))
        } catch {
            logger.error("\(error)")
            outcome.problems.append("\(error)")
        }
        await arm()
        tasks.deliverSoon()
        return outcome.problems
    }

    /// The result of storing the requests of files.
    private struct FileOutcome {
        /// The errors, one sentence each.
        var problems: [String]
        /// The numbers of the stored requests.
        var stored: [PendingID] = []
        /// The identifiers of requests whose files were deleted.
        var gone: [String] = []
    }

    /// Stores new and changed requests.
    private func store(_ scan: RequestFileScan) -> FileOutcome {
        var outcome = FileOutcome(problems: scan.problems)
        do {
            var gone = try store.requestFiles()
            for identifier in scan.refused { gone[identifier] = nil }
            for file in scan.files {
                do {
                    guard try file.isEnabled() else { continue }
                    let earlier = gone.removeValue(forKey: file.identifier)
                    if earlier != file.text { outcome.stored.append(try store(file)) }
                } catch let refusal as RequestFile.Refusal {
                    // If the changed file is invalid, its earlier request continues.
                    gone[file.identifier] = nil
                    outcome.problems += refusal.problems
                } catch let error as RequestError where error.code != .storage {
                    outcome.problems.append("\(file.path): \(error.message)")
                }
            }
            if !scan.isPartial { outcome.gone = Array(gone.keys) }
        } catch {
            logger.error("\(error)")
            outcome.problems.append("\(error)")
        }
        return outcome
    }

    /// Returns a selection of the requests of files and of their snoozed requests.
    private func selection(ofFiles identifiers: [String]) throws(RequestError) -> RemovalSelection {
        let app = AgentNames.requestFilesApp
        let names = Set(identifiers.flatMap(NotificationRequest.snoozedIdentifiers))
        let files = try store.requestFiles()
        // A file may have such a name itself.
        let snoozed = try store.snoozed(of: app).map(\.identifier).filter { name in
            names.contains(name) && files[name] == nil
        }
        return RemovalSelection(choice: .identifiers(identifiers + snoozed), appID: app)
    }

    private func store(_ file: RequestFile) throws -> PendingID {
        let now = clock.now
        let request = try file.request(now: now, zones: zones)
        if let run = request.run {
            do {
                try checkCommand(run)
            } catch {
                throw file.refusal(error.about(.run), of: request)
            }
        }
        let zone = try zones.zone(of: request.trigger)
        let pending: PendingRequest
        do {
            pending = try PendingRequest(accepting: request, now: now, zone: zone)
        } catch {
            throw file.refusal(error, of: request)
        }
        let accepted = AcceptedRequest(
            pending,
            record: try request.boundedBytes(),
            boot: clock.bootDue(of: pending),
            now: now
        )
        let id = try store.add(accepted, ofFile: file.text)
        logger.notice("\(file.path) was added: \(request.words(in: zone, after: now))")
        return id
    }

    /// Follows the calendars that files of `requests.d` name, and no longer those whose files went.
    private func follow(_ scan: RequestFileScan) throws(RequestError) -> Removal {
        var removal = Removal()
        var rows = Dictionary(
            try store.calendars().map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var named: Set<String> = []
        for calendar in scan.calendars where named.insert(calendar.path).inserted {
            let row = CalendarRow(
                name: calendar.path,
                follows: true,
                trusts: calendar.trusts,
                addresses: calendar.addresses,
                requestFile: calendar.file,
                problems: rows[calendar.path]?.problems ?? [],
                read: rows[calendar.path]?.read
            )
            guard rows.updateValue(row, forKey: row.name) != row else { continue }
            logger.notice("\(calendar.file) follows \(calendar.path)")
            try store.follow(row)
        }
        guard !scan.isPartial else { return removal }
        for row in rows.values.sorted(by: { $0.name < $1.name }) {
            guard let file = row.requestFile, !named.contains(row.name),
                !scan.refusedPaths.contains(file)
            else { continue }
            let ended = try end(calendar: row.name, namedBy: file)
            removal.pending += ended.pending
            removal.delivered += ended.delivered
            logger.notice("the calendar \(row.name) went with its file \(file)")
        }
        return removal
    }

    // MARK: After a change

    /// Notes in the history what went with its event, calendar or file, and closes the bubbles.
    private func finish(_ removal: Removal) {
        journal.note(removal.lines(at: clock.now))
        screen.close(removal.delivered)
    }

    /// Arms the timers, and removes the files that no request has any longer.
    private func arm() async {
        attachments.sweepSoon()
        await schedule.arm()
    }
}
