import CGLib

/// The desktop's installed applications, from GIO.
package enum DesktopApps {
    /// Returns the application of a desktop file; `nil` if it is not installed or hidden.
    ///
    /// - Parameter id: the file's name without its extension.
    package static func app(_ id: String) -> DesktopEntry? {
        guard !id.isEmpty, !id.contains("/") else { return nil }
        return entry("\(id).desktop")
    }

    /// Returns the default application for a URL scheme; `nil` for none.
    package static func defaultHandler(forScheme scheme: String) -> DesktopEntry? {
        guard let info = g_app_info_get_default_for_uri_scheme(scheme) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        return DesktopEntry(info)
    }

    /// Returns the default application for a file, by the type that its name stands for; `nil` for none.
    package static func defaultHandler(forFile path: String) -> DesktopEntry? {
        guard let type = g_content_type_guess(path, nil, 0, nil) else { return nil }
        defer { g_free(type) }
        guard let info = g_app_info_get_default_for_type(type, 0) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        return DesktopEntry(info)
    }

    /// Returns the application of a desktop file's name, such as `firefox.desktop`; `nil` if it is not installed,
    /// hidden, or its `TryExec` is missing.
    package static func entry(_ id: String) -> DesktopEntry? {
        guard let info = g_desktop_app_info_new(id) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        return DesktopEntry(info)
    }

    /// Returns all applications that a menu shows, unordered.
    ///
    /// Left out are those that are hidden (`Hidden`, `NoDisplay`, `OnlyShowIn`, `NotShowIn`) or whose
    /// `TryExec` is missing.
    package static func shown() -> [DesktopEntry] {
        var entries: [DesktopEntry] = []
        forEach { info in
            if g_app_info_should_show(info) != 0 { entries.append(DesktopEntry(info)) }
        }
        return entries
    }

    /// Returns the URL schemes that installed applications handle, also those that no menu shows, in alphabetical
    /// order.
    package static func handledSchemes() -> [String] {
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

    /// Starts an application with GIO, in a new session: for those that need a terminal, or are started only over
    /// the bus.
    ///
    /// - Parameters:
    ///   - action: one of its actions; `nil` for the application itself.
    ///   - url: the URL to open; ignored for an action.
    /// - Returns: the process; `nil` if the bus started the application.
    package static func start(
        _ id: String,
        action: String? = nil,
        url: String? = nil,
        environment: [String: String]
    ) throws(GLibError) -> Int32? {
        guard let info = g_desktop_app_info_new(id) else {
            throw GLibError(domain: "desktop", code: 0, message: "\(id) is not installed")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        guard let context = g_app_launch_context_new() else { throw GLibError(taking: nil) }
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        for (name, value) in environment { g_app_launch_context_setenv(context, name, value) }
        // GIO reports the process that it has started before it returns.
        let started = StartedProcess()
        let onLaunched: Launched = { _, _, data, started in
            guard let data, let started, let number = g_variant_lookup_value(data, "pid", nil)
            else { return }
            defer { g_variant_unref(number) }
            guard g_variant_classify(number) == G_VARIANT_CLASS_INT32 else { return }
            Unmanaged<StartedProcess>.fromOpaque(started).takeUnretainedValue().number =
                g_variant_get_int32(number)
        }
        g_signal_connect_data(
            UnsafeMutableRawPointer(context),
            "launched",
            unsafeBitCast(onLaunched, to: GCallback.self),
            Unmanaged.passUnretained(started).toOpaque(),
            nil,
            GConnectFlags(rawValue: 0)
        )
        if let action {
            g_desktop_app_info_launch_action(info, action, context)
            return started.number
        }
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
                    // Runs between fork and exec, where only system calls are allowed.
                    cglib_become_independent,
                    nil,
                    nil,
                    nil,
                    error
                )
            }
        }
        return withExtendedLifetime(started) { started.number }
    }
}

/// A handler of the signal `launched` of GAppLaunchContext.
private typealias Launched =
    @convention(c) (
        OpaquePointer?, OpaquePointer?, OpaquePointer?, gpointer?
    ) -> Void

/// The result of a start.
private final class StartedProcess {
    var number: Int32?
}
