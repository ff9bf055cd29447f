package import GLibBridge

/// Watches the configuration folders for changed, new and deleted files.
///
/// For a missing folder, its nearest existing parent is watched, because a monitor of a missing path would poll.
@GLibActor
package final class ConfigurationWatch {
    /// The time without changes before a file is read, in microseconds.
    ///
    /// Some editors truncate a file before they write it.
    private static let debounceTime: Int64 = 250_000
    /// The time after the first change at which they are read even if more come.
    private static let maxDebounceTime: Int64 = 2_000_000

    private let isMeant: @Sendable (String) -> Bool
    private let folders: [String]
    private let subfolders: @GLibActor @Sendable () -> [String]
    private let files: @GLibActor @Sendable () -> [String]
    private let body: @GLibActor @Sendable () -> Void
    private var watches: [FolderWatch] = []
    private var debounce: ClockTimer?
    /// When the first of the changes came that are not read yet.
    private var firstChange: Int64?

    /// Starts to watch a file.
    ///
    /// - Throws: ``SystemError`` if the process is out of file descriptors.
    package convenience init(
        _ file: String,
        in folders: [String],
        _ body: @escaping @GLibActor @Sendable () -> Void
    ) throws(SystemError) {
        try self.init(in: folders, { $0 == file }, body)
    }

    /// Starts to watch.
    ///
    /// - Parameters:
    ///   - subfolders: returns the paths of folders in these folders whose files are meant as well, which may be
    ///     others after each change.
    ///   - files: returns further files to watch, which may be others after each change.
    /// - Throws: ``SystemError`` if the process is out of file descriptors.
    package init(
        in folders: [String],
        _ isMeant: @escaping @Sendable (String) -> Bool,
        in subfolders: @escaping @GLibActor @Sendable () -> [String] = { [] },
        and files: @escaping @GLibActor @Sendable () -> [String] = { [] },
        _ body: @escaping @GLibActor @Sendable () -> Void
    ) throws(SystemError) {
        self.isMeant = isMeant
        self.folders = folders
        self.subfolders = subfolders
        self.files = files
        self.body = body
        debounce = try ClockTimer(on: .bootTime) { [weak self] _ in
            guard let self else { return }
            firstChange = nil
            // First, so that changes while the file is read are reported again.
            watchFolders()
            self.body()
        }
        watchFolders()
    }

    private func watchFolders() {
        let inner = subfolders()
        let innerNames = Set(inner.compactMap { $0.split(separator: "/").last.map(String.init) })
        watches = folders.compactMap { folder in
            var path = folder
            var names: Set<String> = []
            var mayBeMeant = true
            while true {
                // An event with the folder's own name reports its removal.
                if let slash = path.lastIndex(of: "/") {
                    names.insert(String(path[path.index(after: slash)...]))
                }
                let (expected, isFolder, isMeant) = (names, mayBeMeant, isMeant)
                if let watch = FolderWatch(
                    path,
                    { [weak self] name in
                        let isInner = isFolder && innerNames.contains(name)
                        guard expected.contains(name) || isInner || isFolder && isMeant(name) else {
                            return
                        }
                        self?.changed()
                    }
                ) {
                    return watch
                }
                guard let slash = path.lastIndex(of: "/"), path != "/" else { return nil }
                mayBeMeant = false
                names = [String(path[path.index(after: slash)...])]
                path = slash == path.startIndex ? "/" : String(path[..<slash])
            }
        }
        watches += inner.compactMap { folder in
            FolderWatch(folder) { [weak self, isMeant] name in if isMeant(name) { self?.changed() }
            }
        }
        watches += Dictionary(grouping: files(), by: Self.folder).compactMap { folder, files in
            let names = Set(files.map { String($0.dropFirst(folder.count).drop { $0 == "/" }) })
            return FolderWatch(folder) { [weak self] name in
                if names.contains(name) { self?.changed() }
            }
        }
    }

    private static func folder(of file: String) -> String {
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
        return folder.isEmpty ? "/" : folder
    }

    private func changed() {
        let now = ClockTimer.Clock.bootTime.now
        let first = firstChange ?? now
        firstChange = first
        debounce?.arm(at: min(now + Self.debounceTime, first + Self.maxDebounceTime))
    }
}
