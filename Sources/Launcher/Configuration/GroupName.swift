import NotifyCore

/// The kind of a group of `launcher.conf`, by the text between its brackets.
enum GroupName: Equatable {
    case command(CommandEntry.Kind, String)
    case action(String)
    /// Another machine of the relay, by its ID.
    case device(String)
    case launcher
    /// A group of another program, whose name begins with `X-`, as in desktop files.
    case foreign
    /// An unknown group, with what to write instead.
    case unknown(String)

    static let actionWord = "Action"
    static let deviceWord = "Device"
    static let launcherWord = "Launcher"

    init(_ text: String) {
        let word = text.prefix { $0 != " " }
        let name = String(text[word.endIndex...].drop { $0 == " " })
        if let kind = CommandEntry.Kind(rawValue: String(word)) {
            self = Self.problem(word, name).map(Self.unknown) ?? .command(kind, name)
        } else if word == Self.actionWord {
            self = Self.problem(word, name).map(Self.unknown) ?? .action(name)
        } else if word == Self.deviceWord {
            self =
                TrustedDevice.isID(name)
                ? .device(name.lowercased())
                : .unknown(
                    "a machine is named by its ID of \(TrustedDevice.digits) digits, which stays if it is renamed; "
                        + "notify-schedule relay list prints it"
                )
        } else if text == Self.launcherWord {
            self = .launcher
        } else if text.hasPrefix("X-") {
            self = .foreign
        } else {
            self = .unknown(Self.guess(String(word)))
        }
    }

    private static func problem(_ word: Substring, _ name: String) -> String? {
        if name.isEmpty { return "the name is missing; write it as [\(word) NAME]" }
        if word == CommandEntry.Kind.scheme.rawValue, name.contains(" ") {
            return "a scheme is one word; write it as [Scheme NAME]"
        }
        return nil
    }

    private static func guess(_ word: String) -> String {
        let known =
            CommandEntry.Kind.allCases.map(\.rawValue) + [actionWord, deviceWord, launcherWord]
        guard let nearest = Suggestion.nearest(to: word, in: known) else {
            return "the group is unknown; use "
                + known.map { $0 == launcherWord ? "[\($0)]" : "[\($0) …]" }.joined(separator: ", ")
        }
        return
            "the group is unknown; did you mean [\(nearest)\(nearest == launcherWord ? "" : " …")]?"
    }
}

/// The built-in schemes.
enum BuiltInScheme {
    static let desktop = "desktop"
    static let run = "run"
    static let names = [desktop, run]
}
