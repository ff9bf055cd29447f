import AgentInterface
import DesktopBubbles
import Launcher
import Logging
import NotifyCore
import Synchronization

/// Accepts requests, shows them when they are due, and handles responses.
///
/// It owns the parts, which stay on its thread, passes each event to the right part, and coordinates changes
/// that concern several. Nothing here waits for a caller, and no call waits for the notification server.
///
/// It has its own thread. Nothing in the agent runs on the thread pool, whose monitor wakes the process every
/// second.
actor Agent {
    /// The agent's thread as its executor.
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    private let executor: any AgentExecutor
    let store: Store
    let clock: any AgentClock
    private let zones: ZoneSource
    let logger: Logger
    /// What senders that are not the user have done.
    let senders: Senders
    /// Returns free memory to the system.
    let returnMemory: @Sendable () -> Void
    let tasks: AgentTasks
    /// The history, and the connections that watch.
    let journal: Journal
    /// Who may notify, the numbers at icons, and categories.
    let apps: Apps
    /// Which focus is on.
    let focus: Focus
    /// Which texts a locked screen must not show.
    let privacy: Privacy
    /// The notification server and the bubbles on it.
    let screen: Screen
    /// The dates of requests and the clocks.
    let schedule: Schedule
    /// The files of requests.
    let attachments: Attachments
    /// The lists of what is pending and delivered.
    let lists: Lists
    /// What is pending.
    let requests: Requests
    /// Requests that were written elsewhere.
    let imports: Imports
    /// Hands apps their responses.
    let responses: Responses
    /// What the user did.
    let answers: Answers
    /// Accepts messages of apps' servers.
    let pushes: Pushes
    /// The open questions for permission.
    let questions: Questions
    /// Shows what is due.
    let round: Round

    init(
        executor: any AgentExecutor,
        store: Store,
        clock: any AgentClock,
        zones: ZoneSource = .system,
        logger: Logger,
        limits: AgentLimits = AgentLimits(),
        peers: AgentPeers,
        configuration: ConfigurationSource = .defaults,
        watchers: Watchers = Watchers(),
        report: @escaping @Sendable (AgentSignal) -> Void
    ) {
        let tasks = AgentTasks(executor)
        let senders = Senders(store: store, clock: clock, logger: logger)
        let journal = Journal(
            store: store,
            clock: clock,
            logger: logger,
            watchers: watchers,
            send: report
        )
        let apps = Apps(
            store: store,
            configuration: configuration,
            journal: journal,
            logger: logger
        )
        let focus = Focus(
            store: store,
            clock: clock,
            zones: zones,
            configuration: configuration,
            journal: journal,
            logger: logger
        )
        let privacy = Privacy(store: store, apps: apps, logger: logger, isLocked: peers.isLocked)
        let schedule = Schedule(
            store: store,
            clock: clock,
            zones: zones,
            logger: logger,
            apps: apps,
            focus: focus,
            senders: senders,
            journal: journal,
            location: peers.location,
            run: peers.run,
            tasks: tasks
        )
        let attachments = Attachments(
            store: store,
            clock: clock,
            logger: logger,
            tasks: tasks
        )
        let screen = Screen(
            presenter: peers.presenter,
            messenger: peers.apps,
            store: store,
            clock: clock,
            limits: limits,
            logger: logger,
            schedule: schedule,
            attachments: attachments,
            journal: journal,
            tasks: tasks
        )
        let lists = Lists(
            store: store,
            clock: clock,
            logger: logger,
            apps: apps,
            screen: screen
        )
        let requests = Requests(
            store: store,
            clock: clock,
            zones: zones,
            logger: logger,
            checkCommand: peers.checkCommand,
            lists: lists,
            screen: screen,
            schedule: schedule,
            attachments: attachments,
            senders: senders,
            apps: apps,
            journal: journal,
            tasks: tasks
        )
        let responses = Responses(
            store: store,
            clock: clock,
            logger: logger,
            limits: limits,
            messenger: peers.apps,
            attachments: attachments,
            journal: journal,
            tasks: tasks
        )
        let questions = Questions(
            apps: apps,
            screen: screen,
            clock: clock,
            logger: logger,
            tasks: tasks,
            time: limits.questionTime
        )
        let answers = Answers(
            store: store,
            clock: clock,
            logger: logger,
            limits: limits,
            peers: peers,
            screen: screen,
            privacy: privacy,
            questions: questions,
            requests: requests,
            attachments: attachments,
            schedule: schedule,
            responses: responses,
            journal: journal,
            tasks: tasks
        )
        self.executor = executor
        self.store = store
        self.clock = clock
        self.zones = zones
        self.logger = logger
        self.senders = senders
        returnMemory = peers.returnMemory
        self.tasks = tasks
        self.journal = journal
        self.apps = apps
        self.focus = focus
        self.privacy = privacy
        self.screen = screen
        self.schedule = schedule
        self.attachments = attachments
        self.responses = responses
        self.answers = answers
        pushes = Pushes(
            store: store,
            clock: clock,
            logger: logger,
            limits: limits,
            senders: senders,
            apps: apps,
            requests: requests,
            responses: responses,
            attachments: attachments,
            tasks: tasks,
            resources: peers.pushResources,
            startExtension: peers.startExtension
        )
        self.questions = questions
        self.lists = lists
        self.requests = requests
        imports = Imports(
            store: store,
            clock: clock,
            zones: zones,
            logger: logger,
            checkCommand: peers.checkCommand,
            answers: answers,
            requests: requests,
            screen: screen,
            schedule: schedule,
            attachments: attachments,
            apps: apps,
            journal: journal,
            tasks: tasks
        )
        round = Round(
            screen: screen,
            schedule: schedule,
            answers: answers,
            apps: apps,
            focus: focus,
            privacy: privacy,
            responses: responses,
            questions: questions,
            requests: requests,
            attachments: attachments,
            journal: journal,
            senders: senders,
            store: store,
            clock: clock,
            zones: zones,
            logger: logger,
            maxSummarised: limits.maxSummarised,
            tasks: tasks
        )
        tasks.connect(self)
    }

    /// Restores the state of an earlier run and starts to deliver.
    ///
    /// - Parameter bus: identifies the bus; unique names are valid on one bus only.
    /// - Returns: whether the store was last used on another bus, before the user logged in.
    @discardableResult
    func start(serverOwner owner: String?, bus: String) async throws(RequestError) -> Bool {
        store.onTrouble.withLock { onTrouble in
            onTrouble = { [weak self] trouble in
                guard let self else { return }
                self.spawn { await self.handle(.storeTrouble(trouble)) }
            }
        }
        try store.trimHistory()
        let isNewSession = try store.metadata(.bus) != bus
        if isNewSession { try forgetLauncher() }
        try attachments.restore()
        try schedule.start()
        requests.endPauses()
        try await round.restore(serverOwner: owner, isSameBus: !isNewSession)
        await round.lookAtFocus()
        try store.set(.bus, to: bus)
        await round.settle(screen.handle(.server(.ownerChanged(owner))))
        tasks.post(.sessionMayBeUnlocked)
        try pushes.showLeftOver()
        apps.reportBadges()
        // In a task of its own, so that callers get replies while a slow server handles what is due.
        tasks.deliverSoon()
        return isNewSession
    }

    /// Removes the launcher's notifications of an earlier session from the list.
    ///
    /// The launcher registers them again at login if the user wants that. Their bubbles ended with the session;
    /// closing one now could close a bubble of another program.
    private func forgetLauncher() throws(RequestError) {
        let selection = RemovalSelection(
            choice: .prefix(LauncherRegistration.prefix),
            appID: AgentNames.app,
            includesPending: false
        )
        journal.note(try store.remove(selection).lines(at: clock.now))
    }

    /// Stores the state for the next run.
    ///
    /// - Parameter isReplaced: whether the next agent already runs and has received the same events.
    func end(isReplaced: Bool = false) {
        storeFolderChanged()
        if isReplaced {
            do {
                try screen.handOver()
            } catch {
                logger.error("\(error)")
            }
        }
        schedule.end()
        store.moveLogIntoFile()
    }

    /// Runs a closure with access to the parts, on the agent's thread.
    func run<Value: Sendable, Failure>(
        _ body: @Sendable (isolated Agent) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await body(self)
    }

    /// Runs a closure on the agent's thread without waiting for it.
    nonisolated func spawn(_ work: @escaping @Sendable () async -> Void) {
        executor.task(work)
    }
}

