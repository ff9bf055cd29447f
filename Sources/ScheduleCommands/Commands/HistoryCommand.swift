import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule history`.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        _superCommandName: NotifySchedule.name,
        abstract: "What happened to requests, latest first.",
        discussion: """
            Examples:
              notify-schedule history
              notify-schedule history meeting --count 50 --json
              notify-schedule history --since 2d --missed
              notify-schedule history --since "yesterday 18:00" --app org.example.Mail
            """
    )

    /// The events after which a date was not shown.
    static let missedEvents = ["missed", "notAllowed", "refused", "declined", "ended"]

    @Argument(help: "Of one request alone.", completion: .identifiers)
    var identifier: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "From then on: a span back from now such as 2d, or a date such as yesterday or 09:00.",
            valueName: "date|span"
        ),
        completion: .list(["today", "yesterday", "1h", "1d", "7d"])
    )
    var since: String?

    @OptionGroup
    var filter: AppFilter

    @Flag(
        help: "Only what was not shown: missed, not allowed, refused or declined."
    )
    var missed = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many lines, at most 1000; 20, or with --since 1000.",
            valueName: "n"
        )
    )
    var count: Int?

    @Flag(help: "Print JSON.")
    var json = false

    private static let mostLines = 1_000

    func run() throws {
        let count = count ?? (since == nil ? 20 : Self.mostLines)
        guard (1...Self.mostLines).contains(count) else {
            throw UsageError("--count \(count) is not between 1 and \(Self.mostLines)")
        }
        let zone = SystemZone.local
        let start = try since.map { text throws(RequestError) in
            try SinceDate.instant(text, option: "--since", in: zone)
        }
        let client = try AgentClient()
        let lines = try client.history(
            of: identifier,
            app: filter.id,
            since: start,
            events: missed ? Self.missedEvents : nil,
            limit: count
        )
        if json { return try JSONOutput.print(lines.map { HistoryReport($0, in: zone) }) }
        guard !lines.isEmpty else { return try filter.explain(nothing, client) }
        var table = Table(
            headings: ["WHEN", "WHAT", "APP", "ID", "TITLE"],
            elastic: ["WHAT": 12, "APP": 6, "ID": 8, "TITLE": 12]
        )
        if lines.allSatisfy({ $0.key.appID == AgentNames.app }) { table.dispensable = "APP" }
        for (index, line) in lines.enumerated() {
            table.rows.append([
                DateText.absolute(line.date, in: zone), HistoryText.words(line, in: zone),
                line.key.appName, line.key.identifier, line.title.inOneLine.isolated,
            ])
            if Self.missedEvents.contains(line.event) || line.event == "launchFailed" {
                table.tones[index] = .alert
            }
        }
        table.print()
    }

    private var nothing: String {
        if missed { return since == nil ? "nothing was missed" : "nothing was missed in that time" }
        return since == nil ? "nothing has happened yet" : "nothing has happened in that time"
    }
}
