import ConfigurationFiles
package import GLibBridge

/// The program that a URL starts.
package struct LaunchPlan: Sendable, Equatable {
    /// The way of starting it.
    package enum Way: Sendable, Equatable {
        /// A command of the user in `launcher.conf`.
        case command
        /// An installed application, by its command line.
        case application(DesktopEntry)
        /// An installed application that needs a terminal or is started over the bus, by GIO.
        case desktop(DesktopEntry, action: String?, url: String?)
    }

    /// The argument vector; only for display if GIO starts the program.
    package let arguments: [String]
    /// The way of starting it.
    package let way: Way

    /// The program of a command of the user, if it is not installed or may not be run.
    package var missingProgram: String? {
        guard way == .command, let program = arguments.first else { return nil }
        let path =
            program.contains("/") && !program.hasPrefix("/") ? "\(directory)/\(program)" : program
        return InstalledProgram.path(of: path) == nil ? program : nil
    }

    /// The working directory: that of the desktop file, else the home.
    var directory: String {
        guard case .application(let entry) = way, let directory = entry.directory,
            ConfigurationFolders.isUsable(directory)
        else { return ConfigurationFolders.startFolder }
        return directory
    }

    /// The name of the start: the desktop file's, or the program's.
    var name: String {
        switch way {
        case .application(let entry), .desktop(let entry, _, _):
            entry.id.hasSuffix(".desktop") ? String(entry.id.dropLast(8)) : entry.id
        case .command:
            arguments.first?.split(separator: "/").last.map(String.init) ?? ""
        }
    }
}
