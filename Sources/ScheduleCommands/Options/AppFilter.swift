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

    /// Returns the app; `nil` for all.
    func id() throws(RequestError) -> String? { try Self.id(app) }

    /// Returns the id of the app that an option names; `nil` for `all`, or if there is none.
    static func id(_ name: String?, of option: String = "--app") throws(RequestError) -> String? {
        guard let name, name != "all" else { return nil }
        guard !name.isEmpty else {
            throw RequestError(
                .invalidIdentifier,
                .option(option),
                reason: "is empty",
                wayOut: "write an id that notify-schedule apps lists, or all"
            )
        }
        return AgentNames.id(ofApp: name)
    }

    /// Reports on standard error that nothing was found, with the app that was probably meant.
    ///
    /// Standard output stays empty for scripts that count lines.
    func explain(_ nothing: String, ofApp lack: String, _ client: AgentClient) throws {
        guard let id = try id() else { return Terminal.writeError(nothing) }
        let known = try client.apps().map(\.appID)
        let guess = known.contains(id) ? nil : Suggestion.nearest(to: id, in: known)
        Terminal.writeError(
            "\(id) \(lack)" + (guess.map { "; did you mean --app \($0)?" } ?? "")
        )
    }
}
