/// A sound theme (freedesktop.org's Sound Theme Specification).
package struct SoundTheme: Sendable {
    /// The result of a lookup.
    package enum Finding: Sendable, Equatable {
        /// A sound file.
        case file(String)
        /// The user has disabled it, by an empty file with the extension `disabled`.
        case disabled
    }

    /// The fallback theme.
    package static let standardName = "freedesktop"
    /// The maximum number of inherited themes, with the theme itself.
    private static let maxThemes = 16
    /// The maximum number of a theme's folders.
    private static let maxFolders = 64
    /// The maximum size of an `index.theme`.
    private static let indexSize = 65_536
    private static let endings = ["oga", "ogg", "wav"]

    /// Each theme's folders, in search order.
    private let folders: [String]

    /// Reads a theme and those that it inherits.
    package init(named name: String, in data: [String] = DataFolders.all) {
        let bases = data.map { "\($0)/sounds" }
        var folders: [String] = []
        var known: Set<String> = []
        var waiting = [name]
        while known.count < Self.maxThemes, let theme = waiting.first {
            waiting.removeFirst()
            guard Self.isName(theme), theme != Self.standardName, known.insert(theme).inserted
            else { continue }
            let index = Self.index(of: theme, in: bases)
            folders += Self.folders(of: theme, index, in: bases)
            waiting = Self.list(index?["Sound Theme"]?["Inherits"]) + waiting
        }
        let index = Self.index(of: Self.standardName, in: bases)
        // Sounds without a theme come last.
        self.folders = folders + Self.folders(of: Self.standardName, index, in: bases) + bases
    }

    /// Looks up a sound, or the sound of a more general name, such as `message-new` for `message-new-instant`
    /// (Sound Naming Specification).
    ///
    /// - Parameter name: a name of the theme, without an extension.
    /// - Returns: the result; `nil` if there is no such sound.
    package subscript(name: String) -> Finding? {
        guard Self.isName(name) else { return nil }
        var name = name[...]
        while true {
            for folder in folders {
                if Self.isFile("\(folder)/\(name).disabled") { return .disabled }
                let paths = Self.endings.lazy.map { "\(folder)/\(name).\($0)" }
                if let path = paths.first(where: Self.isFile) { return .file(path) }
            }
            guard let dash = name.lastIndex(of: "-"), dash > name.startIndex else { return nil }
            name = name[..<dash]
        }
    }

    /// Returns whether there is a regular file; follows a symbolic link.
    package static func isFile(_ path: String) -> Bool {
        (try? OpenFile(reading: path).status().isRegular) ?? false
    }

    /// Returns whether a text can be the name of a sound or a theme, without a path.
    package static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && !name.contains("/")
    }

    /// Returns the names of the installed themes.
    ///
    /// - Returns: the names, each once; empty if no sounds are installed.
    package static func installed(in data: [String] = DataFolders.all) -> [String] {
        Set(data.flatMap { FolderNames.all(in: "\($0)/sounds") }.filter(isName)).sorted()
    }

    /// The names of the sounds that the theme has files for.
    package var names: [String] {
        let files = folders.flatMap { FolderNames.all(in: $0) }
        let names = files.compactMap { file in
            Self.endings.first { file.hasSuffix(".\($0)") }.map {
                String(file.dropLast($0.count + 1))
            }
        }
        return Set(names).sorted()
    }

    /// Reads the first existing `index.theme`.
    private static func index(of theme: String, in bases: [String]) -> KeyFile? {
        for base in bases {
            guard let file = try? OpenFile(reading: "\(base)/\(theme)/index.theme"),
                let bytes = try? file.start(indexSize)
            else { continue }
            return try? KeyFile(parsing: String(decoding: bytes, as: UTF8.self))
        }
        return nil
    }

    /// Returns the folders with stereo sounds, in every data folder.
    private static func folders(
        of theme: String,
        _ index: KeyFile?,
        in bases: [String]
    ) -> [String] {
        let named = list(index?["Sound Theme"]?["Directories"]).prefix(maxFolders).filter { name in
            !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
                && index?[name]?["OutputProfile"] ?? "stereo" == "stereo"
        }
        let folders = named.isEmpty ? ["stereo"] : Array(named)
        return folders.flatMap { folder in bases.map { "\($0)/\(theme)/\(folder)" } }
    }

    private static func list(_ text: String?) -> [String] {
        (text ?? "").split { $0 == "," || $0 == ";" || $0 == " " }.map(String.init)
    }
}
