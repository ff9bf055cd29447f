import NotifyCore

/// A delivery whose app is asked how to show it, or that waits for one before it.
struct AskedDelivery: Sendable {
    /// What came of the question.
    enum Answer: Sendable {
        /// Nobody says, or nobody was asked.
        case asItIs
        /// The app's wish.
        case options(PresentationOptions)
    }

    let id: Int64
    /// Whether it may not wait until earlier bubbles are seen.
    let isUrgent: Bool
    /// The bubble whose place it takes.
    var bubble: BubbleKey?
    /// `nil` until there is one.
    var answer: Answer?

    /// Whether it cannot be dealt with before a server is there.
    var needsServer: Bool {
        if case .options(let options) = answer { options.contains(.banner) } else { true }
    }
}
