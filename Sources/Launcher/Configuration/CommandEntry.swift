package import NotifyCore

/// A command of the user in `launcher.conf`.
package struct CommandEntry: Sendable, Equatable {
    /// The kind of command.
    package enum Kind: String, Sendable, CaseIterable {
        /// Every URL of a scheme: `[Scheme NAME]`.
        case scheme = "Scheme"
        /// A single URL: `[URL TEXT]`.
        case url = "URL"
        /// The name after `run:`: `[Command NAME]`.
        case command = "Command"
    }

    /// The key of a command.
    struct Key: Hashable {
        let kind: Kind
        let name: String

        /// Makes a key; schemes are case-insensitive.
        init(_ kind: Kind, _ name: String) {
            self.kind = kind
            switch kind {
            case .scheme: self.name = name.lowercased()
            case .command: self.name = name
            case .url:
                let scheme = name.prefix { $0 != ":" }
                self.name = scheme.lowercased() + name[scheme.endIndex...]
            }
        }
    }

    /// The scheme in lower case, the URL, or the command's name.
    package let name: String
    /// The command.
    package let template: CommandTemplate
    /// Its file.
    package let file: String
}

/// An invalid command.
struct BrokenEntry {
    /// Its file.
    let file: String
    /// What is wrong, without the place.
    let reason: String
    /// The error.
    let error: RequestError
}
