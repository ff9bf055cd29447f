import NotifyCore

/// The clocks and timers of the agent; a parameter, so that tests control the time.
protocol AgentClock: Sendable {
    /// The wall clock.
    var now: Instant { get }
    /// The clock that runs since boot, also in suspend.
    var sinceBoot: BootTime { get }
    /// How long the machine was suspended since boot.
    var suspended: Duration { get }
    /// Identifies this boot, so that a time since boot is not used after a reboot.
    var boot: String { get }
    /// Whether a timer may wake the machine from suspend.
    var canWake: Bool { get }
    /// Requests one event at the earliest of the times, or none if there are no times.
    func arm(_ earliest: EarliestDue) async
}

extension AgentClock {
    /// Returns the time since boot at which a request is due; `nil` if it waits on the wall clock.
    func bootDue(of pending: PendingRequest) -> BootDue? {
        pending.bootDue(now: now, sinceBoot: sinceBoot, boot: boot)
    }
}

/// An event of the clocks, of the machine's place, or of a command.
enum ScheduleEvent: Sendable {
    /// An armed time has come.
    case due
    /// The wall clock was set, or the machine woke up.
    case clockSet
    /// The user's time zone changed.
    case zoneChanged
    /// The time zone files were updated.
    case zoneRulesChanged
    /// The schedule has found some dates again, and goes on with the next ones.
    case planning
    /// The machine has a new position; `nil` if it is not known any longer.
    case moved(Position?)
    /// A command of a due request ended, or could not be started.
    case commandEnded(run: Int64, RunEnd)
}
