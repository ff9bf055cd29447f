/// The content of a notification, and how it asks for attention.
///
/// The fields are those of Apple's `UNNotificationContent`.
package struct NotificationContent: Hashable, Sendable {
    /// The first line; may be empty if the body is not.
    package var title: String
    /// A second, smaller line.
    package var subtitle: String
    /// The text.
    package var body: String
    /// The sound to play with it; `nil` is silent.
    package var sound: NotificationSound?
    /// The number for the app's icon; 0 hides it, `nil` leaves it as it is.
    package var badge: Int?
    /// The app's own values, handed back with a response.
    package var userInfo: [String: PropertyValue]
    /// The category whose actions become buttons; empty for none.
    package var categoryIdentifier: String
    /// The group that the notification belongs to; empty for none.
    package var threadIdentifier: String
    /// How urgently it asks for attention.
    package var interruptionLevel: InterruptionLevel
    /// The files that are shown or played with it.
    package var attachments: [NotificationAttachment]
    /// The texts that are localised when it is shown; `nil` for none.
    package var localized: LocalizedTexts?
    /// When the event starts that it reminds of; `nil` for none.
    package var event: EventStart?
    /// Whether its texts are not for a locked screen.
    package var isPrivate: Bool

    /// Makes content with Apple's defaults.
    package init(
        title: String = "",
        subtitle: String = "",
        body: String = "",
        sound: NotificationSound? = nil,
        badge: Int? = nil,
        userInfo: [String: PropertyValue] = [:],
        categoryIdentifier: String = "",
        threadIdentifier: String = "",
        interruptionLevel: InterruptionLevel = .active,
        attachments: [NotificationAttachment] = [],
        localized: LocalizedTexts? = nil,
        event: EventStart? = nil,
        isPrivate: Bool = false
    ) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.sound = sound
        self.badge = badge
        self.userInfo = userInfo
        self.categoryIdentifier = categoryIdentifier
        self.threadIdentifier = threadIdentifier
        self.interruptionLevel = interruptionLevel
        self.attachments = attachments
        self.localized = localized
        self.event = event
        self.isPrivate = isPrivate
    }
}

extension NotificationContent {
    /// The sound that is played: none for the passive level, always one for the critical level.
    ///
    /// These are Apple's rules (`UNNotificationInterruptionLevel`).
    package var audibleSound: NotificationSound? {
        switch interruptionLevel {
        case .passive: nil
        case .active, .timeSensitive: sound
        case .critical: sound ?? .standard
        }
    }
}

extension NotificationContent {
    /// Whether there is anything for a bubble or a list to show.
    package var isVisible: Bool {
        // A subtitle alone is also shown, but messages do not ask for one.
        !title.isEmpty || !body.isEmpty || !subtitle.isEmpty || !attachments.isEmpty
    }

    /// Whether there is anything to show, to hear or for the app's icon.
    package var isWorthDelivering: Bool { isVisible || sound != nil || badge != nil }
}

extension NotificationContent {
    /// Validates every field.
    ///
    /// - Parameter isVerbatim: whether the server gets the title and the body unchanged; they may have control characters
    ///     then.
    func validate(isVerbatim: Bool, mayBeEmpty: Bool) throws(RequestError) {
        guard isWorthDelivering || mayBeEmpty else {
            throw RequestError(
                .invalidContent,
                "the title and the body are both empty",
                about: .title,
                wayOut: "write at least one of them"
            )
        }
        try validateTexts(isVerbatim: isVerbatim)
        if let badge, !(0...Int(Int32.max)).contains(badge) {
            throw RequestError(
                .invalidContent,
                .badge,
                value: "\(badge)",
                reason: "is not between 0 and \(Int32.max)",
                wayOut: "0 hides it"
            )
        }
        guard attachments.count <= RequestLimits.attachments else {
            throw RequestError(
                .invalidAttachment,
                "\(attachments.count) attachments are more than the \(RequestLimits.attachments) that a "
                    + "notification may have",
                about: .attachments
            )
        }
        for (index, attachment) in attachments.enumerated() {
            do throws(RequestError) {
                try attachment.validate()
            } catch {
                throw error.within("content.attachments[\(index)]")
            }
        }
        try localized?.validate()
        try event?.validate()
        guard PropertyValue.dictionary(userInfo).depth <= RequestLimits.userInfoDepth else {
            throw RequestError(
                .invalidContent,
                .userInfo,
                reason: "is nested deeper than \(RequestLimits.userInfoDepth) levels",
                wayOut: "flatten it"
            )
        }
    }

    private func validateTexts(isVerbatim: Bool) throws(RequestError) {
        let title = RequestLimits.title
        if isVerbatim {
            let limit = RequestLimits.body
            try NotificationRequest.check(length: self.title, .title, atMost: limit)
            try NotificationRequest.check(length: body, .body, atMost: limit)
        } else {
            try NotificationRequest.check(self.title, .title, atMost: title, breaks: true)
            try NotificationRequest.check(body, .body, atMost: RequestLimits.body, breaks: true)
        }
        try NotificationRequest.check(subtitle, .subtitle, atMost: title, breaks: true)
        try NotificationRequest.check(threadIdentifier, .thread, atMost: title)
        try NotificationRequest.check(categoryIdentifier, .category, atMost: title)
        guard case .named(let name) = sound else { return }
        guard !name.isEmpty else {
            throw RequestError(
                .invalidContent,
                .sound,
                reason: "is empty",
                wayOut: "write default, none or a name of the sound theme"
            )
        }
        try NotificationRequest.check(name, .sound, atMost: title)
    }
}

/// The sound that goes with a notification.
package enum NotificationSound: Hashable, Sendable {
    /// The desktop's sound of a new message.
    case standard
    /// A name of the sound theme, or a file.
    case named(String)
}

/// How urgently a notification asks for attention (Apple's `UNNotificationInterruptionLevel`).
package enum InterruptionLevel: String, Hashable, Sendable, CaseIterable {
    /// Goes to the list without a bubble if the desktop supports that.
    case passive
    /// Shown at once.
    case active
    /// Shown at once, also in a focus mode that allows it.
    case timeSensitive = "time-sensitive"
    /// Always shown, and stays until dismissed.
    case critical

    /// Whether it must not wait for other bubbles.
    package var isUrgent: Bool {
        self == .timeSensitive || self == .critical
    }
}
