import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// Which requests a verb is about, as arguments and options.
struct SelectionOptions: ParsableArguments {
    @Argument(help: "Identifiers.", completion: .identifiers)
    var identifiers: [String] = []

    @Option(parsing: .unconditional, help: "All whose identifier starts so.")
    var prefix: String?

    @Flag(help: "All of this command's own, or of --app.")
    var all = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --all and --prefix: those of this app, or of all apps (all).",
            valueName: "id|all"
        ),
        completion: .appsOrAll
    )
    var app: String?

    /// The selection as the entries that the agent's interface documents for `Remove`.
    ///
    /// - Parameter verb: what is done with them, for messages.
    /// - Returns: the entries.
    /// - Throws: ``UsageError`` where nothing, or two things, say which.
    func entries(for verb: String) throws(UsageError) -> [(key: String, value: Variant)] {
        var entries: [(key: String, value: Variant)] = []
        if !identifiers.isEmpty { entries.append(("identifiers", .strings(identifiers))) }
        if let prefix { entries.append(("prefix", .string(prefix))) }
        if prefix == "" {
            throw UsageError("--prefix is empty, which is every identifier; write --all for that")
        }
        if all { entries.append(("all", .boolean(true))) }
        guard entries.count == 1 else {
            throw UsageError(
                entries.isEmpty
                    ? "say what to \(verb): identifiers, --prefix or --all"
                    : "identifiers, --prefix and --all do not go together; keep one of them"
            )
        }
        if let app {
            guard identifiers.isEmpty else {
                throw UsageError(
                    "--app goes with --all and --prefix; for one of another app write APP/ID"
                )
            }
            entries.append(("appID", .string(app == "all" ? "" : app)))
        }
        return entries
    }

    /// The identifier that was probably meant.
    private static func guess(_ identifier: String, for verb: String) -> String? {
        let lists =
            switch verb {
            case "remove": ["pending", "delivered"]
            case "dismiss": ["delivered"]
            default: ["pending"]
            }
        let known = LiveWords.identifiers(in: lists)
        // It is there, and cannot be meant.
        guard !known.contains(identifier) else { return nil }
        return Suggestion.nearest(to: identifier, in: known)
    }

    /// Prints what was done to which requests.
    ///
    /// - Parameters:
    ///   - keys: the requests, as APP/IDENTIFIER.
    ///   - verb: what was to be done with them.
    ///   - done: the verb's past, such as `removed`.
    ///   - json: whether to print a JSON array instead.
    ///   - otherwise: what is wrong with an identifier that is not among them.
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` for identifiers that are not among them.
    func report(
        _ keys: [String],
        verb: String,
        done: String,
        json: Bool,
        otherwise: String = "nothing has the identifier"
    ) throws {
        let own = "\(AgentNames.app)/"
        let names = keys.map { $0.hasPrefix(own) ? String($0.dropFirst(own.count)) : $0 }
        if json {
            try JSONOutput.printLine(names)
        } else {
            for name in names { print("\(done) \(name)") }
        }
        // Not on standard output, where a script counts lines.
        if names.isEmpty, identifiers.isEmpty {
            Terminal.writeError("nothing was there to \(verb)")
        }
        // What was found in another app is named with it.
        let missing = identifiers.filter { identifier in
            !keys.contains { $0 == identifier || $0.hasSuffix("/\(identifier)") }
        }
        guard missing.isEmpty else {
            let guess = missing.count == 1 ? Self.guess(missing[0], for: verb) : nil
            throw RequestError(
                .notFound,
                "\(otherwise) \(missing.map(\.quoted).joined(separator: ", ")); "
                    + (guess.map { "did you mean \($0)?" }
                        ?? "see notify-schedule list\(verb == "dismiss" ? " delivered" : "")")
            )
        }
    }
}
