import Foundation
import Launcher
import NotifyCore
import TestSupport
import Testing

/// The `launcher.conf` that comes with the project.
@Suite struct StarterConfigurationTests {
    private static func starter() throws -> TemporaryFolder {
        let path = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "data/launcher.conf")
        return try TemporaryFolder(try String(contentsOf: path, encoding: .utf8))
    }

    @Test(arguments: [
        ("GNOME", ["gnome-control-center", "wifi"], "gnome-control-center"),
        ("KDE", ["systemsettings", "kcm_networkmanagement"], "systemsettings"),
        ("XFCE", ["nm-connection-editor"], "xfce4-settings-manager"),
    ])
    func eachDesktopHasItsOwnPrograms(desktop: String, page: [String], other: String) throws {
        let folder = try Self.starter()
        let configuration = LauncherConfiguration(
            folders: [folder.path],
            desktops: ["x", desktop]
        )
        #expect(configuration.problems == [])
        let launcher = Launcher(configuration: configuration)
        #expect(try launcher.plan(for: "prefs:root=WIFI").arguments == page)
        #expect(try launcher.plan(for: "PREFS:root=WIFI").arguments == page)
        #expect(try launcher.plan(for: "prefs:root=Anything").arguments == [other])
        for action in configuration.actions {
            guard let url = action.url, url.hasPrefix("prefs:") else { continue }
            #expect(try launcher.plan(for: url).arguments.isEmpty == false)
        }
        #expect(configuration.actions.count >= 5)
        #expect(configuration.actions.allSatisfy { $0.isEnabled == false })
    }

    @Test func elsewhereTheWayOutIsSaid() throws {
        let folder = try Self.starter()
        let configuration = LauncherConfiguration(folders: [folder.path], desktops: ["MATE"])
        let error = #expect(throws: RequestError.self) {
            try Launcher(configuration: configuration).plan(for: "prefs:root=WIFI")
        }
        #expect(error?.message.hasSuffix("add Exec-MATE, or Exec for all") == true)
    }
}
