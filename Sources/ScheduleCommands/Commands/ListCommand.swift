import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule list`.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what is pending, soonest first, or delivered, latest first.",
        discussion: """
            Examples:
              notify-schedule list
              notify-schedule list delivered --json
            """
    )

    enum Which: String, ExpressibleByArgument {
        case pending, delivered
    }

    @Argument(help: "pending or delivered.")
    var which = Which.pending

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let client = try AgentClient()
        let zone = SystemZone.local
        switch which {
        case .pending:
            let pending = try client.pending()
            let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
            if json { return try JSONOutput.print(pending.map { RequestReport($0, in: zone) }) }
            var table = Table(headings: ["NEXT", "LEFT", "ID", "TITLE"])
            table.rows = pending.map {
                var row = Self.row($0.due, $0.request, zone: zone, now: now)
                if !$0.request.trigger.hasDates, $0.due == .distantFuture {
                    row[0] = $0.request.trigger.words
                    row[1] = ""
                }
                if $0.isPaused { row[1] = "paused" }
                return row
            }
            Self.print(table, orSay: "nothing is pending")
        case .delivered:
            let delivered = try client.delivered()
            // After the answer: what the call itself made the agent deliver is not in the future.
            let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
            if json { return try JSONOutput.print(delivered.map { RequestReport($0, in: zone) }) }
            var table = Table(headings: ["DELIVERED", "AGO", "ID", "TITLE"])
            table.rows = delivered.map {
                Self.row($0.date, $0.request, zone: zone, now: now)
            }
            Self.print(table, orSay: "nothing is delivered")
            if !delivered.isEmpty, PortalText.applies(to: try client.status()) {
                Terminal.writeError(PortalText.listRemark)
            }
        }
    }

    private static func row(
        _ date: Instant,
        _ request: NotificationRequest,
        zone: SystemZone,
        now: Instant
    ) -> [String] {
        [
            DateText.absolute(date, in: zone),
            DateText.relative(date, to: now),
            request.key.name,
            request.content.headline,
        ]
    }

    private static func print(_ table: Table, orSay nothing: String) {
        guard !table.rows.isEmpty else {
            // Not on standard output, where a script counts lines.
            return Terminal.writeError(nothing)
        }
        for line in table.lines(width: Terminal.width) { Swift.print(line) }
    }
}
