import AgentInterface
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
                if let time = profile.startTime { await GLibActor.thread.sleep(milliseconds: time) }
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

/// Makes the bubbles of deliveries, with their current texts and images.
struct BubbleComposer: Sendable {
    /// A bubble that is about to be shown.
    struct Composed: Sendable {
        /// The request with its current texts, without images that cannot be shown.
        let request: NotificationRequest
        /// The bubble, as in the Desktop Notifications Specification.
        var bubble: Bubble
        /// Who plays its sound.
        let sound: SoundPlan
        /// Whether its texts are not for a locked screen.
        var isPrivate = false
    }

    /// Plays the sounds that the server does not play.
    let sounds: SoundOutput
    /// Reads image files.
    let images: BubbleImages
    /// The state of do-not-disturb, which mutes sounds.
    let doNotDisturb: DoNotDisturbWatch
    /// Says which bubbles stay.
    let configuration: ConfigurationSource

    /// Makes the bubble of a delivery.
    ///
    /// - Parameter id: the bubble that it replaces; 0 for none.
    func compose(
        _ delivery: Delivery,
        for profile: ServerProfile,
        replacing id: UInt32
    ) async -> Composed {
        guard !delivery.request.bubble.isVerbatim else {
            let looks = await AppLooks.current(delivery.request.appID)
            let bubble = Bubble(verbatim: delivery.request, looks: looks, replacing: id)
            return Composed(
                request: delivery.request,
                bubble: images.readable(bubble, by: profile),
                sound: .silent
            )
        }
        let sound = soundPlan(for: delivery, serverPlays: profile.playsSound)
        let looks = await AppLooks.current(delivery.request.appID)
        let mapping = BubbleMapping(
            profile: profile,
            sound: sound,
            stay: configuration.current.stay,
            isQuiet: doNotDisturb.isOn ?? false,
            looks: looks
        )
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        var request = delivery.request
        request.content = await TextLookup.current(request)
        if let start = Self.start(of: delivery, at: now) {
            let parts = [start, request.content.subtitle]
            request.content.subtitle = parts.filter { !$0.isEmpty }.joined(separator: ", ")
        }
        if let texts = delivery.hiding { request = request.hiding(texts, from: looks.name) }
        request = await images.checked(request)
        let bubble = mapping.bubble(
            for: request,
            note: delivery.note?.words(now: now, in: SystemZone.local),
            presentation: delivery.presentation,
            marking: delivery.markedActions,
            page: delivery.page,
            replacing: id,
            isPrivate: delivery.isPrivate
        )
        return Composed(
            request: request,
            bubble: images.readable(bubble, by: profile),
            sound: sound,
            isPrivate: delivery.isPrivate
        )
    }

    /// Returns when the event of a reminder starts; `nil` if it is of none.
    private static func start(of delivery: Delivery, at now: Instant) -> String? {
        guard let event = delivery.request.content.event else { return nil }
        let local = SystemZone.local
        let zone = delivery.request.trigger.zoneIdentifier.flatMap(SystemZone.init(named:)) ?? local
        let start = event.date(ofReminder: delivery.scheduled, in: zone)
        return event.words(for: start, now: now, local: local)
    }

    /// Plays the sound of a shown bubble if the server does not.
    func playSound(of composed: Composed, after outcome: ShowOutcome) {
        guard case .agent(let player, let file) = composed.sound else { return }
        switch outcome {
        // The number 0 is no bubble. A server that does not answer in time may show it all the same.
        case .shown(_, 1...), .timedOut: sounds.playSoon(player, file)
        case .shown, .failed, .notSent: break
        }
    }

    /// Plays the sound of a delivery without a bubble.
    func playSound(of delivery: Delivery) {
        // Without a bubble the server cannot play it.
        let plan = soundPlan(for: delivery, serverPlays: false)
        if case .agent(let player, let file) = plan { sounds.playSoon(player, file) }
    }

    private func soundPlan(for delivery: Delivery, serverPlays: Bool) -> SoundPlan {
        // The sound of a notification that is shown again was already played.
        guard !delivery.state.isReturning, delivery.presentation?.contains(.sound) ?? true else {
            return .silent
        }
        return sounds.plan(
            for: delivery.request.content,
            serverPlays: serverPlays,
            isDisturbanceUnwanted: doNotDisturb.isOn ?? false
        )
    }

    /// The capabilities of a server, and those that the agent adds.
    func capabilities(of server: CurrentServer) -> [String] {
        let others = (server.information?.capabilities ?? []).filter { $0 != "sound" }
        return server.profile.playsSound || sounds.isAvailable ? others + ["sound"] : others
    }
}

/// The server that answered last, and its profile.
final class CurrentServer: Sendable {
    private let met = Mutex<(information: ServerInformation?, profile: ServerProfile)>(
        (nil, ServerProfile())
    )
    private let configuration: ConfigurationSource

    /// Creates the state without a server.
    init(configuration: ConfigurationSource) {
        self.configuration = configuration
    }

    /// The information that it reports; `nil` if none has answered.
    var information: ServerInformation? { met.withLock { $0.information } }

    /// Its profile, with the user's changes.
    var profile: ServerProfile {
        let (information, standard) = met.withLock { $0 }
        var profile = standard
        let corrections = configuration.current.corrections(of: information?.name)
        for change in corrections { change.apply(&profile) }
        return profile
    }

    /// A description of the profile.
    var report: ServerProfileReport {
        ServerProfileReport(profile, of: information, configuration.current)
    }

    /// Sets the information and profile of another server.
    func set(_ information: ServerInformation?, _ profile: ServerProfile) {
        met.withLock { $0 = (information, profile) }
    }
}

/// The name and icon of an app's notifications.
struct AppLooks: Equatable, Sendable {
    /// The name for people.
    var name: String
    /// The name or the file of the icon; empty if the desktop file has none.
    var icon: String
    /// The hint `desktop-entry`, which always is an installed desktop file; `nil` without one.
    var desktopEntry: String?

    /// The values of the command line's own app if it is installed.
    static let installed = AppLooks(
        name: AppName.own,
        icon: AgentNames.app,
        desktopEntry: AgentNames.app
    )

    /// The values if it is only built, with an icon that every theme has.
    static let built = AppLooks(name: AppName.own, icon: "appointment-soon", desktopEntry: nil)

    /// The values of the command line's own app here.
    static var own: AppLooks {
        guard let entry = DesktopApps.app(AgentNames.app) else { return built }
        var looks = installed
        looks.name = entry.name
        return looks
    }

    /// Looks up an app on a separate thread.
    ///
    /// - Returns: the result of ``of(_:)``, or the agent's own values after a timeout.
    static func current(_ app: String) async -> AppLooks {
        await DesktopFileReader.read(for: app) { of(app) } ?? built
    }

    /// Looks up an installed app.
    ///
    /// - Returns: the values of its desktop file. Without one, the agent's own values, and for an app with a path
    ///   as its id the last component as the name.
    static func of(_ app: String) -> AppLooks {
        guard app != AgentNames.app else { return own }
        if let installed = DesktopApps.app(app) {
            return AppLooks(name: installed.name, icon: installed.icon ?? "", desktopEntry: app)
        }
        var looks = own
        if app.contains("/"), let last = app.split(separator: "/").last {
            looks.name = String(last)
        }
        return looks
    }
}
