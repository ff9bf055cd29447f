public import Foundation

/// The content of a notification that an app makes.
///
/// A request takes a copy, so changes made afterwards have no effect on it. Source: Apple's page
/// UNMutableNotificationContent.
open class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
    /// Makes empty content.
    public override init() {
        super.init()
    }

    /// Reads archived content; `nil` if a field has the wrong type.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// The files shown or played with the notification; none by default.
    open override var attachments: [UNNotificationAttachment] {
        get { fields.attachments }
        set { fields.attachments = newValue }
    }

    /// The app's badge: 0 hides it, `nil`, the default, does not change it.
    open override var badge: NSNumber? {
        get { fields.badge }
        set { fields.badge = newValue }
    }

    /// The text; empty by default.
    open override var body: String {
        get { fields.body }
        set { fields.body = newValue }
    }

    /// The category whose actions become the buttons; empty, the default, for none.
    open override var categoryIdentifier: String {
        get { fields.categoryIdentifier }
        set { fields.categoryIdentifier = newValue }
    }

    /// The image to show while the app starts; empty by default.
    ///
    /// Linux: stored but not used.
    open override var launchImageName: String {
        get { fields.launchImageName }
        set { fields.launchImageName = newValue }
    }

    /// The sound; `nil`, the default, is silent.
    open override var sound: UNNotificationSound? {
        get { fields.sound }
        set { fields.sound = newValue }
    }

    /// A second, smaller line; empty by default.
    open override var subtitle: String {
        get { fields.subtitle }
        set { fields.subtitle = newValue }
    }

    /// The group that the notification belongs to; empty, the default, for none.
    open override var threadIdentifier: String {
        get { fields.threadIdentifier }
        set { fields.threadIdentifier = newValue }
    }

    /// The first line; empty by default.
    open override var title: String {
        get { fields.title }
        set { fields.title = newValue }
    }

    /// The app's own values, returned with a response; empty by default.
    ///
    /// Keys are strings; values are booleans, numbers, strings, dates, data, arrays and dictionaries.
    /// Numbers and booleans are read as `NSNumber`, which can be cast to Swift's types. Linux: anything else
    /// makes `add` fail, while Apple's raises an exception, and is left out of archives.
    open override var userInfo: [AnyHashable: Any] {
        get { fields.userInfo }
        set { fields.userInfo = UserInfoValue.plain(newValue) }
    }

    /// The notification's argument in the summary of its group; empty by default.
    ///
    /// Deprecated on Apple since 15.0.
    open override var summaryArgument: String {
        get { fields.summaryArgument }
        set { fields.summaryArgument = newValue }
    }

    /// The number of items that the notification adds to the summary of its group, at least 1; 1 by default.
    ///
    /// Deprecated on Apple since 15.0.
    open override var summaryArgumentCount: Int {
        get { fields.summaryArgumentCount }
        set { fields.summaryArgumentCount = max(1, newValue) }
    }

    /// The app's window that should react; `nil` by default.
    open override var targetContentIdentifier: String? {
        get { fields.targetContentIdentifier }
        set { fields.targetContentIdentifier = newValue }
    }

    /// How urgently the notification asks for attention; `active` by default.
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { fields.interruptionLevel }
        set { fields.interruptionLevel = newValue }
    }

    /// The notification's weight among those of the app, 0 to 1; 0 by default.
    open override var relevanceScore: Double {
        get { fields.relevanceScore }
        set { fields.relevanceScore = newValue }
    }

    /// The text that a focus filter compares; `nil` by default.
    ///
    /// Linux: stored but not used.
    open override var filterCriteria: String? {
        get { fields.filterCriteria }
        set { fields.filterCriteria = newValue }
    }
}
