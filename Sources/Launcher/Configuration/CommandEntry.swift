public import NotifyCore

/// A command of the user's own, as a group of `launcher.conf` has it.
public struct CommandEntry: Sendable, Equatable {
    /// What the command belongs to.
    public enum Kind: String, Sendable, CaseIterable {
        /// Every URL of a scheme: `[Scheme NAME]`.
        case scheme = "Scheme"
        /// One URL alone: `[URL TEXT]`.
        case url = "URL"
        /// The name after `run:`: `[Command NAME]`.
        case command = "Command"
    }

    /// What names a command among all.
    struct Key: Hashable {
        let kind: Kind
        let name: String

        /// Makes a key; schemes are the same in upper and lower case.
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
    public let name: String
    /// The command.
    public let template: CommandTemplate
    /// The file that it stands in.
    public let file: String
}

/// A command that is there and does not hold.
struct BrokenEntry {
    /// The file that it stands in.
    let file: String
    /// The group.
    let group: String
    /// What is wrong.
    let reason: String

    /// All of it, as a sentence.
    var message: String { "\(file): [\(group)]: \(reason)" }
}
