import AgentInterface
import GLibBridge

/// The name of an app.
enum AppName {
    /// Returns the name from its desktop file in the user's language, the last component of a path, or the id.
    static func of(_ app: String) -> String {
        if app == AgentNames.app { return "notify-schedule" }
        if let installed = DesktopApps.app(app) { return installed.name }
        return app.split(separator: "/").last.map(String.init) ?? app
    }

    /// Whether an app has a desktop file.
    static func isInstalled(_ app: String) -> Bool { DesktopApps.app(app) != nil }
}
