package import NotifyCore

/// The registration of an app for push messages, as notify-push reports it.
package struct PushEntry: Hashable, Sendable {
    /// The app's id.
    package var appID: String
    /// The URL to which senders post messages; `nil` until the distributor has reported it.
    package var endpoint: String?
    /// The public key for RFC 8291, base64url.
    package var publicKey: String
    /// The shared secret for RFC 8291, base64url.
    package var authSecret: String
    /// The bus name of the distributor.
    package var distributor: String
    /// The version of the D-Bus specification that the distributor speaks.
    package var version: Int32
    /// The public key of the only server that may send, base64url; `nil` for any.
    package var serverKey: String?
    /// Whether the distributor neither runs nor can be started, so that no message comes until it does.
    package var isAway: Bool

    /// Makes an entry from its fields.
    package init(
        appID: String,
        endpoint: String?,
        publicKey: String,
        authSecret: String,
        distributor: String,
        version: Int32,
        serverKey: String?,
        isAway: Bool = false
    ) {
        self.appID = appID
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.authSecret = authSecret
        self.distributor = distributor
        self.version = version
        self.serverKey = serverKey
        self.isAway = isAway
    }
}

extension PushEntry: Record {
    package static let recordName = "registration"
    package static var blank: Self {
        Self(
            appID: "",
            endpoint: nil,
            publicKey: "",
            authSecret: "",
            distributor: "",
            version: 0,
            serverKey: nil
        )
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("appID", .text, &appID)
        try fields.optional("endpoint", .text, &endpoint)
        try fields.required("p256dh", .text, &publicKey)
        try fields.required("auth", .text, &authSecret)
        try fields.required("distributor", .text, &distributor)
        try fields.required("version", .int32, &version)
        try fields.optional("vapid", .text, &serverKey)
        try fields.optional("away", .flag, &isAway, default: false)
    }
}
