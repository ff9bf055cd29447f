import AgentInterface
import DesktopBubbles
import GLibBridge
import NotifyCore

/// Makes the bubbles of deliveries, with their texts and images as they are now.
struct BubbleComposer: Sendable {
    /// A bubble that is about to be shown.
    struct Composed: Sendable {
        /// The request with its texts of now, and without images that cannot be shown.
        let request: NotificationRequest
        /// In the words of the Desktop Notifications Specification.
        var bubble: Bubble
        /// Who plays its sound.
        let sound: SoundPlan
    }

    /// Plays what the server does not.
    let sounds: SoundOutput
    /// Reads image files.
    let images: BubbleImages
    /// Whether sounds are unwanted.
    let doNotDisturb: DoNotDisturbWatch

    /// Makes the bubble of a delivery.
    ///
    /// - Parameters:
    ///   - delivery: what is shown.
    ///   - profile: how the server wants to be treated.
    ///   - id: the bubble that it replaces; 0 for none.
    /// - Returns: the bubble, and what goes with it.
    func compose(
        _ delivery: Delivery,
        for profile: ServerProfile,
        replacing id: UInt32
    ) async -> Composed {
        guard !delivery.request.bubble.isVerbatim else {
            let looks = await AppLooks.current(delivery.request.appID)
            return Composed(
                request: delivery.request,
                bubble: Bubble(verbatim: delivery.request, looks: looks, replacing: id),
                sound: .silent
            )
        }
        let sound = soundPlan(for: delivery, serverPlays: profile.playsSound)
        let mapping = BubbleMapping(
            profile: profile,
            sound: sound,
            looks: await AppLooks.current(delivery.request.appID)
        )
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        var request = delivery.request
        request.content = await TextLookup.current(request)
        request = await images.checked(request)
        let bubble = mapping.bubble(
            for: request,
            note: delivery.note?.words(now: now, in: SystemZone.local),
            presentation: delivery.presentation,
            replacing: id
        )
        return Composed(request: request, bubble: bubble, sound: sound)
    }

    /// Plays the sound of a bubble that was shown, where that is left to the agent.
    func playSound(of composed: Composed, after outcome: ShowOutcome) {
        // The id 0 is that of no bubble.
        if case .shown(_, 1...) = outcome, case .agent(let player, let file) = composed.sound {
            sounds.playSoon(player, file)
        }
    }

    /// Plays the sound of a delivery that gets no bubble.
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

    /// What a server can do, and what the agent does in its place.
    func capabilities(of server: CurrentServer) -> [String] {
        let others = (server.information?.capabilities ?? []).filter { $0 != "sound" }
        return server.profile.playsSound || sounds.isAvailable ? others + ["sound"] : others
    }
}
