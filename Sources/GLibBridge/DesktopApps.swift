import CGLib

/// The desktop's installed applications, as GIO knows them.
public enum DesktopApps {
    /// The application of a desktop file; `nil` where none of that name is installed, or it is hidden.
    ///
    /// - Parameter id: the file's name without its ending.
    /// - Returns: what the file says.
    public static func app(_ id: String) -> DesktopEntry? {
        guard !id.isEmpty, !id.contains("/") else { return nil }
        return entry("\(id).desktop")
    }

    /// The default application for a URL scheme; `nil` where none is installed.
    public static func defaultHandler(forScheme scheme: String) -> DesktopEntry? {
        guard let info = g_app_info_get_default_for_uri_scheme(scheme) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        return DesktopEntry(info)
    }

    /// The application of a desktop file's name, such as `firefox.desktop`; `nil` where it is not
    /// installed or hidden, or the program that it tries is missing.
    public static func entry(_ id: String) -> DesktopEntry? {
        guard let info = g_desktop_app_info_new(id) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        return DesktopEntry(info)
    }

    /// All applications that a menu shows here, in no order.
    ///
    /// Left out are those that are hidden (`Hidden`, `NoDisplay`, `OnlyShowIn`, `NotShowIn`) or whose
    /// `TryExec` is missing.
    public static func shown() -> [DesktopEntry] {
        var entries: [DesktopEntry] = []
        forEach { info in
            if g_app_info_should_show(info) != 0 { entries.append(DesktopEntry(info)) }
        }
        return entries
    }

    /// The URL schemes that installed applications say they handle, those that no menu shows included, in
    /// alphabetical order.
    public static func handledSchemes() -> [String] {
        var schemes: Set<String> = []
        forEach { schemes.formUnion(DesktopEntry.schemes(of: $0)) }
        return schemes.sorted()
    }

    private static func forEach(_ body: (OpaquePointer) -> Void) {
        let list = g_app_info_get_all()
        defer { g_list_free_full(list) { g_object_unref($0) } }
        var element = list
        while let current = element {
            if let info = current.pointee.data.map({ OpaquePointer($0) }) { body(info) }
            element = current.pointee.next
        }
    }

    /// Starts an application by GIO, in a session of its own: for what needs a terminal, or is started
    /// over the bus alone.
    ///
    /// - Parameters:
    ///   - id: the desktop file's name.
    ///   - action: one of its actions; `nil` for the application itself.
    ///   - url: what it opens; no matter to an action.
    ///   - activationToken: what the desktop gave with the click.
    /// - Throws: ``GLibError`` with the reason of the failed start.
    public static func start(
        _ id: String,
        action: String? = nil,
        url: String? = nil,
        activationToken: String?
    ) throws(GLibError) {
        guard let info = g_desktop_app_info_new(id) else {
            throw GLibError(domain: "desktop", code: 0, message: "\(id) is not installed")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        guard let context = g_app_launch_context_new() else { throw GLibError(taking: nil) }
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        if let activationToken {
            g_app_launch_context_setenv(context, "XDG_ACTIVATION_TOKEN", activationToken)
            g_app_launch_context_setenv(context, "DESKTOP_STARTUP_ID", activationToken)
        }
        if let action { return g_desktop_app_info_launch_action(info, action, context) }
        let copy = url.flatMap { g_strdup($0) }
        defer { g_free(copy) }
        var list = GList(data: copy.map { UnsafeMutableRawPointer($0) }, next: nil, prev: nil)
        _ = try GLibError.check { error in
            withUnsafeMutablePointer(to: &list) { list in
                g_desktop_app_info_launch_uris_as_manager(
                    info,
                    copy == nil ? nil : list,
                    context,
                    G_SPAWN_SEARCH_PATH,
                    // Runs between fork and exec, where nothing but system calls may be made.
                    cglib_become_independent,
                    nil,
                    nil,
                    nil,
                    error
                )
            }
        }
    }
}
