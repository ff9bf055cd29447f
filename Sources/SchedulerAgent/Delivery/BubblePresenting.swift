import DesktopBubbles
import NotifyCore

/// Hands deliveries to the desktop; the bubbles' side of the scheduler.
protocol BubblePresenting: Sendable {
    /// What the server tells, in order.
    var events: AsyncStream<BubbleEvent> { get }
    /// How the server that answered last wants to be treated.
    var profile: ServerProfile { get }
    /// Shows a delivery, in place of a bubble of the same server where one is named.
    func show(_ delivery: Delivery, replacing bubble: BubbleKey?) async -> ShowOutcome
    /// Plays the sound of a delivery that gets no bubble, where the agent can; never waits.
    func playSound(of delivery: Delivery)
    /// Closes a bubble.
    func close(_ bubble: BubbleKey) async
    /// Asks the server what it can do; ends when it answers, with an error too, or goes.
    ///
    /// - Returns: whether it is there.
    func meetServer() async -> Bool
    /// Asks the bus to start a server where one can be started.
    func startServer() async -> Bool
}

extension BubblePresenting {
    func playSound(of delivery: Delivery) {}
}
