/// A kind of notification, with its buttons.
///
/// The fields are those of Apple's `UNNotificationCategory`.
package struct NotificationCategory: Hashable, Sendable {
    /// The name by which content refers to the category; unique in its app.
    package var identifier: String
    /// The buttons, in order, as the app gave them; ``buttons`` are those that are shown.
    package var actions: [NotificationAction]
    /// How the notifications of the category behave.
    package var options: Options
    /// The replacement of the body when previews are hidden; `%u` is the number of notifications.
    package var hiddenPreviewsBodyPlaceholder: String
    /// The summary of a group; `%u` is the number of items and `%@` what they add to it.
    package var categorySummaryFormat: String
    /// The intents of the category; stored but not used.
    package var intentIdentifiers: [String]

    /// Makes a category.
    package init(
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
    package struct Options: OptionSet, Hashable, Sendable {
        /// The bits, one for each member.
        package let rawValue: UInt32

        /// Makes a set from its bits; unknown ones are kept.
        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// The app is notified of the user's dismissal.
        package static let customDismissAction = Options(rawValue: 1)
        /// Show it on a car's screen; without effect.
        package static let allowInCarPlay = Options(rawValue: 2)
        /// The title is shown where previews are hidden.
        package static let hiddenPreviewsShowTitle = Options(rawValue: 4)
        /// The subtitle is shown where previews are hidden.
        package static let hiddenPreviewsShowSubtitle = Options(rawValue: 8)
        /// Read it aloud; without effect.
        package static let allowAnnouncement = Options(rawValue: 16)
    }
}

extension NotificationCategory {
    /// The number of buttons that Apple shows of a category.
    private static let maxButtons = 10

    /// The actions that become buttons, in order: the first ten that have an identifier of their own.
    ///
    /// The identifier is the label of an action without one.
    package var buttons: [NotificationAction] {
        var taken: Set<String> = [
            NotificationAction.defaultIdentifier, NotificationAction.dismissIdentifier, "",
        ]
        return actions.filter { taken.insert($0.identifier).inserted }.prefix(Self.maxButtons)
            .map { action in
                guard action.title.isEmpty else { return action }
                var button = action
                button.title = action.identifier
                return button
            }
    }
}

extension NotificationRequest {
    /// Applies a category: its buttons, and whether the app is notified of a dismissal.
    ///
    /// A request with its own buttons does not change.
    ///
    /// - Parameter category: the one that its content names; `nil` if the app has no such category.
    package mutating func adopt(_ category: NotificationCategory?) {
        guard actions.isEmpty, let category else { return }
        actions = category.buttons
        if category.options.contains(.customDismissAction) { hearsDismissal = true }
    }
}
