import GLibBridge
import NotifyCore

/// The clocks and the timer that the scheduler lives by; a parameter, so that tests own the time.
protocol SchedulerClock: Sendable {
    /// The wall clock.
    var now: Instant { get }
    /// Microseconds on the clock that runs since boot, also in suspend.
    var sinceBoot: Int64 { get }
    /// Names this boot, so that a time since boot is not read after another one.
    var boot: String { get }
    /// Asks for one event at the earlier of two times; `nil` where nothing waits on that clock.
    func arm(wall: Instant?, boot: Int64?) async
}

/// What a clock reports.
enum ClockEvent: Sendable {
    /// An armed time has come.
    case due
    /// The wall clock was set.
    case clockSet
}

/// The kernel's clocks: one timer on the wall clock, one on the clock since boot.
final class SystemClock: SchedulerClock {
    /// Timer events, in order.
    let events: AsyncStream<ClockEvent>
    let boot: String
    private let timers: Timers

    /// Starts both timers, unarmed.
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
    }

    var now: Instant { Instant(microseconds: ClockTimer.Clock.realTime.now) }
    var sinceBoot: Int64 { ClockTimer.Clock.bootTime.now }

    func arm(wall: Instant?, boot: Int64?) async {
        await timers.arm(wall: wall?.microseconds, boot: boot)
    }

    /// The two timers, which belong to the GLib thread.
    @GLibActor
    private final class Timers {
        private let wall: ClockTimer
        private let boot: ClockTimer

        init(_ handler: @escaping @GLibActor @Sendable (ClockTimer.Event) -> Void) throws {
            wall = try ClockTimer(on: .realTime, handler: handler)
            boot = try ClockTimer(on: .bootTime, handler: handler)
            wall.disarm()
        }

        func arm(wall wallTime: Int64?, boot bootTime: Int64?) {
            if let wallTime { wall.arm(at: wallTime) } else { wall.disarm() }
            if let bootTime { boot.arm(at: bootTime) } else { boot.disarm() }
        }
    }
}
