/// A file that is shown or played with a notification (Apple's `UNNotificationAttachment`).
public struct NotificationAttachment: Hashable, Sendable {
    /// Where the file is.
    public enum Source: Hashable, Sendable {
        /// It comes along with the message, as the file of an index.
        case handed(index: Int32)
        /// At a path: where the agent keeps it or, before it is handed over, where the app has it.
        case path(String)
    }

    /// The attachment's name in its notification.
    public var identifier: String
    /// The file's name, one component of a path.
    public var name: String
    /// The file's type, such as `public.png`.
    public var type: String
    /// Where it is.
    public var source: Source

    /// Makes an attachment.
    public init(identifier: String, name: String, type: String, source: Source) {
        self.identifier = identifier
        self.name = name
        self.type = type
        self.source = source
    }

    /// The file's path; `nil` while it is on its way.
    public var path: String? {
        if case .path(let path) = source { path } else { nil }
    }

    /// A name under which a file can be kept, whatever it was called before.
    ///
    /// - Parameter name: may be a path, and of any length.
    /// - Returns: one component of a path without control characters, at most 200 bytes, with its ending.
    public static func safeName(_ name: String) -> String {
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
    ///
    /// - Throws: ``RequestError`` with code `InvalidAttachment`.
    func validate() throws(RequestError) {
        let limit = RequestLimits.identifier
        let code = RequestError.Code.invalidAttachment
        let field = "attachment's identifier"
        try NotificationRequest.check(identifier, named: field, atMost: limit, code)
        guard AttachmentType.named(type) != nil else {
            let types = AttachmentType.all.map(\.identifier).joined(separator: ", ")
            throw RequestError(
                code,
                "the attachment \(name.quoted) has the type \(type.quoted); offered are \(types)"
            )
        }
    }
}
