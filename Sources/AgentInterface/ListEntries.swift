public import GLibBridge
public import NotifyCore

extension PendingRequest {
    /// The entry of `List` for a request whose record is at hand.
    public static func entry(record: Variant, added: Instant, due: Instant) -> Variant {
        .dictionary([
            ("request", record),
            ("added", .int64(added.microseconds)),
            ("nextTriggerDate", .int64(due.microseconds)),
        ])
    }

    /// Reads an entry of `List`.
    ///
    /// - Throws: ``RequestError`` with code `Malformed`.
    public init(entry: Variant) throws(RequestError) {
        let reader = try RecordReader(
            entry,
            "entry",
            keys: ["request", "added", "nextTriggerDate", "list"]
        )
        self.init(
            request: try NotificationRequest(record: reader["request"]),
            added: try reader.required(instant: "added"),
            due: try reader.required(instant: "nextTriggerDate")
        )
    }
}

/// A delivered notification as `List` gives it.
public struct DeliveredNotification: Hashable, Sendable {
    /// What was shown.
    public var request: NotificationRequest
    /// When it was due.
    public var scheduled: Instant
    /// When it was shown.
    public var date: Instant
    /// `delivering`, `unknown`, `shown` or `listed`.
    public var state: String

    /// Reads an entry of `List`.
    ///
    /// - Throws: ``RequestError`` with code `Malformed`.
    public init(entry: Variant) throws(RequestError) {
        let reader = try RecordReader(
            entry,
            "entry",
            keys: ["request", "scheduled", "date", "state", "list"]
        )
        request = try NotificationRequest(record: reader["request"])
        scheduled = try reader.required(instant: "scheduled")
        date = try reader.required(instant: "date")
        state = try reader.required("state")
    }
}

extension Delivery {
    /// The entry of `List` for a delivery whose record is at hand.
    public static func entry(
        record: Variant,
        scheduled: Instant,
        delivered: Instant,
        state: String
    ) -> Variant {
        .dictionary([
            ("request", record),
            ("scheduled", .int64(scheduled.microseconds)),
            ("date", .int64(delivered.microseconds)),
            ("state", .string(state)),
        ])
    }
}
