import AgentInterface
import DesktopBubbles
import Logging
import NotifyCore
import Synchronization

/// The heart of the agent: accepts requests, shows them when they are due, and acts on responses.
///
/// It owns the parts, which stay on its thread, hands each event to the part that it concerns, and connects what
/// concerns several. Nothing here waits for a caller, and no call waits for the notification server.
///
/// It has a thread of its own. The thread pool's monitor would wake the process every second for as long
/// as it lives, so nothing in the agent runs on the pool.
actor Scheduler {
    /// The scheduler's thread as its executor.
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        context.executor.asUnownedSerialExecutor()
    }

    let context: SchedulingContext
    let tasks: SchedulerTasks
    /// The history, and who watches.
    let journal: Journal
    /// What belongs to apps as a whole.
    let apps: AppParts
    /// The notification server and the bubbles on it.
    let desktop: Desktop
    /// The dates of requests and the clocks.
    let timers: DueTimers
    /// Accepts, finds and changes requests.
    let requests: RequestParts
    /// Hands apps what their users did.
    let courier: AppCourier
    /// Moves deliveries on.
    let responses: ResponseHandler
    /// The open questions for permission.
    let prompts: PermissionAsker
    /// Hands what is due to the server.
    let deliverer: Deliverer
    /// Acts on what the server reports.
    let bubbleEvents: BubbleEvents

    init(
        _ context: SchedulingContext,
        peers: SchedulerPeers,
        configuration: ConfigurationSource = .defaults,
        watchers: Watchers = Watchers(),
        report: @escaping @Sendable (AgentEvent) -> Void
    ) {
        let tasks = SchedulerTasks(context.executor)
        let journal = Journal(context, watchers: watchers, send: report)
        let apps = AppParts(context, configuration, journal)
        let time = Timekeeper(context)
        let desktop = Desktop(context, peers.presenter, time, tasks)
        let retries = WriteRetrier(context, desktop, tasks)
        let attachments = AttachmentSweeper(context, desktop, retries)
        let regions = RegionMonitor(context, journal: journal, location: peers.location)
        let timers = DueTimers(context, time, desktop, attachments, regions)
        let adder = RequestAdder(context, apps, time, desktop, journal)
        let problems = ProblemReporter(context, journal, adder, tasks)
        let courier = AppCourier(context, peers.apps, attachments, problems, retries, tasks)
        let parts = ResponseParts(context, peers, adder, timers, courier, tasks)
        let responses = ResponseHandler(context, desktop, adder, timers, parts, tasks)
        let prompts = PermissionAsker(context, apps.permissions, desktop, tasks)
        let follower = ServerFollower(context, desktop, prompts, responses)
        self.context = context
        self.tasks = tasks
        self.journal = journal
        self.apps = apps
        self.desktop = desktop
        self.timers = timers
        self.courier = courier
        self.responses = responses
        self.prompts = prompts
        requests = RequestParts(context, apps, adder, desktop, timers, journal)
        deliverer = Deliverer(context, apps, follower, responses, peers.apps, tasks)
        bubbleEvents = BubbleEvents(context.store, deliverer, responses, apps.settings, tasks)
        tasks.connect(self)
    }

    /// Restores the state of an earlier run and begins to deliver.
    ///
    /// - Parameters:
    ///   - owner: the notification server that runs now.
    ///   - bus: what tells this bus from any other; servers' names count on one bus alone.
    /// - Returns: whether the store was last used on another bus, before the user logged in.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    @discardableResult
    func start(serverOwner owner: String?, bus: String) async throws(RequestError) -> Bool {
        let store = context.store
        store.onTrouble.withLock { onTrouble in
            onTrouble = { [weak self] trouble in
                guard let self else { return }
                self.spawn { await self.goOn(after: trouble) }
            }
        }
        try store.trimHistory()
        let isNewSession = try store.fact(.bus) != bus
        if isNewSession { try requests.control.forgetLauncher() }
        try timers.attachments.restore()
        try timers.time.start()
        try await deliverer.follower.restore(serverOwner: owner, bus: bus)
        await deliverer.follower.handle(.ownerChanged(owner))
        responses.parts.held.lookSoon()
        apps.settings.reportBadges()
        // Callers are answered while a slow server has what was left over.
        tasks.deliverSoon()
        return isNewSession
    }

    /// Writes what the next run should know.
    ///
    /// - Parameter isReplaced: whether the next agent runs already, and has heard what this one has.
    func end(isReplaced: Bool = false) {
        storeFolderChanged()
        if isReplaced {
            do {
                try desktop.bubbles.noteHandOver()
            } catch {
                context.logger.error("\(error)")
            }
        }
        timers.time.remember()
        timers.time.rememberFingerprint()
        context.store.moveLogIntoFile()
    }

    /// Reads or changes something with the parts, on the scheduler's thread.
    func run<Value: Sendable, Failure>(
        _ body: @Sendable (isolated Scheduler) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await body(self)
    }

    /// Runs something on the scheduler's thread without waiting for it.
    nonisolated func spawn(_ work: @escaping @Sendable () async -> Void) {
        context.executor.task(work)
    }
}
