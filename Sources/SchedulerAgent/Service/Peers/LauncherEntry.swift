import GLibBridge

/// Reports to docks and task bars the number at an app's icon, as Unity's Launcher API has it; GNOME's docks,
/// Plasma and others hear it too.
///
/// Who hears it drops the number once the sender leaves the bus.
enum LauncherEntry {
    private static let interface = "com.canonical.Unity.LauncherEntry"

    /// Sends the number of an app.
    ///
    /// - Parameters:
    ///   - count: the number; 0 hides it.
    ///   - app: the app; one that is known by its path has no desktop file, and so no icon.
    ///   - connection: where to.
    static func update(_ count: Int, of app: String, on connection: BusConnection) {
        guard !app.contains("/") else { return }
        let uri = "application://\(app).desktop"
        // Nobody has to listen, and a closed connection ends the agent by itself.
        try? connection.emit(
            "Update",
            interface: interface,
            path: path(of: uri),
            .tuple([
                .string(uri),
                .dictionary([
                    ("count", .int64(Int64(count))), ("count-visible", .boolean(count > 0)),
                ]),
            ])
        )
    }

    /// An object of each app's own: its URI as a number (Bernstein's hash, which libunity uses).
    static func path(of uri: String) -> String {
        let hash = uri.utf8.reduce(5_381 as UInt32) { $0 &* 33 &+ UInt32($1) }
        return "/com/canonical/unity/launcherentry/\(hash)"
    }
}
