import ArgumentParser
import Launcher
import NotifyCore

/// The verb `notify-schedule launcher edit`.
struct LauncherEditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Enable and disable launcher entries in a check list.",
        discussion: """
            Example:
              notify-schedule launcher edit firefox

            The list is shown by whiptail or dialog in a terminal, else by zenity or
            kdialog, whichever is installed.
            """
    )

    @Argument(
        help: "Only this app or category, by id or name.",
        completion: .launcherGroups
    )
    var app: String?

    func run() throws {
        let catalogue = Catalogue()
        for problem in catalogue.problems { Terminal.warn(problem) }
        let entries =
            try app.map { name in try catalogue.entries(ofGroup: name) } ?? catalogue.entries
        guard !entries.isEmpty else { return Terminal.writeError("no app is installed") }
        let items = entries.map { entry in
            let name = entry.isApp ? entry.name : "\(entry.group.name): \(entry.name)"
            return CheckList.Item(name: name.printableLine, isOn: entry.isEnabled)
        }
        guard
            let chosen = try CheckList(
                title: "notify-schedule",
                text: "What the launcher shows:",
                items: items
            ).ask()
        else { return Terminal.writeError("nothing changed") }
        try switchEntries(entries, to: chosen)
    }

    private func switchEntries(_ entries: [CatalogueEntry], to chosen: Set<Int>) throws {
        let changed = entries.enumerated().filter {
            $0.element.isEnabled != chosen.contains($0.offset)
        }
        let configuration = UserConfiguration()
        for isEnabled in [true, false] {
            let ids = changed.filter { $0.element.isEnabled != isEnabled }.map(\.element.id)
            try configuration.enable(ids, isEnabled)
            for id in ids { print("\(isEnabled ? "enabled" : "disabled") \(id)") }
        }
        if changed.isEmpty { Terminal.writeError("nothing changed") }
    }
}
