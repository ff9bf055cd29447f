import NotifyCore

/// The connections that watch what happens to requests.
struct Watchers: Sendable {
    /// How many can watch at a time.
    static let maxCount = 1_000

    /// How many of them may be inside sandboxes: these leave room for the user's own programs.
    static let maxConfined = maxCount / 2

    /// What each watches, by unique name; empty texts stand for all.
    private var wishes: [String: RequestKey] = [:]
    /// Those that are inside sandboxes.
    private var confined: Set<String> = []

    /// Who watches a request.
    func names(for key: RequestKey) -> [String] {
        guard !wishes.isEmpty else { return [] }
        return wishes.filter { _, wish in
            (wish.appID.isEmpty || wish.appID == key.appID)
                && (wish.identifier.isEmpty || wish.identifier == key.identifier)
        }.map(\.key)
    }

    /// Whether a connection is inside a sandbox.
    func isConfined(_ name: String) -> Bool { confined.contains(name) }

    /// Adds a connection.
    ///
    /// - Returns: whether there is room for it.
    mutating func add(_ name: String, for wish: RequestKey, isConfined: Bool) -> Bool {
        let isThere = wishes[name] != nil
        let hasRoom =
            wishes.count < Self.maxCount && (!isConfined || confined.count < Self.maxConfined)
        guard isThere || hasRoom else { return false }
        wishes[name] = wish
        if isConfined { confined.insert(name) }
        return true
    }

    /// Forgets a connection that left.
    mutating func forget(_ name: String) {
        wishes[name] = nil
        confined.remove(name)
    }
}

extension RequestKey {
    /// The wish of who watches all requests.
    static let all = RequestKey(appID: "", identifier: "")
}
