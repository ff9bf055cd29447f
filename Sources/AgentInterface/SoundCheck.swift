import GLibBridge
import Glibc
package import NotifyCore

/// Checks the name of a sound, because a misspelled one would silently play nothing.
package struct SoundCheck: Sendable {
    /// The data folders, which contain the sound themes.
    private let data: [String]
    /// Whether paths may be relative to the current folder.
    private let takesRelativePaths: Bool

    /// Makes a check.
    ///
    /// - Parameter takesRelativePaths: whether paths may be relative to the current folder, as on a command line.
    package init(takesRelativePaths: Bool, data: [String] = DataFolders.all) {
        self.takesRelativePaths = takesRelativePaths
        self.data = data
    }

    /// Parses `default`, a name of a sound theme or a file.
    ///
    /// The notification server or the agent chooses the theme, so a name of any theme is valid; if none is
    /// installed, any name is.
    ///
    /// - Returns: the sound, a file by its absolute path; `nil` for `none`.
    /// - Throws: ``NotifyCore/RequestError`` if there is no such sound.
    package func sound(_ words: String) throws(RequestError) -> NotificationSound? {
        guard case .named(let name)? = NotificationSound(words: words), !name.isEmpty else {
            return NotificationSound(words: words)
        }
        if name.contains("/") {
            guard takesRelativePaths || name.hasPrefix("/") else {
                throw RequestError(
                    .invalidContent,
                    .sound,
                    value: name.quoted,
                    reason: "is a relative path",
                    wayOut: "write an absolute path"
                )
            }
            return .named(try Self.file(name))
        }
        let themes = SoundTheme.installed(in: data).map { SoundTheme(named: $0, in: data) }
        if themes.contains(where: { $0[name] != nil }) { return .named(name) }
        if takesRelativePaths, SoundTheme.isFile(name) { return .named(try Self.file(name)) }
        guard !themes.isEmpty else { return .named(name) }
        let guess = Suggestion.nearest(to: name, in: Set(themes.flatMap(\.names)))
        throw RequestError(
            .invalidContent,
            .sound,
            value: name.quoted,
            reason: "is in no sound theme",
            wayOut: guess.map { "did you mean \($0)?" }
                ?? "write default, none, a name such as bell, or a file"
        )
    }

    /// Returns the absolute path of a sound file.
    private static func file(_ path: String) throws(RequestError) -> String {
        let file = try NamedFile.open(path, as: .sound, wanted: "a sound file")
        guard let start = try? file.start(startLength), begins(start) else {
            throw RequestError(
                .invalidContent,
                .sound,
                value: path.quoted,
                reason: "is not a sound file",
                wayOut: "supported: Ogg, WAV, FLAC, MP3, MPEG-4, AIFF and AU"
            )
        }
        return FilePath.absolute(path)
    }

    private static let startLength = 12

    /// Returns whether a file with this start is a sound file.
    private static func begins(_ start: [UInt8]) -> Bool {
        func has(_ text: String, at offset: Int = 0) -> Bool {
            start.dropFirst(offset).starts(with: text.utf8)
        }
        // Without a tag an MP3 file starts with eleven set bits.
        let isFrame = start.count > 1 && start[0] == 0xFF && start[1] & 0xE0 == 0xE0
        return has("OggS") || has("fLaC") || has("ID3") || isFrame || has("ftyp", at: 4)
            || has(".snd") || has("caff") || (has("RIFF") && has("WAVE", at: 8))
            || (has("FORM") && has("AIF", at: 8))
    }
}
