import AgentInterface
import ArgumentParser
import GLibBridge

/// The verb `notify-schedule pause`.
struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        _superCommandName: NotifySchedule.name,
        abstract: "Pause pending requests until they are resumed.",
        usage: "notify-schedule pause [<options>] [<identifiers> ...]",
        discussion: """
            Examples:
              notify-schedule pause standup
              notify-schedule pause --all
            """
    )

    @OptionGroup
    var selection: SelectionOptions

    @Flag(help: "Print the paused identifiers as JSON.")
    var json = false

    func run() throws {
        let entries = try selection.entries(for: "pause")
        let client = try AgentClient()
        let (paused, selection) = try selection.carryOut("pause", entries, in: [.pending], client) {
            try client.pause(.dictionary($0))
        }
        try selection.report(
            paused,
            verb: "pause",
            done: "paused",
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
