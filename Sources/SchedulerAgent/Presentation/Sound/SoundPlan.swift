import GLibBridge
import NotifyCore

/// Who plays the sound of a bubble.
enum SoundPlan: Sendable, Equatable {
    /// The server, as the bubble's hints say.
    case server
    /// Nobody.
    case silent
    /// The agent; the server gets the hint not to.
    case agent(SoundPlayer, file: String)

    /// Finds who plays the sound of a notification.
    ///
    /// - Parameters:
    ///   - content: what is shown.
    ///   - serverPlays: whether the server plays the sounds that it is asked for.
    ///   - isDisturbanceUnwanted: whether do-not-disturb is on; what is critical is heard all the same. A
    ///     server that plays sounds keeps to its own switch.
    ///   - players: those that may be used, the best first.
    ///   - isUsable: whether a player is there and can play a file.
    ///   - theme: the user's theme of sounds; read only where it is needed.
    init(
        for content: NotificationContent,
        serverPlays: Bool,
        isDisturbanceUnwanted: Bool,
        players: [SoundPlayer],
        isUsable: (SoundPlayer, String) -> Bool = { $0.canPlay($1) },
        theme: @autoclosure () -> SoundTheme
    ) {
        guard let sound = content.audibleSound else {
            self = .silent
            return
        }
        guard !serverPlays, !players.isEmpty else {
            self = .server
            return
        }
        guard !isDisturbanceUnwanted || content.interruptionLevel == .critical else {
            self = .silent
            return
        }
        switch Self.finding(sound, in: theme) {
        case nil: self = .server
        case .disabled: self = .silent
        case .file(let file):
            let player = players.first { isUsable($0, file) }
            self = player.map { .agent($0, file: file) } ?? .server
        }
    }

    private static func finding(
        _ sound: NotificationSound,
        in theme: () -> SoundTheme
    ) -> SoundTheme.Finding? {
        if let path = sound.path, SoundTheme.isFile(path) { return .file(path) }
        // Apple plays the standard sound in place of one that it does not find.
        return (sound.path == nil ? theme()[sound.themeName] : nil)
            ?? theme()[NotificationSound.standard.themeName]
    }
}

extension NotificationSound {
    /// The file, where it is one.
    var path: String? {
        guard case .named(let name) = self, name.hasPrefix("/") else { return nil }
        return name
    }

    /// The name in the theme of sounds (freedesktop.org's Sound Naming Specification).
    var themeName: String {
        switch self {
        case .standard: "message-new-instant"
        case .named(let name): name
        }
    }
}
