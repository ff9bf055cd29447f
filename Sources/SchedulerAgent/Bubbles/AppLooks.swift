import AgentInterface
import GLibBridge

/// The name and icon of an app's notifications.
struct AppLooks: Equatable, Sendable {
    /// The name for people.
    var name: String
    /// The name or the file of the icon; empty if the desktop file has none.
    var icon: String
    /// The hint `desktop-entry`, which always is an installed desktop file; `nil` without one.
    var desktopEntry: String?

    /// The values of the command line's own app if it is installed.
    static let installed = AppLooks(
        name: AppName.own,
        icon: AgentNames.app,
        desktopEntry: AgentNames.app
    )

    /// The values if it is only built, with an icon that every theme has.
    static let built = AppLooks(name: AppName.own, icon: "appointment-soon", desktopEntry: nil)

    /// The values of the command line's own app here.
    static var own: AppLooks {
        guard let entry = DesktopApps.app(AgentNames.app) else { return built }
        var looks = installed
        looks.name = entry.name
        return looks
    }

    /// Looks up an app on a separate thread.
    ///
    /// - Returns: the result of ``of(_:)``, or the agent's own values after a timeout.
    static func current(_ app: String) async -> AppLooks {
        await DesktopFileReader.read(for: app) { of(app) } ?? built
    }

    /// Looks up an installed app.
    ///
    /// - Returns: the values of its desktop file. Without one, the agent's own values, and for an app with a path
    ///   as its id the last component as the name.
    static func of(_ app: String) -> AppLooks {
        guard app != AgentNames.app else { return own }
        if let installed = DesktopApps.app(app) {
            return AppLooks(name: installed.name, icon: installed.icon ?? "", desktopEntry: app)
        }
        var looks = own
        if app.contains("/"), let last = app.split(separator: "/").last {
            looks.name = String(last)
        }
        return looks
    }
}
