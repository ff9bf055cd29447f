package import GLibBridge
package import NotifyCore

extension RequestError {
    /// The error's name on the bus.
    package var busName: String {
        AgentNames.errorPrefix + code.name
    }

    /// Makes the agent's error of a failed call; `nil` if the bus itself failed.
    package init?(_ error: GLibError) {
        guard let name = error.remoteName, name.hasPrefix(AgentNames.errorPrefix) else {
            return nil
        }
        self.init(Code(name: String(name.dropFirst(AgentNames.errorPrefix.count))), error.message)
    }
}
