import AgentInterface
import NotifyCore

/// A signal that the agent sends.
enum AgentEvent: Sendable {
    /// An event of a request, for the connections that watch it, by their unique names.
    case happened(RequestEvent, to: [String])
    /// The number at an app's icon changed. Every program on the bus receives the number, and nothing else.
    case badgeChanged(app: String, count: Int)
}

/// The user's response to a delivered notification, and its result.
struct Response: Sendable {
    /// The delivery.
    ///
    /// The response removes it from the list, so the receivers need it here.
    var delivery: Delivery
    /// The identifier of the action.
    var action: String
    /// What the user typed; `nil` if nothing was asked for.
    var userText: String?
    /// The action's URL, if it has one.
    var url: String?
    /// The command that was started.
    var arguments: [String] = []
    /// Why no command was started.
    var problem: String?

    var key: RequestKey { delivery.request.key }
}
