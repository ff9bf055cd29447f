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
        var changes: [Change] = []
        for id in ids {
            changes.append(try Self.change(id, [(ConfiguredAction.enabledKey, "\(isEnabled)")]))
        }
        try change(changes)
    }

    /// Adds imported entries: new ones are disabled, existing ones keep their state.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the file cannot be used or written; it is unchanged then.
    package func add(_ imported: [ImportedEntry]) throws(RequestError) {
        var changes: [Change] = []
        for entry in imported {
            changes.append(
                try Self.change(
                    entry.id,
                    [
                        (ConfiguredAction.nameKey, entry.name),
                        (ConfiguredAction.categoryKey, entry.category),
                        (ConfiguredAction.urlKey, entry.url),
                    ],
                    isNew: [(ConfiguredAction.enabledKey, "false")]
                )
            )
        }
        try change(changes)
    }

    /// Writes a command.
    ///
    /// One of another file is written with its lines for other desktops, since the user's group hides that one.
    ///
    /// - Parameter before: what it was; `nil` for a new one.
    /// - Throws: ``NotifyCore/RequestError`` if it was changed meanwhile, or the file cannot be used or written; it is
    ///   unchanged then.
    package func set(
        _ command: WrittenCommand,
        replacing before: WrittenCommand? = nil
    ) throws(RequestError) {
        let isOwn = before == nil || before?.file == path
        let lines = isOwn ? [(command.key, command.line)] : command.lines.map { ($0.key, $0.value) }
        try change([Change(group: command.group, keys: lines)], ifStill: before, command)
    }

    /// Removes a command; comments stay.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the file cannot be used or written; it is unchanged then.
    package func remove(_ command: WrittenCommand) throws(RequestError) {
        try edit { text throws(RequestError) in
            try check(
                Self.values(try LauncherConfiguration.groups(of: text, path)),
                command,
                command
            )
            var edit = KeyFileEdit(text)
            edit.remove(group: command.group)
            let left = try LauncherConfiguration.groups(of: edit.text, path)
            guard !left.contains(where: { $0.name == command.group }) else {
                throw RequestError(
                    .invalidContent,
                    "\(path) cannot be changed: [\(command.group)] would stay"
                )
            }
            return edit.text
        }
    }

    /// Checks that the user's file has of a command what it had when that was read.
    private func check(
        _ values: [String: [String: String]],
        _ before: WrittenCommand?,
        _ command: WrittenCommand
    ) throws(RequestError) {
        let own = before?.file == path ? before : nil
        // A group without a key has no values.
        let lines = values[command.group]?.filter { $0.key.hasPrefix(ExecLines.key) } ?? [:]
        guard lines == own?.lines ?? [:] else {
            throw RequestError(
                .invalidContent,
                "[\(command.group)] was changed meanwhile",
                wayOut: "look at it again"
            )
        }
    }

    private struct Change {
        let group: String
        let keys: [(key: String, value: String)]
        /// Values that are set only if the key is missing.
        var isNew: [(key: String, value: String)] = []
    }

    /// A change of an entry of the launcher.
    private static func change(
        _ id: String,
        _ keys: [(key: String, value: String)],
        isNew: [(key: String, value: String)] = []
    ) throws(RequestError) -> Change {
        try check(id)
        return Change(group: "\(GroupName.actionWord) \(id)", keys: keys, isNew: isNew)
    }

    private func change(
        _ changes: [Change],
        ifStill written: WrittenCommand? = nil,
        _ command: WrittenCommand? = nil
    ) throws(RequestError) {
        try edit { text throws(RequestError) in
            let before = Self.values(try LauncherConfiguration.groups(of: text, path))
            if let command { try check(before, written, command) }
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
            guard !after.isEmpty else { return text }
            try prove(after, in: edit.text)
            return edit.text
        }
    }

    /// Writes the text that a closure makes of the present one.
    private func edit(
        _ change: (_ text: String) throws(RequestError) -> String
    ) throws(RequestError) {
        try ConfigurationFolders.make(folder)
        // Locked, because concurrent commands must not undo each other's change.
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if lock >= 0 { close(lock) } }
        if lock >= 0 { flock(lock, LOCK_EX) }
        let text = try TrustedFile.text(LauncherConfiguration.fileName, in: folder) ?? ""
        let changed = try change(text)
        if changed != text { try SavedFile.write(changed, to: path) }
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
    static func check(_ id: String) throws(RequestError) {
        let isBad = id.unicodeScalars.contains { $0 == "[" || $0 == "]" }
        guard !isBad, EntryText.problem(id, named: "the id", atMost: RequestLimits.url) == nil
        else {
            throw RequestError(
                .invalidIdentifier,
                "the entry \(id.quoted) has a character that is not allowed in launcher.conf"
            )
        }
    }
}
