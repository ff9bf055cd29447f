import AgentInterface
import GLibBridge
import NotifyCore

extension Scheduler {
    /// The entries of one identifier in both lists: the preferred app's first, then a unique match in the
    /// others.
    ///
    /// - Parameters:
    ///   - name: an identifier, or APP/IDENTIFIER.
    ///   - app: the app that is asked first.
    /// - Returns: entries as `List` gives them, with the list's name.
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` or `Ambiguous`.
    func find(_ name: String, preferring app: String) throws(RequestError) -> [Variant] {
        try named(name, preferring: app).map(\.entry)
    }

    /// The key that a name stands for, by the same search.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` or `Ambiguous`.
    func resolve(_ name: String, preferring app: String) throws(RequestError) -> RequestKey {
        let found = try named(name, preferring: app)
        let identifier = found.first?.entry["request"]?["identifier"]?.string ?? name
        return RequestKey(appID: found.first?.app ?? app, identifier: identifier)
    }

    private func named(
        _ name: String,
        preferring app: String
    ) throws(RequestError) -> [(app: String, entry: Variant)] {
        let own = try entries(app: app, identifier: name)
        if !own.isEmpty { return own }
        if let slash = name.firstIndex(of: "/") {
            let named = try entries(
                app: String(name[..<slash]),
                identifier: String(name[name.index(after: slash)...])
            )
            if !named.isEmpty { return named }
        }
        let others = try entries(app: nil, identifier: name)
        let apps = Set(others.map(\.app)).sorted()
        guard apps.count <= 1 else {
            throw RequestError(
                .ambiguous,
                "\(name.quoted) is in several apps; write one of "
                    + apps.map { "\($0)/\(name)" }.joined(separator: ", ")
            )
        }
        guard !others.isEmpty else {
            throw RequestError(.notFound, try absence(of: name))
        }
        return others
    }

    /// What is said of an identifier that nothing has.
    func absence(of name: String) throws(RequestError) -> String {
        let guess = Suggestion.nearest(to: name, in: try store.identifiers())
        return "nothing has the identifier \(name.quoted); "
            + (guess.map { "did you mean \($0)?" } ?? "see notify-schedule list")
    }

    private func entries(
        app: String?,
        identifier: String
    ) throws(RequestError) -> [(app: String, entry: Variant)] {
        let lists = [
            ("pending", try pending(app: app, identifier: identifier)),
            ("delivered", try delivered(app: app, identifier: identifier)),
        ]
        return lists.flatMap { list, entries in
            entries.map { entry in
                let parts = (entry.entries ?? []) + [("list", Variant.string(list))]
                return (entry["request"]?["appID"]?.string ?? "", .dictionary(parts))
            }
        }
    }
}
