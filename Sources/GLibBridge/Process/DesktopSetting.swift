import CGLib

/// A boolean setting of the desktop (GSettings), with change notification.
@GLibActor
package final class DesktopSetting {
    private let settings: UnsafeMutablePointer<GSettings>
    private let key: String
    private let handler: gulong

    /// Observes a setting; `nil` if the desktop has no such setting, or it is not a boolean.
    package init?(
        _ schema: String,
        key: String,
        _ body: @escaping @GLibActor @Sendable () -> Void
    ) {
        // Checked first, because GLib ends the process for a schema that is not installed.
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
        // Changes are reported only after the first read.
        _ = isOn
    }

    isolated deinit {
        g_signal_handler_disconnect(UnsafeMutableRawPointer(settings), handler)
        g_object_unref(UnsafeMutableRawPointer(settings))
    }

    /// The current value.
    package var isOn: Bool { g_settings_get_boolean(settings, key) != 0 }

    private static func isBoolean(_ key: String, in schema: OpaquePointer) -> Bool {
        guard let definition = g_settings_schema_get_key(schema, key) else { return false }
        defer { g_settings_schema_key_unref(definition) }
        guard let type = g_settings_schema_key_get_value_type(definition) else { return false }
        return Variant.withType("b") {
            g_variant_type_equal(UnsafeRawPointer(type), UnsafeRawPointer($0)) != 0
        }
    }
}
