public import Foundation

/// The content of a notification, and how it asks for attention.
///
/// Apps make the mutable kind, ``UNMutableNotificationContent``. Source: Apple's page
/// UNNotificationContent.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, NSSecureCoding,
    @unchecked Sendable
{
    // Unchecked: this class is immutable; the mutable one is as unsafe to share as Apple's.
    var fields: ContentFields

    /// Makes empty content.
    public override init() {
        fields = ContentFields()
        super.init()
    }

    // A convenience initialiser, so that subclasses in other modules see all designated ones.
    convenience init(copying content: UNNotificationContent) {
        self.init()
        fields = ContentFields(of: content)
    }

    convenience init(fields: ContentFields) {
        self.init()
        self.fields = fields
    }

    /// Reads archived content; `nil` if a field has the wrong type.
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

    /// The app's badge: 0 hides it, `nil`, the default, does not change it.
    open var badge: NSNumber? { fields.badge }

    /// The text; empty by default.
    open var body: String { fields.body }

    /// The category whose actions become the buttons; empty, the default, for none.
    open var categoryIdentifier: String { fields.categoryIdentifier }

    /// The image to show while the app starts; empty by default.
    ///
    /// Linux: stored but not used.
    open var launchImageName: String { fields.launchImageName }

    /// The sound; `nil`, the default, is silent.
    open var sound: UNNotificationSound? { fields.sound }

    /// A second, smaller line; empty by default.
    open var subtitle: String { fields.subtitle }

    /// The group that the notification belongs to; empty, the default, for none.
    open var threadIdentifier: String { fields.threadIdentifier }

    /// The first line; empty by default.
    open var title: String { fields.title }

    /// The app's own values, returned with a response; empty by default.
    ///
    /// Keys are strings; values are booleans, numbers, strings, dates, data, arrays and dictionaries.
    /// Numbers and booleans are read as `NSNumber`, which can be cast to Swift's types. Linux: anything else
    /// makes `add` fail, while Apple's raises an exception, and is left out of archives.
    open var userInfo: [AnyHashable: Any] { fields.userInfo }

    /// The notification's argument in the summary of its group; empty by default.
    ///
    /// Deprecated on Apple since 15.0.
    open var summaryArgument: String { fields.summaryArgument }

    /// The number of items that the notification adds to the summary of its group; 1 by default.
    ///
    /// Deprecated on Apple since 15.0.
    open var summaryArgumentCount: Int { fields.summaryArgumentCount }

    /// The app's window that should react; `nil` by default.
    open var targetContentIdentifier: String? { fields.targetContentIdentifier }

    /// How urgently the notification asks for attention; `active` by default.
    open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }

    /// The notification's weight among those of the app, 0 to 1; 0 by default.
    open var relevanceScore: Double { fields.relevanceScore }

    /// The text that a focus filter compares; `nil` by default.
    ///
    /// Linux: stored but not used.
    open var filterCriteria: String? { fields.filterCriteria }

    /// Gives a copy enriched by an object of the system.
    ///
    /// - Parameter provider: the object.
    /// - Throws: ``UNError`` with code `contentProvidingObjectNotAllowed`. Linux: always, because there are no
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
