import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc
import NotifyCore

/// The verb `notify-schedule export`.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        _superCommandName: NotifySchedule.name,
        abstract: "Export requests to a file.",
        discussion: """
            Examples:
              notify-schedule export backup.jsonl
              notify-schedule export reminders.ics
              notify-schedule export --app org.example.Habits - | gzip > habits.gz

            As JSON, each line is a value: a header, then categories, pending and
            delivered requests with their attachments. Import restores them without
            loss. Only you can read the file.

            As iCalendar, pending requests become events with an alarm. What iCalendar
            cannot express is stored in properties that import reads.
            """
    )

    @Argument(help: "The file to write; standard output if - or omitted.", completion: .file())
    var file: String?

    @Option(help: "Only requests of this app.", completion: .appsOrAll)
    var app: String?

    @Option(
        help: ArgumentHelp("json or ical; by default, by the file's extension.", valueName: "form"),
        completion: .list(["json", "ical"])
    )
    var format: String?

    func run() throws {
        let given = try FileFormat.reading(format)
        let owner = try AppFilter.id(app)
        let client = try AgentClient()
        // Before the file is opened, which may be the last good export.
        if let owner { try Self.check(owner, client) }
        let format = given ?? file.flatMap(FileFormat.init(name:)) ?? .json
        if format == .ical { _ = try ZoneOption.local() }
        let output = try OutputFile(file)
        switch format {
        case .json:
            try ExportWriter.run(client, app: owner) { try output.write($0) }
        case .ical:
            let lines = try CalendarConverter.temporaryFile()
            try ExportWriter.run(client, app: owner) { bytes in
                try OutputFile.write(bytes, to: lines, named: "a temporary file")
            }
            lseek(lines.descriptor, 0, SEEK_SET)
            let calendar = try CalendarConverter.convert(["export"], lines)
            let size = Int(try calendar.status().size)
            try output.write(try calendar.start(size))
        }
        try output.finish()
    }

    private static func check(_ app: String, _ client: AgentClient) throws {
        let known = try client.apps().map(\.appID)
        guard !known.contains(app) else { return }
        let guess = Suggestion.nearest(to: app, in: known)
        throw RequestError(
            .notFound,
            "the app \(app.quoted) is unknown"
                + (guess.map { "; did you mean \($0)?" } ?? "; see notify-schedule apps")
        )
    }
}