/// Events: those that the parts post, and those from outside the agent.
extension Agent {
    /// Hands an event that a part posted to the part that it concerns.
    func handle(_ event: AgentEvent) async {
        switch event {
        case .deliver: await round.deliver()
        case .returnMemory: returnMemory()
        case .sweep:
            attachments.sweep()
            answers.endDialogs()
        case .arm: await schedule.arm()
        case .schedule(let event): await handle(event)
        case .screen(let event): await round.settle(screen.handle(event))
        case .typed(let answer, let action, let request, let id):
            await answers.typed(answer, for: action, of: request, delivery: id)
        case .chosen(let answer, let request, let id):
            await answers.chosen(answer, for: request, delivery: id)
        case .sessionMayBeUnlocked:
            await answers.releaseHeld()
            await round.reveal()
        case .retryWrites: await answers.retry()
        case .problem(let problem): answers.report(problem)
        case .storeTrouble(let trouble):
            answers.report(.store(trouble))
            await round.deliver()
        case .responsesWait(let app, let token):
            await responses.reach(app, activationToken: token)
        case .answeredLate(let end, let response, let id, let name):
            responses.answeredLate(end, to: response, id: id, connection: name)
        case .appStartTimeOver(let app): responses.startTimeOver(of: app)
        case .forgetHeard: responses.retry()
        case .appsHadTimeToAttach: responses.reachForgotten()
        case .extensionFailed(let app, let step): pushes.extensionFailed(app, step: step)
        case .extensionTimeOver(let app, let step): pushes.extensionTimeOver(app, step: step)
        case .showQuestions: await questions.showWaiting()
        case .fullServerMayHaveRoom: await questions.showWaiting(afterPause: true)
        case .questionExpired(let number): questions.expired(number)
        }
    }

