import DesktopBubbles
import NotifyCore

/// Shows deliveries on the desktop.
protocol BubblePresenting: Sendable {
    /// The events of the server, in order.
    var events: AsyncStream<BubbleEvent> { get }
    /// The profile of the server that answered last.
    var profile: ServerProfile { get }
    /// Shows a delivery, and replaces a bubble of the same server if one is given.
    func show(_ delivery: Delivery, replacing bubble: BubbleKey?) async -> ShowOutcome
    /// Plays the sound of a delivery without a bubble if the agent can. Does not block.
    func playSound(of delivery: Delivery)
    /// Closes a bubble.
    func close(_ bubble: BubbleKey) async
    /// Asks the server for its capabilities. Returns when it answers, also with an error, or exits.
    func meetServer() async -> Bool
    /// Asks the bus to start a server, if one can be started.
    func startServer() async -> Bool
}

extension BubblePresenting {
    func playSound(of delivery: Delivery) {}
}
