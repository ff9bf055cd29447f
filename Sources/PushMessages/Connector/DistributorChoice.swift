import AgentInterface
import NotifyCore

/// The distributors of a bus.
struct DistributorNames: Equatable, Sendable {
    /// What the name of each begins with.
    static let prefix = "org.unifiedpush.Distributor."

    /// Those that run.
    private(set) var running: Set<String>
    /// Those that the bus can start.
    private(set) var activatable: Set<String>

    /// Makes it from names of a bus, of which most are no distributors.
    init(running: [String], activatable: [String]) {
        self.running = Set(running.filter(Self.isName))
        self.activatable = Set(activatable.filter(Self.isName))
    }

    /// Returns whether a distributor can be called.
    func contains(_ name: String) -> Bool {
        running.contains(name) || activatable.contains(name)
    }

    /// All, sorted.
    var all: [String] { running.union(activatable).sorted() }

    private static func isName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count
    }
}

/// Which distributor a new registration uses.
struct DistributorChoice: Equatable, Sendable {
    /// The one that the caller named; `nil` for none.
    var requested: String?
    /// The one that the environment names; `nil` for none.
    var environment: ChosenDistributor?
    /// The one that was used last; `nil` for none.
    var remembered: String?

    /// Chooses a distributor: the named one, else the remembered one, else one that runs, else one that the bus can start.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` that names the way out.
    func distributor(among names: DistributorNames) throws(RequestError) -> String {
        if let name = requested { return try named(name, "", names) }
        if let environment {
            return try named(environment.name, "\(environment.variable): ", names)
        }
        if let name = remembered, names.contains(name) { return name }
        if let name = names.running.min() ?? names.activatable.min() { return name }
        throw RequestError(
            .notFound,
            "there is no UnifiedPush distributor, which receives push messages; install one, such as the package "
                + "kunifiedpush (Debian 13, Ubuntu 25.10, Fedora, Arch), and log in again"
        )
    }

    private func named(
        _ name: String,
        _ origin: String,
        _ names: DistributorNames
    ) throws(RequestError) -> String {
        let prefix = DistributorNames.prefix
        let full = name.hasPrefix(prefix) ? name : prefix + name
        if names.contains(full) { return full }
        let all = names.all.map { String($0.dropFirst(prefix.count)) }
        guard !all.isEmpty else {
            throw RequestError(
                .notFound,
                "\(origin)the distributor \(name.quoted) is not there, and no other one is; install the package that "
                    + "brings it, such as kunifiedpush for kde"
            )
        }
        let guess = Suggestion.nearest(to: String(full.dropFirst(prefix.count)), in: all)
        throw RequestError(
            .notFound,
            "\(origin)the distributor \(name.quoted) is not there; "
                + (guess.map { "did you mean \($0)?" }
                    ?? "there \(all.count == 1 ? "is" : "are") \(all.joined(separator: ", "))")
        )
    }
}
