import GLibBridge
import NotifyCore

extension AgentClient {
    /// Records a launch in the history, if an agent is running or the bus can start one.
    ///
    /// - Parameter problem: why it was not opened; `nil` if it was.
    package func noteLaunch(of url: String, problem: String? = nil) {
        var entries: [(key: String, value: Variant)] = [("url", .string(url))]
        if let problem { entries.append(("problem", .string(problem))) }
        // The launch itself does not depend on the record.
        _ = try? connection.callRepeatedly(
            "NoteLaunch",
            on: AgentNames.destination,
            .tuple([.dictionary(entries)]),
            deadline: .milliseconds(2_000)
        )
    }
}
