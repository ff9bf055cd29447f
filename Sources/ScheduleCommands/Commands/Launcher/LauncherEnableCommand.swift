import ArgumentParser
import Launcher
import NotifyCore

/// The verb `notify-schedule launcher enable`.
struct LauncherEnableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Switch entries of the launcher on.",
        discussion: """
            Examples:
              notify-schedule launcher enable firefox.desktop#new-private-window
              notify-schedule launcher enable Settings firefox

            The state is kept in your launcher.conf; its comments and order stay.
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
        abstract: "Switch entries of the launcher off.",
        discussion: """
            Examples:
              notify-schedule launcher disable firefox.desktop#new-private-window
              notify-schedule launcher disable --all
            """
    )

    @OptionGroup
    var choice: LauncherChoice

    @Flag(help: "All that are on.")
    var all = false

    func run() throws {
        guard all != !choice.names.isEmpty else {
            throw UsageError(
                all
                    ? "names and --all do not go together; keep one of them"
                    : "say what to disable: ids, apps, categories or --all"
            )
        }
        try choice.set(false, all: all)
    }
}

/// The entries that a verb of the launcher is about.
struct LauncherChoice: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Ids, or an app or category for all of its entries; see launcher list.",
            valueName: "id"
        ),
        completion: .launcherEntries
    )
    var names: [String] = []

    @Flag(help: "Print JSON: the ids that were switched.")
    var json = false

    /// Switches the entries.
    func set(_ isEnabled: Bool, all: Bool = false) throws {
        guard all || !names.isEmpty else {
            throw UsageError("say what to enable: ids, apps or categories; see launcher list")
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
            Terminal.writeError(isEnabled ? "all of that was on" : "all of that was off")
        }
    }
}
