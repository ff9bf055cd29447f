import Glibc
package import NotifyCore

/// The folder of the store, private to the user.
package enum StateFolder {
    /// Creates the folder if it is missing.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it cannot be created.
    package static func make() throws(RequestError) -> String {
        let folder = ConfigurationFolders.state
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            if mkdir(path, 0o700) != 0 && errno != EEXIST {
                // A parent folder that cannot be created may exist already.
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
