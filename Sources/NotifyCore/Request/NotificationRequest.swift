/// What to show and when, with the identifier that replaces, lists and removes it.
package struct NotificationRequest: Hashable, Sendable {
    /// The app; identifiers are unique in an app.
    package var appID: String
    /// The app's identifier of the request; another request with it replaces this one.
    package var identifier: String
    /// What to show.
    package var content: NotificationContent
    /// When.
    package var trigger: NotificationTrigger
    /// Its buttons, in order.
    package var actions: [NotificationAction]
    /// Whether the app is notified of the user's dismissal.
    package var hearsDismissal: Bool
    /// The URL that a click on the notification itself opens.
    package var openURL: String?
    /// Whether its bubble stays until it is dismissed, and is shown again after an action.
    package var isResident: Bool
    /// The caller that added it, as the agent detected it; `nil` for the agent's own requests.
    package var requester: String?
    /// Who sent it, as the agent detected it; `nil` for the user.
    package var sender: Sender?
    /// The limits of its deliveries beyond the trigger.
    package var options: ScheduleOptions
    /// The options of its bubble beyond the content.
    package var bubble: BubbleOptions
    /// The command of `launcher.conf` that is started when it is due; `nil` for none.
    package var run: String?

    /// The key that identifies repeated calls with this request; `nil` once it is accepted.
    package var idempotencyKey: String?
    /// Whether the caller can undo that it was added; `false` once it is accepted.
    package var isUndoable = false

    /// Makes a request.
    package init(
        appID: String,
        identifier: String,
        content: NotificationContent,
        trigger: NotificationTrigger = .immediate,
        actions: [NotificationAction] = [],
        hearsDismissal: Bool = false,
        openURL: String? = nil,
        isResident: Bool = false,
        requester: String? = nil,
        options: ScheduleOptions = ScheduleOptions(),
        bubble: BubbleOptions = BubbleOptions()
    ) {
        self.appID = appID
        self.identifier = identifier
        self.content = content
        self.trigger = trigger
        self.actions = actions
        self.hearsDismissal = hearsDismissal
        self.openURL = openURL
        self.isResident = isResident
        self.requester = requester
        self.options = options
        self.bubble = bubble
    }

    /// The key among all apps.
    package var key: RequestKey {
        RequestKey(appID: appID, identifier: identifier)
    }

    /// Whether there is anything for a bubble or a list to show.
    ///
    /// A notification of notify-send is shown without any text, too.
    package var isVisible: Bool { content.isVisible || bubble.isVerbatim }

    /// Returns the button of an identifier; `nil` if there is none.
    package func action(_ identifier: String) -> NotificationAction? {
        actions.first { $0.identifier == identifier }
    }

    /// The action of a server's own reply field: the first one with a text field.
    package var replyAction: NotificationAction? {
        actions.first { $0.textInput != nil }
    }

    /// Returns whether a response to an action waits until the session is unlocked.
    package func needsUnlockedSession(for identifier: String) -> Bool {
        action(identifier)?.options.contains(.authenticationRequired) ?? false
    }

    /// Returns the URL of an action; `nil` if it has none or there is no such action.
    package func url(ofAction identifier: String) -> String? {
        identifier == NotificationAction.defaultIdentifier ? openURL : action(identifier)?.url
    }

    /// Returns the microseconds after which an action shows the notification again; `nil` for no snooze.
    package func snooze(ofAction identifier: String) -> Int64? {
        action(identifier)?.snooze
    }
}

/// The key of a request among all apps.
package struct RequestKey: Hashable, Sendable {
    /// The app.
    package var appID: String
    /// The app's name for it.
    package var identifier: String

    /// Makes a key.
    package init(appID: String, identifier: String) {
        self.appID = appID
        self.identifier = identifier
    }
}

extension RequestKey {
    /// Returns an identifier that is made by chance.
    ///
    /// It is typed by people, so no two of its characters look alike, and without vowels it forms no word.
    package static func freshIdentifier(letters count: Int) -> String {
        let letters = "bcdfghjkmnpqrstvwxz23456789"
        return String((0..<count).compactMap { _ in letters.randomElement() })
    }
}
