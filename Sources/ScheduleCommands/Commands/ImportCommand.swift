import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule import`.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        _superCommandName: NotifySchedule.name,
        abstract: "Import requests from a file.",
        discussion: """
            Examples:
              notify-schedule import backup.jsonl
              notify-schedule import --dry-run backup.jsonl
              zcat habits.gz | notify-schedule import -
              notify-schedule import calendar.ics

            Imports the whole file or, if a line is invalid, nothing; the error names
            the line. A request replaces one with the same identifier. Delivered ones
            are not shown again; pending ones that are overdue are shown late.

            From iCalendar, events and to-dos are imported with their alarms, or at
            their start; warnings name what cannot be stored. They are identified by
            their UID, so a file can be imported again. Their buttons open only web
            pages and mail, unless you use --trust.
            """
    )

    @Argument(help: "The file to read; - is standard input.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp("json or ical; by default, by the file's content.", valueName: "form"),
        completion: .list(["json", "ical"])
    )
    var format: String?

    @Flag(
        help: "Trust a calendar of your own: import URLs of any scheme, and its private properties."
    )
    var trust = false

    @Flag(help: "Only check the file, and print what would be imported.")
    var dryRun = false

    @Flag(help: "Print the counts as JSON.")
    var json = false

    /// The counts that `--json` prints.
    private struct Report: Encodable {
        let pending: Int
        let delivered: Int
        let categories: Int
        let replaced: Int
    }

    func run() throws {
        let given = try FileFormat.reading(format)
        var input = try InputFile.open(file)
        if given ?? FileFormat(name: file) ?? FileFormat(of: input) == .ical {
            _ = try ZoneOption.local()
            input = try CalendarConverter.convert(["import"] + (trust ? ["--trust"] : []), input)
        } else if trust {
            throw UsageError("--trust is for calendars; a file of JSON lines needs none")
        }
        let reply = try importLines(from: input)
        guard !json else {
            return try JSONOutput.print(
                Report(
                    pending: reply.pending,
                    delivered: reply.delivered,
                    categories: reply.categories,
                    replaced: reply.replaced
                )
            )
        }
        print((dryRun ? "would import " : "imported ") + Self.words(reply))
    }

    private func importLines(from file: OpenFile) throws -> ImportReply {
        var lines = LineReader(file, longest: TransferFormat.longestLine)
        guard let header = try lines.next() else {
            throw RequestError(.invalidContent, "\(self.file.quoted) is empty")
        }
        guard !FileFormat.isCalendar(header) else {
            throw RequestError(
                .invalidContent,
                "line 1: this is iCalendar; write --format ical, or omit --format"
            )
        }
        try TransferFormat.check(header: header)
        var batch = ImportBatch(try AgentClient(), isDryRun: dryRun)
        while let line = try lines.next() {
            guard !line.isEmpty else { continue }
            try batch.add(line, number: lines.number)
        }
        return try batch.finish()
    }

    private static func words(_ reply: ImportReply) -> String {
        var parts = ["\(reply.pending) pending"]
        if reply.delivered > 0 { parts.append("\(reply.delivered) delivered") }
        if reply.categories > 0 {
            parts.append("\(reply.categories) \(reply.categories == 1 ? "category" : "categories")")
        }
        let replaced = reply.replaced > 0 ? ", replacing \(reply.replaced)" : ""
        return parts.joined(separator: ", ") + replaced
    }
}
