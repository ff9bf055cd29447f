import AgentInterface
import GLibBridge

/// Under what name and picture an app's notifications appear.
struct AppLooks: Equatable, Sendable {
    /// The name for people.
    var name: String
    /// The name or the file of the icon; empty if the desktop file has none.
    var icon: String
    /// What the hint `desktop-entry` says, which always is an installed desktop file; `nil` without one.
    var desktopEntry: String?

    /// Those of the command line's own app where it is installed.
    static let installed = AppLooks(
        name: "notify-schedule",
        icon: AgentNames.app,
        desktopEntry: AgentNames.app
    )

    /// The same where it only was built: an icon that every theme has in place of one that is not there.
    static let built = AppLooks(name: installed.name, icon: "appointment-soon", desktopEntry: nil)

    /// Those of the two that are true here.
    static var own: AppLooks { DesktopApps.app(AgentNames.app) == nil ? built : installed }

    private static let reading = BlockingIOPool(name: "apps", maxTotal: 32, maxPerOwner: 2)
    /// How long a bubble waits for its app's desktop file, in milliseconds.
    private static let deadline: UInt32 = 500

    /// Looks an app up on a thread of its own: desktop files may lie on a file system that does not answer.
    ///
    /// - Parameter app: its id.
    /// - Returns: what ``of(_:)`` returns, or our own where that takes too long.
    static func current(_ app: String) async -> AppLooks {
        let answer = await reading.answer(within: deadline, for: app) { of(app) }
        if case .done(let looks) = answer { return looks }
        return built
    }

    /// Looks an app up among the installed ones.
    ///
    /// GIO keeps the folders of desktop files in memory and watches them, so this is not worth a cache.
    ///
    /// - Parameter app: its id.
    /// - Returns: what its desktop file says; without one our own, and for an app that is known by its path
    ///   the last part of that as the name.
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
