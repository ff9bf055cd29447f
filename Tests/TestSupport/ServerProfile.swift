package import NotificationServer

/// How a real notification server behaves, for a double to play it.
package struct ServerProfile: Sendable {
    /// What it says of itself.
    package var identity: ServerIdentity
    /// What it says it can do.
    package var capabilities: [String]
    /// Who hears its signals.
    package var audience: SignalAudience
    /// Whether it hands out an activation token before an action.
    package var givesToken: Bool
    /// How it closes a bubble after an action; `nil` where it leaves it open.
    package var reasonAfterAction: ClosedReason?
    /// Whether an unknown replaced id becomes the bubble's id.
    package var keepsUnknownID: Bool
    /// Whether it answers with an error where a hint is not of the specification's type.
    package var refusesWrongTypes = false
    /// Whether it never answers a call with an icon and an `image-path` that is no path.
    package var failsAtImageURIs = false
    /// Which questions about itself it answers with an error.
    package var refusedQuestions: Set<Question> = []
    /// How many questions about itself it cannot answer yet, from its start on.
    package var unreadyQuestions = 0

    /// A question that a server is asked about itself.
    package enum Question: String, Sendable {
        /// `GetServerInformation`.
        case identity
        /// `GetCapabilities`.
        case capabilities
    }

    /// Makes a profile.
    package init(
        identity: ServerIdentity,
        capabilities: [String],
        audience: SignalAudience = .everyone,
        givesToken: Bool = false,
        reasonAfterAction: ClosedReason? = .dismissed,
        keepsUnknownID: Bool = false
    ) {
        self.identity = identity
        self.capabilities = capabilities
        self.audience = audience
        self.givesToken = givesToken
        self.reasonAfterAction = reasonAfterAction
        self.keepsUnknownID = keepsUnknownID
    }

    /// A server with all that matters to most tests, and nothing that is particular to it.
    package static let standard = ServerProfile(
        identity: ServerIdentity(name: "test server", vendor: "tests", version: "1.0"),
        capabilities: ["actions", "body", "body-markup", "icon-static", "persistence", "sound"],
        audience: .sender,
        givesToken: true
    )

    /// The same, which closes a bubble after an action, or does not.
    package static func standard(closingAfterAction reason: ClosedReason?) -> ServerProfile {
        var profile = standard
        profile.reasonAfterAction = reason
        return profile
    }

    /// GNOME Shell.
    package static let gnomeShell = ServerProfile(
        identity: ServerIdentity(name: "gnome-shell", vendor: "GNOME", version: "48.0"),
        capabilities: ["actions", "body", "body-markup", "icon-static", "persistence", "sound"],
        audience: .sender,
        givesToken: true
    )

    /// Plasma.
    package static let plasma = ServerProfile(
        identity: ServerIdentity(name: "Plasma", vendor: "KDE", version: "6.7.0"),
        capabilities: [
            "body", "body-hyperlinks", "body-markup", "body-images", "icon-static", "actions",
            "persistence", "inline-reply", "sound", "x-kde-urls", "x-kde-origin-name",
            "x-kde-display-appname", "inhibitions",
        ],
        givesToken: true,
        reasonAfterAction: .closedByCall,
        keepsUnknownID: true
    )

    /// dunst with its default configuration.
    package static let dunst = ServerProfile(
        identity: ServerIdentity(name: "dunst", vendor: "knopwob", version: "1.13.0"),
        capabilities: [
            "actions", "body", "body-hyperlinks", "icon-static", "synchronous",
            "private-synchronous", "x-canonical-private-synchronous", "x-dunst-stack-tag",
            "body-markup",
        ],
        reasonAfterAction: nil,
        keepsUnknownID: true
    )

    /// mako with its default configuration, which refuses a bubble for one hint of a wrong type.
    package static let mako: ServerProfile = {
        var profile = ServerProfile(
            identity: ServerIdentity(name: "mako", vendor: "emersion", version: "0.0.0"),
            capabilities: [
                "body", "body-markup", "actions", "icon-static", "x-canonical-private-synchronous",
                "x-dunst-stack-tag",
            ],
            givesToken: true
        )
        profile.refusesWrongTypes = true
        return profile
    }()

    /// Cinnamon, which fails at an image that is not named by its path.
    package static let cinnamon: ServerProfile = {
        var profile = ServerProfile(
            identity: ServerIdentity(name: "cinnamon", vendor: "GNOME", version: "5.6.8"),
            capabilities: [
                "actions", "action-icons", "body", "body-markup", "icon-static", "persistence",
                "sound",
            ]
        )
        profile.failsAtImageURIs = true
        return profile
    }()

    /// Sway Notification Center.
    package static let swaync = ServerProfile(
        identity: ServerIdentity(
            name: "SwayNotificationCenter",
            vendor: "ErikReider",
            version: "0.7.3"
        ),
        capabilities: [
            "actions", "body", "body-markup", "body-images", "persistence", "synchronous",
            "private-synchronous", "x-canonical-private-synchronous", "inline-reply",
        ]
    )

    /// LXQt's server.
    package static let lxqt = ServerProfile(
        identity: ServerIdentity(name: "lxqt-notificationd", vendor: "lxqt.org", version: "2.0"),
        capabilities: [
            "actions", "body", "body-hyperlinks", "body-images", "body-markup", "persistence",
        ],
        reasonAfterAction: nil,
        keepsUnknownID: true
    )

    /// notification-daemon.
    package static let notificationDaemon = ServerProfile(
        identity: ServerIdentity(name: "Notification Daemon", vendor: "GNOME", version: "3.20.0"),
        capabilities: [
            "actions", "body", "body-hyperlinks", "body-markup", "icon-static", "sound",
            "persistence", "action-icons",
        ]
    )

    /// A server that can show text and nothing else.
    package static let plain = ServerProfile(
        identity: ServerIdentity(name: "plain", vendor: "tests", version: "1"),
        capabilities: ["body"]
    )

    /// The same profile with other capabilities.
    package func with(capabilities: [String]) -> ServerProfile {
        var copy = self
        copy.capabilities = capabilities
        return copy
    }

    /// The same profile, but these questions get an error.
    package func refusing(_ questions: Set<Question>) -> ServerProfile {
        var copy = self
        copy.refusedQuestions = questions
        return copy
    }

    /// The same profile with another audience.
    package func with(audience: SignalAudience) -> ServerProfile {
        var copy = self
        copy.audience = audience
        return copy
    }
}
