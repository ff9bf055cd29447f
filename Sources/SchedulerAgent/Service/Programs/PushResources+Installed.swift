import GLibBridge
import Launcher

extension PushResources {
    /// The key of a desktop file that names the folder with the app's string tables.
    static let stringsKey = "X-NotifySchedule-Strings"

    /// Looks up on a separate thread what an app has installed.
    ///
    /// - Parameter sound: the name of a sound; `nil` for none.
    /// - Returns: what was found; nothing where the file system does not answer.
    static func installed(_ app: String, sound: String?) async -> PushResources {
        await DesktopFileReader.read(for: app) { found(app, sound: sound) } ?? PushResources()
    }

    private static func found(_ app: String, sound: String?) -> PushResources {
        var resources = PushResources()
        if let entry = DesktopApps.app(app), !AppStart.isSandboxed(entry) {
            let folder = entry.text(stringsKey)
            resources.strings = folder.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        if let sound {
            resources.sound = soundFolders(of: app).map { "\($0)/\(sound)" }.first { path in
                (try? OpenFile(reading: path).status())?.isRegular ?? false
            }
        }
        return resources
    }

    /// The folders of an app's own sounds that do not depend on its program.
    private static func soundFolders(of app: String) -> [String] {
        guard let home = Environment["HOME"], home.hasPrefix("/") else { return [] }
        let data = Environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        // An app whose id is the path of its program has no folder there.
        let own = app.contains("/") ? nil : "\(data ?? "\(home)/.local/share")/\(app)/sounds"
        return [own, "\(home)/Library/Sounds"].compactMap { $0 }
    }
}
