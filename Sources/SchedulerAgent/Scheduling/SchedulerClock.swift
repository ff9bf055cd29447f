import NotifyCore

/// The clocks and the timers that the scheduler lives by; a parameter, so that tests own the time.
protocol SchedulerClock: Sendable {
    /// The wall clock.
    var now: Instant { get }
    /// Microseconds on the clock that runs since boot, also in suspend.
    var sinceBoot: Int64 { get }
    /// Microseconds of suspend since boot.
    var suspended: Int64 { get }
    /// Names this boot, so that a time since boot is not read after another one.
    var boot: String { get }
    /// Whether a timer may wake the machine from suspend.
    var canWake: Bool { get }
    /// Asks for one event at the earliest of the times; none where nothing waits on a clock.
    func arm(_ earliest: EarliestDue) async
}

/// What a clock reports.
enum ClockEvent: Sendable {
    /// An armed time has come.
    case due
    /// The wall clock was set, or the machine woke up.
    case clockSet
    /// The user's zone is another one.
    case zoneChanged
    /// The rules of zones were updated.
    case zoneRulesChanged
}
