import DesktopBubbles
import NotifyCore

/// The notification servers whose behaviour is known.
enum ServerKind: String, CaseIterable, Sendable {
    case gnomeShell = "gnome-shell"
    case plasma
    case dunst
    case mako
    case swaync
    case xfce
    case mate
    case notificationDaemon = "notification-daemon"
    case notifyOSD = "notify-osd"
    case lxqt
    case cinnamon
    case budgie
    case cosmic
    case fnott
    case quickshell
    case astal
    case wired

    /// Recognises a server; `nil` if it is unknown.
    ///
    /// Cinnamon reports GNOME as its vendor, and MATE's server has the name of GNOME's old one. Therefore the name
    /// decides first, then the vendor.
    init?(_ information: ServerInformation) {
        let name = information.name.lowercased()
        let vendor = information.vendor.lowercased()
        switch name {
        case "gnome-shell": self = .gnomeShell
        case "plasma": self = .plasma
        case "dunst": self = .dunst
        case "mako": self = .mako
        case "notify-osd": self = .notifyOSD
        case _ where name.hasPrefix("swaync") || name.hasPrefix("swaynotificationcenter"):
            self = .swaync
        case _ where name.hasPrefix("xfce"): self = .xfce
        case _ where name.hasPrefix("lxqt"): self = .lxqt
        case _ where name.hasPrefix("cinnamon"): self = .cinnamon
        case _ where name.hasPrefix("mate"): self = .mate
        case _ where name.hasPrefix("budgie"): self = .budgie
        case _ where name.hasPrefix("cosmic"): self = .cosmic
        case "fnott": self = .fnott
        case "quickshell": self = .quickshell
        case "notifd" where vendor == "astal": self = .astal
        case "wired": self = .wired
        case "notification daemon", "notification-daemon":
            self = vendor.contains("mate") ? .mate : .notificationDaemon
        default: return nil
        }
    }

    /// Applies a server's behaviour to a profile that is derived from its capabilities.
    func adapt(_ profile: inout ServerProfile, version: String) {
        profile.name = rawValue
        profile.doNotDisturb = doNotDisturbRules
        // dunst and LXQt leave the bubble on the screen, and mako, fnott and wired after a choice of the command.
        profile.closesAfterAction = ![.dunst, .lxqt, .mako, .fnott, .wired].contains(self)
        switch self {
        case .gnomeShell:
            profile.limitButtons(to: 3)
            profile.forgetsGoneSenders = true
            // Before version 46 a replaced bubble keeps its old buttons.
            let major = version.split(separator: ".").first.flatMap { Int($0) } ?? 0
            profile.keepsButtonsInPlace = major >= 46
            profile.obeysExpiry = false
            // It shows at most three banners one after the other, 4 s each, and adds the rest to its list
            // without a banner.
            profile.pace = ServerProfile.Pace(burst: 3, interval: .seconds(4))
        case .plasma:
            profile.forgetsGoneSenders = true
            profile.squeezesBlanks = true
        case .mako:
            profile.reversesButtons = true
            // Its actions are in the menu of a command alone.
            profile.drawsButtons = false
        case .fnott:
            profile.drawsButtons = false
        case .cosmic:
            // A click on a bubble without the action `default` is one on the first button, which is not drawn.
            profile.drawsButtons = false
            // Without a timeout of its own it closes also a critical one after a few seconds.
            profile.closesCritical = true
        case .quickshell:
            // A shell may claim a field for replies and have none.
            profile.hasReplyField = false
            // A replaced bubble keeps the labels of actions whose keys it had.
            profile.keepsButtonsInPlace = false
            profile.keepsOldButtons = true
        case .wired:
            // Its layouts draw buttons only where the user added them, and a mouse button chooses one in no order.
            profile.drawsButtons = false
            profile.readsImageURIs = false
        case .astal:
            // What expires leaves its list as well.
            profile.keepsExpired = false
        case .xfce:
            profile.valueHidesText = true
            profile.textLimit = Self.textLimit
        case .mate:
            profile.textLimit = Self.textLimit
            profile.reportsCrossAsExpiry = true
            profile.takesImageAsIcon = true
        case .notificationDaemon:
            // It reports the capability sound and does not implement it.
            profile.playsSound = false
            // It reports links as well, and shows the whole source of a body with one.
            profile.markup?.remove(.link)
            profile.textLimit = TextLimit(lines: 24, characters: 32)
        case .notifyOSD:
            // With an action or without a timeout the bubble becomes a dialog that takes the focus.
            profile.limitButtons(to: 0)
            profile.mayStay = false
            profile.obeysExpiry = false
        case .lxqt:
            profile.dropsRepeats = true
            profile.keepsButtonsInPlace = false
            profile.keepsOldButtons = true
            profile.textLimit = Self.textLimit
            profile.takesImageAsIcon = true
        case .swaync:
            // It always reports a field for replies, hides it unless its configuration enables it, and
            // shows no button instead.
            profile.hasReplyField = false
            // Version 0.7 shows no image for the URI of a file.
            profile.readsImageURIs = false
            profile.drawsIconAndImage = true
            profile.textLimit = Self.textLimit
        case .dunst:
            // By its defaults; a left click closes the bubble.
            profile.choosesByMiddleClick = true
            // It draws an icon of the theme as large as 128 pixels, beside a single line of text.
            profile.showsAppIcon = false
            // Where its file does not set `markup` it reads tags and does not report that; a text with a `<` would be shown
            // without what follows.
            profile.markup = profile.markup ?? .basic
        case .budgie:
            // A fourth one is cut off at the edge of the bubble.
            profile.limitButtons(to: 3)
            profile.leavesOutAfterDefault = true
            profile.readsImageURIs = false
            // A click on a replaced bubble is one on what it showed first, and a button does not close it.
            profile.keepsButtonsInPlace = false
            profile.keepsOldButtons = true
            profile.closesAfterAction = false
            profile.escapesTitles = true
            profile.textLimit = Self.textLimit
            // Only for apps whose desktop file has X-GNOME-UsesNotifications.
            profile.playsSound = false
            // It closes each bubble after 6 to 12 seconds and keeps the notification in its list, Raven.
            profile.mayStay = false
            profile.longestExpiry = 12_000
            profile.obeysExpiry = false
            // Version 10.10 has its name before it knows a screen, for which it looks every 200 ms, and shows no
            // bubble until then.
            profile.startTime = 1_000
            // More than three at a time go to its list without a bubble.
            profile.pace = ServerProfile.Pace(burst: 3, interval: .seconds(12))
        case .cinnamon:
            // It fails, and does not answer, for anything but a path where there is an icon as well.
            profile.readsImageURIs = false
            // It ends the oldest as if the user had dismissed it.
            profile.maxBubbles = 10
            profile.textLimit = Self.textLimit
        }
    }

    /// What fits a small screen, with the buttons below, where the server makes a bubble as high as its text.
    private static let textLimit = TextLimit(lines: 24, characters: 50)
}

extension ServerProfile {
    /// Limits the buttons; a server without actions stays without.
    fileprivate mutating func limitButtons(to count: Int) {
        maxButtons = min(maxButtons ?? count, count)
    }
}
