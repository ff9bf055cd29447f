import DesktopBubbles
import GLibBridge
import Logging
import NotifyCore

/// The way to the desktop: makes deliveries the bubbles of its notification server, or of the portal inside a sandbox,
/// with their images, and plays the sounds that the server does not play.
enum Bubbles {
    /// Returns the connection to the desktop.
    static func desktop(
        on connection: BusConnection,
        doNotDisturb: DoNotDisturbWatch,
        configuration: ConfigurationSource,
        logger: Logger
    ) -> any DesktopPresenting {
        let composer = BubbleComposer(
            sounds: SoundOutput(configuration: configuration, logger: logger),
            images: BubbleImages(logger: logger),
            doNotDisturb: doNotDisturb,
            configuration: configuration
        )
        guard PortalUse.isWanted(logger: logger) else {
            return BubblePresenter(
                client: BubbleClient(connection: connection, appName: "notify-schedule"),
                composer: composer,
                configuration: configuration
            )
        }
        return PortalPresenter(
            client: PortalClient(connection: connection),
            composer: composer,
            configuration: configuration
        )
    }
}

/// Shows deliveries on the desktop.
protocol BubblePresenting: Sendable {
    /// The events of the server, in order.
    var events: AsyncStream<BubbleEvent> { get }
    /// The profile of the server that answered last.
    var profile: ServerProfile { get }
    /// Whether the bubble of a request stays on the screen until it is dismissed.
    func stays(_ request: NotificationRequest) -> Bool
    /// Shows a delivery, and replaces a bubble of the same server if one is given.
    func show(_ delivery: Delivery, replacing bubble: BubbleKey?) async -> ShowOutcome
    /// Plays the sound of a delivery without a bubble if the agent can. Does not block.
    func playSound(of delivery: Delivery)
    /// Closes a bubble.
    func close(_ bubble: BubbleKey) async
    /// Asks the server for its capabilities. Returns when it answers, also with an error, or exits.
    func meetServer() async -> Bool
    /// Asks the bus to start a server, if one can be started.
    func startServer() async -> Bool
}

extension BubblePresenting {
    func stays(_ request: NotificationRequest) -> Bool {
        BubbleMapping(profile: profile).neverExpires(request)
    }

    func playSound(of delivery: Delivery) {}
}

/// A connection to the desktop, with the information for the agent's status.
protocol DesktopPresenting: BubblePresenting {
    /// The server that shows the bubbles, and its profile.
    var met: CurrentServer { get }
    /// Whether it is the notification portal, which does not report when a bubble is closed.
    var isPortal: Bool { get }
    /// Makes the bubbles, and plays sounds for the server.
    var composer: BubbleComposer { get }
    /// Starts to listen to the server.
    ///
    /// - Returns: the subscriptions, and the server's unique name; `nil` if none runs.
    func listen() async -> (subscriptions: [BusSubscription], owner: String?)
    /// Records that an event was handled.
    func noteHandled()
    /// Ends the events after those that were reported so far.
    func finish() async
}

extension DesktopPresenting {
    var profile: ServerProfile { met.profile }

    func stays(_ request: NotificationRequest) -> Bool {
        let stay = composer.configuration.current.stay
        return BubbleMapping(profile: profile, stay: stay).neverExpires(request)
    }

    func noteHandled() {}

    /// The capabilities of the server and the agent, as the specification names them.
    var capabilities: [String] { composer.capabilities(of: met) }

    func playSound(of delivery: Delivery) { composer.playSound(of: delivery) }

    /// Stops all sounds.
    @GLibActor
    func endSounds() { composer.sounds.end() }
}
