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
    /// Blocks for a moment, until a time that is near on the wall clock or on the one since boot.
    func wait(wall: Instant?, boot: Int64?)
    /// Asks for one event at the earliest of the times; none where nothing waits on a clock.
    func arm(_ earliest: EarliestDue) async
}

/// What a clock reports.
enum ClockEvent: Sendable {
    /// An armed time comes in a moment; nothing is due yet.
    case soon
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

    /// How long before an armed time its coming is told, in microseconds: a processor that has slept needs
    /// about as long to find a delivery's code and data as the delivery itself takes.
    static let headStart: Int64 = 2_000

    /// Starts the timers, unarmed, and the watch on the zones.
    ///
    /// - Throws: ``GLibBridge/SystemError`` where the process is out of file descriptors.
    @GLibActor
    init() throws {
        let (events, yield) = AsyncStream.makeStream(of: ClockEvent.self)
        self.events = events
        boot = BootIdentifier.current
        timers = try Timers { yield.yield($0) }
        zones = try ZoneWatch { change in
            yield.yield(change == .localZone ? .zoneChanged : .zoneRulesChanged)
        }
    }

    var now: Instant { Instant(microseconds: ClockTimer.Clock.realTime.now) }
    var sinceBoot: Int64 { ClockTimer.Clock.bootTime.now }
    var suspended: Int64 { ClockTimer.Clock.bootTime.now - ClockTimer.Clock.awakeTime.now }
    var canWake: Bool { timers.canWake }

    func wait(wall: Instant?, boot: Int64?) {
        // Nothing but a moment may hold the caller up, whatever the clock was set to.
        if let boot, boot - sinceBoot <= Self.headStart {
            ClockTimer.block(until: boot, on: .bootTime)
        } else if let wall, wall.microseconds - now.microseconds <= Self.headStart {
            ClockTimer.block(until: wall.microseconds, on: .realTime)
        }
    }

    func arm(_ earliest: EarliestDue) async {
        await timers.arm(earliest)
    }

    /// The timers, which belong to the GLib thread.
    @GLibActor
    private final class Timers {
        nonisolated let canWake: Bool
        private let wall: AnnouncedTimer
        private let boot: AnnouncedTimer
        private let alarm: ClockTimer?

        init(_ handler: @escaping @GLibActor @Sendable (ClockEvent) -> Void) throws {
            wall = try AnnouncedTimer(on: .realTime, handler)
            boot = try AnnouncedTimer(on: .bootTime, handler)
            // Few systems let a user's programs do this.
            alarm = try? ClockTimer(on: .realTimeAlarm) { _ in handler(.due) }
            canWake = alarm != nil
        }

        func arm(_ earliest: EarliestDue) {
            wall.arm(at: earliest.wall?.microseconds)
            boot.arm(at: earliest.boot)
            if let time = earliest.wake {
                alarm?.arm(at: time.microseconds)
            } else {
                alarm?.disarm()
            }
        }
    }
}

/// A timer that tells a moment ahead that its time comes, and then that it has come.
@GLibActor
private final class AnnouncedTimer {
    private let clock: ClockTimer.Clock
    private let handler: @GLibActor @Sendable (ClockEvent) -> Void
    private var timer: ClockTimer?
    private var target: Int64?

    init(
        on clock: ClockTimer.Clock,
        _ handler: @escaping @GLibActor @Sendable (ClockEvent) -> Void
    ) throws {
        self.clock = clock
        self.handler = handler
        timer = try ClockTimer(on: clock) { [weak self] event in self?.hear(event) }
        timer?.disarm()
    }

    func arm(at time: Int64?) {
        target = time
        guard let time else { return timer?.disarm() ?? () }
        let isFar = time - clock.now > 2 * SystemClock.headStart
        timer?.arm(at: isFar ? time - SystemClock.headStart : time)
    }

    private func hear(_ event: ClockTimer.Event) {
        guard event == .due, let target, clock.now < target else {
            return handler(event == .due ? .due : .clockSet)
        }
        // Who hears it waits for the time itself, and this timer is there for what goes wrong.
        timer?.arm(at: target + SystemClock.headStart)
        handler(.soon)
    }
}
