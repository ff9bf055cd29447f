import AgentInterface
import DesktopBubbles
import GLibBridge
import NotifyCore

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
        let mapping = BubbleMapping(
            profile: profile,
            sound: sound,
            stay: configuration.current.stay,
            isQuiet: doNotDisturb.isOn ?? false,
            looks: await AppLooks.current(delivery.request.appID)
        )
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        var request = delivery.request
        request.content = await TextLookup.current(request)
        if let start = Self.start(of: delivery, at: now) {
            let parts = [start, request.content.subtitle]
            request.content.subtitle = parts.filter { !$0.isEmpty }.joined(separator: ", ")
        }
        request = await images.checked(request)
        let bubble = mapping.bubble(
            for: request,
            note: delivery.note?.words(now: now, in: SystemZone.local),
            presentation: delivery.presentation,
            marking: delivery.markedActions,
            page: delivery.page,
            replacing: id
        )
        return Composed(
            request: request,
            bubble: images.readable(bubble, by: profile),
            sound: sound
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
