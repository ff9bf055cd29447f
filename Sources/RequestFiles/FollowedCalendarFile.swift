import GLibBridge
import NotifyCore

/// The group `[Calendar]` of a file in `requests.d`: a calendar that is followed.
package struct FollowedCalendarFile: Sendable, Hashable {
    /// The file or the folder of the calendar, an absolute path.
    package let path: String
    /// Whether its clicks may open any URL.
    package let trusts: Bool
    /// The user's own addresses, whose declined events are left out.
    package let addresses: [String]
    /// The file that names it.
    package let file: String

    private static let pathKey = "Follow"
    private static let trustKey = "Trust"
    private static let addressKey = "Me"
    private static let enabledKey = "Enabled"
    /// The keys of the group.
    static let keys = [pathKey, trustKey, addressKey, enabledKey]

    /// Reads the group.
    ///
    /// - Throws: ``RequestFile/Refusal`` if a value is invalid.
    fileprivate init(_ group: KeyFile.Group, of file: RequestFile) throws(RequestFile.Refusal) {
        let name = RequestFileKey.calendarGroup
        guard let text = group[Self.pathKey], !text.isEmpty else {
            throw file.refusal(
                "[\(name)] has no \(Self.pathKey), which names a file or a folder",
                in: name
            )
        }
        let home = text.hasPrefix("~/") ? Environment["HOME"] : ""
        var path = text.hasPrefix("~/") ? (home ?? "") + text.dropFirst() : text
        guard path.hasPrefix("/") else {
            throw file.refusal(
                "\(Self.pathKey) \(text.quoted): write an absolute path, or one that begins with ~/",
                Self.pathKey,
                in: name
            )
        }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
        trusts = try Self.flag(Self.trustKey, group, file) ?? false
        do {
            addresses = try MailAddress.list(group[Self.addressKey] ?? "")
        } catch {
            throw file.refusal(
                error.calling(Self.addressKey).message,
                Self.addressKey,
                in: name
            )
        }
        self.file = file.path
    }

    /// Whether it is to be followed.
    ///
    /// - Throws: ``RequestFile/Refusal`` if the value is neither true nor false.
    func isEnabled(_ file: RequestFile) throws(RequestFile.Refusal) -> Bool {
        guard let group = file.file[RequestFileKey.calendarGroup] else { return false }
        return try Self.flag(Self.enabledKey, group, file) ?? true
    }

    private static func flag(
        _ key: String,
        _ group: KeyFile.Group,
        _ file: RequestFile
    ) throws(RequestFile.Refusal) -> Bool? {
        guard let text = group[key], !text.isEmpty else { return nil }
        guard let flag = KeyFile.boolean(text) else {
            throw file.refusal(
                "\(key) \(text.quoted): write true or false",
                key,
                in: RequestFileKey.calendarGroup
            )
        }
        return flag
    }
}

extension RequestFile {
    /// The calendar that the file names; `nil` if it describes a request.
    ///
    /// - Throws: ``Refusal`` if a value is invalid.
    func calendar() throws(Refusal) -> FollowedCalendarFile? {
        guard let group = file[RequestFileKey.calendarGroup] else { return nil }
        return try FollowedCalendarFile(group, of: self)
    }
}
