import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule pause`.
struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        _superCommandName: NotifySchedule.name,
        abstract: "Pause pending requests, until a date or until they are resumed.",
        usage: "notify-schedule pause [<options>] [<identifiers> ...]",
        discussion: """
            Examples:
              notify-schedule pause standup
              notify-schedule pause --all --for 1w
              notify-schedule pause --all --until "next monday"

            With --until or --for they resume by themselves: the dates from then on
            come, those before it do not. What fires once in between is shown then.
            """
    )

    @OptionGroup
    var selection: SelectionOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Resume them at this date, as for --at; a day begins at 00:00.",
            valueName: "date"
        )
    )
    var until: String?

    @Option(
        name: .customLong("for"),
        parsing: .unconditional,
        help: ArgumentHelp("Resume them after a duration, such as 1w.", valueName: "duration")
    )
    var span: String?

    @Flag(help: "Print the paused identifiers as JSON.")
    var json = false

    func run() throws {
        var more: [(key: String, value: Variant)] = []
        let zone = try ZoneOption.local()
        let end = try EndOptions.end(until: until, span: span, in: zone)
        if let end { more = [("until", .int64(end.microseconds))] }
        let entries = try selection.entries(for: "pause")
        let client = try AgentClient()
        let (paused, selection) = try selection.carryOut("pause", entries, in: [.pending], client) {
            try client.pause(.dictionary($0 + more))
        }
        try selection.report(
            paused,
            verb: "pause",
            done: "paused",
            until: end.map { DateText.absolute($0, in: zone) },
            in: [.pending],
            client,
            json: json,
            otherwise: "not pending, due at once, or paused already:"
        )
    }
}

/// The verb `notify-schedule resume`.
struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        _superCommandName: NotifySchedule.name,
        abstract: "Resume paused requests.",
        usage: "notify-schedule resume [<options>] [<identifiers> ...]",
        discussion: """
            Examples:
              notify-schedule resume standup
              notify-schedule resume --all

            A repeating request continues with its next date; one that fires once is
            shown now if its date has passed.
            """
    )

    @OptionGroup
    var selection: SelectionOptions

    @Flag(help: "Print the resumed identifiers as JSON.")
    var json = false

    func run() throws {
        let entries = try selection.entries(for: "resume")
        let client = try AgentClient()
        let (resumed, selection) = try selection.carryOut("resume", entries, in: [.pending], client)
        {
            try client.resume(.dictionary($0))
        }
        try selection.report(
            resumed,
            verb: "resume",
            done: "resumed",
            in: [.pending],
            client,
            json: json,
            otherwise: "not paused:"
        )
    }
}
