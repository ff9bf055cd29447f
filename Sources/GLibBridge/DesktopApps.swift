import CGLib

/// The desktop's installed applications, as GIO knows them.
public enum DesktopApps {
    /// An application that handles a URL scheme.
    public struct Handler: Sendable, Equatable {
        /// The desktop file's name, such as `firefox.desktop`.
        public let id: String
        /// The name for people, in the user's language.
        public let name: String
        /// The command line of the desktop file, with its field codes.
        public let commandLine: String
    }

    /// The default application for a URL scheme; `nil` where none is installed.
    public static func defaultHandler(forScheme scheme: String) -> Handler? {
        guard let info = g_app_info_get_default_for_uri_scheme(scheme) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        return Handler(
            id: g_app_info_get_id(info).map { String(cString: $0) } ?? "",
            name: g_app_info_get_display_name(info).map { String(cString: $0) } ?? "",
            commandLine: g_app_info_get_commandline(info).map { String(cString: $0) } ?? ""
        )
    }
}
