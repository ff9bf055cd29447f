/// An entry that `list --json` and `show --json` print.
package struct ListedEntry: Decodable, Equatable, Sendable {
    /// What is shown.
    package struct Content: Decodable, Equatable, Sendable {
        /// The title.
        package let title: String
        /// The subtitle.
        package let subtitle: String?
        /// The body.
        package let body: String?
        /// The sound.
        package let sound: String?
        /// The level.
        package let interruptionLevel: String
    }

    /// A button.
    package struct Action: Decodable, Equatable, Sendable {
        /// The identifier.
        package let identifier: String
        /// The title.
        package let title: String
        /// What it opens.
        package let url: String?
    }

    /// The identifier.
    package let identifier: String
    /// The app.
    package let appID: String
    /// What is shown.
    package let content: Content
    /// The buttons in order.
    package let actions: [Action]
    /// What a click on the bubble opens.
    package let openURL: String?
    /// When it is due next.
    package let nextTriggerDate: String?
    /// Where a delivery stands.
    package let state: String?
}
