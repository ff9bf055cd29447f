import NotifyCore

/// The desktop and the programs that the agent works with.
struct AgentPeers: Sendable {
    /// Starts the service extension of an app, and returns once it is known how that ended: false if the app has none, or
    /// its program has failed.
    typealias ExtensionStart = @Sendable (String) async throws(RequestError) -> Bool

    /// Shows bubbles.
    let presenter: any BubblePresenting
    /// Sends messages to apps.
    let apps: any AppMessenger
    /// Reports where the machine is.
    var location: any LocationProvider = NoLocations()
    /// Opens a URL and returns the started command; the second argument is the desktop's activation token.
    let open: @Sendable (String, String?) async throws(RequestError) -> [String]
    /// Runs a command of `launcher.conf` to its end.
    var run: @Sendable (String) async -> RunEnd = { _ in .status(0) }
    /// Asks the user for a text, until the task is cancelled; the second argument is the desktop's activation token.
    var ask: @Sendable (ReplyPrompt, String?) async -> ReplyAnswer = { _, _ in .cancelled }
    /// Whether there is a program that asks by a menu, or else by a dialog.
    var canAsk: @Sendable (_ byMenu: Bool) async -> Bool = { _ in true }
    /// Finds what an app has installed for a pushed message.
    var pushResources: @Sendable (IncomingPush) async -> PushResources = { _ in PushResources() }
    /// Starts service extensions.
    var startExtension: ExtensionStart = { _ in false }
    /// Whether the user's session is locked.
    var isLocked: @Sendable () async -> Bool = { false }
    /// Checks that a command can be run; reads `launcher.conf`.
    var checkCommand: @Sendable (String) throws(RequestError) -> Void = { _ in }
    /// Returns free memory to the system after much of it was in use.
    var returnMemory: @Sendable () -> Void = {}
}

/// The timeouts and limits of the agent.
struct AgentLimits: Sendable {
    /// The maximum number of late requests in one summary.
    var maxSummarised = 10_000
    /// How long a question for permission waits for its answer.
    var questionTime = Duration.seconds(600)
    /// How long a process may take to answer before another one gets the response.
    var answerTime = Duration.seconds(30)
    /// How long a started app has until it must be on the bus.
    var appStartTime = Duration.seconds(10)
    /// The time before a failed write to the store is retried.
    var storeRetryTime = Duration.seconds(10)
    /// How long a service extension has for a notification.
    var extensionTime = Duration.seconds(30)
    /// How long it has after it was warned.
    var extensionGrace = Duration.seconds(2)
    /// How long a caller waits for the capabilities of the notification server.
    var serverTime = Duration.seconds(2)
}
