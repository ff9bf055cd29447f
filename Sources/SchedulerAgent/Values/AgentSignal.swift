import AgentInterface
import NotifyCore

/// A signal that the agent sends.
enum AgentSignal: Sendable {
    /// An event of a request, for the connections that watch it, by their unique names.
    case happened(RequestEvent, to: [String])
    /// The number at an app's icon changed. Every program on the bus receives the number, and nothing else.
    case badgeChanged(app: String, count: Int)
}
