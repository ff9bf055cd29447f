import AgentInterface
import NotifyCore

/// Sends messages to apps and starts them.
protocol AppMessenger: Sendable {
    /// The unique names of attached connections that left the bus.
    var departures: AsyncStream<String> { get }
    /// Watches an attached connection until it leaves the bus.
    func watch(_ name: String) async
    /// Sends an app a response. Returns once the app has received it or cannot receive it.
    ///
    /// - Parameter response: the response, and until when the app may act on it.
    func didReceive(_ response: HandedResponse, at name: String) async -> HandOver
    /// Asks an app how to show a due notification.
    ///
    /// - Returns: the app's options; `nil` if it leaves the choice to the agent.
    /// - Throws: ``NotifyCore/RequestError`` if it does not answer in time or the answer is invalid.
    func willPresent(
        _ notification: AppNotification,
        at name: String
    ) async throws(RequestError) -> PresentationOptions?
    /// Starts an app.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it can and the start failed.
    func start(_ app: String, activationToken: String?) async throws(RequestError) -> Bool
}

/// The result of sending a response to an app.
enum HandOver: Equatable, Sendable {
    /// The app has received it.
    case taken
    /// The app does not accept it now.
    case refused
    /// The app received it after the time had passed, and did not act on it.
    case tooLate
    /// The app cannot read it; with its message.
    case unreadable(String)
    /// The app left the bus.
    case gone
}
