import DesktopBubbles
import GLibBridge
import NotifyCore

/// Maps the fields of a bubble to those of the notification portal.
///
/// | bubble | portal, version 1 | more in version 2 |
/// |---|---|---|
/// | summary | `title` | |
/// | body | `body`, plain text | `markup-body`, if the caller's own markup has tags; line breaks become spaces |
/// | interruption level | `priority`: passive `low`, active `normal`, time-sensitive `high`, critical `urgent` | |
/// | passive | | `display-hint` `tray`, if it is not transient |
/// | private | | `display-hint` `hide-content-on-lock-screen` |
/// | sound | nothing: the desktop decides, and the agent plays it if it can | `sound`: a file as a descriptor; `default` for all names; `silent` without one, and if the agent plays it |
/// | hint `image-path`: the first image, or the caller's icon | `icon`: a name of the theme, or the picture as a square PNG | the picture as a descriptor |
/// | icon of the app | nothing: the portal shows that of the sandbox | |
/// | action `default` | `default-action` with its target | |
/// | other actions | `buttons`, the key of each as its target | |
/// | action `inline-reply` | – | the button's `purpose` `im.reply-with-text`, with `category` `im.received` |
/// | hint `transient` | nothing | `display-hint` `transient` |
/// | bubble that is replaced | the same id | and `display-hint` `show-as-new` |
/// | hint `category`; shown again until it is acknowledged | nothing | `category`, if the portal knows it; `alarm.ringing` |
/// | `expire_timeout` | nothing: the agent closes it | |
/// | app's name, `desktop-entry`, other hints | nothing | |
struct PortalMapping: Sendable {
    /// The capabilities of the portal.
    var portal: PortalInformation
    /// How bubbles are made for it.
    var profile: ServerProfile

    static let replyPurpose = "im.reply-with-text"
    static let replyCategory = "im.received"
    private static let alarmCategory = "alarm.ringing"

    /// Returns the portal's notification for a bubble.
    func notification(
        for composed: BubbleComposer.Composed,
        icon: PortalNotification.Icon?,
        sound: [UInt8]? = nil
    ) -> PortalNotification {
        let bubble = composed.bubble
        var notification = PortalNotification(
            title: bubble.summary,
            body: bubble.body,
            icon: icon,
            priority: Self.priority(of: composed.request),
            defaultKey: bubble.actions.first { $0.key == WireAction.defaultKey }?.key,
            buttons: bubble.actions.filter { $0.key != WireAction.defaultKey }.map { action in
                let isReply = action.key == WireAction.inlineReplyKey
                return PortalNotification.Button(
                    key: action.key,
                    label: action.label,
                    purpose: isReply ? Self.replyPurpose : nil
                )
            }
        )
        guard portal.version >= 2 else { return notification }
        notification.version = portal.version
        if profile.markup != nil { notification.markupBody = bubble.body }
        notification.sound =
            Self.isSilent(bubble) ? .silent : sound.map { .bytes($0) } ?? .standard
        notification.displayHints = Self.displayHints(of: composed)
        notification.category = category(of: composed)
        return notification
    }

    private static func displayHints(of composed: BubbleComposer.Composed) -> [String] {
        var hints: [String] = []
        // The portal takes one of the two.
        if composed.bubble.hint("transient")?.boolean == true {
            hints.append("transient")
        } else if composed.request.content.interruptionLevel == .passive {
            hints.append("tray")
        }
        if composed.isPrivate { hints.append("hide-content-on-lock-screen") }
        if composed.bubble.replacesID != 0 { hints.append("show-as-new") }
        return hints
    }

    private static func isSilent(_ bubble: Bubble) -> Bool {
        bubble.hint("suppress-sound")?.boolean == true
    }

    private func category(of composed: BubbleComposer.Composed) -> String? {
        let bubble = composed.bubble
        let alarm = composed.request.options.nag == nil ? nil : Self.alarmCategory
        let asked = bubble.hint("category")?.string ?? alarm
        let hasReply = bubble.actions.contains { $0.key == WireAction.inlineReplyKey }
        let category = hasReply ? Self.replyCategory : asked
        // It refuses a notification with an unknown category.
        return category.flatMap { portal.categories.contains($0) ? $0 : nil }
    }

    private static func priority(of request: NotificationRequest) -> PortalNotification.Priority {
        switch request.content.interruptionLevel {
        case .passive: .low
        case .active: .normal
        case .timeSensitive: .high
        case .critical: .urgent
        }
    }
}

extension Bubble {
    /// The value of a hint.
    fileprivate func hint(_ name: String) -> Variant? {
        hints.first { $0.name == name }?.value
    }

    /// The image of the request: a name of the icon theme, a path or a URI; not the app's icon.
    var picture: String? { hint("image-path")?.string }

    /// The path of the sound's file.
    var soundFile: String? { hint("sound-file")?.string }
}

extension ServerProfile {
    /// The name of the profile of the notification portal.
    static let portalName = "portal"

    /// The profile for a notification portal.
    init(for portal: PortalInformation) {
        self.init()
        name = Self.portalName
        maxButtons = nil
        obeysExpiry = false
        // It is the portal of a desktop that has a list.
        keepsExpired = true
        // Some versions report an action only to the sender.
        forgetsGoneSenders = true
        guard portal.version >= 2 else { return }
        markup = [.bold, .italic, .link]
        playsSound = true
        hasReplyField = portal.buttonPurposes.contains(PortalMapping.replyPurpose)
    }
}

extension ServerInformation {
    /// Describes a portal as a server.
    init(_ portal: PortalInformation) {
        let profile = ServerProfile(for: portal)
        var capabilities = ["actions", "body", "icon-static"]
        if profile.markup != nil { capabilities += ["body-hyperlinks", "body-markup"] }
        if profile.hasReplyField { capabilities.append("inline-reply") }
        if profile.playsSound { capabilities.append("sound") }
        self.init(
            name: "notification portal",
            vendor: "freedesktop.org",
            version: "\(portal.version)",
            specVersion: "",
            capabilities: capabilities
        )
    }
}
