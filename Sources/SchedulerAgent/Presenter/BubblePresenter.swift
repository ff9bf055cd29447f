import DesktopBubbles
import GLibBridge
import NotifyCore
import Synchronization

/// Shows deliveries on the desktop's notification server.
final class BubblePresenter: DesktopPresenting {
    let met: MetServer
    private let client: BubbleClient
    let composer: BubbleComposer
    private let marks = Mutex(0)
    private static let differentMarks = 16

    /// Makes a presenter over a client.
    ///
    /// - Parameters:
    ///   - client: talks to the server.
    ///   - composer: makes the bubbles.
    ///   - configuration: may change what a server is taken to do.
    init(client: BubbleClient, composer: BubbleComposer, configuration: ConfigurationSource) {
        self.client = client
        self.composer = composer
        met = MetServer(configuration: configuration)
    }

    var events: AsyncStream<BubbleEvent> { client.events }
    var isPortal: Bool { false }

    func listen() async -> (subscriptions: [BusSubscription], owner: String?) {
        await client.listen()
    }

    func show(_ delivery: Delivery, replacing bubble: BubbleKey?) async -> ShowOutcome {
        let profile = profile
        var composed = await composer.compose(delivery, for: profile, replacing: bubble?.id ?? 0)
        let isVerbatim = delivery.request.bubble.isVerbatim
        if let hint = profile.imageDataHint, !isVerbatim {
            composed.bubble = await composer.images.unpacked(
                composed.bubble,
                of: delivery.request.appID,
                into: hint
            )
        }
        if profile.dropsRepeats, bubble == nil, !isVerbatim { composed.bubble.body += nextMark() }
        let outcome = await client.show(composed.bubble)
        composer.playSound(of: composed, after: outcome)
        return outcome
    }

    /// A text without a width that the last few bubbles have not had.
    private func nextMark() -> String {
        let zeroWidthSpace = "\u{200B}"
        let count = marks.withLock { count in
            count = (count + 1) % Self.differentMarks
            return count
        }
        return String(repeating: zeroWidthSpace, count: count)
    }

    func close(_ bubble: BubbleKey) async {
        await client.close(id: bubble.id, of: bubble.owner)
    }

    func meetServer() async -> Bool {
        do throws(GLibError) {
            await adopt(try await client.serverInformation(deadline: .none))
            return true
        } catch {
            await adopt(nil)
            return !error.saysPeerIsGone
        }
    }

    private func adopt(_ information: ServerInformation?) async {
        met.take(information, ServerProfile(for: information))
        let server = information.flatMap(KnownServer.init)
        let doNotDisturb = composer.doNotDisturb
        guard profile.keepsUnderDoNotDisturb else {
            // Known before anything is sent: such a server drops what it gets.
            return await doNotDisturb.follow(server)
        }
        GLibActor.thread.task { await doNotDisturb.follow(server) }
    }

    func startServer() async -> Bool {
        await client.startServer()
    }
}
