/// Why the agent could not be reached: no bus, or no agent and none that could be started.
public struct AgentUnreachable: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is missing, and what to do.
    public let description: String

    /// Makes an error from its sentence.
    public init(_ description: String) {
        self.description = description
    }
}
