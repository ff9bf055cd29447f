import AgentInterface
import DesktopBubbles
import GLibBridge
import Launcher
import Logging
import NotifyCore
import Synchronization

/// The heart of the agent: accepts requests, shows them when they are due, and acts on responses.
///
/// All rules are NotifyCore's; this actor puts them in order with the store, the clock and the desktop.
/// Nothing here waits for a caller, and no call waits for the notification server.
///
/// It has a thread of its own. The thread pool's monitor would wake the process every second for as long
/// as it lives, so nothing in the agent runs on the pool.
actor Scheduler {
    static let thread = GLibThread(name: "scheduler")

    /// The scheduler's thread as its executor.
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        Self.thread.asUnownedSerialExecutor()
    }

    let store: Store
    let clock: any SchedulerClock
    let presenter: any BubblePresenting
    let appLink: any AppReaching
    let zones: ZoneSource
    let configuration: ConfigurationSource
    let location: any PlaceFollowing
    /// As many late ones are looked at for one summary.
    let mostSummarised: Int
    /// How long a question for permission waits for its answer, in milliseconds.
    let questionTime: UInt32
    /// How long a process may think before another one is told what the user did, in milliseconds.
    let answerTime: UInt32
    /// How long a start of an app is taken to be under way, in milliseconds.
    let appStartTime: UInt32
    /// How long a store that failed is left alone before what was done is written down, in milliseconds.
    let storeRetryTime: UInt32
    let logger: Logger
    /// Opens a URL; a parameter, so that tests see what would be started.
    let open: @Sendable (String, String?) throws(RequestError) -> [String]
    /// Hears what the agent tells.
    let tell: @Sendable (AgentEvent) -> Void

    /// Asks the user for a text; the second value is the desktop's leave to take the focus.
    let ask: @Sendable (ReplyPrompt, String?) async -> ReplyAnswer
    /// Whether the user's session is locked.
    let isLocked: @Sendable () async -> Bool

    var server = ServerState.absent
    var isDelivering = false
    /// The servers that went last; a unique name is given once.
    var goneOwners: [String] = []
    /// Whether the agent ends, and shows nothing more.
    var isEnding = false
    var deliveryWaiters: [CheckedContinuation<Void, Never>] = []
    var mayStartServer = true
    /// How the last round of deliveries ended.
    var lastPass = DeliveryPass.complete
    var isPaused = false
    /// How often in a row the server took no more bubbles.
    var refusals = 0
    var pacer = BubblePacer()
    var expiries = BubbleExpiries()
    /// Whether do-not-disturb is on.
    var isDisturbanceUnwanted = false
    /// Since when something can be shown without a break; what was due earlier comes late.
    var available = Instant.distantPast
    /// How the clocks stood to each other when they were last looked at.
    var clockOffsets: ClockOffsets?
    /// The time for which a clock that cannot be right is given to be set; `nil` once it is trusted.
    var patience: ClockPatience?
    /// The user's zone in which all dates were found last; `nil` where they were not, or not all.
    var plannedZone: String?
    /// How often dates were found anew, or the clock was set: what was found before may be old.
    var planRounds = 0
    /// Whether some request may count as dealt with up to a date that lies ahead.
    var isSettledAhead = false
    /// Microseconds from the clock since boot to the wall clock when all intervals were written last.
    var alignedOffset: Int64?
    /// When the clock was last written down, in microseconds since boot.
    var rememberedClock: Int64 = 0
    /// What is due in a moment, read already.
    var prepared: PreparedDelivery?
    /// Rules by the numbers of their requests, since reading them takes longer than finding a date.
    ///
    /// A number is never given twice, and a request keeps its rule.
    var rules: [Int64: CalendarRule] = [:]
    /// What waits for a place, by the numbers of the requests.
    var knownPlaces: [Int64: KnownPlace] = [:]
    /// Where the machine was since, in order.
    var unreadPositions: [Position] = []
    /// Whether a crossing has made something due that was not handed on yet.
    var crossingsAreUnderWay = false
    /// Whether the books were last used on another bus, before the user logged in.
    var isNewSession = false
    /// The files of requests.
    let attachments: AttachmentKeeper
    /// The folders of files that some request had when they were last looked at.
    var attachmentFolders: Set<String> = []
    /// Folders whose notification was answered, and when, in microseconds since boot.
    var answeredFolders: [String: Int64] = [:]
    /// What the user may answer still though a newer delivery has its place in the list.
    var replaced = ReplacedDeliveries()
    /// The connections that want to hear what happens.
    var watchers = Watchers()
    /// The bubbles whose places requests are to take that have just been added, by request.
    var places: [RequestKey: BubbleKey] = [:]
    /// The connections that hear for their apps.
    var attached = AttachedApps()
    /// Deliveries whose apps are asked how to show them, by app, in order.
    var asked: [String: [AskedDelivery]] = [:]
    /// Deliveries whose apps have answered, to be shown before what is due.
    var answered: [AskedDelivery] = []
    /// What is on its way to apps, and what they have.
    var handOvers = HandOvers()
    /// Whether the store is to be tried again in a while.
    var isRetryingStore = false
    /// When apps were started that have not attached themselves yet, in microseconds since boot.
    var starts: [String: Int64] = [:]
    /// The apps whose start is looked at again once it should have brought them.
    var startRetries: Set<String> = []
    /// What the user did that the store could not take yet.
    var unwritten = UnwrittenActs()
    var isWritingUnwritten = false
    /// What callers have brought by calls of `Import`, until their last one; by their unique names.
    var imports: [String: ImportStage] = [:]
    private var isPlanning = false
    private var mustPlan = false
    /// The D-Bus errors with which the server refused deliveries, until they are written down.
    var refusalNames: [Int64: String] = [:]
    /// Deliveries that a server may show still, by the ticket of the call that timed out.
    var tickets: [UInt64: Int64] = [:]
    /// Answers that came late, yet before the call's own time-out was written down.
    var earlyReplies: [UInt64: ShowOutcome] = [:]
    /// Deliveries that were marked and not shown, to be shown before anything else.
    var waitingAgain: [Int64] = []
    /// Those of an earlier run whose number may not be at their app's icon yet.
    var unbadged: Set<Int64> = []
    /// Deliveries whose bubbles went undismissed with their server, to be shown once more; oldest first.
    var returning: [Int64] = []
    /// Deliveries whose bubbles an earlier run of the agent showed on the server that runs now.
    var earlierRun: [Int64] = []
    /// How often a delivery took its server down with it.
    var attempts: [Int64: Int] = [:]
    /// What a server told of bubbles whose ids are not written down yet.
    var earlyEvents: [BubbleKey: [DeliveryEvent]] = [:]
    /// The questions for permission that wait for their answers, by app.
    var questions: [String: PermissionQuestion] = [:]
    var lastQuestion = 0
    /// The calls for questions that nobody asks any more and that the server may show still.
    var abandonedQuestions: Set<UInt64> = []
    /// The calls of questions that are under way.
    var questionsUnderWay = 0
    /// What waits until the server has said what it can do.
    var serverWaiters: [@Sendable () -> Void] = []
    /// The desktop's leave to take the focus, from a click to the start it asks for.
    var activationTokens: [BubbleKey: String] = [:]

    /// The deliveries whose text is being asked for.
    var prompting: Set<Int64> = []
    /// The desktop's leave to take the focus, for responses that are held.
    var heldTokens: [Int64: String] = [:]
    /// What held responses left for their apps to hear that were acted on and could not be let go of.
    var released: [Int64: AppResponse?] = [:]
    var isReleasing = false
    var mustRelease = false

    /// How long a store that failed is left alone, in microseconds.
    private static let pauseAfterFailure: Int64 = 10_000_000
    /// How long a server that takes no more bubbles is left alone, in microseconds.
    private static let pauseWhenFull: Int64 = 2_000_000
    /// How often that time is doubled at most, while the server goes on to refuse: some four minutes.
    private static let mostDoublings = 7

    init(
        store: Store,
        clock: any SchedulerClock,
        presenter: any BubblePresenting,
        appLink: any AppReaching,
        zones: ZoneSource = .system,
        configuration: ConfigurationSource = .defaults,
        location: any PlaceFollowing = NoPlaces(),
        mostSummarised: Int = 10_000,
        questionTime: UInt32 = 600_000,
        answerTime: UInt32 = 30_000,
        appStartTime: UInt32 = 10_000,
        storeRetryTime: UInt32 = 10_000,
        logger: Logger,
        open: @escaping @Sendable (String, String?) throws(RequestError) -> [String],
        ask: @escaping @Sendable (ReplyPrompt, String?) async -> ReplyAnswer = { _, _ in .cancelled
        },
        isLocked: @escaping @Sendable () async -> Bool = { false },
        tell: @escaping @Sendable (AgentEvent) -> Void
    ) {
        self.store = store
        attachments = AttachmentKeeper(AttachmentStore(path: "\(store.folder)/attachments"))
        self.clock = clock
        self.presenter = presenter
        self.appLink = appLink
        self.zones = zones
        self.configuration = configuration
        self.location = location
        self.mostSummarised = mostSummarised
        self.questionTime = questionTime
        self.answerTime = answerTime
        self.appStartTime = appStartTime
        self.storeRetryTime = storeRetryTime
        self.logger = logger
        self.open = open
        self.ask = ask
        self.isLocked = isLocked
        self.tell = tell
    }

    /// Takes up the books of an earlier run and begins to deliver.
    ///
    /// - Parameters:
    ///   - owner: the notification server that runs now.
    ///   - bus: what tells this bus from any other; servers' names count on one bus alone.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func start(serverOwner owner: String?, bus: String) async throws(RequestError) {
        store.mended.withLock { mended in
            mended = { [weak self] setAside in
                guard let self else { return }
                Self.thread.task { await self.goOn(without: setAside) }
            }
        }
        try store.trimHistory()
        isNewSession = try store.fact(.bus) != bus
        if isNewSession { try forgetLauncher() }
        try takeUpAttachments()
        try startClock()
        try await takeUpDeliveries(serverOwner: owner, bus: bus)
        await serverChanged(to: owner)
        releaseHeldSoon()
        tellBadges()
        // Callers are answered while a slow server has what was left over.
        deliverSoon()
    }

    /// Writes down what the next run should know.
    func end() {
        rememberClock()
        rememberPlanBasis()
        store.moveLogIntoFile()
    }

    /// Arms the timers for the earliest due requests.
    ///
    /// One call at a time reaches the timers: an earlier one that came later would put off what a newer one
    /// asked for.
    func plan() async {
        sweepAttachments()
        followPlaces()
        mustPlan = true
        guard !isPlanning else { return }
        isPlanning = true
        while mustPlan {
            mustPlan = false
            do {
                try await arm()
            } catch {
                logger.error("\(error)")
            }
        }
        isPlanning = false
    }

    private func arm() async throws(RequestError) {
        var earliest = try store.earliest()
        switch lastPass {
        case .complete:
            break
        case .waitingForServer:
            // The server's answer is an event; a timer for what is due already would fire at once, for
            // ever.
            earliest = EarliestDue()
        case .paused:
            let doublings = min(max(0, refusals - 1), Self.mostDoublings)
            earliest = EarliestDue(boot: clock.sinceBoot + Self.pauseWhenFull << doublings)
        case .paced(let opening):
            earliest = EarliestDue(boot: opening)
        case .failed:
            earliest = EarliestDue(boot: clock.sinceBoot + Self.pauseAfterFailure)
        }
        if let end = expiries.earliest { earliest.boot = min(earliest.boot ?? .max, end) }
        if let patience {
            earliest.wall = nil
            earliest.boot = min(earliest.boot ?? .max, patience.ends)
        }
        // Nothing that is past wakes the machine, which is awake: an alarm for that would ring for ever.
        if patience != nil || earliest.wake ?? .distantFuture <= clock.now { earliest.wake = nil }
        await clock.arm(earliest)
    }
}
