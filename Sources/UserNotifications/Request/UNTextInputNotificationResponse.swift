public import Foundation

/// A user's response with a text, made by the center.
///
/// Source: Apple's page UNTextInputNotificationResponse.
open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
    /// The text; it may be empty.
    open var userText: String { typed }

    private let typed: String

    init(
        notification: UNNotification,
        actionIdentifier: String,
        userText: String,
        activationToken: String? = nil
    ) {
        typed = userText
        super.init(
            notification: notification,
            actionIdentifier: actionIdentifier,
            activationToken: activationToken
        )
    }

    /// Reads an archived response; `nil` if a field is absent or has the wrong type.
    public required init?(coder: NSCoder) {
        guard let typed = ArchiveReader(coder).required("userText", default: "") else {
            return nil
        }
        self.typed = typed
        super.init(coder: coder)
    }

    /// Writes every field.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.write(typed, "userText")
    }

    /// Whether another object is a response with the same fields.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNTextInputNotificationResponse else { return false }
        return super.isEqual(other) && userText == other.userText
    }

    override var shownFields: [(key: String, value: Any?)] {
        super.shownFields + [("userText", userText)]
    }
}
