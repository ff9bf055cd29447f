import GLibBridge

/// Hears when a file of the configuration folders changes, comes or goes.
///
/// A folder that is not there is waited for in the nearest one above it that is: a monitor of a missing
/// path would look for it again and again.
@GLibActor
final class ConfigurationWatch {
    /// An editor that empties a file before it writes it leaves nothing in between, so the file is read
    /// once it has been quiet for so long, in microseconds.
    private static let settlingTime: Int64 = 250_000

    private let isMeant: @Sendable (String) -> Bool
    private let folders: [String]
    private let body: @GLibActor @Sendable () -> Void
    private var watches: [FolderWatch] = []
    private var settling: ClockTimer?

    /// Starts to watch a file.
    ///
    /// - Parameters:
    ///   - file: the file's name.
    ///   - folders: where it may lie, whether they exist or not.
    ///   - body: called on ``GLibActor`` after a change.
    /// - Throws: ``SystemError`` where the process is out of file descriptors.
    convenience init(
        _ file: String,
        in folders: [String],
        _ body: @escaping @GLibActor @Sendable () -> Void
    ) throws(SystemError) {
        try self.init(in: folders, { $0 == file }, body)
    }

    /// Starts to watch.
    ///
    /// - Parameters:
    ///   - folders: where the files may lie, whether they exist or not.
    ///   - isMeant: whether a name is that of such a file.
    ///   - body: called on ``GLibActor`` after a change.
    /// - Throws: ``SystemError`` where the process is out of file descriptors.
    init(
        in folders: [String],
        _ isMeant: @escaping @Sendable (String) -> Bool,
        _ body: @escaping @GLibActor @Sendable () -> Void
    ) throws(SystemError) {
        self.isMeant = isMeant
        self.folders = folders
        self.body = body
        settling = try ClockTimer(on: .bootTime) { [weak self] _ in
            guard let self else { return }
            // First, so that changes while the file is read are reported again.
            watchFolders()
            self.body()
        }
        watchFolders()
    }

    private func watchFolders() {
        watches = folders.compactMap { folder in
            var path = folder
            var names: Set<String> = []
            var mayBeMeant = true
            while true {
                // The folder's own name tells that it went away.
                if let slash = path.lastIndex(of: "/") {
                    names.insert(String(path[path.index(after: slash)...]))
                }
                let (expected, isFolder, isMeant) = (names, mayBeMeant, isMeant)
                if let watch = FolderWatch(
                    path,
                    { [weak self] name in
                        guard expected.contains(name) || isFolder && isMeant(name) else { return }
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
    }

    private func changed() {
        settling?.arm(at: ClockTimer.Clock.bootTime.now + Self.settlingTime)
    }
}
