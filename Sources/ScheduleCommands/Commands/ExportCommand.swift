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
        abstract: "Write all requests to a file.",
        discussion: """
            Examples:
              notify-schedule export backup.jsonl
              notify-schedule export reminders.ics
              notify-schedule export --app org.example.Habits - | gzip > habits.gz

            One JSON value a line: a header, then categories, pending and delivered ones, with their
            attachments. Import reads it back without loss. The file is yours alone to read.

            As iCalendar, what is pending becomes events with an alarm; what iCalendar has no words for goes
            along for the next import here.
            """
    )

    @Argument(help: "Where to; - or nothing is standard output.", completion: .file())
    var file: String?

    @Option(help: "Those of this app alone.", completion: .appsOrAll)
    var app: String?

    @Option(
        help: ArgumentHelp("json or ical; without it, as the file's name ends.", valueName: "form"),
        completion: .list(["json", "ical"])
    )
    var format: String?

    func run() throws {
        let given = try FileFormat.reading(format)
        let client = try AgentClient()
        let owner = app == "all" ? nil : app
        // Before a file is touched, which may hold the last good export.
        if let owner { try Self.check(owner, client) }
        let output = try OutputFile(file)
        switch given ?? file.flatMap(FileFormat.init(name:)) ?? .json {
        case .json:
            try ExportWriter.run(client, app: owner) { try output.write($0) }
        case .ical:
            let lines = try CalendarConverter.temporaryFile()
            try ExportWriter.run(client, app: owner) { bytes in
                try OutputFile.write(bytes, to: lines, named: "a file between")
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
            "no app \(app.quoted) is known"
                + (guess.map { "; did you mean \($0)?" } ?? "; see notify-schedule apps")
        )
    }
}
