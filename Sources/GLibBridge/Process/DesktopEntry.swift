import CGLib

/// An installed application, as its desktop file describes it (Desktop Entry Specification).
package struct DesktopEntry: Sendable, Equatable {
    /// An action of the application.
    package struct Action: Sendable, Equatable {
        /// The part of the group's name after `Desktop Action`.
        package let id: String
        /// The name for people, in the user's language.
        package let name: String
    }

    /// The desktop file's name, such as `firefox.desktop`.
    package let id: String
    /// The name for people, in the user's language.
    package let name: String
    /// The icon's name or path; `nil` for none.
    package let icon: String?
    /// The command line, with its field codes; empty if the application is started only over the bus.
    package let commandLine: String
    /// The path of the desktop file.
    package let file: String
    /// Its working directory.
    package let directory: String?
    /// Whether it needs a terminal.
    package let needsTerminal: Bool
    /// The URL schemes that it handles.
    package let schemes: [String]
    /// Its actions in the file's order.
    package let actions: [Action]

    /// Returns the command line of an action; `nil` for none.
    ///
    /// - Throws: ``GLibError`` if the file can no longer be read.
    package func commandLine(ofAction action: String) throws(GLibError) -> String? {
        try text("Exec", ofAction: action)
    }

    /// Returns the icon of an action, in the user's language; `nil` for none.
    ///
    /// - Throws: ``GLibError`` if the file can no longer be read.
    package func icon(ofAction action: String) throws(GLibError) -> String? {
        try text("Icon", ofAction: action, isLocalized: true)
    }

    /// Returns the value of another key of the application; `nil` if it is absent or empty, or the file cannot be read.
    package func text(_ key: String) -> String? {
        (try? text(key, in: "Desktop Entry")).flatMap { $0.isEmpty ? nil : $0 }
    }

    private func text(
        _ key: String,
        ofAction action: String,
        isLocalized: Bool = false
    ) throws(GLibError) -> String? {
        try text(key, in: "Desktop Action \(action)", isLocalized: isLocalized)
    }

    private func text(
        _ key: String,
        in group: String,
        isLocalized: Bool = false
    ) throws(GLibError) -> String? {
        guard let file = g_key_file_new() else { throw GLibError(taking: nil) }
        defer { g_key_file_unref(file) }
        _ = try GLibError.check { g_key_file_load_from_file(file, self.file, G_KEY_FILE_NONE, $0) }
        let text =
            isLocalized
            ? g_key_file_get_locale_string(file, group, key, nil, nil)
            : g_key_file_get_string(file, group, key, nil)
        return text.map(String.freeing)
    }

    init(_ info: OpaquePointer) {
        id = Self.text(g_app_info_get_id(info)) ?? ""
        name = Self.text(g_app_info_get_name(info)) ?? ""
        // GIO has read it in the user's language.
        icon = g_app_info_get_icon(info).flatMap { g_icon_to_string($0) }.map(String.freeing)
        commandLine = Self.text(g_app_info_get_commandline(info)) ?? ""
        file = Self.text(g_desktop_app_info_get_filename(info)) ?? ""
        // Checked first, because GLib builds and translates an error for a missing key, which is slow.
        let has = { (key: String) in g_desktop_app_info_has_key(info, key) != 0 }
        let folder = has("Path") ? g_desktop_app_info_get_string(info, "Path") : nil
        directory = folder.map(String.freeing).flatMap { $0.isEmpty ? nil : $0 }
        needsTerminal =
            has("Terminal") && g_desktop_app_info_get_boolean(info, "Terminal") != 0
        schemes = Self.schemes(of: info)
        actions = KeyFile.list(borrowing: g_desktop_app_info_list_actions(info)).map { action in
            let name = g_desktop_app_info_get_action_name(info, action).map(String.freeing)
            return Action(id: action, name: name ?? action)
        }
    }

    /// Returns the URL schemes that an application handles.
    static func schemes(of info: OpaquePointer) -> [String] {
        let prefix = "x-scheme-handler/"
        guard let types = g_app_info_get_supported_types(info) else { return [] }
        var schemes: [String] = []
        var index = 0
        while let type = types[index] {
            index += 1
            guard g_str_has_prefix(type, prefix) != 0 else { continue }
            schemes.append(String(cString: type + prefix.utf8.count))
        }
        return schemes
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String? {
        text.map { String(cString: $0) }
    }
}
