import AgentInterface
import Logging
import NotifyCore

/// What the parts of the scheduler share.
struct SchedulingContext: Sendable {
    /// The thread of the scheduler.
    let executor: any SchedulerExecutor
    let store: Store
    let clock: any SchedulerClock
    var zones = ZoneSource.system
    let logger: Logger
    var limits = SchedulerLimits()

    /// The time since boot of a request that waits on that clock; `nil` where it waits on another one.
    func bootDue(of pending: PendingRequest) -> BootDue? {
        pending.bootDue(now: clock.now, sinceBoot: clock.sinceBoot, boot: clock.boot)
    }
}
