import CGLib

/// An installed application, as its desktop file describes it (Desktop Entry Specification).
public struct DesktopEntry: Sendable, Equatable {
    /// One of the further things that the application can be started for.
    public struct Action: Sendable, Equatable {
        /// The part of the group's name after `Desktop Action`.
        public let id: String
        /// The name for people, in the user's language.
        public let name: String
    }

    /// The desktop file's name, such as `firefox.desktop`.
    public let id: String
    /// The name for people, in the user's language.
    public let name: String
    /// The icon's name or path; `nil` where it has none.
    public let icon: String?
    /// The command line, with its field codes; empty where the application is started over the bus alone.
    public let commandLine: String
    /// The path of the desktop file.
    public let file: String
    /// The working directory that it asks for.
    public let directory: String?
    /// Whether it needs a terminal.
    public let needsTerminal: Bool
    /// The URL schemes that it says it handles.
    public let schemes: [String]
    /// Its actions in the file's order.
    public let actions: [Action]

    /// The command line of an action; `nil` where the file has none for it.
    ///
    /// - Throws: ``GLibError`` where the file cannot be read any more.
    public func commandLine(ofAction action: String) throws(GLibError) -> String? {
        guard let file = g_key_file_new() else { throw GLibError(taking: nil) }
        defer { g_key_file_unref(file) }
        _ = try GLibError.check { g_key_file_load_from_file(file, self.file, G_KEY_FILE_NONE, $0) }
        return g_key_file_get_string(file, "Desktop Action \(action)", "Exec", nil)
            .map(String.freeing)
    }

    init(_ info: OpaquePointer) {
        id = Self.text(g_app_info_get_id(info)) ?? ""
        name = Self.text(g_app_info_get_name(info)) ?? ""
        icon = Self.string("Icon", of: info)
        commandLine = Self.text(g_app_info_get_commandline(info)) ?? ""
        file = Self.text(g_desktop_app_info_get_filename(info)) ?? ""
        directory = Self.string("Path", of: info)
        needsTerminal = g_desktop_app_info_get_boolean(info, "Terminal") != 0
        schemes = Self.schemes(of: info)
        actions = KeyFile.list(borrowing: g_desktop_app_info_list_actions(info)).map { action in
            let name = g_desktop_app_info_get_action_name(info, action).map(String.freeing)
            return Action(id: action, name: name ?? action)
        }
    }

    private static func schemes(of info: OpaquePointer) -> [String] {
        let prefix = "x-scheme-handler/"
        let types = KeyFile.list(
            borrowing: UnsafePointer(g_app_info_get_supported_types(info))
        )
        return types.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String? {
        text.map { String(cString: $0) }
    }

    private static func string(_ key: String, of info: OpaquePointer) -> String? {
        guard let text = g_desktop_app_info_get_locale_string(info, key).map(String.freeing),
            !text.isEmpty
        else { return nil }
        return text
    }
}
