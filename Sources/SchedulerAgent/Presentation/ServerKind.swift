import DesktopBubbles

/// The notification servers whose ways are known.
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

    /// Recognises a server; `nil` if it is none of these.
    ///
    /// Cinnamon names GNOME as its maker, and MATE's server has the name of GNOME's old one: the name
    /// decides first, then the maker.
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
        case "notification daemon", "notification-daemon":
            self = vendor.contains("mate") ? .mate : .notificationDaemon
        default: return nil
        }
    }

    /// Puts a server's ways into a profile that follows its capabilities.
    func adapt(_ profile: inout ServerProfile, version: String) {
        profile.name = rawValue
        // dunst and LXQt leave the bubble on the screen.
        profile.closesAfterAction = self != .dunst && self != .lxqt
        switch self {
        case .gnomeShell:
            profile.limitButtons(to: 3)
            profile.forgetsGoneSenders = true
            // Before version 46 it draws the buttons of a bubble before it reads the new ones.
            let major = version.split(separator: ".").first.flatMap { Int($0) } ?? 0
            profile.keepsButtonsInPlace = major >= 46
            profile.obeysExpiry = false
            // It shows three banners at most one after the other, 4 s each, and puts the rest in its list
            // without any.
            profile.pace = ServerProfile.Pace(burst: 3, interval: 4_000_000)
        case .plasma:
            profile.forgetsGoneSenders = true
            profile.squeezesBlanks = true
        case .mako:
            profile.reversesButtons = true
        case .xfce:
            // It has no click on the bubble: `default` becomes a button, with its label.
            profile.defaultLabel = "Open"
            profile.keepsUnderDoNotDisturb = false
        case .mate:
            profile.keepsUnderDoNotDisturb = false
        case .notificationDaemon:
            // It says it has sound and has no code for it.
            profile.playsSound = false
        case .notifyOSD:
            // An action, or no time, makes a dialog of the bubble that takes the focus.
            profile.limitButtons(to: 0)
            profile.mayStay = false
            profile.obeysExpiry = false
        case .lxqt:
            profile.dropsRepeats = true
            // Of version 1.2 of the specification it has all but `image-path`.
            profile.imageDataHint = "image_data"
            profile.keepsUnderDoNotDisturb = false
        case .swaync:
            // It always claims to have a field for replies, hides it unless its configuration asks for
            // it, and shows no button in its place.
            profile.hasReplyField = false
            // Version 0.7 shows no image for the URI of a file.
            profile.readsImageURIs = false
        case .dunst, .cinnamon:
            break
        }
    }
}

extension ServerProfile {
    /// A server without actions stays one.
    fileprivate mutating func limitButtons(to count: Int) {
        maxButtons = min(maxButtons ?? count, count)
    }
}
