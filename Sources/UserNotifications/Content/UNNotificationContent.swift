public import Foundation

/// What a notification says and how it asks for attention.
///
/// Apps make the mutable kind, ``UNMutableNotificationContent``. Source: Apple's page
/// UNNotificationContent.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, NSSecureCoding,
    @unchecked Sendable
{
    // Unchecked: this class never changes it; the mutable one is as unsafe to share as Apple's.
    var fields: ContentFields

    /// Makes empty content.
    public override init() {
        fields = ContentFields()
        super.init()
    }

    // Convenience, so that subclasses elsewhere see every designated initialiser.
    convenience init(copying content: UNNotificationContent) {
        self.init()
        fields = ContentFields(of: content)
    }

    convenience init(fields: ContentFields) {
        self.init()
        self.fields = fields
    }

    /// Reads archived content; `nil` where a field has the wrong type.
    public required init?(coder: NSCoder) {
        guard let fields = ContentFields(coder: coder) else { return nil }
        self.fields = fields
        super.init()
    }

    /// Writes every field.
    open func encode(with coder: NSCoder) {
        fields.encode(with: coder)
    }

    /// Archives can be read securely.
    open class var supportsSecureCoding: Bool { true }

    /// Gives an equal copy that cannot be changed.
    open func copy(with zone: NSZone? = nil) -> Any {
        UNNotificationContent(copying: self)
    }

    /// Gives an equal copy that can be changed, a ``UNMutableNotificationContent``.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        UNMutableNotificationContent(copying: self)
    }

    /// The files shown or played with the notification; none by default.
    open var attachments: [UNNotificationAttachment] { fields.attachments }

    /// The number for the app's icon: 0 hides it, `nil`, the default, leaves it as it is.
    open var badge: NSNumber? { fields.badge }

    /// The text; empty by default.
    open var body: String { fields.body }

    /// The category whose actions become the buttons; empty, the default, for none.
    open var categoryIdentifier: String { fields.categoryIdentifier }

    /// The image to show while the app starts; empty by default.
    ///
    /// Linux: kept and not used.
    open var launchImageName: String { fields.launchImageName }

    /// The sound; `nil`, the default, is silent.
    open var sound: UNNotificationSound? { fields.sound }

    /// A second, smaller line; empty by default.
    open var subtitle: String { fields.subtitle }

    /// The group that the notification belongs to; empty, the default, for none.
    open var threadIdentifier: String { fields.threadIdentifier }

    /// The first line; empty by default.
    open var title: String { fields.title }

    /// The app's own values, handed back with a response; empty by default.
    ///
    /// Keys are strings; values are booleans, numbers, strings, dates, data, arrays and dictionaries.
    /// Linux: anything else makes `add` fail, where Apple's raises an exception.
    open var userInfo: [AnyHashable: Any] { fields.userInfo }

    /// What the notification adds to the summary of its group; empty by default.
    ///
    /// Deprecated on Apple since 15.0.
    open var summaryArgument: String { fields.summaryArgument }

    /// For how many items the notification counts in the summary of its group; 1 by default.
    ///
    /// Deprecated on Apple since 15.0.
    open var summaryArgumentCount: Int { fields.summaryArgumentCount }

    /// Which of the app's windows should react; `nil` by default.
    open var targetContentIdentifier: String? { fields.targetContentIdentifier }

    /// How urgently the notification asks for attention; `active` by default.
    open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }

    /// The notification's weight among those of the app, 0 to 1; 0 by default.
    open var relevanceScore: Double { fields.relevanceScore }

    /// The text that a focus filter compares; `nil` by default.
    ///
    /// Linux: kept and not used.
    open var filterCriteria: String? { fields.filterCriteria }

    /// Gives a copy enriched by an object of the system.
    ///
    /// - Parameter provider: the object.
    /// - Throws: ``UNError`` with code `contentProvidingObjectNotAllowed`. Linux: always, for there are no
    ///   such objects.
    /// - Returns: the copy.
    open func updating(
        from provider: any UNNotificationContentProviding
    ) throws -> UNNotificationContent {
        throw UNError(.contentProvidingObjectNotAllowed)
    }

    /// Whether another object is content with the same fields.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationContent else { return false }
        return self === other || ContentFields(of: self) == ContentFields(of: other)
    }

    /// A hash of the fields that are texts.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(title)
        hasher.combine(subtitle)
        hasher.combine(body)
        hasher.combine(categoryIdentifier)
        hasher.combine(threadIdentifier)
        return hasher.finalize()
    }

    /// The class and the fields that are set.
    open override var description: String {
        text(shownFields)
    }
}
