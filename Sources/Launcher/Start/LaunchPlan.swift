public import GLibBridge

/// What a URL starts.
public struct LaunchPlan: Sendable, Equatable {
    /// Who makes the start.
    public enum Way: Sendable, Equatable {
        /// A command of the user's own, from `launcher.conf`.
        case command
        /// An installed application, by its command line.
        case application(DesktopEntry)
        /// An installed application that needs a terminal or is started over the bus: GIO knows how.
        case desktop(DesktopEntry, action: String?, url: String?)
    }

    /// The argument vector; for people alone where GIO makes the start.
    public let arguments: [String]
    /// Who makes the start.
    public let way: Way

    /// The working directory: what the desktop file asks for, else the home.
    var directory: String {
        guard case .application(let entry) = way, let directory = entry.directory,
            ConfigurationFolders.isUsable(directory)
        else { return ConfigurationFolders.startFolder }
        return directory
    }

    /// What the start is called among others: the desktop file's name, or the program's.
    var name: String {
        switch way {
        case .application(let entry), .desktop(let entry, _, _):
            entry.id.hasSuffix(".desktop") ? String(entry.id.dropLast(8)) : entry.id
        case .command:
            arguments.first?.split(separator: "/").last.map(String.init) ?? ""
        }
    }
}
