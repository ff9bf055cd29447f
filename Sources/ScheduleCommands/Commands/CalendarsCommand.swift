import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule calendars`.
struct CalendarsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calendars",
        abstract: "List the calendars that are followed, and end them.",
        discussion: """
            Examples:
              notify-schedule calendars
              notify-schedule calendars --json
              notify-schedule calendars remove ~/.calendars/work

            Follow a file or a folder with import --follow. The names of import --sync
            are listed, too.
            """,
        subcommands: [CalendarsListCommand.self, CalendarsRemoveCommand.self],
        defaultSubcommand: CalendarsListCommand.self
    )
}

/// The verb `notify-schedule calendars list`.
struct CalendarsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the calendars with the number of their events, and what could not be read.",
        discussion: """
            Examples:
              notify-schedule calendars list
              notify-schedule calendars list --json
            """
    )

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let calendars = try AgentClient().calendars()
        if json { return try JSONOutput.print(calendars.map(CalendarReport.init)) }
        var table = Table(
            headings: ["CALENDAR", "EVENTS", "FOLLOWED", "TRUSTED", "READ"],
            elastic: ["CALENDAR": 20]
        )
        table.rows = calendars.map { calendar in
            [
                calendar.name, "\(calendar.events)", calendar.follows ? "yes" : "no",
                calendar.trusts ? "yes" : "no",
                calendar.read.map { DateText.absolute($0, in: SystemZone.local) } ?? "not yet",
            ]
        }
        table.print()
        for calendar in calendars {
            for problem in calendar.problems { Terminal.warn("\(calendar.name): \(problem)") }
        }
    }
}

/// The verb `notify-schedule calendars remove`.
struct CalendarsRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Stop following a calendar, and remove all that came from it.",
        discussion: """
            Examples:
              notify-schedule calendars remove ~/.calendars/work
              notify-schedule calendars remove work
            """
    )

    @Argument(help: "The calendar, as calendars lists it.", completion: .calendars)
    var calendar: String

    func run() throws {
        let client = try AgentClient()
        let known = try client.calendars().map(\.name)
        // As it was followed: without symbolic links.
        let path = (try? FollowedCalendar(at: calendar))?.path
        let name =
            known.contains(calendar) ? calendar : path.flatMap { known.contains($0) ? $0 : nil }
        guard let name else {
            let guess = Suggestion.nearest(to: calendar, in: known).map { "did you mean \($0)?" }
            throw RequestError(
                .notFound,
                "there is no calendar \(calendar.quoted); "
                    + (guess ?? "see notify-schedule calendars")
            )
        }
        let count = try client.removeCalendar(name)
        print("removed \(name) with \(count) \(count == 1 ? "notification" : "notifications")")
    }
}

/// What `calendars --json` prints of a calendar.
private struct CalendarReport: Encodable {
    let name: String
    let follows: Bool
    let trusts: Bool
    let requestFile: String?
    let events: Int
    let read: String?
    let problems: [String]

    init(_ calendar: CalendarEntry) {
        name = calendar.name
        follows = calendar.follows
        trusts = calendar.trusts
        requestFile = calendar.requestFile
        events = calendar.events
        read = calendar.read.map(JSONOutput.date)
        problems = calendar.problems
    }
}
