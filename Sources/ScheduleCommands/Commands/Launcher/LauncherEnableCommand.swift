import ArgumentParser
import Launcher
import NotifyCore

/// The verb `notify-schedule launcher enable`.
struct LauncherEnableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Enable launcher entries.",
        discussion: """
            Examples:
              notify-schedule launcher enable firefox.desktop#new-private-window
              notify-schedule launcher enable Settings firefox

            The state is stored in your launcher.conf; its comments and order stay.
            """
    )

    @OptionGroup
    var choice: LauncherChoice

    func run() throws {
        try choice.set(true)
    }
}

/// The verb `notify-schedule launcher disable`.
struct LauncherDisableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Disable launcher entries.",
        discussion: """
            Examples:
              notify-schedule launcher disable firefox.desktop#new-private-window
              notify-schedule launcher disable --all
            """
    )

    @OptionGroup
    var choice: LauncherChoice

    @Flag(help: "All enabled entries.")
    var all = false

    func run() throws {
        guard all != !choice.names.isEmpty else {
            throw UsageError(
                all
                    ? "names and --all do not go together; keep one of them"
                    : "name what to disable: ids, apps, categories or --all"
            )
        }
        try choice.set(false, all: all)
    }
}

/// The entries that `enable` and `disable` change.
struct LauncherChoice: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Ids, or an app or category for all its entries; see launcher list.",
            valueName: "id"
        ),
        completion: .launcherEntries
    )
    var names: [String] = []

    @Flag(help: "Print the changed ids as JSON.")
    var json = false

    /// Enables or disables the entries.
    func set(_ isEnabled: Bool, all: Bool = false) throws {
        guard all || !names.isEmpty else {
            throw UsageError("name what to enable: ids, apps or categories; see launcher list")
        }
        let catalogue = Catalogue()
        for problem in catalogue.problems { Terminal.warn(problem) }
        var chosen: [CatalogueEntry] = all ? catalogue.enabled : []
        var seen: Set<String> = []
        for name in names {
            chosen += try catalogue.entries(named: name).filter { seen.insert($0.id).inserted }
        }
        let changed = chosen.filter { $0.isEnabled != isEnabled }.map(\.id)
        try UserConfiguration().enable(changed, isEnabled)
        if json { return try JSONOutput.printLine(changed) }
        for id in changed { print("\(isEnabled ? "enabled" : "disabled") \(id)") }
        if changed.isEmpty {
            Terminal.writeError(isEnabled ? "already enabled" : "already disabled")
        }
    }
}
