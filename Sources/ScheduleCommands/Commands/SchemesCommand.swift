import ArgumentParser
import Launcher
import NotifyCore

/// The verb `notify-schedule schemes`.
struct SchemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schemes",
        _superCommandName: NotifySchedule.name,
        abstract: "List the URL schemes, and what they start.",
        discussion: """
            Examples:
              notify-schedule schemes
              notify-schedule schemes prefs
              notify-schedule schemes --json

            The schemes of launcher.conf come first, then the desktop's default
            applications. To see what a URL starts: notify-schedule open URL --dry-run
            """
    )

    @Argument(help: "Only this scheme, with or without its colon.", completion: .schemes)
    var scheme: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let configuration = LauncherConfiguration()
        for problem in configuration.problems { Terminal.warn(problem) }
        var schemes = KnownScheme.all(configuration)
        if let scheme { schemes = try Self.chosen(scheme, of: schemes) }
        if json { return try JSONOutput.print(schemes.map(SchemeReport.init)) }
        var table = Table(
            headings: ["SCHEME", "STARTS", "FROM"],
            elastic: ["SCHEME": 10, "STARTS": 16, "FROM": 8]
        )
        for (index, scheme) in schemes.enumerated() {
            let starts = scheme.problem.map { "nothing: \($0)" } ?? scheme.starts
            table.rows.append([scheme.name, starts, scheme.origin])
            if scheme.problem != nil { table.tones[index] = .alert }
        }
        table.print()
    }

    private static func chosen(
        _ text: String,
        of schemes: [KnownScheme]
    ) throws(RequestError) -> [KnownScheme] {
        let wanted = text.lowercased().prefix { $0 != ":" }
        let found = schemes.filter { $0.name == wanted || $0.name.hasPrefix("\(wanted):") }
        guard found.isEmpty else { return found }
        let guess = Suggestion.nearest(to: String(wanted), in: schemes.map(\.name))
        throw RequestError(
            .notFound,
            "nothing opens \(wanted): URLs; "
                + (guess.map { "did you mean \($0)?" }
                    ?? "add [Scheme \(wanted)] with an Exec line to launcher.conf")
        )
    }
}

/// A scheme as `schemes --json` prints it.
private struct SchemeReport: Encodable {
    let name: String
    let source: String
    let starts: String?
    let origin: String
    let problem: String?

    init(_ scheme: KnownScheme) {
        name = scheme.name
        source = scheme.source.rawValue
        starts = scheme.starts.isEmpty ? nil : scheme.starts
        origin = scheme.origin
        problem = scheme.problem
    }
}
