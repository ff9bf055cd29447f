import AgentInterface
import DesktopBubbles
import GLibBridge
import NotifyCore
import Synchronization

/// Shows deliveries on the desktop's notification server.
final class BubblePresenter: BubblePresenting {
    private let client: BubbleClient
    private let met = Mutex<(information: ServerInformation?, profile: ServerProfile)>(
        (nil, ServerProfile())
    )

    /// Makes a presenter over a client.
    init(client: BubbleClient) {
        self.client = client
    }

    var events: AsyncStream<BubbleEvent> { client.events }

    /// The server that answered last; `nil` where none has.
    var server: ServerInformation? { met.withLock { $0.information } }

    /// How that server wants to be treated.
    var profile: ServerProfile { met.withLock { $0.profile } }

    /// Starts to hear the server.
    func listen() async -> (subscriptions: [BusSubscription], owner: String?) {
        await client.listen()
    }

    func show(_ delivery: Delivery, replacing bubble: BubbleKey?) async -> ShowOutcome {
        let mapping = BubbleMapping(
            profile: profile,
            looks: AppLooks.of(delivery.request.appID)
        )
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        var request = delivery.request
        request.content = await TextLookup.current(request.content)
        return await client.show(
            mapping.bubble(
                for: request,
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
            adopt(try await client.serverInformation(deadline: .none))
            return true
        } catch {
            adopt(nil)
            return !error.saysPeerIsGone
        }
    }

    private func adopt(_ information: ServerInformation?) {
        let profile = ServerProfile(for: information)
        met.withLock { $0 = (information, profile) }
    }

    func startServer() async -> Bool {
        await client.startServer()
    }
}
