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

            One file is an array of dictionaries with app_name, url_scheme and category,
            the other, which may be left out, an array of the names of the categories in
            the order of the list; both XML or binary, in any order, with or without
            --apps. What is new is off; what was imported before keeps its state.
            """
    )

    @Argument(
        help: ArgumentHelp("The property lists, one or two.", valueName: "file"),
        completion: .file()
    )
    var files: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("One of the property lists.", valueName: "file"),
        completion: .file()
    )
    var apps: [String] = []

    @Flag(help: "Print the imported ids as JSON.")
    var json = false

    func run() throws {
        let lists = files + apps
        guard (1...2).contains(lists.count) else {
            throw UsageError(
                lists.isEmpty
                    ? "<file> is missing; see notify-schedule launcher import --help"
                    : "\(lists.count) files are named; name the list of apps, and at most one of categories"
            )
        }
        let imported = try SchemeImport(files: lists)
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
