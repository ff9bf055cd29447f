import GLibBridge
public import NotifyCore

/// The commands that the user configured for URL schemes, from `launcher.conf`.
///
/// A group `[Scheme NAME]` has the key `Exec`, a line in the Desktop Entry Specification's quoting with the
/// placeholders of ``NotifyCore/CommandTemplate``. The user's own file goes before the system's.
public struct SchemeTable: Sendable {
    /// One scheme's command.
    public struct Entry: Sendable, Equatable {
        /// The scheme in lower case.
        public let scheme: String
        /// The command.
        public let template: CommandTemplate
        /// The file that it stands in.
        public let file: String
    }

    /// The name of the file in each configuration folder.
    public static let fileName = "launcher.conf"

    /// The entries by scheme.
    public private(set) var entries: [String: Entry] = [:]
    /// What did not hold: one sentence a file or entry, which is then left out.
    public private(set) var problems: [String] = []
    private var brokenSchemes: [String: String] = [:]

    /// Reads the table from configuration folders.
    ///
    /// - Parameter folders: the one that counts first.
    public init(folders: [String] = ConfigurationFolders.configuration) {
        for folder in folders {
            do {
                guard let text = try TrustedFile.text(Self.fileName, in: folder) else { continue }
                add(text, from: "\(folder)/\(Self.fileName)")
            } catch {
                problems.append(error.message)
            }
        }
    }

    /// The command of a scheme; `nil` where none is configured.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where there is an entry and it does not hold, so that a broken
    ///   one never falls through to another program.
    public func entry(for scheme: String) throws(RequestError) -> Entry? {
        if let problem = brokenSchemes[scheme] { throw RequestError(.invalidContent, problem) }
        return entries[scheme]
    }

    private mutating func add(_ text: String, from file: String) {
        let keyFile: KeyFile
        do {
            keyFile = try KeyFile(parsing: text)
        } catch {
            problems.append("\(file): \(error.message)")
            return
        }
        for group in keyFile.groups {
            guard let scheme = Self.scheme(of: group.name) else { continue }
            guard entries[scheme] == nil, brokenSchemes[scheme] == nil else { continue }
            do throws(RequestError) {
                guard let line = group["Exec"] else {
                    throw RequestError(.invalidContent, "the key Exec is missing")
                }
                let template = try CommandTemplate(parsing: line)
                entries[scheme] = Entry(scheme: scheme, template: template, file: file)
            } catch {
                let problem = "\(file): [\(group.name)]: \(error.message)"
                problems.append(problem)
                brokenSchemes[scheme] = problem
            }
        }
    }

    private static func scheme(of group: String) -> String? {
        let words = group.split(separator: " ")
        guard words.count == 2, words[0] == "Scheme" else { return nil }
        return words[1].lowercased()
    }
}
