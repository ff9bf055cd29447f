import AgentInterface
import ArgumentParser
import GLibBridge

/// The verb `notify-schedule remove`.
struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        _superCommandName: NotifySchedule.name,
        abstract: "Remove requests, pending or delivered, and their bubbles.",
        discussion: """
            Examples:
              notify-schedule remove meeting tea
              notify-schedule remove --prefix habit/
              notify-schedule remove --all --delivered
              notify-schedule remove --all --app all
            """
    )

    @OptionGroup
    var selection: SelectionOptions

    @Flag(help: "Pending ones alone.")
    var pending = false

    @Flag(help: "Delivered ones alone.")
    var delivered = false

    @Flag(help: "Print JSON: the identifiers that were removed.")
    var json = false

    func run() throws {
        var entries = try selection.entries(for: "remove")
        if pending != delivered {
            entries.append(("lists", .strings([pending ? "pending" : "delivered"])))
        }
        if selection.app == nil { entries.append(("others", .boolean(true))) }
        let removed = try AgentClient().remove(.dictionary(entries))
        try selection.report(removed, verb: "remove", done: "removed", json: json)
    }
}
