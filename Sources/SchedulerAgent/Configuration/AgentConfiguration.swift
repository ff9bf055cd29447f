import ConfigurationFiles
import GLibBridge
import NotifyCore

/// The settings in `agent.conf`.
///
/// The user's file takes precedence over the system's, key by key. Invalid values are replaced by defaults.
struct AgentConfiguration: Sendable {
    /// The permission of an app before the user has decided.
    enum DefaultPermission: String, Sendable, CaseIterable {
        /// It may show notifications, as on every Linux desktop.
        case allow
        /// The user is asked once the app requests it.
        case ask
    }

    /// The dialog for a text if the notification server has no field for it.
    enum ReplyPromptChoice: String, Sendable, CaseIterable {
        /// The first installed program.
        case auto
        case zenity, kdialog
        /// No dialog: a click reports an error.
        case none

        /// The programs to try, in order.
        var programs: [PromptProgram] {
            switch self {
            case .auto: PromptProgram.allCases
            case .zenity: [.zenity]
            case .kdialog: [.kdialog]
            case .none: []
            }
        }
    }

    /// The menu in which the user chooses an action where the notification server draws no buttons.
    enum MenuChoice: String, Sendable, CaseIterable {
        /// The first installed program.
        case auto
        case fuzzel, wofi, rofi, bemenu, zenity
        /// No menu: a click does nothing.
        case none

        /// The programs to try, in order.
        var programs: [MenuProgram] {
            switch self {
            case .auto: MenuProgram.allCases
            case .none: []
            default: MenuProgram(rawValue: rawValue).map { [$0] } ?? []
            }
        }
    }

    /// The bubbles that stay until they are dismissed.
    enum StayChoice: String, Sendable, CaseIterable {
        /// Those of requests with a trigger, on a server that keeps no list.
        case scheduled
        /// All of them, on every server that can.
        case always
        /// None: the server decides.
        case never
    }

    /// The player of sounds if the notification server plays none.
    enum SoundPlayerChoice: String, Sendable, CaseIterable {
        /// The first installed program.
        case auto
        case pipeWire = "pw-play"
        case pulseAudio = "paplay"
        case alsa = "aplay"
        /// No player.
        case none
    }

    /// The name of the file in each configuration folder.
    static let fileName = "agent.conf"

    /// `[Permission] Default`.
    var defaultPermission = DefaultPermission.allow
    /// `[Bubble] Stay`.
    var stay = StayChoice.scheduled
    /// `[Reply] Prompt`.
    var replyPrompt = ReplyPromptChoice.auto
    /// `[Reply] Menu`.
    var menu = MenuChoice.auto
    /// `[Sound] Player`.
    var soundPlayer = SoundPlayerChoice.auto
    /// `[Sound] Theme`.
    var soundTheme = SoundTheme.standardName

    /// `[Server]`: corrections of server profiles, those of the first file first.
    var serverChanges: [ServerChange] = []

    /// `[Focus NAME]`: the focuses, in the order of the files.
    var focuses: [FocusProfile] = []
    /// `[Summary] At`: when passive notifications come as one bubble; empty if each comes by itself.
    var summaryTimes: [FocusDates] = []

    /// The errors, one sentence for each file, group or key.
    private(set) var problems: [String] = []
    /// The keys that were read, as `[Group] Key`, with the server that they are for; the first file with a key decides.
    private var decided: Set<String> = []

    /// All defaults.
    init() {}

    /// Reads the configuration.
    ///
    /// - Parameter folders: the folders, in order of precedence.
    init(folders: [String]) {
        for folder in folders {
            let path = "\(folder)/\(Self.fileName)"
            do {
                guard let text = try TrustedFile.text(Self.fileName, in: folder) else { continue }
                let lines = KeyFileLines(text)
                read(try KeyFile(parsing: text), lines, from: path) { .configured(in: folders) }
            } catch let error as RequestError {
                problems.append(error.message)
            } catch {
                problems.append("\(path): \(error)")
            }
        }
    }

    private mutating func read(
        _ file: KeyFile,
        _ lines: KeyFileLines,
        from path: String,
        hours: @escaping DayHours.Source
    ) {
        func report(_ message: String, _ key: String? = nil, in group: KeyFile.Group) {
            let line = key.flatMap { lines.line(of: $0, in: group.name) }
            let place = (line ?? lines.line(of: group.name)).map { ":\($0)" } ?? ""
            problems.append("\(path)\(place): \(message)")
        }
        // A section of the user takes the place of the system's as a whole.
        let earlier = Set(focuses.map(\.name))
        for group in file.groups {
            if let name = FocusSection.name(ofGroup: group.name) {
                guard !earlier.contains(name) else { continue }
                guard !focuses.contains(where: { $0.name == name }) else {
                    report("[\(group.name)] has the name of a section before it", in: group)
                    continue
                }
                let section = FocusSection(name, group, hours: hours)
                focuses.append(section.profile)
                for problem in section.problems { report(problem.message, problem.key, in: group) }
                continue
            }
            let known = ConfigurationKey.all.filter { $0.group == group.name }
            guard !known.isEmpty else {
                let names = ConfigurationKey.all.map(\.group) + [FocusSection.spelling]
                let hint = Self.hint(for: group.name, among: names) { "[\($0)]" }
                report("there is no group [\(group.name)]; \(hint)", in: group)
                continue
            }
            let server = ServerChange.server(of: group)
            let earlierChanges = serverChanges.count
            for entry in group.entries {
                guard let key = known.first(where: { $0.name == entry.key }) else {
                    let hint = Self.hint(for: entry.key, among: known.map(\.name)) { $0 }
                    report("[\(group.name)] has no key \(entry.key); \(hint)", entry.key, in: group)
                    continue
                }
                let name = "[\(key.group)] \(key.name) \(server ?? "")"
                guard decided.insert(name).inserted else { continue }
                if !key.set(entry.value, &self) {
                    report(
                        "[\(group.name)] \(entry.key)=\(entry.value) is not used; "
                            + "write \(key.values)",
                        entry.key,
                        in: group
                    )
                }
            }
            for index in earlierChanges..<serverChanges.count {
                serverChanges[index].server = server
            }
        }
    }

    /// Returns the corrections for a server by its name, each key once; those for all servers if it has none.
    func corrections(of server: String?) -> [ServerChange] {
        var keys: Set<String> = []
        return serverChanges.filter { change in
            (change.server == nil || change.server == server) && keys.insert(change.key).inserted
        }
    }

    private static func hint(
        for name: String,
        among names: [String],
        _ spelling: (String) -> String
    ) -> String {
        if let guess = Suggestion.nearest(to: name, in: names) {
            return "did you mean \(spelling(guess))?"
        }
        return "there are \(Set(names).sorted().map(spelling).joined(separator: ", "))"
    }
}
