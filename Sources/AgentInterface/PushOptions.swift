package import NotifyCore

/// What comes with a pushed message, as the headers of Apple's push notification service.
package struct PushOptions: Hashable, Sendable {
    /// The identifier of the notification, which replaces an earlier one (`apns-collapse-id`); `nil` for a new one.
    package var collapseID: String?
    /// The date after which it is not shown (`apns-expiration`); `nil` for none.
    package var expiration: Instant?
    /// The identifier of the message, which is accepted once (`apns-id`); `nil` for none.
    package var messageID: String?
    /// Who brought it, for the log; `nil` for the command line.
    package var source: String?
    /// Whether the app is in a sandbox, so that the message has the limits of the app's own calls.
    package var isConfined = false

    /// The maximum length of each text, in bytes.
    package static let maxBytes = 64

    /// Makes options.
    package init(
        collapseID: String? = nil,
        expiration: Instant? = nil,
        messageID: String? = nil,
        source: String? = nil
    ) {
        self.collapseID = collapseID
        self.expiration = expiration
        self.messageID = messageID
        self.source = source
    }

    /// Checks the texts.
    package func validate() throws(RequestError) {
        for (key, name, text) in [
            ("collapseID", "collapse id", collapseID), ("messageID", "message id", messageID),
            ("source", "source", source),
        ] {
            guard let text else { continue }
            guard (1...Self.maxBytes).contains(text.utf8.count) else {
                throw RequestError(
                    .invalidIdentifier,
                    .init(key, "the \(name)"),
                    value: text.quoted,
                    reason: "has \(text.utf8.count) bytes, not 1 to \(Self.maxBytes)",
                    wayOut: "shorten it, or leave it out"
                )
            }
            guard !text.unicodeScalars.contains(where: \.isControl) else {
                throw RequestError(
                    .invalidIdentifier,
                    .init(key, "the \(name)"),
                    value: text.quoted,
                    reason: "has a control character",
                    wayOut: "leave it out"
                )
            }
        }
    }

    /// Whether it comes too late to be shown.
    package func isExpired(at now: Instant) -> Bool {
        guard let expiration, expiration.microseconds != 0 else { return false }
        return expiration < now
    }
}

extension PushOptions: Record {
    package static let recordName = "options"
    package static var blank: Self { Self() }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.optional("collapseID", .text, &collapseID)
        try fields.optional("expiration", .instant, &expiration)
        try fields.optional("messageID", .text, &messageID)
        try fields.optional("source", .text, &source)
        try fields.optional("confined", .flag, &isConfined, default: false)
    }
}

/// What the agent does with a pushed message.
package struct PushReply: Hashable, Sendable {
    /// The identifier of the notification; `nil` if nothing is shown.
    package var identifier: String?
    /// Whether it came after its expiration, and is not shown.
    package var isExpired: Bool
    /// Whether the app is woken for it.
    package var wakesApp: Bool
    /// Whether the app's service extension gets it before it is shown.
    package var usesExtension: Bool
    /// Whether the app is woken alone, since it may not show notifications.
    package var isNotAllowed = false

    /// Makes a reply.
    package init(
        identifier: String? = nil,
        isExpired: Bool = false,
        wakesApp: Bool = false,
        usesExtension: Bool = false
    ) {
        self.identifier = identifier
        self.isExpired = isExpired
        self.wakesApp = wakesApp
        self.usesExtension = usesExtension
    }
}

extension PushReply: Record {
    package static let recordName = "reply"
    package static var blank: Self { Self() }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.optional("identifier", .text, &identifier)
        try fields.optional("expired", .flag, &isExpired, default: false)
        try fields.optional("background", .flag, &wakesApp, default: false)
        try fields.optional("extension", .flag, &usesExtension, default: false)
        try fields.optional("notAllowed", .flag, &isNotAllowed, default: false)
    }
}
