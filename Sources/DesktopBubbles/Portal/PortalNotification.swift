import GLibBridge

/// One notification as the notification portal takes it.
///
/// Source: the interface `org.freedesktop.portal.Notification`, method `AddNotification`. A field that is
/// `nil` or empty is not sent.
public struct PortalNotification: Sendable, Equatable {
    /// A button: the key that comes back, its label, and what it is for.
    public struct Button: Sendable, Equatable {
        /// What comes back when it is chosen.
        public var key: String
        /// The text on the button.
        public var label: String
        /// The portal's word for what it does (version 2).
        public var purpose: String?

        /// Makes a button.
        public init(key: String, label: String, purpose: String? = nil) {
            self.key = key
            self.label = label
            self.purpose = purpose
        }
    }

    /// What is drawn beside the text.
    public enum Icon: Sendable, Equatable {
        /// A name of the icon theme.
        case themed(String)
        /// A file's content: PNG, JPEG or SVG, square, 512 pixels a side and 4 MiB at most.
        case bytes([UInt8])
    }

    /// How much it matters.
    public enum Priority: String, Sendable {
        case low, normal, high, urgent
    }

    /// The sounds that have a name (version 2).
    public enum Sound: String, Sendable {
        case standard = "default"
        case silent
    }

    /// The first line.
    public var title: String
    /// The text, without markup.
    public var body: String
    /// The text in markup, in place of ``body`` (version 2): `<b>`, `<i>` and `<a href="…">`.
    public var markupBody: String?
    /// The picture.
    public var icon: Icon?
    /// The sound (version 2); `nil` leaves it to the desktop.
    public var sound: Sound?
    /// How much it matters.
    public var priority: Priority
    /// The key of a click on the notification itself; `nil` where that does nothing.
    public var defaultKey: String?
    /// The buttons in order.
    public var buttons: [Button]
    /// How it is shown, such as `transient` (version 2).
    public var displayHints: [String]
    /// What it is about, one of those that the portal knows (version 2).
    public var category: String?

    /// Makes a notification.
    public init(
        title: String,
        body: String = "",
        markupBody: String? = nil,
        icon: Icon? = nil,
        sound: Sound? = nil,
        priority: Priority = .normal,
        defaultKey: String? = nil,
        buttons: [Button] = [],
        displayHints: [String] = [],
        category: String? = nil
    ) {
        self.title = title
        self.body = body
        self.markupBody = markupBody
        self.icon = icon
        self.sound = sound
        self.priority = priority
        self.defaultKey = defaultKey
        self.buttons = buttons
        self.displayHints = displayHints
        self.category = category
    }

    /// The name of every action; which one it is, its target says.
    ///
    /// Names are limited to letters, digits, dots and dashes, and those with `app.` in front go elsewhere.
    static let action = "choose"

    /// The notification as an `a{sv}`.
    var record: Variant {
        var fields: [(key: String, value: Variant)] = [("title", .string(title))]
        if let markupBody {
            fields.append(("markup-body", .string(markupBody)))
        } else if !body.isEmpty {
            fields.append(("body", .string(body)))
        }
        if let icon { fields.append(("icon", icon.record)) }
        if let sound { fields.append(("sound", .string(sound.rawValue))) }
        fields.append(("priority", .string(priority.rawValue)))
        if let defaultKey {
            fields.append(("default-action", .string(Self.action)))
            fields.append(("default-action-target", .string(defaultKey)))
        }
        if !buttons.isEmpty {
            fields.append(("buttons", .array(of: "a{sv}", buttons.map(\.record))))
        }
        if !displayHints.isEmpty { fields.append(("display-hint", .strings(displayHints))) }
        if let category { fields.append(("category", .string(category))) }
        return .dictionary(fields)
    }
}

extension PortalNotification.Icon {
    fileprivate var record: Variant {
        switch self {
        case .themed(let name): .tuple([.string("themed"), .variant(.strings([name]))])
        case .bytes(let bytes): .tuple([.string("bytes"), .variant(.bytes(bytes))])
        }
    }
}

extension PortalNotification.Button {
    fileprivate var record: Variant {
        var fields: [(key: String, value: Variant)] = [
            ("label", .string(label)),
            ("action", .string(PortalNotification.action)),
            ("target", .string(key)),
        ]
        if let purpose { fields.append(("purpose", .string(purpose))) }
        return .dictionary(fields)
    }
}
