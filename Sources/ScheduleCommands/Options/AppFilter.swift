import AgentInterface
import ArgumentParser
import NotifyCore

/// The option `--app` of the verbs that list.
struct AppFilter: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Of this app alone; all is every app, as without it.",
            valueName: "id|all"
        ),
        completion: .appsOrAll
    )
    var app: String?

    /// The app; `nil` for all.
    var id: String? { app == "all" ? nil : app }

    /// Says on standard error that nothing was found, and which app was probably meant.
    ///
    /// Not on standard output, where a script counts lines.
    func explain(_ nothing: String, _ client: AgentClient) throws {
        guard let id else { return Terminal.writeError(nothing) }
        let known = try client.apps().map(\.appID)
        let guess = known.contains(id) ? nil : Suggestion.nearest(to: id, in: known)
        Terminal.writeError(
            "\(nothing) of \(id)" + (guess.map { "; did you mean --app \($0)?" } ?? "")
        )
    }
}
