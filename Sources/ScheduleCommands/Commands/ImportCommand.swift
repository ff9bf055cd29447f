import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule import`.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        _superCommandName: NotifySchedule.name,
        abstract: "Take over the requests of a file.",
        discussion: """
            Examples:
              notify-schedule import backup.jsonl
              notify-schedule import --dry-run backup.jsonl
              zcat habits.gz | notify-schedule import -
              notify-schedule import calendar.ics

            All of the file or nothing: what does not hold is named with its line. A
            request takes the place of one that has its identifier. Delivered ones
            come without a bubble; pending ones whose date has passed meanwhile are
            shown late, as after a time without power.

            Of iCalendar, events and to-dos come with their alarms, or at their start;
            what cannot be held as it is written is named. Replaced by their UID, they
            can be imported again and again. A click opens pages and mails alone,
            unless you trust the file.
            """
    )

    @Argument(help: "The file; - is standard input.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp("json or ical; without it, as the file looks.", valueName: "form"),
        completion: .list(["json", "ical"])
    )
    var format: String?

    @Flag(help: "Of a calendar of your own: take over URLs of any scheme, and all that it carries.")
    var trust = false

    @Flag(help: "Check it alone, and say what would come.")
    var dryRun = false

    @Flag(help: "Print JSON: the numbers of what came.")
    var json = false

    /// What came, as `--json` prints it.
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
            input = try CalendarConverter.convert(["import"] + (trust ? ["--trust"] : []), input)
        } else if trust {
            throw UsageError("--trust is for calendars; a file of JSON lines is taken as it is")
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
                "line 1: this is iCalendar; write --format ical, or leave --format out"
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
        let replaced =
            switch reply.replaced {
            case 0: ""
            case 1: "; 1 takes the place of another"
            default: "; \(reply.replaced) take the place of others"
            }
        return parts.joined(separator: ", ") + replaced
    }
}
