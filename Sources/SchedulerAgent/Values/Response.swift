import NotifyCore

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
