import GLibBridge

/// A notification for the notification portal.
///
/// Source: the interface `org.freedesktop.portal.Notification`, method `AddNotification`. A field that is
/// `nil` or empty is not sent.
package struct PortalNotification: Sendable, Equatable {
    /// A button: its key, its label and its purpose.
    package struct Button: Sendable, Equatable {
        /// The key that is reported when it is chosen.
        package var key: String
        /// The text on the button.
        package var label: String
        /// The portal's name of its purpose (version 2).
        package var purpose: String?

        /// Makes a button.
        package init(key: String, label: String, purpose: String? = nil) {
            self.key = key
            self.label = label
            self.purpose = purpose
        }
    }

    /// The image beside the text.
    package enum Icon: Sendable, Equatable {
        /// A name of the icon theme.
        case themed(String)
        /// A file's content: PNG, JPEG or SVG, square, at most 512 pixels a side and 4 MiB.
        case bytes([UInt8])
    }

    /// The priority.
    package enum Priority: String, Sendable {
        case low, normal, high, urgent
    }

    /// The sound (version 2).
    package enum Sound: Sendable, Equatable {
        /// The desktop's own.
        case standard
        /// None.
        case silent
        /// A file's content: Ogg with Opus or Vorbis, or WAV.
        case bytes([UInt8])
    }

    /// The first line.
    package var title: String
    /// The text, without markup.
    package var body: String
    /// The text in markup, instead of ``body`` (version 2): `<b>`, `<i>` and `<a href="…">`.
    package var markupBody: String?
    /// The picture.
    package var icon: Icon?
    /// The sound (version 2); `nil` for the desktop's default.
    package var sound: Sound?
    /// The priority.
    package var priority: Priority
    /// The key of a click on the notification itself; `nil` for no effect.
    package var defaultKey: String?
    /// The buttons in order.
    package var buttons: [Button]
    /// How it is shown, such as `transient` (version 2).
    package var displayHints: [String]
    /// The category, one of those that the portal supports (version 2).
    package var category: String?
    /// The version of the portal, which says what it is sent.
    package var version: UInt32 = 1

    /// Makes a notification.
    package init(
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

    /// The name of every action; the target identifies the action.
    ///
    /// Names are limited to letters, digits, dots and dashes, and those with the prefix `app.` are sent elsewhere.
    static let action = "choose"

    /// The notification with the desktop's own sound in place of a file, else without a picture that is a file;
    /// `nil` where it has neither.
    var withoutAFile: PortalNotification? {
        var simpler = self
        if case .bytes = sound {
            simpler.sound = .standard
        } else if case .bytes = icon {
            simpler.icon = nil
        } else {
            return nil
        }
        return simpler
    }

    /// The notification as an `a{sv}`, with the files that its handles are indices of.
    ///
    /// - Parameter version: that of the portal, which takes files from version 2 on.
    func record(for version: UInt32) -> (fields: Variant, files: [OpenFile]) {
        var files: [OpenFile] = []
        /// Returns content as a file, or as itself where there is no room for one.
        func media(_ bytes: [UInt8]) -> Variant {
            guard version >= 2, let file = try? OpenFile(inMemory: bytes) else {
                return .tuple([.string("bytes"), .variant(.bytes(bytes))])
            }
            files.append(file)
            let index = Int32(files.count - 1)
            return .tuple([.string("file-descriptor"), .variant(.handle(index))])
        }
        var fields: [(key: String, value: Variant)] = [("title", .string(title))]
        if let markupBody {
            fields.append(("markup-body", .string(markupBody)))
        } else if !body.isEmpty {
            fields.append(("body", .string(body)))
        }
        switch icon {
        case .themed(let name):
            let icon = Variant.tuple([.string("themed"), .variant(.strings([name]))])
            fields.append(("icon", icon))
        case .bytes(let bytes): fields.append(("icon", media(bytes)))
        case nil: break
        }
        switch sound {
        case .standard: fields.append(("sound", .string("default")))
        case .silent: fields.append(("sound", .string("silent")))
        case .bytes(let bytes): fields.append(("sound", media(bytes)))
        case nil: break
        }
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
        return (.dictionary(fields), files)
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
