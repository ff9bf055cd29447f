import CGLib

/// A key file, the format of .desktop files and systemd units, read by GLib's parser.
package struct KeyFile: Sendable {
    /// One group with its keys in the file's order.
    package struct Group: Sendable, Equatable {
        /// The text between the brackets.
        package let name: String
        /// The keys with their unescaped values; each once, with its last value.
        package let entries: [Entry]

        /// The value of a key; `nil` if the group lacks it.
        package subscript(key: String) -> String? {
            entries.first { $0.key == key }?.value
        }

        /// The value of a key in the user's language, such as that of `Name[de]`; else the key's own.
        package func localized(_ key: String) -> String? {
            let suffix = "\(key)["
            guard entries.contains(where: { $0.key.hasPrefix(suffix) }) else { return self[key] }
            return KeyFile.languages.lazy.compactMap { self["\(suffix)\($0)]"] }.first ?? self[key]
        }
    }

    /// One key with its value.
    package struct Entry: Sendable, Equatable {
        /// The key's name.
        package let key: String
        /// The value with key-file escapes (`\s`, `\n`, `\t`, `\r`, `\\`) resolved.
        package let value: String
    }

    /// The groups in the file's order.
    package let groups: [Group]

    /// Parses the text of a key file.
    ///
    /// - Throws: ``GLibError`` with the parser's message if the text is not a key file, or a value has an
    ///   unknown escape.
    package init(parsing text: String) throws(GLibError) {
        guard let file = g_key_file_new() else { throw GLibError(taking: nil) }
        defer { g_key_file_unref(file) }
        _ = try GLibError.check {
            g_key_file_load_from_data(file, text, gsize(text.utf8.count), G_KEY_FILE_NONE, $0)
        }
        var groups: [Group] = []
        for name in Self.list(g_key_file_get_groups(file, nil)) {
            let keys = Self.list(try GLibError.check { g_key_file_get_keys(file, name, nil, $0) })
            var entries: [Entry] = []
            // GLib lists a repeated key twice, with its last value.
            for key in keys where !entries.contains(where: { $0.key == key }) {
                let value = try GLibError.check { g_key_file_get_string(file, name, key, $0) }
                entries.append(Entry(key: key, value: value.map(String.freeing) ?? ""))
            }
            groups.append(Group(name: name, entries: entries))
        }
        self.groups = groups
    }

    /// The first group of a name; `nil` if there is none.
    package subscript(group: String) -> Group? {
        groups.first { $0.name == group }
    }

    /// Returns a boolean as GLib parses it; `nil` for other texts.
    package static func boolean(_ value: String) -> Bool? {
        switch value {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// The user's languages as in keys, the preferred one first.
    static var languages: [String] { list(borrowing: g_get_language_names()) }

    /// Returns the strings of a list that C owns.
    static func list(borrowing strings: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
        guard let strings else { return [] }
        var names: [String] = []
        while let text = strings[names.count] { names.append(String(cString: text)) }
        return names
    }

    static func list(
        _ strings: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> [String] {
        guard let strings else { return [] }
        defer { g_strfreev(strings) }
        var names: [String] = []
        var index = 0
        while let text = strings[index] {
            names.append(String(cString: text))
            index += 1
        }
        return names
    }
}
