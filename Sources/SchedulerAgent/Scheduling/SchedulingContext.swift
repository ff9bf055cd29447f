import AgentInterface
import Logging
import NotifyCore

/// The state that the parts of the scheduler share.
struct SchedulingContext: Sendable {
    /// The thread of the scheduler.
    let executor: any SchedulerExecutor
    let store: Store
    let clock: any SchedulerClock
    var zones = ZoneSource.system
    let logger: Logger
    var limits = SchedulerLimits()
    /// What senders that are not the user have done.
    let senders: Senders
    /// Checks that a command can be run; reads `launcher.conf`.
    var checkCommand: @Sendable (String) throws(RequestError) -> Void = { _ in }
    /// Returns free memory to the system after much of it was in use.
    var returnMemory: @Sendable () -> Void = {}

    init(
        executor: any SchedulerExecutor,
        store: Store,
        clock: any SchedulerClock,
        zones: ZoneSource = .system,
        logger: Logger,
        limits: SchedulerLimits = SchedulerLimits(),
        checkCommand: @escaping @Sendable (String) throws(RequestError) -> Void = { _ in },
        returnMemory: @escaping @Sendable () -> Void = {}
    ) {
        self.executor = executor
        self.store = store
        self.clock = clock
        self.zones = zones
        self.logger = logger
        self.limits = limits
        self.checkCommand = checkCommand
        self.returnMemory = returnMemory
        senders = Senders(store: store, clock: clock, logger: logger)
    }
}
