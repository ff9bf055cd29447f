/// What to show and when, under the identifier by which it is replaced, listed and removed.
public struct NotificationRequest: Hashable, Sendable {
    /// Whose request it is; identifiers are unique in an app.
    public var appID: String
    /// The app's name for the request; a second request under it replaces the first.
    public var identifier: String
    /// What to show.
    public var content: NotificationContent
    /// When.
    public var trigger: NotificationTrigger
    /// Its buttons, in order.
    public var actions: [NotificationAction]
    /// Whether the app hears of the user's dismissal.
    public var hearsDismissal: Bool
    /// What a click on the notification itself opens.
    public var openURL: String?
    /// Whether its bubble stays until it is dismissed, and is shown again after an action.
    public var isResident: Bool
    /// Who asked the agent for it, as the agent found out; `nil` where it is the agent's own.
    public var requester: String?
    /// What bounds its deliveries beside the trigger.
    public var options: ScheduleOptions
    /// What it says of its bubble beyond the content.
    public var bubble: BubbleOptions

    /// What tells this request from another of the same words while it is handed over; `nil` afterwards.
    public var idempotencyKey: String?

    /// Makes a request.
    public init(
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

    /// The pair that names it among all apps.
    public var key: RequestKey {
        RequestKey(appID: appID, identifier: identifier)
    }

    /// The button of an identifier; `nil` where there is none.
    public func action(_ identifier: String) -> NotificationAction? {
        actions.first { $0.identifier == identifier }
    }

    /// The action for which a server that has a field of its own for a reply offers it: the first that
    /// asks for a text.
    public var replyAction: NotificationAction? {
        actions.first { $0.textInput != nil }
    }

    /// Whether a response to an action waits until the session is unlocked.
    public func needsUnlockedSession(for identifier: String) -> Bool {
        action(identifier)?.options.contains(.authenticationRequired) ?? false
    }

    /// The URL of an action; `nil` where it has none or there is no such action.
    public func url(ofAction identifier: String) -> String? {
        identifier == NotificationAction.defaultIdentifier ? openURL : action(identifier)?.url
    }

    /// After how many microseconds an action shows the notification once more; `nil` where it does not.
    public func snooze(ofAction identifier: String) -> Int64? {
        action(identifier)?.snooze
    }
}

/// What names a request among all apps.
public struct RequestKey: Hashable, Sendable {
    /// Whose request it is.
    public var appID: String
    /// The app's name for it.
    public var identifier: String

    /// Makes a key.
    public init(appID: String, identifier: String) {
        self.appID = appID
        self.identifier = identifier
    }
}
