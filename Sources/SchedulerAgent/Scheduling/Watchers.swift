import NotifyCore

/// The connections that watch what happens to requests.
struct Watchers: Sendable {
    /// The maximum number of connections.
    static let maxCount = 1_000

    /// The maximum number of sandboxed connections, which leaves room for the user's own programs.
    static let maxConfined = maxCount / 2

    /// The requests that each connection watches, by unique name; an empty text matches all.
    private var watched: [String: RequestKey] = [:]
    /// The sandboxed connections.
    private var confined: Set<String> = []

    /// Returns the connections that watch a request.
    func names(for key: RequestKey) -> [String] {
        guard !watched.isEmpty else { return [] }
        return watched.filter { _, pattern in
            (pattern.appID.isEmpty || pattern.appID == key.appID)
                && (pattern.identifier.isEmpty || pattern.identifier == key.identifier)
        }.map(\.key)
    }

    /// Whether a connection is inside a sandbox.
    func isConfined(_ name: String) -> Bool { confined.contains(name) }

    /// Adds a connection.
    mutating func add(_ name: String, for requests: RequestKey, isConfined: Bool) -> Bool {
        let isThere = watched[name] != nil
        let hasRoom =
            watched.count < Self.maxCount && (!isConfined || confined.count < Self.maxConfined)
        guard isThere || hasRoom else { return false }
        watched[name] = requests
        if isConfined { confined.insert(name) }
        return true
    }

    /// Forgets a connection that left.
    mutating func forget(_ name: String) {
        watched[name] = nil
        confined.remove(name)
    }
}

extension RequestKey {
    /// Matches all requests.
    static let all = RequestKey(appID: "", identifier: "")
}
