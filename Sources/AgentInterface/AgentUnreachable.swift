/// The error that there is no bus, or no agent and none can be started.
package struct AgentUnreachable: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is missing, and what to do.
    package let description: String
    /// Whether an agent runs, of a version that does not have the method.
    package let isOfUnknownMethod: Bool

    /// Makes an error from its sentence.
    ///
    /// - Parameter isOfUnknownMethod: whether an agent runs, of a version that does not have the method.
    package init(_ description: String, isOfUnknownMethod: Bool = false) {
        self.description = description
        self.isOfUnknownMethod = isOfUnknownMethod
    }
}
