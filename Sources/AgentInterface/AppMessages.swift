public import GLibBridge
public import NotifyCore

/// A notification as an app is told of it.
public struct AppNotification: Hashable, Sendable {
    /// What is or was shown.
    public var request: NotificationRequest
    /// When it was delivered.
    public var date: Instant

    /// Makes one from its parts.
    public init(request: NotificationRequest, date: Instant) {
        self.request = request
        self.date = date
    }

    /// The notification as the interface documents it.
    public var record: Variant {
        .dictionary([("request", request.record), ("date", .int64(date.microseconds))])
    }

    /// Reads a notification.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Malformed`.
    public init(record: Variant?) throws(RequestError) {
        let reader = try RecordReader(record, "notification", keys: ["request", "date"])
        request = try NotificationRequest(record: reader["request"])
        date = try reader.required(instant: "date")
    }
}

/// What the user did with a notification, as its app is told.
public struct AppResponse: Hashable, Sendable {
    /// The notification.
    public var notification: AppNotification
    /// The identifier of the action, of the default one or of the dismissal.
    public var action: String
    /// What was typed; `nil` where no text was asked for.
    public var userText: String?

    /// Makes one from its parts.
    public init(notification: AppNotification, action: String, userText: String? = nil) {
        self.notification = notification
        self.action = action
        self.userText = userText
    }

    /// The response as the interface documents it.
    public var record: Variant {
        var entries: [(key: String, value: Variant)] = [
            ("notification", notification.record), ("action", .string(action)),
        ]
        if let userText { entries.append(("userText", .string(userText))) }
        return .dictionary(entries)
    }

    /// Reads a response.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Malformed`.
    public init(record: Variant?) throws(RequestError) {
        try self.init(RecordReader(record, "response", keys: Self.keys))
    }

    static let keys = ["notification", "action", "userText"]

    init(_ reader: RecordReader) throws(RequestError) {
        notification = try AppNotification(record: reader["notification"])
        action = try reader.required("action")
        userText = try reader.string("userText")
    }
}
