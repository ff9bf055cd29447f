public import GLibBridge
public import NotifyCore

/// An app that the agent knows, as `Apps` gives it.
public struct AppEntry: Hashable, Sendable {
    /// The app's id.
    public var appID: String
    /// Its name for people.
    public var name: String
    /// What it may do.
    public var authorizationStatus: AuthorizationStatus
    /// How many requests are pending.
    public var pending: Int
    /// How many notifications are delivered.
    public var delivered: Int
    /// The number at its icon; 0 for none.
    public var badge: Int

    /// Makes an entry from its fields.
    public init(
        appID: String,
        name: String,
        authorizationStatus: AuthorizationStatus,
        pending: Int,
        delivered: Int,
        badge: Int
    ) {
        self.appID = appID
        self.name = name
        self.authorizationStatus = authorizationStatus
        self.pending = pending
        self.delivered = delivered
        self.badge = badge
    }

    /// The entry as it crosses the bus.
    public var record: Variant {
        .dictionary([
            ("appID", .string(appID)),
            ("name", .string(name)),
            ("authorizationStatus", .string(authorizationStatus.rawValue)),
            ("pending", .int64(Int64(pending))),
            ("delivered", .int64(Int64(delivered))),
            ("badge", .int32(Int32(clamping: badge))),
        ])
    }

    /// Reads an entry.
    ///
    /// - Throws: ``RequestError`` with code `Malformed`.
    public init(record: Variant?) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "app",
            keys: ["appID", "name", "authorizationStatus", "pending", "delivered", "badge"]
        )
        self.init(
            appID: try reader.required("appID"),
            name: try reader.required("name"),
            authorizationStatus: try reader.choice("authorizationStatus"),
            pending: try reader.integer("pending").map { Int($0) } ?? 0,
            delivered: try reader.integer("delivered").map { Int($0) } ?? 0,
            badge: try reader.integer("badge").map { Int($0) } ?? 0
        )
    }
}
