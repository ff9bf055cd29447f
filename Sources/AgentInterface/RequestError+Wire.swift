public import GLibBridge
public import NotifyCore

extension RequestError {
    /// The error's name on the bus.
    public var busName: String {
        AgentNames.errorPrefix + code.name
    }

    /// The agent's error behind a failed call; `nil` where the bus itself failed.
    public init?(_ error: GLibError) {
        guard let name = error.remoteName, name.hasPrefix(AgentNames.errorPrefix) else {
            return nil
        }
        self.init(Code(name: String(name.dropFirst(AgentNames.errorPrefix.count))), error.message)
    }
}
