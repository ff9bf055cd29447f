import AgentInterface
import DesktopBubbles
import GLibBridge
import Logging
import NotifyCore
import Synchronization

/// Shows deliveries on the desktop's notification server.
final class BubblePresenter: BubblePresenting {
    private let client: BubbleClient
    private let sounds: SoundOutput
    private let images: BubbleImages
    private let marks = Mutex(0)
    private static let differentMarks = 16
    private let met = Mutex<(information: ServerInformation?, profile: ServerProfile)>(
        (nil, ServerProfile())
    )

    private let configuration: ConfigurationSource
    private let doNotDisturb: DoNotDisturbWatch

    /// Makes a presenter over a client.
    ///
    /// - Parameters:
    ///   - client: talks to the server.
    ///   - sounds: plays what the server does not.
    ///   - doNotDisturb: is told which server's switch counts.
    ///   - configuration: may change what a server is taken to do.
    ///   - logger: hears what is left out.
    init(
        client: BubbleClient,
        sounds: SoundOutput,
        doNotDisturb: DoNotDisturbWatch,
        configuration: ConfigurationSource,
        logger: Logger
    ) {
        self.client = client
        images = BubbleImages(logger: logger)
        self.sounds = sounds
        self.doNotDisturb = doNotDisturb
        self.configuration = configuration
    }

    var events: AsyncStream<BubbleEvent> { client.events }

    /// The server that answered last; `nil` where none has.
    var server: ServerInformation? { met.withLock { $0.information } }

    /// How that server wants to be treated, and what the user says to that.
    var profile: ServerProfile {
        var profile = met.withLock { $0.profile }
        for change in configuration.current.serverChanges { change.apply(&profile) }
        return profile
    }

    /// The same in words.
    var profileReport: ServerProfileReport {
        ServerProfileReport(
            profile,
            of: server,
            changes: configuration.current.serverChanges
        )
    }

    /// What the server can do, and what is done in its place.
    var capabilities: [String] {
        let others = (server?.capabilities ?? []).filter { $0 != "sound" }
        return profile.playsSound || sounds.isAvailable ? others + ["sound"] : others
    }

    /// Starts to hear the server.
    func listen() async -> (subscriptions: [BusSubscription], owner: String?) {
        await client.listen()
    }

    func show(_ delivery: Delivery, replacing bubble: BubbleKey?) async -> ShowOutcome {
        let profile = profile
        let sound = soundPlan(for: delivery, serverPlays: profile.playsSound)
        let mapping = BubbleMapping(
            profile: profile,
            sound: sound,
            looks: AppLooks.of(delivery.request.appID)
        )
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        var request = delivery.request
        request.content = await TextLookup.current(request)
        request = await images.checked(request)
        var call = mapping.bubble(
            for: request,
            note: delivery.note?.words(now: now, in: SystemZone.local),
            presentation: delivery.presentation,
            replacing: bubble?.id ?? 0
        )
        if let hint = profile.imageDataHint {
            call = await images.unpacked(call, of: request.appID, into: hint)
        }
        if profile.dropsRepeats, bubble == nil { call.body += nextMark() }
        let outcome = await client.show(call)
        // The id 0 is that of no bubble.
        if case .shown(_, 1...) = outcome, case .agent(let player, let file) = sound {
            sounds.playSoon(player, file)
        }
        return outcome
    }

    func playSound(of delivery: Delivery) {
        // With no bubble there is nothing that the server could play it with.
        let plan = soundPlan(for: delivery, serverPlays: false)
        if case .agent(let player, let file) = plan { sounds.playSoon(player, file) }
    }

    private func soundPlan(for delivery: Delivery, serverPlays: Bool) -> SoundPlan {
        // What comes back was heard when it was there first.
        guard !delivery.state.isReturning, delivery.presentation?.contains(.sound) ?? true else {
            return .silent
        }
        return sounds.plan(
            for: delivery.request.content,
            serverPlays: serverPlays,
            isDisturbanceUnwanted: doNotDisturb.isOn ?? false
        )
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
        let profile = ServerProfile(for: information)
        met.withLock { $0 = (information, profile) }
        let server = information.flatMap(KnownServer.init)
        guard self.profile.keepsUnderDoNotDisturb else {
            // Known before anything is sent: such a server drops what it gets.
            return await doNotDisturb.follow(server)
        }
        GLibActor.thread.task { await self.doNotDisturb.follow(server) }
    }

    func startServer() async -> Bool {
        await client.startServer()
    }
}
