import GLibBridge

/// A theme of sounds, in which names have files (freedesktop.org's Sound Theme Specification).
struct SoundTheme: Sendable {
    /// What a name leads to.
    enum Finding: Sendable, Equatable {
        /// The file with the sound.
        case file(String)
        /// The user has switched it off, by an empty file with the ending `disabled`.
        case disabled
    }

    /// The theme in which every sound is looked for at last.
    static let standardName = "freedesktop"
    /// Themes that a theme may inherit from, itself among them.
    private static let mostThemes = 16
    /// Folders that a theme may have.
    private static let mostFolders = 64
    /// Bytes of an `index.theme` that are read.
    private static let indexSize = 65_536
    private static let endings = ["oga", "ogg", "wav"]

    /// Each theme's folders, in the order in which they are searched.
    private let folders: [String]

    /// Reads what a theme inherits.
    ///
    /// - Parameters:
    ///   - name: the theme's.
    ///   - data: the folders of data files, the one that counts first.
    init(named name: String, in data: [String] = DataFolders.all) {
        let bases = data.map { "\($0)/sounds" }
        var folders: [String] = []
        var known: Set<String> = []
        var waiting = [name]
        while known.count < Self.mostThemes, let theme = waiting.first {
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

    /// Looks for a sound; where it has none of its own, a more general name counts, as `message-new` for
    /// `message-new-instant` (Sound Naming Specification).
    ///
    /// - Parameter name: a name of the theme, without an ending.
    /// - Returns: what it leads to; `nil` where nothing has such a name.
    subscript(name: String) -> Finding? {
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

    /// Whether there is a regular file, at the end of a symbolic link too.
    static func isFile(_ path: String) -> Bool {
        (try? OpenFile(reading: path).status().isRegular) ?? false
    }

    /// Whether a text can be the name of a sound or a theme, and leads nowhere else.
    static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && !name.contains("/")
    }

    /// The first `index.theme` that is there says what the theme is.
    private static func index(of theme: String, in bases: [String]) -> KeyFile? {
        for base in bases {
            guard let file = try? OpenFile(reading: "\(base)/\(theme)/index.theme"),
                let bytes = try? file.start(indexSize)
            else { continue }
            return try? KeyFile(parsing: String(decoding: bytes, as: UTF8.self))
        }
        return nil
    }

    /// The folders with sounds for two loudspeakers, in every base.
    private static func folders(
        of theme: String,
        _ index: KeyFile?,
        in bases: [String]
    ) -> [String] {
        let named = list(index?["Sound Theme"]?["Directories"]).prefix(mostFolders).filter { name in
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
