import DesktopBubbles
import GLibBridge
import NotifyCore
import Synchronization

/// Shows deliveries on the desktop's notification server.
final class BubblePresenter: DesktopPresenting {
    let met: CurrentServer
    private let client: BubbleClient
    let composer: BubbleComposer
    private let marks = Mutex(0)
    private static let differentMarks = 16

    /// Creates a presenter with a client.
    init(client: BubbleClient, composer: BubbleComposer, configuration: ConfigurationSource) {
        self.client = client
        self.composer = composer
        met = CurrentServer(configuration: configuration)
    }

    var events: AsyncStream<BubbleEvent> { client.events }
    var isPortal: Bool { false }

    func listen() async -> (subscriptions: [BusSubscription], owner: String?) {
        await client.listen()
    }

    func noteHandled() { client.noteHandled() }

    func finish() async { await client.finish() }

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
        let version = met.information?.specVersion ?? ""
        let bubble = composed.bubble.naming(images: ImageHints(ofVersion: version))
        let outcome = await client.show(bubble)
        composer.playSound(of: composed, after: outcome)
        return outcome
    }

    /// Returns an invisible text that differs from those of the last bubbles.
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

    /// The milliseconds before each retry.
    ///
    /// GNOME Shell owns its name shortly before it has its methods, and its capabilities must not be derived
    /// from the errors in between.
    private static let triesToMeet: [UInt32] = [50, 200, 800, 2_000]

    func meetServer() async -> Bool {
        var tries = Self.triesToMeet[...]
        while true {
            do throws(GLibError) {
                await adopt(try await client.serverInformation(deadline: .none))
                return true
            } catch {
                let isThere = !error.saysPeerIsGone
                guard isThere, let pause = tries.popFirst() else {
                    await adopt(nil)
                    return isThere
                }
                await GLibActor.thread.sleep(milliseconds: pause)
            }
        }
    }

    private func adopt(_ information: ServerInformation?) async {
        met.set(information, ServerProfile(for: information))
        // Before a notification is sent, because a server may drop it.
        await composer.doNotDisturb.follow(information.flatMap(ServerKind.init))
    }

    func startServer() async -> Bool {
        await client.startServer()
    }
}
