import AgentInterface
import NotifyCore

/// What the agent says to others without being asked.
enum AgentEvent: Sendable {
    /// Something happened to a request; the connections that watch it alone hear of it, by their unique names.
    case happened(RequestEvent, to: [String])
    /// The number at an app's icon is another one; everyone on the bus hears that number, and no more.
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
