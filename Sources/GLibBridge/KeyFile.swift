import CGLib

/// A key file, the format of .desktop files and systemd units, read by GLib's parser.
public struct KeyFile: Sendable {
    /// One group with its keys in the file's order.
    public struct Group: Sendable, Equatable {
        /// The text between the brackets.
        public let name: String
        /// The keys with their values, unescaped; each once, with its last value.
        public let entries: [Entry]

        /// The value of a key; `nil` where the group lacks it.
        public subscript(key: String) -> String? {
            entries.first { $0.key == key }?.value
        }

        /// The value of a key in the user's language, such as that of `Name[de]`; else the key's own.
        public func localized(_ key: String) -> String? {
            let suffix = "\(key)["
            guard entries.contains(where: { $0.key.hasPrefix(suffix) }) else { return self[key] }
            return KeyFile.languages.lazy.compactMap { self["\(suffix)\($0)]"] }.first ?? self[key]
        }
    }

    /// One key with its value.
    public struct Entry: Sendable, Equatable {
        /// The key's name.
        public let key: String
        /// The value with key-file escapes (`\s`, `\n`, `\t`, `\r`, `\\`) resolved.
        public let value: String
    }

    /// The groups in the file's order.
    public let groups: [Group]

    /// Parses the text of a key file.
    ///
    /// - Throws: ``GLibError`` with the parser's sentence where the text is not a key file, or where a
    ///   value has an unknown escape.
    public init(parsing text: String) throws(GLibError) {
        guard let file = g_key_file_new() else { throw GLibError(taking: nil) }
        defer { g_key_file_unref(file) }
        _ = try GLibError.check {
            g_key_file_load_from_data(file, text, gsize(text.utf8.count), G_KEY_FILE_NONE, $0)
        }
        var groups: [Group] = []
        for name in Self.list(g_key_file_get_groups(file, nil)) {
            let keys = Self.list(try GLibError.check { g_key_file_get_keys(file, name, nil, $0) })
            var entries: [Entry] = []
            // GLib lists a key that is given twice two times, with its last value.
            for key in keys where !entries.contains(where: { $0.key == key }) {
                let value = try GLibError.check { g_key_file_get_string(file, name, key, $0) }
                entries.append(Entry(key: key, value: value.map(String.freeing) ?? ""))
            }
            groups.append(Group(name: name, entries: entries))
        }
        self.groups = groups
    }

    /// The first group of a name; `nil` where there is none.
    public subscript(group: String) -> Group? {
        groups.first { $0.name == group }
    }

    /// A boolean's value, as GLib reads it; `nil` for any other text.
    public static func boolean(_ value: String) -> Bool? {
        switch value {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// The user's languages, the preferred one first, as keys are marked with them.
    static var languages: [String] { list(borrowing: g_get_language_names()) }

    /// The texts of a list that C keeps.
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
