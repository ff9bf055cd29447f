import Glibc
import Launcher
import NotifyCore

/// The folder that holds the store, private to the user.
enum StateFolder {
    /// Makes the folder where it is missing.
    ///
    /// - Returns: its path.
    /// - Throws: ``NotifyCore/RequestError`` where it cannot be made.
    static func make() throws(RequestError) -> String {
        let folder = ConfigurationFolders.state
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            if mkdir(path, 0o700) != 0 && errno != EEXIST {
                // A folder on the way that may not be made may be there all the same.
                if access(path, F_OK) != 0 { throw failure(path) }
            }
        }
        guard chmod(folder, 0o700) == 0 else { throw failure(folder) }
        return folder
    }

    private static func failure(_ path: String) -> RequestError {
        RequestError(
            .storage,
            "the folder \(path) cannot be used: \(String(cString: strerror(errno)))"
        )
    }
}
