import DesktopBubbles
import GLibBridge
import NotifyCore

/// A way to the desktop, with what the agent's status says of it.
protocol DesktopPresenting: BubblePresenting {
    /// What shows the bubbles, and how it is treated.
    var met: CurrentServer { get }
    /// Whether that is the notification portal, which does not tell what became of a bubble.
    var isPortal: Bool { get }
    /// Makes the bubbles, and plays sounds in its place.
    var composer: BubbleComposer { get }
    /// Starts to hear it.
    ///
    /// - Returns: what keeps the subscriptions; and its unique name, `nil` if none runs.
    func listen() async -> (subscriptions: [BusSubscription], owner: String?)
    /// Says that one more of the events was acted on.
    func noteHandled()
    /// Ends the events after all that were reported so far.
    func finish() async
}

extension DesktopPresenting {
    var profile: ServerProfile { met.profile }

    func noteHandled() {}

    /// What can be done in the specification's words, by the server or by the agent in its place.
    var capabilities: [String] { composer.capabilities(of: met) }

    func playSound(of delivery: Delivery) { composer.playSound(of: delivery) }
}
