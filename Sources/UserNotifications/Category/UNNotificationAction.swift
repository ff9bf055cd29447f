public import Foundation

/// A button on the notifications of a category.
///
/// Source: Apple's page UNNotificationAction.
open class UNNotificationAction: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked for `open`: all fields are constant.

    /// The identifier in responses; unique in the app.
    open var identifier: String { name }
    /// The button's label.
    open var title: String { label }
    /// How the button behaves.
    open var options: UNNotificationActionOptions { flags }
    /// The button's icon; `nil` for none.
    open var icon: UNNotificationActionIcon? { image }

    private let name: String
    private let label: String
    private let flags: UNNotificationActionOptions
    private let image: UNNotificationActionIcon?

    /// Makes a button.
    ///
    /// - Parameters:
    ///   - identifier: its name in the app.
    ///   - title: its label.
    ///   - options: how it behaves.
    public convenience init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = []
    ) {
        self.init(identifier: identifier, title: title, options: options, icon: nil)
    }

    /// Makes a button with an icon.
    ///
    /// - Parameters:
    ///   - identifier: its name in the app.
    ///   - title: its label.
    ///   - options: how it behaves.
    ///   - icon: its image.
    public init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon?
    ) {
        name = identifier
        label = title
        flags = options
        image = icon
        super.init()
    }

    /// Reads an archived button; `nil` if a field is absent or has the wrong type.
    public required init?(coder: NSCoder) {
        let reader = ArchiveReader(coder)
        guard let name = reader.required("identifier", default: ""),
            let label = reader.required("title", default: ""),
            let options: UInt = reader.required("options", default: 0),
            let image: UNNotificationActionIcon? = reader.optional("icon")
        else { return nil }
        self.name = name
        self.label = label
        flags = UNNotificationActionOptions(rawValue: options)
        self.image = image
        super.init()
    }

    /// Writes every field.
    open func encode(with coder: NSCoder) {
        coder.write(name, "identifier")
        coder.write(label, "title")
        coder.write(flags.rawValue, "options")
        coder.write(image, "icon")
    }

    /// Archives can be read securely.
    open class var supportsSecureCoding: Bool { true }

    /// Gives the button itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is a button with the same fields.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAction else { return false }
        let isTextInput = self is UNTextInputNotificationAction
        return isTextInput == (other is UNTextInputNotificationAction)
            && identifier == other.identifier && title == other.title && options == other.options
            && icon == other.icon
    }

    /// A hash of the name and the label.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(identifier)
        hasher.combine(title)
        return hasher.finalize()
    }

    /// The class and the fields.
    open override var description: String { text(shownFields) }

    var shownFields: [(key: String, value: Any?)] {
        [
            ("identifier", identifier), ("title", title), ("options", options.rawValue),
            ("icon", icon),
        ]
    }
}
