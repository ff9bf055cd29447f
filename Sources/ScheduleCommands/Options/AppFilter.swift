import AgentInterface
import ArgumentParser
import NotifyCore

/// The option `--app` of the verbs that list.
struct AppFilter: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only this app; all means every app, the default.",
            valueName: "id|all"
        ),
        completion: .appsOrAll
    )
    var app: String?

    /// The app; `nil` for all.
    var id: String? { app == "all" ? nil : app }

    /// Reports on standard error that nothing was found, with the app that was probably meant.
    ///
    /// Standard output stays empty for scripts that count lines.
    func explain(_ nothing: String, ofApp lack: String, _ client: AgentClient) throws {
        guard let id else { return Terminal.writeError(nothing) }
        let known = try client.apps().map(\.appID)
        let guess = known.contains(id) ? nil : Suggestion.nearest(to: id, in: known)
        Terminal.writeError(
            "\(id) \(lack)" + (guess.map { "; did you mean --app \($0)?" } ?? "")
        )
    }
}
