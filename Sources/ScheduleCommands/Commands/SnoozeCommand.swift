import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule snooze`.
struct SnoozeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        _superCommandName: NotifySchedule.name,
        abstract: "Show a notification again after a span.",
        discussion: """
            Example:
              notify-schedule snooze tea 10m

            Closes its bubble now; a repeating request continues as before.
            The notification shown later has the identifier ID.snoozed.
            """
    )

    @Argument(help: "An identifier, or APP/ID.", completion: .identifiers)
    var identifier: String

    @Argument(help: "A span, such as 10m or 1h30m.", completion: .list(["5m", "10m", "30m", "1h"]))
    var span: String

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let zone = try ZoneOption.local()
        let reply = try AgentClient().snooze(
            identifier,
            microseconds: try NotificationTrigger.snoozeLength(span)
        )
        if json { return try JSONOutput.print(AddReport(reply, in: zone)) }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        print(reply.identifier)
        for date in reply.nextTriggerDates {
            print(
                "  next  \(DateText.absolute(date, in: zone))  (\(DateText.relative(date, to: now)))"
            )
        }
    }
}
