/// The error that there is no bus, or no agent and none can be started.
package struct AgentUnreachable: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is missing, and what to do.
    package let description: String

    /// Makes an error from its sentence.
    package init(_ description: String) {
        self.description = description
    }
}