    /// Handles an event of the notification server.
    func handle(_ event: BubbleEvent) async {
        await round.settle(screen.handle(event))
        if case .ownerChanged(let owner) = event {
            // The shell that shows the bubbles often shows the numbers, too.
            if owner != nil { apps.reportBadges() }
            tasks.deliverSoon()
        }
        round.noteEvent()
    }

    /// Handles an event of the clocks, of the machine's place or of a command.
    func handle(_ event: ScheduleEvent) async {
        switch event {
        case .due: screen.handle(.timeEnded)
        case .clockSet, .zoneChanged, .zoneRulesChanged: focus.invalidate()
        default: break
        }
        if await schedule.handle(event) {
            requests.endPauses()
            await round.deliver()
        }
    }

    /// Handles that a connection left the bus.
    func left(_ name: String) {
        responses.left(name)
        pushes.left(name)
        journal.forgetWatcher(name)
        imports.forget(name)
    }

    /// Writes the store again if its file has been deleted.
    func storeFolderChanged() {
        do {
            try store.restoreFolder()
        } catch {
            logger.error("\(error)")
        }
    }
}

/// Questions of commands.
extension Agent {
    /// Has a dialog ask for the answer to a notification where its bubble cannot.
    func askByDialog(_ key: RequestKey) async throws(RequestError) -> Bool {
        await round.deliver()
        if try store.delivered(app: key.appID, identifier: key.identifier).isEmpty {
            // Another round is in progress, which shows it as well.
            await round.ended()
        }
        return try await answers.askByDialog(key)
    }
}

/// The focus.
extension Agent {
    /// Switches a focus on.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if there is none of that name or its end is past; nothing changes then.
    func switchFocusOn(
        _ name: String,
        until end: Instant?,
        allowing apps: [String]
    ) async throws(RequestError) -> FocusReport {
        try focus.switchOn(name, until: end, allowing: apps)
        await round.deliver()
        return try focusReport()
    }

    /// Switches every focus off, and shows what waited.
    ///
    /// - Returns: the state, with the focus that was on in `ended`.
    func switchFocusOff() async throws(RequestError) -> FocusReport {
        let ended = try focus.switchOff()
        await round.deliver()
        var report = try focusReport()
        report.ended = ended?.words ?? ""
        return report
    }

    /// Returns which focus is on, and what waits.
    ///
    /// - Parameter isShort: whether only the number of what waits is needed.
    func focusReport(isShort: Bool = false) throws(RequestError) -> FocusReport {
        var report = focus.report
        let waiting = try round.held.deliveries
        report.waitingCount = Int64(waiting.count)
        guard !isShort else { return report }
        report.waiting = waiting.map { delivery in
            let content = delivery.request.content
            return WaitingNotification(
                key: delivery.request.key,
                title: content.title.isEmpty ? content.body : content.title,
                date: delivery.delivered
            )
        }
        return report
    }

