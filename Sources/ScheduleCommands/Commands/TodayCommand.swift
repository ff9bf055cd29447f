import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule today`.
struct TodayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        _superCommandName: NotifySchedule.name,
        abstract: "List what still comes today.",
        discussion: """
            Example:
              notify-schedule today

            Every date of a repeating request has a line. Paused requests are not
            listed. Other ranges: notify-schedule simulate.
            """
    )

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws { try Agenda(days: 1).list(json: json) }
}

/// The verb `notify-schedule week`.
struct WeekCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "week",
        _superCommandName: NotifySchedule.name,
        abstract: "List what comes today and on the six days after it.",
        discussion: """
            Example:
              notify-schedule week

            Every date of a repeating request has a line. Paused requests are not
            listed. Other ranges: notify-schedule simulate.
            """
    )

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws { try Agenda(days: 7).list(json: json) }
}

/// What comes from now to the end of a day.
private struct Agenda {
    /// The number of days, with today.
    let days: Int

    func list(json: Bool) throws {
        let zone = try ZoneOption.local()
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        try SimulateCommand.list(from: now, to: try end(in: zone), in: zone, json: json) {
            pending in
            let sentence =
                days == 1 ? "nothing more comes today" : "nothing comes within \(days) days"
            let next = pending.filter(\.request.trigger.hasDates)
                .compactMap { $0.afterPause(in: $0.zone ?? zone) }
                .min { $0.due < $1.due }
            guard let next else { return sentence }
            let date = DateText.absolute(next.due, in: zone)
            return "\(sentence); next is \(next.request.headline.quoted), \(date)"
        }
    }

    /// The end of the last day, whose length a change of the clock may change.
    private func end(in zone: SystemZone) throws -> Instant {
        let today = try DateOption.instant("today", option: "today", in: zone, isEnd: true)
        let noon = today.advanced(byMicroseconds: (Int64(days) * 24 - 36) * 3_600_000_000)
        let date = WallTime(noon, in: zone).date
        return try DateOption.instant("\(date)", option: "today", in: zone, isEnd: true)
    }
}
