import GLibBridge
import NotifyCore

/// Who plays the sound of a bubble.
enum SoundPlan: Sendable, Equatable {
    /// The server, according to the bubble's hints.
    case server
    /// Nobody.
    case silent
    /// The agent; the server gets a hint to stay silent.
    case agent(SoundPlayer, file: String)

    /// Decides who plays the sound of a notification.
    ///
    /// - Parameters:
    ///   - isDisturbanceUnwanted: whether do-not-disturb is on, which does not mute critical notifications. A
    ///     server that plays sounds follows its own setting.
    ///   - theme: the user's sound theme; read only if needed.
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
        // As on Apple's systems, the standard sound replaces a missing one.
        return (sound.path == nil ? theme()[sound.themeName] : nil)
            ?? theme()[NotificationSound.standard.themeName]
    }
}

extension NotificationSound {
    /// The path of the file, if it is a file.
    var path: String? {
        guard case .named(let name) = self, name.hasPrefix("/") else { return nil }
        return name
    }

    /// The name in the sound theme (freedesktop.org's Sound Naming Specification).
    var themeName: String {
        switch self {
        case .standard: "message-new-instant"
        case .named(let name): name
        }
    }
}
