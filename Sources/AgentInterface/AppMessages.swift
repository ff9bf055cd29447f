package import NotifyCore

/// A notification in a message to its app.
package struct AppNotification: Hashable, Sendable {
    /// The request that is shown.
    package var request: NotificationRequest
    /// When it was delivered.
    package var date: Instant

    /// Makes one from its parts.
    package init(request: NotificationRequest, date: Instant) {
        self.request = request
        self.date = date
    }
}

extension AppNotification: Record {
    package static let recordName = "notification"
    package static var blank: Self { Self(request: .blank, date: Instant(microseconds: 0)) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("request", .record, &request)
        try fields.required("date", .instant, &date)
    }
}

/// The user's response to a notification, in a message to its app.
package struct AppResponse: Hashable, Sendable {
    /// The notification.
    package var notification: AppNotification
    /// The identifier of the action, of the default one or of the dismissal.
    package var action: String
    /// The typed text; `nil` if the action has no text field.
    package var userText: String?

    /// Makes one from its parts.
    package init(notification: AppNotification, action: String, userText: String? = nil) {
        self.notification = notification
        self.action = action
        self.userText = userText
    }
}

extension AppResponse: Record {
    package static let recordName = "response"
    package static var blank: Self { Self(notification: .blank, action: "") }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("notification", .record, &notification)
        try fields.required("action", .text, &action)
        try fields.optional("userText", .text, &userText)
    }
}
