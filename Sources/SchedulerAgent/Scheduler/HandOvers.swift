/// Which responses are on their way to apps, and which ones apps have.
struct HandOvers: Sendable {
    /// A process that hears for an app.
    struct Listener: Hashable, Sendable {
        /// The connection's unique name.
        let name: String
        let app: String
    }

    private var underWay: [Listener: Int64] = [:]
    /// Those that need not be told any more and are in the store still.
    private(set) var heard: Set<Int64> = []

    /// Those that are not to be told now.
    var excluded: Set<Int64> { heard.union(underWay.values) }

    /// Whether a process is being told something; one response goes to it after another.
    func isBusy(_ listener: Listener) -> Bool { underWay[listener] != nil }

    mutating func begin(_ response: Int64, at listener: Listener) {
        underWay[listener] = response
    }

    mutating func end(at listener: Listener) {
        underWay[listener] = nil
    }

    mutating func note(heard response: Int64) {
        heard.insert(response)
    }

    mutating func forget(_ responses: Set<Int64>) {
        heard.subtract(responses)
    }
}
