public import Foundation

/// A button that lets the user type a text.
///
/// Source: Apple's page UNTextInputNotificationAction.
open class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
    /// The label of the button that sends the text.
    open var textInputButtonTitle: String { sendLabel }
    /// The placeholder of the empty field.
    open var textInputPlaceholder: String { placeholder }

    private let sendLabel: String
    private let placeholder: String

    /// Makes a button for a text.
    ///
    /// - Parameters:
    ///   - identifier: its name in the app.
    ///   - title: its label.
    ///   - options: how it behaves.
    ///   - textInputButtonTitle: the label of the button that sends the text.
    ///   - textInputPlaceholder: the placeholder of the empty field.
    public convenience init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        self.init(
            identifier: identifier,
            title: title,
            options: options,
            icon: nil,
            textInputButtonTitle: textInputButtonTitle,
            textInputPlaceholder: textInputPlaceholder
        )
    }

    /// Makes a button for a text, with an icon.
    ///
    /// - Parameters:
    ///   - identifier: its name in the app.
    ///   - title: its label.
    ///   - options: how it behaves.
    ///   - icon: its image.
    ///   - textInputButtonTitle: the label of the button that sends the text.
    ///   - textInputPlaceholder: the placeholder of the empty field.
    public init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon?,
        textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        sendLabel = textInputButtonTitle
        placeholder = textInputPlaceholder
        super.init(identifier: identifier, title: title, options: options, icon: icon)
    }

    /// Makes a button for a text without a placeholder.
    ///
    /// - Parameters:
    ///   - identifier: its name in the app.
    ///   - title: its label.
    ///   - options: how it behaves.
    ///   - icon: its image.
    public override init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon?
    ) {
        sendLabel = ""
        placeholder = ""
        super.init(identifier: identifier, title: title, options: options, icon: icon)
    }

    /// Reads an archived button; `nil` if a field is absent or has the wrong type.
    public required init?(coder: NSCoder) {
        let reader = ArchiveReader(coder)
        guard let sendLabel = reader.required("textInputButtonTitle", default: ""),
            let placeholder = reader.required("textInputPlaceholder", default: "")
        else { return nil }
        self.sendLabel = sendLabel
        self.placeholder = placeholder
        super.init(coder: coder)
    }

    /// Writes every field.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.write(sendLabel, "textInputButtonTitle")
        coder.write(placeholder, "textInputPlaceholder")
    }

    /// Whether another object is a button with the same fields.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNTextInputNotificationAction else { return false }
        return super.isEqual(other) && textInputButtonTitle == other.textInputButtonTitle
            && textInputPlaceholder == other.textInputPlaceholder
    }

    override var shownFields: [(key: String, value: Any?)] {
        super.shownFields + [
            ("textInputButtonTitle", textInputButtonTitle),
            ("textInputPlaceholder", textInputPlaceholder),
        ]
    }
}
