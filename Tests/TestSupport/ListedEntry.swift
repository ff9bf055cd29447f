/// An entry that `list --json` and `show --json` print.
public struct ListedEntry: Decodable, Equatable, Sendable {
    /// What is shown.
    public struct Content: Decodable, Equatable, Sendable {
        /// The title.
        public let title: String
        /// The subtitle.
        public let subtitle: String?
        /// The body.
        public let body: String?
        /// The sound.
        public let sound: String?
        /// The level.
        public let interruptionLevel: String
    }

    /// A button.
    public struct Action: Decodable, Equatable, Sendable {
        /// The identifier.
        public let identifier: String
        /// The title.
        public let title: String
        /// What it opens.
        public let url: String?
    }

    /// The identifier.
    public let identifier: String
    /// The app.
    public let appID: String
    /// What is shown.
    public let content: Content
    /// The buttons in order.
    public let actions: [Action]
    /// What a click on the bubble opens.
    public let openURL: String?
    /// When it is due next.
    public let nextTriggerDate: String?
    /// Where a delivery stands.
    public let state: String?
}
