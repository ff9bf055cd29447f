import Foundation

/// Finds the sounds that an app brings along.
enum SoundFile {
    /// The folders in which a sound is looked for, in order.
    ///
    /// `$XDG_DATA_HOME/APP/sounds`, `~/Library/Sounds` as on Apple's systems, the resources of the main
    /// bundle, and the folder of the program.
    static func folders(appID: String) -> [String] {
        let environment = ProcessInfo.processInfo.environment
        let home = NSHomeDirectory()
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        // An app that is known by the path of its program has no folder of its own there.
        let own = appID.contains("/") ? nil : "\(data ?? "\(home)/.local/share")/\(appID)/sounds"
        let program = Bundle.main.executableURL?.deletingLastPathComponent().path
        return [own, "\(home)/Library/Sounds", Bundle.main.resourcePath, program].compactMap { $0 }
    }

    /// What the agent should play: the file's path, or a name of the sound theme.
    ///
    /// - Parameters:
    ///   - name: as the app gave it, such as `bell.wav`.
    ///   - folders: where it may be.
    /// - Returns: the path of the first regular file that can be read; without one the name, less the
    ///   ending of a sound file, which names of the theme do not have.
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

    private static let endings: Set<String> = [
        "wav", "aiff", "aif", "caf", "mp3", "m4a", "oga", "ogg", "flac",
    ]

    private static func isReadable(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && !isFolder.boolValue && FileManager.default.isReadableFile(atPath: path)
    }
}
