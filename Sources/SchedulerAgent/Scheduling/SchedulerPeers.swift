import NotifyCore

/// The desktop and the programs that the scheduler works with.
struct SchedulerPeers: Sendable {
    /// Shows bubbles.
    let presenter: any BubblePresenting
    /// Sends to apps.
    let apps: any AppMessenger
    /// Reports where the machine is.
    var location: any LocationProvider = NoLocations()
    /// Opens a URL, the second value is the desktop's activation token; returns the command that was started.
    let open: @Sendable (String, String?) async throws(RequestError) -> [String]
    /// Asks the user for a text; the second value is the desktop's activation token.
    var ask: @Sendable (ReplyPrompt, String?) async -> ReplyAnswer = { _, _ in .cancelled }
    /// Whether the user's session is locked.
    var isLocked: @Sendable () async -> Bool = { false }
}

/// How long the scheduler waits, and how much it looks at; times are in milliseconds.
struct SchedulerLimits: Sendable {
    /// How many late requests are looked at for one summary.
    var maxSummarised = 10_000
    /// How long a question for permission waits for its answer.
    var questionTime: UInt32 = 600_000
    /// How long a process may think before another one gets what the user did.
    var answerTime: UInt32 = 30_000
    /// How long a start of an app is taken to be under way.
    var appStartTime: UInt32 = 10_000
    /// How long a store that failed is left alone before what was done is written.
    var storeRetryTime: UInt32 = 10_000
    /// How long a caller waits for a server to say what it can do.
    var serverTime: UInt32 = 2_000
}
