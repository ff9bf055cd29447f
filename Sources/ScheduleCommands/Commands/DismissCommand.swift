import AgentInterface
import ArgumentParser
import GLibBridge

/// The verb `notify-schedule dismiss`.
struct DismissCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss",
        _superCommandName: NotifySchedule.name,
        abstract: "Dismiss delivered notifications, as in their bubbles.",
        usage: "notify-schedule dismiss [<options>] [<identifiers> ...]",
        discussion: """
            Examples:
              notify-schedule dismiss tea
              notify-schedule dismiss org.example.Mail/42
              notify-schedule dismiss --all --app all

            Closes their bubbles and reports the dismissal to their apps.
            Repeating requests continue as before.
            """
    )

    @OptionGroup
    var selection: SelectionOptions

    @Flag(help: "Print the dismissed identifiers as JSON.")
    var json = false

    func run() throws {
        let entries = try selection.entries(for: "dismiss")
        let client = try AgentClient()
        let (dismissed, selection) = try selection.carryOut(
            "dismiss",
            entries,
            in: [.delivered],
            client
        ) {
            try client.dismiss(.dictionary($0))
        }
        try selection.report(
            dismissed,
            verb: "dismiss",
            done: "dismissed",
            in: [.delivered],
            client,
            json: json,
            otherwise: "not delivered, or dismissed already:"
        )
    }
}
