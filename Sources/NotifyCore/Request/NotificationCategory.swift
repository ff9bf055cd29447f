/// A kind of notification, with the buttons that it has.
///
/// The fields are those of Apple's `UNNotificationCategory`.
public struct NotificationCategory: Hashable, Sendable {
    /// The name by which content refers to the category; unique in its app.
    public var identifier: String
    /// The buttons, in order, as the app gave them; ``buttons`` are those that are shown.
    public var actions: [NotificationAction]
    /// How the notifications of the category behave.
    public var options: Options
    /// The text in place of the body where previews are hidden; `%u` is the number of notifications.
    public var hiddenPreviewsBodyPlaceholder: String
    /// The summary of a group; `%u` is the number of items and `%@` what they add to it.
    public var categorySummaryFormat: String
    /// The intents that go with the category; kept and not used.
    public var intentIdentifiers: [String]

    /// Makes a category.
    public init(
        identifier: String,
        actions: [NotificationAction] = [],
        options: Options = [],
        hiddenPreviewsBodyPlaceholder: String = "",
        categorySummaryFormat: String = "",
        intentIdentifiers: [String] = []
    ) {
        self.identifier = identifier
        self.actions = actions
        self.options = options
        self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder
        self.categorySummaryFormat = categorySummaryFormat
        self.intentIdentifiers = intentIdentifiers
    }

    /// How the notifications of a category behave; the bits are those of Apple's
    /// `UNNotificationCategoryOptions`.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The bits, one for each member.
        public let rawValue: UInt32

        /// Makes a set from its bits; unknown ones are kept.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// The app hears of the user's dismissal.
        public static let customDismissAction = Options(rawValue: 1)
        /// Show it on a car's screen; without effect.
        public static let allowInCarPlay = Options(rawValue: 2)
        /// The title is shown where previews are hidden.
        public static let hiddenPreviewsShowTitle = Options(rawValue: 4)
        /// The subtitle is shown where previews are hidden.
        public static let hiddenPreviewsShowSubtitle = Options(rawValue: 8)
        /// Read it aloud; without effect.
        public static let allowAnnouncement = Options(rawValue: 16)
    }
}

extension NotificationCategory {
    /// As many buttons as Apple shows of a category.
    private static let mostButtons = 10

    /// The actions that become buttons, in order: the first ten that have an identifier of their own.
    ///
    /// One without a label is shown under its identifier.
    public var buttons: [NotificationAction] {
        var taken: Set<String> = [
            NotificationAction.defaultIdentifier, NotificationAction.dismissIdentifier, "",
        ]
        return actions.filter { taken.insert($0.identifier).inserted }.prefix(Self.mostButtons)
            .map { action in
                guard action.title.isEmpty else { return action }
                var button = action
                button.title = action.identifier
                return button
            }
    }
}

extension NotificationRequest {
    /// Gives the request what its category says: its buttons, and whether the app hears of a dismissal.
    ///
    /// A request that brings buttons of its own keeps them and takes nothing.
    ///
    /// - Parameter category: the one that its content names; `nil` where the app has no such.
    public mutating func take(_ category: NotificationCategory?) {
        guard actions.isEmpty, let category else { return }
        actions = category.buttons
        if category.options.contains(.customDismissAction) { hearsDismissal = true }
    }
}
