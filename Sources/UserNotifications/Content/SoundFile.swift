import Foundation
import NotifyCore

/// Finds the sounds of an app.
enum SoundFile {
    /// Returns the folders to search for a sound, in order.
    ///
    /// `$XDG_DATA_HOME/APP/sounds`, `~/Library/Sounds` as on Apple's systems, the resources of the main
    /// bundle, and the folder of the program.
    static func folders(appID: String) -> [String] {
        let environment = ProcessInfo.processInfo.environment
        let home = NSHomeDirectory()
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        // An app whose id is the path of its program has no folder there.
        let own = appID.contains("/") ? nil : "\(data ?? "\(home)/.local/share")/\(appID)/sounds"
        let program = Bundle.main.executableURL?.deletingLastPathComponent().path
        return [own, "\(home)/Library/Sounds", Bundle.main.resourcePath, program].compactMap { $0 }
    }

    /// Returns the sound for the agent.
    ///
    /// - Returns: the file or a name of the sound theme; the standard sound instead of a path that the agent
    ///   cannot read.
    static func sound(_ name: String, of appID: String, isSandboxed: Bool) -> NotificationSound {
        let found = resolved(name, in: isSandboxed ? [] : folders(appID: appID))
        return isSandboxed && found.contains("/") ? .standard : .named(found)
    }

    /// Returns the sound for the agent: the file's path, or a name of the sound theme.
    ///
    /// - Returns: the path of the first readable regular file; without one, the name without the extension of a
    ///   sound file, as in themes.
    static func resolved(_ name: String, in folders: [String]) -> String {
        let paths = name.hasPrefix("/") ? [name] : folders.map { "\($0)/\(name)" }
        let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        if isPlain, let path = paths.first(where: isReadable) {
            return URL(fileURLWithPath: path).standardizedFileURL.path
        }
        if name.hasPrefix("/") { return name }
        let ending = (name as NSString).pathExtension.lowercased()
        return endings.contains(ending) ? (name as NSString).deletingPathExtension : name
    }

    /// The extensions of sound files.
    private static let endings: Set<String> = [
        "wav", "aiff", "aif", "caf", "mp3", "m4a", "oga", "ogg", "flac",
    ]

    private static func isReadable(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && !isFolder.boolValue && FileManager.default.isReadableFile(atPath: path)
    }
}