    /// Handles that `agent.conf` was read again.
    func configurationChanged() async {
        focus.invalidate()
        await round.deliver()
    }
}

/// Changes that concern several parts.
extension Agent {
    /// Notes what was sent to other machines, with when it is over by the clock and the zone of this one.
    func noteSent(
        _ request: NotificationRequest,
        to machines: [String],
        of change: ChangeCall
    ) throws(RequestError) {
        let zone = try zones.zone(of: request.trigger)
        let pending = try PendingRequest(accepting: request, now: change.at, zone: zone)
        let isOnce = request.trigger.hasDates && !request.trigger.repeats
        let end = isOnce ? pending.due : request.options.until
        try store.sent.note(request, to: machines, until: end, of: change)
    }

    /// Shows a delivered notification once more after a while, under an identifier of its own; postpones one
    /// that is only pending by that while.
    ///
    /// - Parameter origin: the program that can undo it; `nil` if none can.
    /// - Throws: ``NotifyCore/RequestError`` if there is no such request or no such time.
    func snooze(
        _ name: String,
        preferring app: String,
        microseconds: Int64,
        by origin: String? = nil,
        call callName: String? = nil
    ) async throws(RequestError) -> AddReply {
        let snooze = try await requests.snooze(
            name,
            preferring: app,
            after: microseconds,
            by: origin,
            call: callName
        )
        switch snooze {
        case .moved(let reply): return reply
        case .again(let delivered, let child, let line, let call):
            try await answers.replace(
                delivered,
                by: child,
                noting: line,
                of: call,
                named: callName
            )
            await arm()
            return child.reply
        }
    }

    /// Shows a delivered notification as a bubble again.
    ///
    /// - Returns: the notification, and whether a notification server runs that can show it now.
    /// - Throws: ``NotifyCore/RequestError`` if it is not delivered, or may already be on the screen.
    func again(
        _ name: String,
        preferring app: String
    ) async throws(RequestError) -> (key: RequestKey, serverPresent: Bool) {
        let row = try lists.deliveredOnce(name, preferring: app)
        try apps.checkPermission(of: row.key.appID)
        try await answers.showAgain(row.id)
        tasks.deliverSoon()
        return (row.key, screen.state.isPresent)
    }

    /// Dismisses delivered notifications as the user does at their bubbles: closes the bubbles and notifies
    /// the apps.
    ///
    /// - Parameter selection: the notifications; identifiers may be APP/IDENTIFIER.
    /// - Throws: ``NotifyCore/RequestError`` with code `Ambiguous` or `Storage`.
    func dismiss(_ selection: RemovalSelection) async throws(RequestError) -> [RequestKey] {
        var keys: [RequestKey] = []
        for selection in try lists.resolved(selection) {
            for (number, (key, id)) in try store.deliveredKeys(selection).enumerated() {
                // Each is on the disk by itself, so that many would delay what is due meanwhile.
                if number % Self.dismissedTogether == Self.dismissedTogether - 1 {
                    await Task.yield()
                }
                do throws(RequestError) {
                    if try await answers.settle(id, orThrow: .dismissed) { keys.append(key) }
                } catch  where error.code == .storage {
                    throw error
                } catch {
                    // A damaged notification must not keep the others in the list.
                    logger.error("\(error)")
                }
            }
        }
        await arm()
        tasks.returnMemory(after: keys.count)
        return keys
    }

    /// How many notifications are dismissed before other events are handled.
    private static let dismissedTogether = 8

    /// Arms the timers after a change, and removes the files that no request has any longer.
    private func arm() async {
        attachments.sweepSoon()
        await schedule.arm()
    }

    /// The figures for `Status`.
    func summary() throws(RequestError) -> (
        counts: (pending: Int, waiting: Int, delivered: Int), next: Instant?, serverPresent: Bool,
        waitsForClock: Bool, limited: [String]
    ) {
        (
            try store.counts(), try store.nextDate(), screen.state.isPresent,
            !schedule.observe().isTrusted,
            senders.excesses().map(\.words)
        )
    }
}
