/// A file that is shown or played with a notification (Apple's `UNNotificationAttachment`).
package struct NotificationAttachment: Hashable, Sendable {
    /// Where the file is.
    package enum Source: Hashable, Sendable {
        /// The message contains its file descriptor, at an index.
        case handed(index: Int32)
        /// A path: the agent's copy or, before it is sent, the app's file.
        case path(String)
    }

    /// The attachment's name in its notification.
    package var identifier: String
    /// The file's name, one component of a path.
    package var name: String
    /// The file's type, such as `public.png`.
    package var type: String
    /// Where it is.
    package var source: Source

    /// Makes an attachment.
    package init(identifier: String, name: String, type: String, source: Source) {
        self.identifier = identifier
        self.name = name
        self.type = type
        self.source = source
    }

    /// The file's path; `nil` while it is sent.
    package var path: String? {
        if case .path(let path) = source { path } else { nil }
    }

    /// Returns a safe name to store a file under.
    ///
    /// - Parameter name: the original name; may be a path of any length.
    /// - Returns: a path component without control characters, at most 200 bytes, with the extension.
    package static func safeName(_ name: String) -> String {
        let last = name.split(separator: "/").last.map(String.init) ?? ""
        var safe = String(
            String.UnicodeScalarView(last.unicodeScalars.map { $0.isControl ? "_" : $0 })
        )
        if safe == "." || safe == ".." || safe.isEmpty { return "attachment" }
        let limit = 200
        guard safe.utf8.count > limit else { return safe }
        let dot = safe.lastIndex(of: ".") ?? safe.endIndex
        let ending = safe[dot...].utf8.count <= 16 ? String(safe[dot...]) : ""
        while safe.utf8.count + ending.utf8.count > limit { safe.removeLast() }
        return safe + ending
    }

    /// Checks what can be checked without the file.
    func validate() throws(RequestError) {
        let limit = RequestLimits.identifier
        let code = RequestError.Code.invalidAttachment
        try NotificationRequest.check(identifier, Self.identifierField, atMost: limit, code)
        guard AttachmentType.named(type) != nil else {
            let types = AttachmentType.all.map(\.identifier).joined(separator: ", ")
            throw RequestError(
                code,
                "the attachment \(name.quoted) has the type \(type.quoted), which cannot be attached",
                about: RequestError.Field("type", "the type"),
                wayOut: "supported: \(types)"
            )
        }
    }

    private static let identifierField = RequestError.Field(
        "identifier",
        "the attachment's identifier"
    )
}
