import GLibBridge
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

/// The kernel's clocks: a timer on the wall clock, one on the clock since boot, and one that wakes the
/// machine where that is allowed.
final class SystemClock: SchedulerClock {
    /// What the clocks report, in order.
    let events: AsyncStream<ClockEvent>
    let boot: String
    private let timers: Timers
    private let zones: ZoneWatch

    /// Starts the timers, unarmed, and the watch on the zones.
    ///
    /// - Throws: ``GLibBridge/SystemError`` where the process is out of file descriptors.
    @GLibActor
    init() throws {
        let (events, yield) = AsyncStream.makeStream(of: ClockEvent.self)
        self.events = events
        boot = BootIdentifier.current
        timers = try Timers { event in
            yield.yield(event == .due ? .due : .clockSet)
        }
        zones = try ZoneWatch { change in
            yield.yield(change == .localZone ? .zoneChanged : .zoneRulesChanged)
        }
    }

    var now: Instant { Instant(microseconds: ClockTimer.Clock.realTime.now) }
    var sinceBoot: Int64 { ClockTimer.Clock.bootTime.now }
    var suspended: Int64 { ClockTimer.Clock.bootTime.now - ClockTimer.Clock.awakeTime.now }
    var canWake: Bool { timers.canWake }

    func arm(_ earliest: EarliestDue) async {
        await timers.arm(earliest)
    }

    /// The timers, which belong to the GLib thread.
    @GLibActor
    private final class Timers {
        nonisolated let canWake: Bool
        private let wall: ClockTimer
        private let boot: ClockTimer
        private let alarm: ClockTimer?

        init(_ handler: @escaping @GLibActor @Sendable (ClockTimer.Event) -> Void) throws {
            wall = try ClockTimer(on: .realTime, handler: handler)
            boot = try ClockTimer(on: .bootTime, handler: handler)
            // Few systems let a user's programs do this.
            alarm = try? ClockTimer(on: .realTimeAlarm, handler: handler)
            canWake = alarm != nil
            wall.disarm()
        }

        func arm(_ earliest: EarliestDue) {
            if let time = earliest.wall { wall.arm(at: time.microseconds) } else { wall.disarm() }
            if let time = earliest.boot { boot.arm(at: time) } else { boot.disarm() }
            if let time = earliest.wake {
                alarm?.arm(at: time.microseconds)
            } else {
                alarm?.disarm()
            }
        }
    }
}
