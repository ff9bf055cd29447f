public import Foundation

/// A kind of notification, with the buttons that it has.
///
/// Source: Apple's page UNNotificationCategory.
open class UNNotificationCategory: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked for `open`: all fields are constant.

    /// The name by which content refers to the category.
    open var identifier: String { name }
    /// The buttons, in the order in which they are shown.
    open var actions: [UNNotificationAction] { buttons }
    /// The intents that go with the category.
    ///
    /// Linux: stored but not used.
    open var intentIdentifiers: [String] { intents }
    /// How the notifications of the category behave.
    open var options: UNNotificationCategoryOptions { flags }
    /// The replacement of the body when previews are hidden; `%u` is the number of notifications.
    open var hiddenPreviewsBodyPlaceholder: String { placeholder }
    /// The summary of a group; `%u` is the number of items and `%@` what they add to it.
    open var categorySummaryFormat: String { summary }

    private let name: String
    private let buttons: [UNNotificationAction]
    private let intents: [String]
    private let flags: UNNotificationCategoryOptions
    private let placeholder: String
    private let summary: String

    /// Makes a category.
    ///
    /// - Parameters:
    ///   - identifier: its name.
    ///   - actions: its buttons; the first ten are shown.
    ///   - intentIdentifiers: the intents that go with it.
    ///   - options: how its notifications behave.
    public convenience init(
        identifier: String,
        actions: [UNNotificationAction],
        intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier,
            actions: actions,
            intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: nil,
            categorySummaryFormat: nil,
            options: options
        )
    }

    /// Makes a category with a text for hidden previews.
    ///
    /// - Parameters:
    ///   - identifier: its name.
    ///   - actions: its buttons; the first ten are shown.
    ///   - intentIdentifiers: the intents that go with it.
    ///   - hiddenPreviewsBodyPlaceholder: the replacement of the body when previews are hidden.
    ///   - options: how its notifications behave.
    public convenience init(
        identifier: String,
        actions: [UNNotificationAction],
        intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String,
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier,
            actions: actions,
            intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder,
            categorySummaryFormat: nil,
            options: options
        )
    }

    /// Makes a category with a text for hidden previews and one for groups.
    ///
    /// - Parameters:
    ///   - identifier: its name.
    ///   - actions: its buttons; the first ten are shown.
    ///   - intentIdentifiers: the intents that go with it.
    ///   - hiddenPreviewsBodyPlaceholder: the replacement of the body when previews are hidden.
    ///   - categorySummaryFormat: the summary of a group.
    ///   - options: how its notifications behave.
    public init(
        identifier: String,
        actions: [UNNotificationAction],
        intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String?,
        categorySummaryFormat: String?,
        options: UNNotificationCategoryOptions = []
    ) {
        name = identifier
        buttons = actions
        intents = intentIdentifiers
        flags = options
        placeholder = hiddenPreviewsBodyPlaceholder ?? ""
        summary = categorySummaryFormat ?? ""
        super.init()
    }

    /// Reads an archived category; `nil` if a field is absent or has the wrong type.
    public required init?(coder: NSCoder) {
        let reader = ArchiveReader(coder)
        guard let name = reader.required("identifier", default: ""),
            let buttons: [UNNotificationAction] = reader.required("actions", default: []),
            let intents: [String] = reader.required("intentIdentifiers", default: []),
            let options: UInt = reader.required("options", default: 0),
            let placeholder = reader.required("hiddenPreviewsBodyPlaceholder", default: ""),
            let summary = reader.required("categorySummaryFormat", default: "")
        else { return nil }
        self.name = name
        self.buttons = buttons
        self.intents = intents
        flags = UNNotificationCategoryOptions(rawValue: options)
        self.placeholder = placeholder
        self.summary = summary
        super.init()
    }

    /// Writes every field.
    open func encode(with coder: NSCoder) {
        coder.write(name, "identifier")
        coder.write(buttons, "actions")
        coder.write(intents, "intentIdentifiers")
        coder.write(flags.rawValue, "options")
        coder.write(placeholder, "hiddenPreviewsBodyPlaceholder")
        coder.write(summary, "categorySummaryFormat")
    }

    /// Archives can be read securely.
    open class var supportsSecureCoding: Bool { true }

    /// Gives the category itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is a category with the same fields.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationCategory else { return false }
        return identifier == other.identifier && actions == other.actions
            && intentIdentifiers == other.intentIdentifiers && options == other.options
            && hiddenPreviewsBodyPlaceholder == other.hiddenPreviewsBodyPlaceholder
            && categorySummaryFormat == other.categorySummaryFormat
    }

    /// A hash of the name and the buttons.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(identifier)
        hasher.combine(actions)
        return hasher.finalize()
    }

    /// The class and the fields.
    open override var description: String {
        text([
            ("identifier", identifier), ("actions", actions),
            ("intentIdentifiers", intentIdentifiers), ("options", options.rawValue),
            ("hiddenPreviewsBodyPlaceholder", hiddenPreviewsBodyPlaceholder),
            ("categorySummaryFormat", categorySummaryFormat),
        ])
    }
}
