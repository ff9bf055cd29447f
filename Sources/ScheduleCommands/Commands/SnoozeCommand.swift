import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule snooze`.
struct SnoozeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        _superCommandName: NotifySchedule.name,
        abstract: "Postpone a notification, or show it again later.",
        discussion: """
            Example:
              notify-schedule snooze tea 10m

            A pending one: its date moves by the span, from now if it is past. Of a
            repeating one only the next date moves, and is shown as ID.snoozed; to move
            that again, snooze ID.snoozed.
            A delivered one: its bubble closes, and after the span it is shown again as
            ID.snoozed. A repeating request continues as before.
            Where ID.snoozed is pending already, it stays, and the new one is
            ID.snoozed.2, and so on.
            """
    )

    @Argument(help: "An identifier, or APP/ID.", completion: .identifiers)
    var identifier: String

    @Argument(
        help: ArgumentHelp("A duration, such as 10m or 1h30m.", valueName: "duration"),
        completion: .list(["5m", "10m", "30m", "1h"])
    )
    var span: String

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let zone = try ZoneOption.local()
        let length = try NotificationTrigger.snoozeLength(span)
        let client = try AgentClient()
        let reply = try TitleLookup.withIdentifier(identifier, to: "snooze", client) {
            try client.snooze($0, microseconds: length)
        }
        if json { return try JSONOutput.print(AddReport(reply)) }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        print(reply.identifier)
        for date in reply.nextTriggerDates {
            print(
                "  next  \(DateText.absolute(date, in: zone))  (\(DateText.relative(date, to: now)))"
            )
        }
    }
}
