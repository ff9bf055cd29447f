import GLibBridge
import Glibc

/// The folders that hold this project's configuration and state (XDG Base Directory Specification).
public enum ConfigurationFolders {
    private static let name = "notify-schedule"

    /// Configuration folders, the user's own first.
    public static var configuration: [String] {
        let system = Environment["XDG_CONFIG_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/etc/xdg"
        let folders =
            [base("XDG_CONFIG_HOME", default: ".config")]
            + system.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        return folders.map { "\($0)/\(name)" }
    }

    /// The folder of the user's own configuration.
    public static var userConfiguration: String {
        "\(base("XDG_CONFIG_HOME", default: ".config"))/\(name)"
    }

    /// The folder of the store.
    public static var state: String {
        "\(base("XDG_STATE_HOME", default: ".local/state"))/\(name)"
    }

    /// The user's home folder.
    public static var home: String {
        if let home = Environment["HOME"], home.hasPrefix("/") { return home }
        guard let entry = getpwuid(getuid()) else { return "/" }
        return String(cString: entry.pointee.pw_dir)
    }

    /// Where programs start: at home, or at the root for whom has no home on the disk, such as nobody.
    static var startFolder: String {
        isUsable(home) ? home : "/"
    }

    /// Whether a program can have a folder as its working directory.
    static func isUsable(_ folder: String) -> Bool {
        access("\(folder)/", X_OK) == 0
    }

    private static func base(_ variable: String, default path: String) -> String {
        if let folder = Environment[variable], folder.hasPrefix("/") { return folder }
        return "\(home)/\(path)"
    }
}
