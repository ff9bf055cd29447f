package import NotifyCore

/// An app that the agent knows, as in the reply to `Apps`.
package struct AppEntry: Hashable, Sendable {
    /// The app's id.
    package var appID: String
    /// Its name for people.
    package var name: String
    /// Its permission.
    package var authorizationStatus: AuthorizationStatus
    /// How many requests are pending.
    package var pending: Int
    /// How many notifications are delivered.
    package var delivered: Int
    /// The number at its icon; 0 for none.
    package var badge: Int
    /// Whether its time-sensitive notifications pass the desktop's do-not-disturb.
    package var passesDoNotDisturb: Bool
    /// Whether its texts are hidden while the session is locked.
    package var isPrivate = false

    /// Makes an entry from its fields.
    package init(
        appID: String,
        name: String,
        authorizationStatus: AuthorizationStatus,
        pending: Int,
        delivered: Int,
        badge: Int,
        passesDoNotDisturb: Bool = false
    ) {
        self.appID = appID
        self.name = name
        self.authorizationStatus = authorizationStatus
        self.pending = pending
        self.delivered = delivered
        self.badge = badge
        self.passesDoNotDisturb = passesDoNotDisturb
    }
}

extension AppEntry: Record {
    package static let recordName = "app"
    package static var blank: Self {
        Self(
            appID: "",
            name: "",
            authorizationStatus: .notDetermined,
            pending: 0,
            delivered: 0,
            badge: 0
        )
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("appID", .text, &appID)
        try fields.required("name", .text, &name)
        try fields.required("authorizationStatus", .choice, &authorizationStatus)
        try fields.written("pending", .int64, &pending, default: 0)
        try fields.written("delivered", .int64, &delivered, default: 0)
        try fields.written("badge", .int32, &badge, default: 0)
        try fields.optional(
            "passesDoNotDisturb",
            .flag,
            &passesDoNotDisturb,
            default: false
        )
        try fields.optional("private", .flag, &isPrivate, default: false)
    }
}
