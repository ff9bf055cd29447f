package import GLibBridge
package import NotifyCore

/// A pushed notification for an app's service extension.
package struct ExtensionWork: Hashable, Sendable {
    /// The agent's number of it.
    package var id: Int64
    /// The notification as it came.
    package var notification: AppNotification
    /// When the extension is warned, in microseconds of CLOCK_BOOTTIME.
    package var expires: Int64
    /// When the notification is shown as it came, in microseconds of CLOCK_BOOTTIME.
    package var until: Int64

    /// Makes one from its parts.
    package init(id: Int64, notification: AppNotification, expires: Int64, until: Int64) {
        self.id = id
        self.notification = notification
        self.expires = expires
        self.until = until
    }
}

extension ExtensionWork: Record {
    package static let recordName = "work"
    package static var blank: Self { Self(id: 0, notification: .blank, expires: 0, until: 0) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("id", .int64, &id)
        try fields.required("notification", .record, &notification)
        try fields.required("expires", .int64, &expires)
        try fields.required("until", .int64, &until)
    }
}

/// The work of an app's service extension.
extension AgentClient {
    /// Returns the next pushed notification for an app's service extension.
    ///
    /// - Returns: the notification; `nil` if there is none, and the process is to end.
    package func nextPush(of app: String) throws -> ExtensionWork? {
        let reply = try call("NextPush", [.string(app)])[0]
        guard reply?.entries?.isEmpty == false else { return nil }
        return try ExtensionWork(record: reply)
    }

    /// Gives the content of a pushed notification.
    package func finishPush(
        _ id: Int64,
        with content: NotificationContent,
        files: [OpenFile] = []
    ) throws -> [String] {
        try call("FinishPush", [.int64(id), content.record], files: files)[0]?.strings ?? []
    }
}
