package import GLibBridge

/// Reports the number and the progress at an app's icon to docks and task bars, with Unity's Launcher API.
///
/// GNOME's docks, Plasma and others support it.
///
/// Receivers drop the number once the sender leaves the bus.
package enum LauncherEntry {
    private static let interface = "com.canonical.Unity.LauncherEntry"

    /// Sends the number of an app.
    ///
    /// - Parameters:
    ///   - count: the number; 0 hides it.
    ///   - app: the app. An app with a path as its id has no desktop file, and so no icon.
    package static func update(_ count: Int, of app: String, on connection: BusConnection) {
        send(
            [("count", .int64(Int64(count))), ("count-visible", .boolean(count > 0))],
            of: app,
            on: connection
        )
    }

    /// Sends the progress at the icon of this project.
    ///
    /// - Parameter progress: the part that is done, from 0 to 1; `nil` hides it.
    package static func update(progress: Double?, on connection: BusConnection) {
        send(
            [
                ("progress", .double(progress ?? 0)),
                ("progress-visible", .boolean(progress != nil)),
            ],
            of: AgentNames.app,
            on: connection
        )
    }

    private static func send(
        _ properties: [(key: String, value: Variant)],
        of app: String,
        on connection: BusConnection
    ) {
        guard !app.contains("/") else { return }
        let uri = "application://\(app).desktop"
        // Errors do not matter: there may be no receivers, and a closed connection ends the sender.
        try? connection.emit(
            "Update",
            interface: interface,
            path: path(of: uri),
            .tuple([.string(uri), .dictionary(properties)])
        )
    }

    /// Returns the object path of an app: a hash of its URI (Bernstein's, as in libunity).
    static func path(of uri: String) -> String {
        let hash = uri.utf8.reduce(5_381 as UInt32) { $0 &* 33 &+ UInt32($1) }
        return "/com/canonical/unity/launcherentry/\(hash)"
    }
}
