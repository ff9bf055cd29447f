import AgentInterface
import GLibBridge

/// The name of an app.
enum AppName {
    /// The name of the command line's own app, as its desktop file has it.
    static let own = "Notify Schedule"

    /// Looks up the name of an app on a separate thread.
    static func current(_ app: String) async -> String {
        await DesktopFileReader.read(for: app) { of(app) } ?? withoutDesktopFile(app)
    }

    /// Looks up the names of apps on a separate thread, in their order.
    static func current(_ apps: [String]) async -> [String] {
        await DesktopFileReader.read(for: "") { apps.map(of) } ?? apps.map(withoutDesktopFile)
    }

    /// Returns the name from its desktop file in the user's language, the last component of a path, or the id.
    static func of(_ app: String) -> String {
        DesktopApps.app(app)?.name ?? withoutDesktopFile(app)
    }

    /// Returns the name of an app that has no desktop file.
    static func withoutDesktopFile(_ app: String) -> String {
        if app == AgentNames.app { return own }
        return app.split(separator: "/").last.map(String.init) ?? app
    }

    /// Looks up on a separate thread whether an app has a desktop file.
    static func isInstalled(_ app: String) async -> Bool {
        await DesktopFileReader.read(for: app) { DesktopApps.app(app) != nil } ?? false
    }
}
