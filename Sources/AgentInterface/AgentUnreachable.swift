/// The error that there is no bus, or no agent and none can be started.
package struct AgentUnreachable: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is missing, and what to do.
    package let description: String
    /// Whether an agent runs, of an earlier version that does not have the method or a key of its arguments.
    package let isOfEarlierAgent: Bool

    /// Makes an error from its sentence.
    ///
    /// - Parameter isOfEarlierAgent: whether an agent runs, of an earlier version that does not know what it is asked.
    package init(_ description: String, isOfEarlierAgent: Bool = false) {
        self.description = description
        self.isOfEarlierAgent = isOfEarlierAgent
    }
}
