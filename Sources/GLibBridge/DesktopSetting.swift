import CGLib

/// A switch of the desktop's own settings (GSettings), followed as it changes.
@GLibActor
public final class DesktopSetting {
    private let settings: UnsafeMutablePointer<GSettings>
    private let key: String
    private let handler: gulong

    /// Follows a switch; `nil` where the desktop has no such setting, or it is no boolean.
    ///
    /// - Parameters:
    ///   - schema: the settings that it belongs to, such as `org.gnome.desktop.notifications`.
    ///   - key: its name.
    ///   - body: called on ``GLibActor`` after it changed.
    public init?(
        _ schema: String,
        key: String,
        _ body: @escaping @GLibActor @Sendable () -> Void
    ) {
        // GLib ends a program that asks for a schema that is not installed.
        guard let source = g_settings_schema_source_get_default(),
            let known = g_settings_schema_source_lookup(source, schema, 1)
        else { return nil }
        defer { g_settings_schema_unref(known) }
        guard g_settings_schema_has_key(known, key) != 0, Self.isBoolean(key, in: known),
            let settings = g_settings_new_full(known, nil, nil)
        else { return nil }
        self.settings = settings
        self.key = key
        handler = cglib_connect_setting_changed(
            settings,
            "changed::\(key)",
            { _, _, data in
                let body = CallbackBox<@GLibActor @Sendable () -> Void>.borrow(data)
                GLibActor.assumeIsolated { body?() }
            },
            CallbackBox<@GLibActor @Sendable () -> Void>(body).retained(),
            { data, _ in CallbackBox<@GLibActor @Sendable () -> Void>.release(data) }
        )
        // The change is told only of what was read once.
        _ = isOn
    }

    isolated deinit {
        g_signal_handler_disconnect(UnsafeMutableRawPointer(settings), handler)
        g_object_unref(UnsafeMutableRawPointer(settings))
    }

    /// How it stands now.
    public var isOn: Bool { g_settings_get_boolean(settings, key) != 0 }

    private static func isBoolean(_ key: String, in schema: OpaquePointer) -> Bool {
        guard let definition = g_settings_schema_get_key(schema, key) else { return false }
        defer { g_settings_schema_key_unref(definition) }
        guard let type = g_settings_schema_key_get_value_type(definition) else { return false }
        return Variant.withType("b") {
            g_variant_type_equal(UnsafeRawPointer(type), UnsafeRawPointer($0)) != 0
        }
    }
}
