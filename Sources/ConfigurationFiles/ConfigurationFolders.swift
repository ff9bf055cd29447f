import GLibBridge
import Glibc
package import NotifyCore

/// The folders of this project's configuration and state (XDG Base Directory Specification).
package enum ConfigurationFolders {
    private static let name = "notify-schedule"

    /// The configuration folders, the user's first.
    package static var configuration: [String] { configuration(of: name) }

    /// Returns the configuration folders of a program, the user's first.
    package static func configuration(of name: String) -> [String] {
        let system = Environment["XDG_CONFIG_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/etc/xdg"
        let folders =
            [base("XDG_CONFIG_HOME", default: ".config")]
            + system.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        return folders.map { "\($0)/\(name)" }
    }

    /// The folder of the user's configuration.
    package static var userConfiguration: String {
        "\(base("XDG_CONFIG_HOME", default: ".config"))/\(name)"
    }

    /// Makes a folder, and those above it.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with the path and the reason.
    package static func make(_ folder: String) throws(RequestError) {
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            guard mkdir(path, 0o700) == 0 || errno == EEXIST || access(path, F_OK) == 0 else {
                throw RequestError(
                    .notAllowed,
                    "\(path) cannot be created: \(String(cString: strerror(errno)))"
                )
            }
        }
    }

    /// The folder of the store.
    package static var state: String {
        "\(base("XDG_STATE_HOME", default: ".local/state"))/\(name)"
    }

    /// The user's home folder.
    package static var home: String {
        if let home = Environment["HOME"], home.hasPrefix("/") { return home }
        guard let entry = getpwuid(getuid()) else { return "/" }
        return String(cString: entry.pointee.pw_dir)
    }

    /// The working directory of programs: the home folder, or the root if it does not exist, as for nobody.
    package static var startFolder: String {
        isUsable(home) ? home : "/"
    }

    /// Returns whether a folder can be a working directory.
    package static func isUsable(_ folder: String) -> Bool {
        access("\(folder)/", X_OK) == 0
    }

    private static func base(_ variable: String, default path: String) -> String {
        if let folder = Environment[variable], folder.hasPrefix("/") { return folder }
        return "\(home)/\(path)"
    }
}
