import AgentInterface
import DesktopBubbles
import GLibBridge
import NotifyCore
import Synchronization

/// Shows deliveries on the desktop's notification server.
final class BubblePresenter: BubblePresenting {
    private let client: BubbleClient
    private let information = Mutex<ServerInformation?>(nil)

    /// Makes a presenter over a client.
    init(client: BubbleClient) {
        self.client = client
    }

    var events: AsyncStream<BubbleEvent> { client.events }

    /// The server that answered last; `nil` where none has.
    var server: ServerInformation? { information.withLock { $0 } }

    /// Starts to hear the server.
    func listen() async -> (subscriptions: [BusSubscription], owner: String?) {
        await client.listen()
    }

    func show(_ delivery: Delivery, replacing bubble: BubbleKey?) async -> ShowOutcome {
        let mapping = BubbleMapping(
            capabilities: Set(server?.capabilities ?? []),
            looks: AppLooks.of(delivery.request.appID)
        )
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        return await client.show(
            mapping.bubble(
                for: delivery.request,
                note: delivery.note?.words(now: now, in: SystemZone.local),
                presentation: delivery.presentation,
                replacing: bubble?.id ?? 0
            )
        )
    }

    func close(_ bubble: BubbleKey) async {
        await client.close(id: bubble.id, of: bubble.owner)
    }

    func meetServer() async -> Bool {
        do throws(GLibError) {
            let met = try await client.serverInformation(deadline: .none)
            information.withLock { $0 = met }
            return true
        } catch {
            // One that does not say what it can do is taken to do the least.
            information.withLock { $0 = nil }
            return !error.saysPeerIsGone
        }
    }

    func startServer() async -> Bool {
        await client.startServer()
    }
}
