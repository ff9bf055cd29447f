import ConfigurationFiles
import GLibBridge
package import NotifyCore

/// The launcher's configuration in `launcher.conf`.
///
/// `[Scheme NAME]`, `[URL TEXT]` and `[Command NAME]` have the key `Exec`, a line in the Desktop Entry
/// Specification's quoting with the placeholders of ``NotifyCore/CommandTemplate``; `Exec-GNOME` and the
/// like take precedence over it on that desktop. `[Action ID]` is an entry of the launcher, or changes one of
/// the desktop. `[Device ID]` is what another machine of the relay may have this one open. `[Launcher]` defines how
/// entries are registered. The user's file takes precedence over the system's.
package struct LauncherConfiguration: Sendable {
    /// The name of the file in each configuration folder.
    package static let fileName = "launcher.conf"

    /// The actions, each once, in the files' order.
    package private(set) var actions: [ConfiguredAction] = []
    /// The settings in `[Launcher]`.
    package private(set) var settings = LauncherSettings()
    /// The errors: one for each file, group or key, which is ignored.
    package private(set) var faults: [RequestError] = []
    /// The errors, a sentence each.
    package var problems: [String] { faults.map(\.message) }

    /// The schemes that other machines may have this one open, by their IDs.
    private var devices: [String: Set<String>] = [:]
    /// The commands as they are written, in the files' order; those that a file of higher precedence has as well are
    /// left out.
    package private(set) var written: [WrittenCommand] = []

    private let desktops: [String]
    private var indices: [String: Int] = [:]
    private var commands: [CommandEntry.Key: CommandEntry] = [:]
    /// Invalid groups, which must not make another program open their URLs.
    private var broken: [CommandEntry.Key: BrokenEntry] = [:]
    /// The error of a file that cannot be read, which hides those of lower precedence.
    private var unusable: RequestError?

    /// Reads the files of configuration folders.
    package init(
        folders: [String] = ConfigurationFolders.configuration,
        desktops: [String] = CurrentDesktop.names
    ) {
        self.desktops = desktops
        for folder in folders {
            let path = "\(folder)/\(Self.fileName)"
            do throws(RequestError) {
                guard let text = try TrustedFile.text(Self.fileName, in: folder) else { continue }
                add(try Self.groups(of: text, path), from: path)
            } catch {
                // Its content is unknown, so files of lower precedence must not be used instead.
                unusable = error
                faults.append(error)
                break
            }
        }
    }

    /// Reads one text.
    package init(text: String, path: String) throws(RequestError) {
        desktops = []
        add(try Self.groups(of: text, path), from: path)
    }

    /// Returns a configured command; `nil` if there is none.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it is invalid, or may be in a file that cannot be read.
    package func command(
        _ kind: CommandEntry.Kind,
        _ name: String
    ) throws(RequestError) -> CommandEntry? {
        let key = CommandEntry.Key(kind, name)
        if let entry = broken[key] { throw entry.error }
        if let entry = commands[key] { return entry }
        if let unusable { throw unusable }
        return nil
    }

    /// Whether another machine of the relay may have this one open a URL.
    ///
    /// - Returns: whether `[Device ID]` names the URL's scheme. A machine without such a group is trusted with none.
    package func trusts(device: String, with url: LaunchURL) -> Bool {
        devices[device]?.contains(url.scheme) == true
    }

    /// Returns the names of all valid commands of a kind, in alphabetical order.
    package func names(of kind: CommandEntry.Kind) -> [String] {
        commands.keys.filter { $0.kind == kind }.map(\.name).sorted()
    }

    /// Returns the names of all invalid commands of a kind, with the reasons.
    func broken(_ kind: CommandEntry.Kind) -> [(name: String, entry: BrokenEntry)] {
        broken.filter { $0.key.kind == kind }.map { ($0.key.name, $0.value) }
    }

    /// Returns the groups of a file.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with the path if the text is not a key file.
    static func groups(of text: String, _ path: String) throws(RequestError) -> [KeyFile.Group] {
        do {
            return try KeyFile(parsing: text).groups
        } catch {
            throw RequestError(.invalidContent, error.message).at(path)
        }
    }

    private mutating func add(_ groups: [KeyFile.Group], from file: String) {
        for group in groups {
            switch GroupName(group.name) {
            case .command(let kind, let name): add(group, kind, name, from: file)
            case .action(let id): add(group, action: id, from: file)
            case .device(let id):
                let device = TrustedDevice(group)
                report(device.faults, in: group, of: file)
                // As with commands, the first file with the group is the one that counts.
                devices[id] = devices[id] ?? device.schemes
            case .launcher: report(settings.add(group), in: group, of: file)
            case .foreign: break
            case .unknown(let reason):
                report([RequestError(.invalidContent, reason)], in: group, of: file)
            }
        }
    }

    private mutating func report(
        _ faults: [RequestError],
        in group: KeyFile.Group,
        of file: String
    ) {
        self.faults += faults.map { Self.placed($0, in: group, of: file) }
    }

    private static func placed(
        _ fault: RequestError,
        in group: KeyFile.Group,
        of file: String
    ) -> RequestError {
        fault.at("\(file): [\(group.name)]").coded(.invalidContent)
    }

    private mutating func add(
        _ group: KeyFile.Group,
        _ kind: CommandEntry.Kind,
        _ name: String,
        from file: String
    ) {
        let key = CommandEntry.Key(kind, name)
        guard commands[key] == nil, broken[key] == nil else { return }
        guard kind != .scheme || !BuiltInScheme.names.contains(key.name) else {
            let fault = RequestError(
                .invalidContent,
                "\(key.name): is built in",
                wayOut: "for your own command use [Command NAME]"
            )
            return report([fault], in: group, of: file)
        }
        let lines = ExecLines(group, desktops: desktops)
        report(lines.faults, in: group, of: file)
        var problem: String?
        if case .failure(let error) = lines.chosen { problem = error.message }
        written.append(
            WrittenCommand(
                kind: kind,
                name: name,
                group: group.name,
                key: lines.key,
                line: lines.line,
                lines: lines.all,
                file: file,
                problem: problem
            )
        )
        switch lines.chosen {
        case .success(let template):
            commands[key] = CommandEntry(name: key.name, template: template, file: file)
        case .failure(let error):
            let placed = Self.placed(error, in: group, of: file)
            broken[key] = BrokenEntry(file: file, reason: error.message, error: placed)
        }
    }

    private mutating func add(_ group: KeyFile.Group, action id: String, from file: String) {
        let (action, faults) = ConfiguredAction.reading(group, id: id)
        report(faults, in: group, of: file)
        if let index = indices[id] {
            actions[index].fill(from: action)
        } else {
            indices[id] = actions.count
            actions.append(action)
        }
    }
}
