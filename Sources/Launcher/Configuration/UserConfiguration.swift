import GLibBridge
import Glibc
public import NotifyCore

/// The user's own `launcher.conf`, to be changed; comments, order, mode and links stay.
public struct UserConfiguration {
    private let folder: String

    /// The user's file.
    ///
    /// - Parameter folder: where it lies.
    public init(folder: String = ConfigurationFolders.userConfiguration) {
        self.folder = folder
    }

    /// The file's path.
    public var path: String { "\(folder)/\(LauncherConfiguration.fileName)" }

    /// Switches entries on or off.
    ///
    /// - Parameters:
    ///   - ids: the entries.
    ///   - isEnabled: the new state.
    /// - Throws: ``NotifyCore/RequestError`` where the file cannot be used or written; it is as it was then.
    public func enable(_ ids: [String], _ isEnabled: Bool) throws(RequestError) {
        try change(
            ids.map { Change(id: $0, keys: [(ConfiguredAction.enabledKey, "\(isEnabled)")]) }
        )
    }

    /// Takes imported entries over: new ones are off, those that are there keep their state.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where the file cannot be used or written; it is as it was then.
    public func take(_ imported: [ImportedEntry]) throws(RequestError) {
        let changes = imported.map { entry in
            Change(
                id: entry.id,
                keys: [
                    (ConfiguredAction.nameKey, entry.name),
                    (ConfiguredAction.categoryKey, entry.category),
                    (ConfiguredAction.urlKey, entry.url),
                ],
                isNew: [(ConfiguredAction.enabledKey, "false")]
            )
        }
        try change(changes)
    }

    private struct Change {
        let id: String
        let keys: [(key: String, value: String)]
        /// What is set only where the key is not there.
        var isNew: [(key: String, value: String)] = []

        var group: String { "\(GroupName.actionWord) \(id)" }
    }

    private func change(_ changes: [Change]) throws(RequestError) {
        for change in changes { try Self.check(change.id) }
        try makeFolder()
        // Two commands at once must not undo each other's change.
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if lock >= 0 { close(lock) } }
        if lock >= 0 { flock(lock, LOCK_EX) }
        let text = try TrustedFile.text(LauncherConfiguration.fileName, in: folder) ?? ""
        let before = Self.values(try LauncherConfiguration.groups(of: text, path))
        var edit = KeyFileEdit(text)
        var after: [(group: String, key: String, value: String)] = []
        for change in changes {
            let missing = change.isNew.filter { before[change.group]?[$0.key] == nil }
            for (key, value) in change.keys + missing
            where before[change.group]?[key] != value {
                edit.set(key, in: change.group, to: value)
                after.append((change.group, key, value))
            }
        }
        guard !after.isEmpty else { return }
        try prove(after, in: edit.text)
        try SavedFile.write(edit.text, to: path)
    }

    /// What is written must read as it was meant.
    private func prove(
        _ changes: [(group: String, key: String, value: String)],
        in text: String
    ) throws(RequestError) {
        let values = Self.values(try LauncherConfiguration.groups(of: text, path))
        for (group, key, value) in changes where values[group]?[key] != value {
            throw RequestError(
                .invalidContent,
                "\(path) could not be changed: \(key) of [\(group)] would not read \(value.quoted)"
            )
        }
    }

    private static func values(_ groups: [KeyFile.Group]) -> [String: [String: String]] {
        var values: [String: [String: String]] = [:]
        for group in groups {
            for entry in group.entries { values[group.name, default: [:]][entry.key] = entry.value }
        }
        return values
    }

    /// An id stands between brackets in the file.
    private static func check(_ id: String) throws(RequestError) {
        let isBad = id.unicodeScalars.contains { $0 == "[" || $0 == "]" }
        guard !isBad, EntryText.problem(id, named: "the id", atMost: RequestLimits.url) == nil
        else {
            throw RequestError(
                .invalidIdentifier,
                "the entry \(id.quoted) has a character that cannot stand in launcher.conf"
            )
        }
    }

    private func makeFolder() throws(RequestError) {
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            guard mkdir(path, 0o700) == 0 || errno == EEXIST || access(path, F_OK) == 0 else {
                throw RequestError(
                    .notAllowed,
                    "\(path) could not be made: \(String(cString: strerror(errno)))"
                )
            }
        }
    }
}
