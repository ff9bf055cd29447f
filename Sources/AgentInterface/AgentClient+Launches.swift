import GLibBridge
import NotifyCore

extension AgentClient {
    /// Has a launch written down in the history, where an agent runs or the bus can start one.
    ///
    /// - Parameters:
    ///   - url: what was to be opened.
    ///   - problem: why it was not; `nil` where it was.
    public func noteLaunch(of url: String, problem: String? = nil) {
        var entries: [(key: String, value: Variant)] = [("url", .string(url))]
        if let problem { entries.append(("problem", .string(problem))) }
        // What was opened is open, whether it is written down or not.
        _ = try? connection.callBlocking(
            "NoteLaunch",
            on: AgentNames.destination,
            .tuple([.dictionary(entries)]),
            deadline: .milliseconds(2_000)
        )
    }
}
