import AgentInterface
import NotifyCore

/// Reaches the apps that requests belong to; the apps' side of the scheduler.
protocol AppMessenger: Sendable {
    /// The unique names of attached connections that left the bus.
    var departures: AsyncStream<String> { get }
    /// Watches a connection that attached itself, until it leaves the bus.
    func watch(_ name: String) async
    /// Hands an app what the user did; returns once it has it, or cannot get it.
    ///
    /// - Parameters:
    ///   - response: what the user did, and until when the app may act on it.
    ///   - name: the unique name of the app's connection.
    /// - Returns: what became of it.
    func didReceive(_ response: HandedResponse, at name: String) async -> HandOver
    /// Asks an app how to show a notification that is due.
    ///
    /// - Parameters:
    ///   - notification: what is due.
    ///   - name: the unique name of the app's connection.
    /// - Returns: what the app wants; `nil` if it has no opinion.
    /// - Throws: ``NotifyCore/RequestError`` if it does not say in time, or nothing that is valid.
    func willPresent(
        _ notification: AppNotification,
        at name: String
    ) async throws(RequestError) -> PresentationOptions?
    /// Starts an app.
    ///
    /// - Parameters:
    ///   - app: its id.
    ///   - activationToken: the desktop's activation token.
    /// - Returns: whether there was something to start.
    /// - Throws: ``NotifyCore/RequestError`` if there was and it did not start.
    func start(_ app: String, activationToken: String?) async throws(RequestError) -> Bool
}

/// What became of a response on its way to an app.
enum HandOver: Equatable, Sendable {
    /// The app has it.
    case taken
    /// The app does not want it now.
    case refused
    /// The app came to it when its time had passed, and has not acted on it.
    case tooLate
    /// The app cannot read it, and never will; with what it said.
    case unreadable(String)
    /// The app left the bus.
    case gone
}
