import DesktopBubbles
import GLibBridge
import NotifyCore

/// A connection to the desktop, with the information for the agent's status.
protocol DesktopPresenting: BubblePresenting {
    /// The server that shows the bubbles, and its profile.
    var met: CurrentServer { get }
    /// Whether it is the notification portal, which does not report when a bubble is closed.
    var isPortal: Bool { get }
    /// Makes the bubbles, and plays sounds for the server.
    var composer: BubbleComposer { get }
    /// Starts to listen to the server.
    ///
    /// - Returns: the subscriptions, and the server's unique name; `nil` if none runs.
    func listen() async -> (subscriptions: [BusSubscription], owner: String?)
    /// Records that an event was handled.
    func noteHandled()
    /// Ends the events after those that were reported so far.
    func finish() async
}

extension DesktopPresenting {
    var profile: ServerProfile { met.profile }

    func noteHandled() {}

    /// The capabilities of the server and the agent, as the specification names them.
    var capabilities: [String] { composer.capabilities(of: met) }

    func playSound(of delivery: Delivery) { composer.playSound(of: delivery) }
}
