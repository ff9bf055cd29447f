import DesktopBubbles
import NotifyCore

/// How a notification server wants to be treated.
///
/// It is chosen again whenever a server takes over, by the server's information.
struct ServerProfile: Sendable, Equatable {
    /// So many bubbles at once, and then one each time that span has passed.
    struct Pace: Sendable, Equatable {
        /// How many may follow each other at once.
        var burst: Int
        /// After how many microseconds there is room for one more.
        var interval: Int64
    }

    /// What the profile is called, such as `gnome-shell`; ``standardName`` for a server that is not known.
    var name = ServerProfile.standardName
    /// How many buttons it shows beside the click on the bubble itself; `nil` for any number.
    ///
    /// With 0 it gets no action at all, not even that of the click.
    var maxButtons: Int? = 0
    /// Whether a bubble has a field for a reply (the extension `inline-reply`).
    var hasReplyField = false
    /// Whether it lists the buttons from the last to the first.
    var reversesButtons = false
    /// The label of the action `default`, which some servers draw as a button.
    var defaultLabel = "Open"
    /// Whether it takes a bubble off the screen by itself once an action is chosen.
    var closesAfterAction = false
    /// Whether a bubble goes after the time that it asks for.
    var obeysExpiry = true
    /// Whether a bubble may ask to stay until it is dismissed.
    var mayStay = true
    /// The tags that it understands in a body; `nil` if the body is plain text.
    var markup: MarkupTags?
    /// Whether it makes one of several blanks or line ends in a body.
    var squeezesBlanks = false
    /// Whether it drops, without a word, what says the same as a bubble that is on the screen.
    var dropsRepeats = false
    /// Whether it plays the sound that a bubble asks for.
    var playsSound = false
    /// The hint in which it wants the pixels of an image; `nil` if it reads the file of `image-path`.
    var imageDataHint: String?
    /// Whether it reads the URI of a file in `image-path`, as the specification has it; else it gets the path.
    var readsImageURIs = true
    /// How fast it takes bubbles so that each is seen; `nil` for any speed.
    var pace: Pace?
    /// Whether it closes a bubble, or tells nobody of its buttons, once its sender has left the bus.
    var forgetsGoneSenders = false
    /// Whether a bubble on the screen has its buttons still once it was replaced; where not, the old one is
    /// closed first.
    var keepsButtonsInPlace = true
    /// Whether what it gets under do-not-disturb can be read there afterwards.
    var keepsUnderDoNotDisturb = true

    /// The name of the profile that fits every server which keeps to the specification.
    static let standardName = "standard"
}

extension ServerProfile {
    /// The profile for a server.
    ///
    /// - Parameter information: what it says of itself; one that says nothing is taken to do the least.
    init(for information: ServerInformation?) {
        self.init()
        guard let information else { return }
        let capabilities = Set(information.capabilities)
        maxButtons = capabilities.contains("actions") ? nil : 0
        hasReplyField = capabilities.isSuperset(of: ["actions", "inline-reply"])
        markup = Self.markup(capabilities)
        playsSound = capabilities.contains("sound")
        imageDataHint = Self.imageDataHint(ofVersion: information.specVersion)
        ServerKind(information)?.adapt(&self, version: information.version)
    }

    /// The actions that become buttons: the first ones, which are the most important.
    func shown(_ actions: [NotificationAction]) -> ArraySlice<NotificationAction> {
        actions.prefix(maxButtons ?? actions.count)
    }

    /// The specification has `image-path` since 1.2; before, each version named the pixels in another way.
    private static func imageDataHint(ofVersion version: String) -> String? {
        switch version {
        case "0.9", "1.0": "icon_data"
        case "1.1": "image_data"
        default: nil
        }
    }

    /// Nothing but the capabilities tells what a server's markup is.
    private static func markup(_ capabilities: Set<String>) -> MarkupTags? {
        guard capabilities.contains("body-markup") else { return nil }
        var tags = MarkupTags.basic
        if capabilities.contains("body-hyperlinks") { tags.insert(.link) }
        if capabilities.contains("body-images") { tags.insert(.image) }
        return tags
    }
}
