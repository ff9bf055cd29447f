import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The arguments and options that select requests.
struct SelectionOptions: ParsableArguments {
    @Argument(help: "Identifiers.", completion: .identifiers)
    var identifiers: [String] = []

    @Option(parsing: .unconditional, help: "All requests whose identifier starts with this.")
    var prefix: String?

    @Flag(help: "All requests of this command, or of --app.")
    var all = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --all or --prefix: requests of this app, or of every app (all).",
            valueName: "id|all"
        ),
        completion: .appsOrAll
    )
    var app: String?

    /// The selection as the entries that the agent's interface documents for `Remove`.
    ///
    /// - Throws: ``UsageError`` if there is no selection, or more than one; ``NotifyCore/RequestError`` for an empty
    ///   prefix.
    func entries(for verb: String) throws -> [(key: String, value: Variant)] {
        var entries: [(key: String, value: Variant)] = []
        if !identifiers.isEmpty { entries.append(("identifiers", .strings(identifiers))) }
        if let prefix { entries.append(("prefix", .string(prefix))) }
        if prefix == "" {
            throw RequestError(
                .invalidIdentifier,
                .option("--prefix"),
                reason: "is empty",
                wayOut: "write --all for every request"
            )
        }
        if all { entries.append(("all", .boolean(true))) }
        guard entries.count == 1 else {
            throw UsageError(
                entries.isEmpty
                    ? "name what to \(verb): identifiers, --prefix or --all"
                    : "identifiers, --prefix and --all exclude each other; keep one of them"
            )
        }
        if app != nil {
            guard identifiers.isEmpty else {
                throw UsageError(
                    "--app is for --all and --prefix; for a request of another app write APP/ID"
                )
            }
            entries.append(("appID", .string(try AppFilter.id(app) ?? "")))
        }
        return entries
    }

    /// Returns the identifier that was probably meant.
    private static func guess(_ identifier: String, for verb: String) -> String? {
        let lists =
            switch verb {
            case "remove": ["pending", "delivered"]
            case "dismiss": ["delivered"]
            default: ["pending"]
            }
        let own = LiveWords.identifiers(in: lists, beginningWith: identifier)
        // An existing identifier is not a misspelled one.
        guard !own.contains(identifier) else { return nil }
        // Of very many, those that begin alike.
        let known = Set(
            ["", String(identifier.prefix(1))]
                .flatMap { LiveWords.identifiers(in: lists, beginningWith: $0) }
        )
        return Suggestion.nearest(to: identifier, in: known)
    }

    /// Returns the identifiers that are not among the names of requests.
    private func missing(from keys: [String]) -> [String] {
        // A request of another app is named with its app.
        let short = "\(AgentNames.shortApp)/"
        return identifiers.filter { identifier in
            let whole =
                identifier.hasPrefix(short)
                ? "\(AgentNames.app)/\(identifier.dropFirst(short.count))" : nil
            return !keys.contains {
                $0 == identifier || $0 == whole || $0.hasSuffix("/\(identifier)")
            }
        }
    }

    /// Carries out a verb, and on a terminal once more for each request that was named by its title.
    ///
    /// - Parameters:
    ///   - entries: those of the selection.
    ///   - call: calls the agent with the entries of a selection, and returns the names of the requests.
    /// - Returns: the names, and the selection with identifiers in place of titles.
    func carryOut(
        _ verb: String,
        _ entries: [(key: String, value: Variant)],
        in lists: [TitleLookup.List],
        _ client: AgentClient,
        _ call: (_ entries: [(key: String, value: Variant)]) throws -> [String]
    ) throws -> (keys: [String], selection: SelectionOptions) {
        var selection = self
        var keys = try call(entries)
        guard Terminal.hasUser else { return (keys, selection) }
        for name in missing(from: keys) {
            let candidates = try TitleLookup(name: name, lists: lists).candidates(client)
            guard candidates.count == 1, let only = candidates.first else { continue }
            if only.isConfirmed(to: verb) {
                keys += try call([("identifiers", .strings([only.name]))])
                selection.identifiers = selection.identifiers.map { $0 == name ? only.name : $0 }
            } else {
                selection.identifiers.removeAll { $0 == name }
            }
        }
        if keys.isEmpty, selection.identifiers.isEmpty, !identifiers.isEmpty {
            Terminal.writeError("nothing was changed")
            throw ExitCode.failure
        }
        return (keys, selection)
    }

    /// Prints the requests that were changed.
    ///
    /// - Parameters:
    ///   - end: until when they are so, for a change that ends by itself.
    ///   - lists: where a title is looked for.
    ///   - json: whether to print a JSON array instead.
    ///   - otherwise: the message for identifiers that are not among them.
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` for identifiers that are not among them.
    func report(
        _ keys: [String],
        verb: String,
        done: String,
        until end: String? = nil,
        in lists: [TitleLookup.List],
        _ client: AgentClient,
        json: Bool,
        otherwise: String = "unknown identifier"
    ) throws {
        let own = "\(AgentNames.app)/"
        // A request that is named twice, or is in both lists, is printed once.
        var seen: Set<String> = []
        let names = keys.filter { seen.insert($0).inserted }.map {
            $0.hasPrefix(own) ? String($0.dropFirst(own.count)) : $0
        }
        if json {
            try JSONOutput.printLine(names)
        } else {
            let end = end.map { " until \($0)" } ?? ""
            for name in names { print("\(done) \(name.printableLine)\(end)") }
        }
        // Not on standard output, where a script counts lines.
        if names.isEmpty, identifiers.isEmpty {
            Terminal.writeError("nothing to \(verb)")
        }
        let missing = missing(from: keys)
        guard missing.isEmpty else {
            for name in missing { try TitleLookup.refuseSent(name, client) }
            let candidates =
                missing.count == 1
                ? try TitleLookup(name: missing[0], lists: lists).candidates(client) : []
            let guess = missing.count == 1 ? Self.guess(missing[0], for: verb) : nil
            let wayOut =
                candidates.isEmpty
                ? guess.map { "did you mean \($0)?" }
                    ?? "see notify-schedule list\(verb == "dismiss" ? " delivered" : "")"
                : TitleLookup.words(candidates)
            throw RequestError(
                .notFound,
                "\(otherwise) \(missing.map(\.quoted).joined(separator: ", ")); \(wayOut)"
            )
        }
    }
}
