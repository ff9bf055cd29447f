import AgentInterface
import NotifyCore

/// What the agent tells its listeners.
enum AgentEvent: Sendable {
    /// A bubble was shown.
    case delivered(RequestKey)
    /// The user chose an action or dismissed the bubble.
    case responded(Response)
    /// Something happened that connections want to hear of, by their unique names.
    case happened(RequestEvent, to: [String])
    /// The number at an app's icon is another one.
    case badgeChanged(app: String, count: Int)
}

/// What the user did with a delivered notification, and what came of it.
struct Response: Sendable {
    /// What was shown; it leaves the list with the response, so who hears of that needs it here.
    var delivery: Delivery
    var action: String
    /// What the user typed; `nil` where nothing was asked for.
    var userText: String?
    /// The action's URL, where it has one.
    var url: String?
    /// The command that was started.
    var arguments: [String] = []
    /// Why none was.
    var problem: String?

    var key: RequestKey { delivery.request.key }
}
