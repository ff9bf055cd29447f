import AgentInterface
import GLibBridge
import NotifyCore

@testable import ScheduleCommands

/// A zone in which options are read, with the clock of the machine.
struct SystemTimeZone {
    static let utc = SystemTimeZone(zone: SystemZone(named: "UTC") ?? .local)

    let zone: SystemZone

    var now: Instant { Instant(microseconds: ClockTimer.Clock.realTime.now) }

    /// The date of a value of `--since`.
    func since(_ text: String) throws -> Instant {
        try DateOption.instant(text, option: "--since", in: zone, countsBack: true)
    }
}
