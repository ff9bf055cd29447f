import ConfigurationFiles
import GLibBridge
import Glibc
package import NotifyCore

/// An editor of the user's `launcher.conf`, which keeps comments, order, mode and links.
package struct UserConfiguration {
    private let folder: String

    /// The user's file.
    package init(folder: String = ConfigurationFolders.userConfiguration) {
        self.folder = folder
    }

    /// The file's path.
    package var path: String { "\(folder)/\(LauncherConfiguration.fileName)" }

    /// Enables or disables entries.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the file cannot be used or written; it is unchanged then.
    package func enable(_ ids: [String], _ isEnabled: Bool) throws(RequestError) {
        try change(
            ids.map { Change(id: $0, keys: [(ConfiguredAction.enabledKey, "\(isEnabled)")]) }
        )
    }

    /// Adds imported entries: new ones are disabled, existing ones keep their state.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the file cannot be used or written; it is unchanged then.
    package func add(_ imported: [ImportedEntry]) throws(RequestError) {
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
        /// Values that are set only if the key is missing.
        var isNew: [(key: String, value: String)] = []

        var group: String { "\(GroupName.actionWord) \(id)" }
    }

    private func change(_ changes: [Change]) throws(RequestError) {
        for change in changes { try Self.check(change.id) }
        try makeFolder()
        // Locked, because concurrent commands must not undo each other's change.
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

    /// Checks that the new text has the intended values.
    private func prove(
        _ changes: [(group: String, key: String, value: String)],
        in text: String
    ) throws(RequestError) {
        let values = Self.values(try LauncherConfiguration.groups(of: text, path))
        for (group, key, value) in changes where values[group]?[key] != value {
            throw RequestError(
                .invalidContent,
                "\(path) cannot be changed: \(key) of [\(group)] would not be \(value.quoted)"
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

    /// Checks an id, which is written between brackets.
    private static func check(_ id: String) throws(RequestError) {
        let isBad = id.unicodeScalars.contains { $0 == "[" || $0 == "]" }
        guard !isBad, EntryText.problem(id, named: "the id", atMost: RequestLimits.url) == nil
        else {
            throw RequestError(
                .invalidIdentifier,
                "the entry \(id.quoted) has a character that is not allowed in launcher.conf"
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
                    "\(path) cannot be created: \(String(cString: strerror(errno)))"
                )
            }
        }
    }
}
