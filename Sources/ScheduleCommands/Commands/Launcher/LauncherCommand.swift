import ArgumentParser
import Launcher

/// The verb `notify-schedule launcher`.
struct LauncherCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launcher",
        abstract: "Show apps and their actions as notifications.",
        discussion: """
            Examples:
              notify-schedule launcher
              notify-schedule launcher enable firefox.desktop#new-private-window Settings
              notify-schedule launcher import schemes.plist --apps appList.plist
            """,
        subcommands: [
            LauncherListCommand.self, LauncherEnableCommand.self, LauncherDisableCommand.self,
            LauncherEditCommand.self, LauncherImportCommand.self, LauncherRegisterCommand.self,
        ],
        defaultSubcommand: LauncherListCommand.self
    )
}

/// An entry of the launcher as `--json` prints it.
struct CatalogueReport: Encodable {
    let id: String
    let name: String
    let group: String
    let groupName: String
    let url: String
    let icon: String?
    let isEnabled: Bool
    let schemes: [String]?

    init(_ entry: CatalogueEntry) {
        id = entry.id
        name = entry.name
        group = entry.group.id
        groupName = entry.group.name
        url = entry.url
        icon = entry.icon
        isEnabled = entry.isEnabled
        schemes = entry.schemes.isEmpty ? nil : entry.schemes
    }
}
