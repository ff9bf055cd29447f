import AgentInterface
import GLibBridge

/// What an app is called.
enum AppName {
    /// The name of its desktop file in the user's language; the last part of a path; else the id.
    static func of(_ app: String) -> String {
        if app == AgentNames.app { return "notify-schedule" }
        if let installed = DesktopApps.app(app) { return installed.name }
        return app.split(separator: "/").last.map(String.init) ?? app
    }

    /// Whether an app has a desktop file.
    static func isInstalled(_ app: String) -> Bool { DesktopApps.app(app) != nil }
}
