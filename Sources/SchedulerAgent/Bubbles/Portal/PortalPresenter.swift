import DesktopBubbles
import GLibBridge
import NotifyCore
import Synchronization

/// Shows deliveries through the notification portal, for an agent inside a sandbox.
final class PortalPresenter: DesktopPresenting {
    let met: CurrentServer
    private let client: PortalClient
    let composer: BubbleComposer
    private let portal = Mutex(PortalInformation(version: 1))
    private let numbers = Mutex(PortalNumbers())

    /// Creates a presenter with a client.
    init(client: PortalClient, composer: BubbleComposer, configuration: ConfigurationSource) {
        self.client = client
        self.composer = composer
        met = CurrentServer(configuration: configuration)
    }

    var events: AsyncStream<BubbleEvent> { client.events }
    var isPortal: Bool { true }

    func listen() async -> (subscriptions: [BusSubscription], owner: String?) {
        await client.listen()
    }

    func finish() async { client.finish() }

    func show(_ delivery: Delivery, replacing bubble: BubbleKey?) async -> ShowOutcome {
        var profile = profile
        // The portal drops line breaks in markup, so a body without tags is sent as plain text.
        if !delivery.request.bubble.hasMarkup { profile.markup = nil }
        // A notification that is shown again replaces the old one silently.
        let replaced = delivery.state.isReturning ? nil : bubble
        let composed = await composer.compose(delivery, for: profile, replacing: replaced?.id ?? 0)
        let mapping = PortalMapping(portal: portal.withLock { $0 }, profile: profile)
        let notification = mapping.notification(
            for: composed,
            icon: await icon(of: composed.bubble, app: delivery.request.appID),
            sound: await sound(of: composed.bubble, app: delivery.request.appID)
        )
        let number = numbers.withLock { $0.number(of: delivery, replacing: bubble) }
        let outcome = await client.show(notification, number: number)
        composer.playSound(of: composed, after: outcome)
        return outcome
    }

    /// Returns an image as file content, because the portal cannot read paths of a sandbox.
    private func icon(of bubble: Bubble, app: String) async -> PortalNotification.Icon? {
        guard let picture = bubble.picture else { return nil }
        guard let path = BubbleImages.path(picture) else { return .themed(picture) }
        return await composer.images.squarePNG(path, of: app).map { .bytes($0) }
    }

    /// Returns the content of a sound's file of a format that the portal takes; `nil` for the desktop's sound.
    private func sound(of bubble: Bubble, app: String) async -> [UInt8]? {
        guard let path = bubble.soundFile else { return nil }
        return await composer.images.file(path, of: app, atMost: Self.maxSound) { bytes in
            bytes.starts(with: "OggS".utf8)
                || bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WAVE".utf8)
        }
    }

    /// The largest file of a sound, in bytes.
    private static let maxSound = 1 << 20

    func close(_ bubble: BubbleKey) async {
        await client.remove(number: bubble.id, from: bubble.owner)
    }

    func meetServer() async -> Bool {
        do throws(GLibError) {
            await adopt(try await client.information())
            return true
        } catch {
            await adopt(nil)
            return !error.saysPeerIsGone
        }
    }

    private func adopt(_ information: PortalInformation?) async {
        let current = information ?? PortalInformation(version: 1)
        portal.withLock { $0 = current }
        met.set(information.map(ServerInformation.init), ServerProfile(for: current))
        // A sandbox cannot read the desktop's setting.
        await composer.doNotDisturb.follow(nil)
    }

    func startServer() async -> Bool {
        await client.startPortal()
    }
}
