import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule skip`.
struct SkipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        _superCommandName: NotifySchedule.name,
        abstract: "Skip the next date of a repeating request.",
        discussion: """
            Example:
              notify-schedule skip meeting
            """
    )

    @Argument(help: "An identifier, or APP/ID.", completion: .pendingIdentifiers)
    var identifier: String

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let zone = try ZoneOption.local()
        let client = try AgentClient()
        let reply = try TitleLookup.withIdentifier(
            identifier,
            in: [.pending],
            to: "skip the next date of",
            client
        ) { try client.skip($0) }
        if json { return try JSONOutput.print(SkipReport(reply.skipped, next: reply.next)) }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        print("skips \(DateText.absolute(reply.skipped, in: zone))")
        guard let next = reply.next else { return print("it was the last date") }
        print(
            "next  \(DateText.absolute(next, in: zone)) (\(DateText.relative(next, to: now)))"
        )
    }
}

/// What `skip --json` prints.
private struct SkipReport: Encodable {
    let skipped: String
    let nextTriggerDates: [String]
    /// An earlier name of the first of ``nextTriggerDates``.
    let nextTriggerDate: String?

    init(_ skipped: Instant, next: Instant?) {
        self.skipped = JSONOutput.date(skipped)
        nextTriggerDate = next.map(JSONOutput.date)
        nextTriggerDates = [nextTriggerDate].compactMap(\.self)
    }
}
