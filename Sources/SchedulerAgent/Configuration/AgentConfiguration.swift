import ConfigurationFiles
import GLibBridge
import NotifyCore

/// What `agent.conf` says.
///
/// The user's file takes precedence over the system's, key by key. Invalid values have their default.
struct AgentConfiguration: Sendable {
    /// What an app may do that nobody was asked about.
    enum DefaultPermission: String, Sendable, CaseIterable {
        /// It may show notifications, as on every Linux desktop.
        case allow
        /// The user is asked once the app requests it.
        case ask
    }

    /// How a text is typed where the notification server has no field for it.
    enum ReplyPromptChoice: String, Sendable, CaseIterable {
        /// By the first program that is installed.
        case auto
        case zenity, kdialog
        /// None: a click reports that.
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

    /// What plays sounds where the notification server plays none.
    enum SoundPlayerChoice: String, Sendable, CaseIterable {
        /// The first program that is installed.
        case auto
        case pipeWire = "pw-play"
        case pulseAudio = "paplay"
        case alsa = "aplay"
        /// Nothing does.
        case none

        /// The programs to try, in order.
        var players: [SoundPlayer] {
            switch self {
            case .auto: SoundPlayer.allCases
            case .pipeWire: [.pipeWire]
            case .pulseAudio: [.pulseAudio]
            case .alsa: [.alsa]
            case .none: []
            }
        }
    }

    /// The name of the file in each configuration folder.
    static let fileName = "agent.conf"

    /// `[Permission] Default`.
    var defaultPermission = DefaultPermission.allow
    /// `[Reply] Prompt`.
    var replyPrompt = ReplyPromptChoice.auto
    /// `[Sound] Player`.
    var soundPlayer = SoundPlayerChoice.auto
    /// `[Sound] Theme`.
    var soundTheme = SoundTheme.standardName

    /// `[Server]`: what servers do in truth, key by key.
    var serverChanges: [ServerChange] = []

    /// The errors: a sentence for each file, group or key.
    private(set) var problems: [String] = []
    /// The keys that were read, as `[Group] Key`; the first file that has one decides.
    private var decided: Set<String> = []

    /// All defaults.
    init() {}

    /// Reads the configuration.
    ///
    /// - Parameter folders: the one that counts first.
    init(folders: [String]) {
        for folder in folders {
            let path = "\(folder)/\(Self.fileName)"
            do {
                guard let text = try TrustedFile.text(Self.fileName, in: folder) else { continue }
                read(try KeyFile(parsing: text), from: path)
            } catch let error as RequestError {
                problems.append(error.message)
            } catch {
                problems.append("\(path): \(error)")
            }
        }
    }

    private mutating func read(_ file: KeyFile, from path: String) {
        for group in file.groups {
            let known = ConfigurationKey.all.filter { $0.group == group.name }
            guard !known.isEmpty else {
                let names = ConfigurationKey.all.map(\.group)
                let hint = Self.hint(for: group.name, among: names) { "[\($0)]" }
                problems.append("\(path): there is no group [\(group.name)]; \(hint)")
                continue
            }
            for entry in group.entries {
                guard let key = known.first(where: { $0.name == entry.key }) else {
                    let hint = Self.hint(for: entry.key, among: known.map(\.name)) { $0 }
                    problems.append("\(path): [\(group.name)] has no key \(entry.key); \(hint)")
                    continue
                }
                guard decided.insert("[\(key.group)] \(key.name)").inserted else { continue }
                if !key.set(entry.value, &self) {
                    problems.append(
                        "\(path): [\(group.name)] \(entry.key)=\(entry.value) is not used; "
                            + "write \(key.values)"
                    )
                }
            }
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
