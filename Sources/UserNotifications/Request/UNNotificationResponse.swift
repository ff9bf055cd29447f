public import Foundation

/// A user's response to a notification, made by the center.
///
/// Source: Apple's page UNNotificationResponse.
open class UNNotificationResponse: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked for `open`: all fields are constant.

    /// The notification.
    open var notification: UNNotification { subject }
    /// The button's identifier, ``UNNotificationDefaultActionIdentifier`` or
    /// ``UNNotificationDismissActionIdentifier``.
    open var actionIdentifier: String { action }

    /// The desktop's activation token, with which the app may raise a window, as in
    /// `gtk_window_set_startup_id`; `nil` if the desktop gave none, and where the action does not bring the app to the
    /// front.
    ///
    /// Linux only: a desktop lets a program raise its window for a click alone. It is used once, and not archived.
    public let activationToken: String?

    private let subject: UNNotification
    private let action: String

    init(
        notification: UNNotification,
        actionIdentifier: String,
        activationToken: String? = nil
    ) {
        subject = notification
        action = actionIdentifier
        self.activationToken = activationToken
        super.init()
    }

    /// Reads an archived response; `nil` if a field is absent or has the wrong type.
    public required init?(coder: NSCoder) {
        let reader = ArchiveReader(coder)
        let empty = UNNotification(date: Date(), request: .empty)
        guard let subject = reader.required("notification", default: empty),
            let action = reader.required(
                "actionIdentifier",
                default: UNNotificationDefaultActionIdentifier
            )
        else { return nil }
        self.subject = subject
        self.action = action
        activationToken = nil
        super.init()
    }

    /// Writes every field.
    open func encode(with coder: NSCoder) {
        coder.write(subject, "notification")
        coder.write(action, "actionIdentifier")
    }

    /// Archives can be read securely.
    open class var supportsSecureCoding: Bool { true }

    /// Gives the response itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is a response with the same fields.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationResponse else { return false }
        let isTextInput = self is UNTextInputNotificationResponse
        return isTextInput == (other is UNTextInputNotificationResponse)
            && notification == other.notification && actionIdentifier == other.actionIdentifier
    }

    /// A hash of all fields.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(notification)
        hasher.combine(actionIdentifier)
        return hasher.finalize()
    }

    /// The class and the fields.
    open override var description: String { text(shownFields) }

    var shownFields: [(key: String, value: Any?)] {
        [("actionIdentifier", actionIdentifier), ("notification", notification)]
    }
}
