import GLibBridge
import NotifyCore

/// The kernel's clocks: a timer on the wall clock, one on the clock since boot, and one that wakes the
/// machine if that is allowed.
final class SystemClock: AgentClock {
    /// The events of the clocks, in order.
    let events: AsyncStream<ScheduleEvent>
    let boot: String
    private let timers: Timers
    private let zones: ZoneWatch

    /// Starts the timers, unarmed, and the watch on the zones.
    ///
    /// - Throws: ``GLibBridge/SystemError`` if the process is out of file descriptors.
    @GLibActor
    init() throws {
        let (events, yield) = AsyncStream.makeStream(of: ScheduleEvent.self)
        self.events = events
        boot = BootIdentifier.current
        timers = try Timers { yield.yield($0) }
        zones = try ZoneWatch { change in
            yield.yield(change == .localZone ? .zoneChanged : .zoneRulesChanged)
        }
    }

    var now: Instant { Instant(microseconds: ClockTimer.Clock.realTime.now) }
    var sinceBoot: BootTime { BootTime(microseconds: ClockTimer.Clock.bootTime.now) }
    var suspended: Duration {
        .microseconds(ClockTimer.Clock.bootTime.now - ClockTimer.Clock.awakeTime.now)
    }
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

        init(_ handler: @escaping @GLibActor @Sendable (ScheduleEvent) -> Void) throws {
            wall = try ClockTimer(on: .realTime) { handler($0 == .due ? .due : .clockSet) }
            boot = try ClockTimer(on: .bootTime) { _ in handler(.due) }
            wall.disarm()
            // Few systems allow this for programs of a user.
            alarm = try? ClockTimer(on: .realTimeAlarm) { _ in handler(.due) }
            canWake = alarm != nil
        }

        func arm(_ earliest: EarliestDue) {
            Self.arm(wall, at: earliest.wall?.microseconds)
            Self.arm(boot, at: earliest.boot?.microseconds)
            if let alarm { Self.arm(alarm, at: earliest.wake?.microseconds) }
        }

        private static func arm(_ timer: ClockTimer, at time: Int64?) {
            if let time { timer.arm(at: time) } else { timer.disarm() }
        }
    }
}
