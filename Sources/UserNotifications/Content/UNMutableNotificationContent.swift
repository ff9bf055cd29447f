public import Foundation

/// What a notification says, to be filled in by the app.
///
/// A request takes a copy, so changes made afterwards have no effect on it. Source: Apple's page
/// UNMutableNotificationContent.
open class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
    /// Makes empty content.
    public override init() {
        super.init()
    }

    /// Reads archived content; `nil` where a field has the wrong type.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// The files shown or played with the notification; none by default.
    open override var attachments: [UNNotificationAttachment] {
        get { fields.attachments }
        set { fields.attachments = newValue }
    }

    /// The number for the app's icon: 0 hides it, `nil`, the default, leaves it as it is.
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
    /// Linux: kept and not used.
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

    /// The app's own values, handed back with a response; empty by default.
    ///
    /// Keys are strings; values are booleans, numbers, strings, dates, data, arrays and dictionaries.
    /// Linux: anything else makes `add` fail, where Apple's raises an exception.
    open override var userInfo: [AnyHashable: Any] {
        get { fields.userInfo }
        set { fields.userInfo = newValue }
    }

    /// What the notification adds to the summary of its group; empty by default.
    ///
    /// Deprecated on Apple since 15.0.
    open override var summaryArgument: String {
        get { fields.summaryArgument }
        set { fields.summaryArgument = newValue }
    }

    /// For how many items the notification counts in the summary of its group, at least 1; 1 by default.
    ///
    /// Deprecated on Apple since 15.0.
    open override var summaryArgumentCount: Int {
        get { fields.summaryArgumentCount }
        set { fields.summaryArgumentCount = max(1, newValue) }
    }

    /// Which of the app's windows should react; `nil` by default.
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
    /// Linux: kept and not used.
    open override var filterCriteria: String? {
        get { fields.filterCriteria }
        set { fields.filterCriteria = newValue }
    }
}
