import ArgumentParser
import Launcher

/// The verb `notify-schedule launcher import`.
struct LauncherImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import the property lists of an iOS project.",
        discussion: """
            Example:
              notify-schedule launcher import schemes.plist --apps appList.plist

            SCHEMES is an array of category names, APPS an array of dictionaries with
            app_name, url_scheme and category; both XML or binary. What is new is off;
            what was imported before keeps its state.
            """
    )

    @Argument(help: "The property list with the categories.", completion: .file())
    var schemes: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The property list with the apps.", valueName: "file"),
        completion: .file()
    )
    var apps: String?

    @Flag(help: "Print the imported ids as JSON.")
    var json = false

    func run() throws {
        let imported = try SchemeImport(schemes: schemes, apps: apps)
        for remark in imported.remarks { Terminal.warn(remark) }
        let configuration = UserConfiguration()
        try configuration.add(imported.entries)
        let ids = imported.entries.map(\.id)
        if json { return try JSONOutput.printLine(ids) }
        for id in ids { print("imported \(id)") }
        Terminal.writeError(
            "enable them with notify-schedule launcher enable, by id or category"
        )
    }
}
