import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore
import UserRequests

/// The verb `notify-schedule history`.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        _superCommandName: NotifySchedule.name,
        abstract: "List what happened to requests, latest first.",
        usage: "notify-schedule history [<options>] [<identifier>]",
        discussion: """
            Examples:
              notify-schedule history
              notify-schedule history meeting --count 50 --json
              notify-schedule history --since 2d --missed
              notify-schedule history --since "yesterday 18:00" --app org.example.Mail
            """
    )

    @Argument(help: "Only events of this request.", completion: .identifiers)
    var identifier: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only events since a date such as yesterday or 09:00, or within a duration such as 2d.",
            valueName: "date|duration"
        ),
        completion: .list(["today", "yesterday", "1h", "1d", "7d"])
    )
    var since: String?

    @OptionGroup
    var filter: AppFilter

    @Flag(
        help:
            "Only what was not on the screen: missed, not allowed, refused, declined or kept by do-not-disturb."
    )
    var missed = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Number of lines, at most 1000; default 20, or 1000 with --since.",
            valueName: "n"
        )
    )
    var count: Int?

    @Flag(help: "Print JSON.")
    var json = false

    private static let maxLines = 1_000

    func run() throws {
        let count = count ?? (since == nil ? 20 : Self.maxLines)
        guard (1...Self.maxLines).contains(count) else {
            throw RequestError(
                .invalidContent,
                .option("--count"),
                value: "\(count)",
                reason: "is not between 1 and \(Self.maxLines)",
                wayOut: "write 20, or leave it out"
            )
        }
        let zone = try ZoneOption.local()
        let start = try since.map { text throws(RequestError) in
            try DateOption.instant(text, option: "--since", in: zone, countsBack: true)
        }
        if let since, let start, start > Instant(microseconds: ClockTimer.Clock.realTime.now) {
            throw RequestError(
                .invalidTrigger,
                .option("--since"),
                value: since.quoted,
                reason: "is in the future, of which there is no history",
                wayOut: "write a past date such as yesterday, or 2d"
            )
        }
        let app = try filter.id()
        let client = try AgentClient()
        func read(_ identifier: String?) throws -> [RequestEvent] {
            try client.history(
                of: identifier,
                app: app,
                since: start,
                events: missed ? HistoryText.missedEvents + ["unseen"] : nil,
                limit: count
            )
        }
        var lines = try read(identifier)
        if lines.isEmpty, let identifier, try client.history(of: identifier, limit: 1).isEmpty {
            // One that nothing is known of is a mistake, or a title.
            let known = try TitleLookup.withIdentifier(identifier, client) { name in
                _ = try client.find(name)
                return name
            }
            lines = try read(known)
        }
        if json { return try JSONOutput.print(lines.map(EventReport.init)) }
        guard !lines.isEmpty else {
            return try filter.explain(nothing.sentence, ofApp: nothing.ofApp, client)
        }
        var table = Table(
            headings: ["WHEN", "WHAT", "APP", "ID", "TITLE"],
            elastic: ["WHAT": 12, "APP": 6, "ID": 8, "TITLE": 12]
        )
        if lines.allSatisfy({ $0.key.appID == AgentNames.app }) { table.dispensable = "APP" }
        // What happened is what the list is for.
        table.expendable = ["APP", "TITLE"]
        table.precious = "WHAT"
        let dates = DateText.column(lines.map(\.date), in: zone)
        for (index, line) in lines.enumerated() {
            table.rows.append([
                dates[index], HistoryText.words(line, in: zone),
                line.key.appName, line.key.identifier, line.title,
            ])
            if HistoryText.isAlert(line) { table.tones[index] = .alert }
        }
        table.print()
    }

    /// The texts for an empty list, for all apps and for one app.
    private var nothing: (sentence: String, ofApp: String) {
        let span = since == nil ? "" : " in that time"
        if missed { return ("nothing was missed\(span)", "has missed nothing\(span)") }
        return (
            since == nil ? "nothing has happened yet" : "nothing has happened\(span)",
            "has no history\(span)"
        )
    }
}
