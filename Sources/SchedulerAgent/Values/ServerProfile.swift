import AgentInterface
import DesktopBubbles
import NotifyCore

/// How bubbles are made for a notification server.
///
/// The profile is chosen from the server's information whenever another server owns the name.
struct ServerProfile: Sendable, Equatable {
    /// The rate of bubbles: a burst, and then one bubble per interval.
    struct Pace: Sendable, Equatable {
        /// The number of bubbles without a delay.
        var burst: Int
        /// The time until there is room for another bubble.
        var interval: Duration
    }

    /// The name of the profile, such as `gnome-shell`; ``AgentInterface/AgentNames/standardProfile`` for an
    /// unknown server.
    var name = AgentNames.standardProfile
    /// The maximum number of buttons in addition to the click on the bubble; `nil` for any number.
    ///
    /// With 0 it gets no action, not even that of the click.
    var maxButtons: Int? = 0
    /// Whether it draws buttons; otherwise a click on a bubble may let the user choose from a menu.
    var drawsButtons = true
    /// Whether a middle click chooses one of the buttons, which are in a menu of its own, and a left one closes the bubble.
    var choosesByMiddleClick = false
    /// Whether a bubble has a field for a reply (the extension `inline-reply`).
    var hasReplyField = false
    /// Whether it lists the buttons from the last to the first.
    var reversesButtons = false
    /// Whether it shows no button for the action after `default`, which then comes last.
    var leavesOutAfterDefault = false
    /// The label of the action `default`, which some servers draw as a button; `nil` for the standard one.
    var defaultLabel: String?
    /// Whether it closes a bubble after an action.
    var closesAfterAction = false
    /// Whether it closes a bubble after its timeout.
    var obeysExpiry = true
    /// Whether a bubble can stay until it is dismissed.
    var mayStay = true
    /// The longest timeout of a bubble that cannot stay, in milliseconds; `nil` for the server's default.
    var longestExpiry: Int32?
    /// Whether it closes a critical bubble that has no timeout of its own.
    var closesCritical = false
    /// Whether it reports that a bubble has expired when the user closes it by its cross.
    var reportsCrossAsExpiry = false
    /// Whether it keeps a notification in a list after its bubble is gone (the capability `persistence`).
    var keepsExpired = false
    /// The tags that it supports in a body; `nil` if the body is plain text.
    var markup: MarkupTags?
    /// The longest body that fits the screen; `nil` if the server shortens a longer one itself, or scrolls it.
    var textLimit: TextLimit?
    /// Whether it shows the characters & and < of a title as entities, and a title without a body as the body.
    var escapesTitles = false
    /// Whether a bubble with the hint `value` has a bar and neither text nor buttons.
    var valueHidesText = false
    /// Whether it collapses repeated spaces or line breaks in a body.
    var squeezesBlanks = false
    /// The maximum number of bubbles that it keeps; `nil` for any number.
    ///
    /// It ends the oldest one for the next, and reports that the user dismissed it.
    var maxBubbles: Int?
    /// Whether it silently drops a bubble with the same text as one on the screen.
    var dropsRepeats = false
    /// Whether it shows which machine a bubble comes from (the extension `x-kde-origin-name`).
    var showsOrigin = false
    /// Whether it plays the sound of a bubble.
    var playsSound = false
    /// The hint for the pixels of an image; `nil` if it reads the file of `image-path`.
    var imageDataHint: String?
    /// Whether it reads a file URI and the name of an icon in `image-path`, as in the specification; otherwise it gets
    /// only paths.
    var readsImageURIs = true
    /// Whether a bubble without an icon of its own gets that of its app.
    var showsAppIcon = true
    /// Whether it draws the icon and no image, so that an image is sent as the icon.
    var takesImageAsIcon = false
    /// Whether it draws both the icon and the image, so that one picture must not be sent as both.
    var drawsIconAndImage = false
    /// The rate of bubbles at which each is shown; `nil` for any rate.
    var pace: Pace?
    /// The time after its start in which it shows no bubbles, in milliseconds; `nil` for none.
    var startTime: UInt32?
    /// Whether it closes a bubble, or does not report its actions, once its sender has left the bus.
    var forgetsGoneSenders = false
    /// Whether a replaced bubble shows its buttons.
    ///
    /// Otherwise the old bubble is closed first.
    var keepsButtonsInPlace = true
    /// Whether a replaced bubble keeps the buttons that it had, so that the same ones may stay.
    var keepsOldButtons = false
    /// What it does with the notifications of each level while do-not-disturb is on.
    var doNotDisturb = DoNotDisturbRules.unaffected
}

extension NotificationRequest {
    /// The identifier of the agent's question whether an app may notify.
    static let permissionQuestion = "permission-question"

    /// Whether it is that question.
    var asksForPermission: Bool {
        appID == AgentNames.app && identifier == Self.permissionQuestion
    }
}

extension ServerProfile {
    /// Whether a click on the bubble of a request lets the user choose an action, because it draws no buttons.
    ///
    /// Not where the click has a meaning of its own, nor for the agent's question for a permission: a click must never be
    /// taken for consent.
    func letsChoose(_ request: NotificationRequest) -> Bool {
        !drawsButtons && maxButtons != 0 && !request.bubble.isVerbatim && !request.actions.isEmpty
            && request.openURL == nil && !request.asksForPermission
            && AgentNames.ownApps.contains(request.appID)
    }

    /// Creates the profile for a server.
    ///
    /// - Parameter information: the server's information; without it the profile has no capabilities.
    init(for information: ServerInformation?) {
        self.init()
        guard let information else { return }
        let capabilities = Set(information.capabilities)
        maxButtons = capabilities.contains("actions") ? nil : 0
        hasReplyField = capabilities.isSuperset(of: ["actions", "inline-reply"])
        keepsExpired = capabilities.contains("persistence")
        markup = Self.markup(capabilities)
        playsSound = capabilities.contains("sound")
        showsOrigin = capabilities.contains("x-kde-origin-name")
        let hints = ImageHints(ofVersion: information.specVersion)
        imageDataHint = hints == .current ? nil : hints.data
        ServerKind(information)?.adapt(&self, version: information.version)
    }

    /// Returns the actions that become buttons, the most important ones first.
    ///
    /// The last place is for a button that shows the next page, if there is room for another one beside it; after the
    /// last page comes the first. What notify-send sends has no such button.
    func shown(_ request: NotificationRequest, page: Int) -> [NotificationAction] {
        let actions = request.actions
        guard let maxButtons, actions.count > maxButtons else { return actions }
        let size = maxButtons - 1
        guard size > 0, !request.bubble.isVerbatim else { return Array(actions.prefix(maxButtons)) }
        let start = page % ((actions.count + size - 1) / size) * size
        return actions[start...].prefix(size) + [WireAction.more]
    }

    /// Returns the supported tags, which only the capabilities report.
    private static func markup(_ capabilities: Set<String>) -> MarkupTags? {
        guard capabilities.contains("body-markup") else { return nil }
        var tags = MarkupTags.basic
        if capabilities.contains("body-hyperlinks") { tags.insert(.link) }
        if capabilities.contains("body-images") { tags.insert(.image) }
        return tags
    }
}
