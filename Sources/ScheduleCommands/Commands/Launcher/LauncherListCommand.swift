import ArgumentParser
import Launcher
import NotifyCore

/// The verb `notify-schedule launcher list`.
struct LauncherListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List apps and their actions, and which are enabled.",
        discussion: """
            Examples:
              notify-schedule launcher list
              notify-schedule launcher list firefox
              notify-schedule launcher list --enabled --json

            The actions of launcher.conf come first, by category, then the installed apps.
            """
    )

    @Argument(
        help: "Only this app or category, by id or name.",
        completion: .launcherGroups
    )
    var app: String?

    @Flag(help: "Only enabled entries.")
    var enabled = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let catalogue = Catalogue()
        for problem in catalogue.problems { Terminal.warn(problem) }
        var entries =
            try app.map { name in try catalogue.entries(ofGroup: name) }
            ?? catalogue.entries
        if enabled { entries.removeAll { !$0.isEnabled } }
        if json { return try JSONOutput.print(entries.map(CatalogueReport.init)) }
        guard !entries.isEmpty else {
            return Terminal.writeError(enabled ? "nothing is enabled" : "no app is installed")
        }
        var table = Table(
            headings: ["ON", "ID", "NAME", "APP OR CATEGORY"],
            elastic: ["ID": 16, "NAME": 10, "APP OR CATEGORY": 10]
        )
        table.rows = entries.map {
            [$0.isEnabled ? "on" : "-", $0.id, $0.name, $0.group.name]
        }
        table.print()
    }
}
