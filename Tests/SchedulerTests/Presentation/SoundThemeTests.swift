import Foundation
import GLibBridge
import NotifyCore
import Testing

@testable import SchedulerAgent

/// Which file a name of the theme of sounds leads to, and who plays it.
@Suite struct SoundThemeTests {
    /// Two bases, the user's and the system's.
    private static func bases(_ files: [String: String]) throws -> [String] {
        let root = "\(NSTemporaryDirectory())nsched-sounds-\(UUID().uuidString)"
        for (path, text) in files {
            let url = URL(fileURLWithPath: "\(root)/\(path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try text.write(to: url, atomically: true, encoding: .utf8)
        }
        return ["\(root)/user", "\(root)/system"]
    }

    private static let files = [
        "system/sounds/freedesktop/stereo/message.oga": "",
        "system/sounds/freedesktop/stereo/bell.oga": "",
        "system/sounds/freedesktop/stereo/bell.wav": "",
        "system/sounds/freedesktop/stereo/old.ogg": "",
        "user/sounds/freedesktop/stereo/own.wav": "",
        "user/sounds/freedesktop/stereo/quiet.disabled": "",
        "system/sounds/freedesktop/stereo/quiet.oga": "",
        "system/sounds/alone.wav": "",
        "user/sounds/Mine/index.theme": """
        [Sound Theme]
        Name=Mine
        Inherits=Round,Parent
        Directories=big,stereo/alerts

        [big]
        OutputProfile=5.1

        [stereo/alerts]
        OutputProfile=stereo
        """,
        "user/sounds/Mine/big/far.oga": "",
        "user/sounds/Mine/stereo/alerts/near.oga": "",
        "system/sounds/Mine/stereo/alerts/spread.oga": "",
        "user/sounds/Round/index.theme": "[Sound Theme]\nInherits=Mine\n",
        "user/sounds/Parent/stereo/bell.oga": "",
    ]

    @Test(
        arguments: [
            ("freedesktop", "bell", "system/sounds/freedesktop/stereo/bell.oga"),
            ("freedesktop", "old", "system/sounds/freedesktop/stereo/old.ogg"),
            ("freedesktop", "own", "user/sounds/freedesktop/stereo/own.wav"),
            ("freedesktop", "message-new-instant", "system/sounds/freedesktop/stereo/message.oga"),
            ("freedesktop", "alone", "system/sounds/alone.wav"),
            ("freedesktop", "nothing", nil),
            ("freedesktop", "-", nil),
            ("freedesktop", "", nil),
            ("freedesktop", "stereo/bell", nil),
            ("freedesktop", "../sounds/alone", nil),
            ("Missing", "bell", "system/sounds/freedesktop/stereo/bell.oga"),
            ("../sounds/Mine", "near", nil),
            ("Mine", "near", "user/sounds/Mine/stereo/alerts/near.oga"),
            ("Mine", "spread", "system/sounds/Mine/stereo/alerts/spread.oga"),
            ("Mine", "far", nil),
            ("Mine", "bell", "user/sounds/Parent/stereo/bell.oga"),
            ("Round", "near", "user/sounds/Mine/stereo/alerts/near.oga"),
        ] as [(String, String, String?)]
    )
    func aNameLeadsToAFile(theme: String, name: String, expected: String?) throws {
        let bases = try Self.bases(Self.files)
        let root = String(bases[0].dropLast("user".count))
        let finding = SoundTheme(named: theme, in: bases)[name]
        #expect(finding == expected.map { .file(root + $0) })
    }

    @Test func anEmptyFileSwitchesASoundOff() throws {
        let theme = SoundTheme(named: "freedesktop", in: try Self.bases(Self.files))
        #expect(theme["quiet"] == .disabled)
    }

    @Test(
        arguments: [
            // Passive is silent and critical is not, whatever else is asked for (Apple).
            ("none", .active, false, false, "silent"), ("none", .critical, false, false, "message"),
            ("default", .passive, false, false, "silent"),
            ("default", .passive, true, false, "silent"),
            ("default", .active, false, false, "message"),
            ("bell", .timeSensitive, false, false, "bell"),
            ("default", .active, true, false, "server"), ("none", .critical, true, true, "server"),
            ("bell", .active, false, true, "silent"),
            ("bell", .timeSensitive, false, true, "silent"),
            ("bell", .critical, false, true, "bell"), ("quiet", .active, false, false, "silent"),
            ("nothing", .active, false, false, "message"),
            ("/nonexistent/a.wav", .active, false, false, "message"),
        ] as [(String, InterruptionLevel, Bool, Bool, String)]
    )
    func whoPlaysASound(
        sound: String,
        level: InterruptionLevel,
        serverPlays: Bool,
        isDisturbanceUnwanted: Bool,
        expected: String
    ) throws {
        let theme = SoundTheme(named: "freedesktop", in: try Self.bases(Self.files))
        let plan = SoundPlan(
            for: NotificationContent(
                title: "T",
                sound: sound == "none" ? nil : sound == "default" ? .standard : .named(sound),
                interruptionLevel: level
            ),
            serverPlays: serverPlays,
            isDisturbanceUnwanted: isDisturbanceUnwanted,
            players: [.pipeWire],
            isUsable: { _, _ in true },
            theme: theme
        )
        let words =
            switch plan {
            case .server: "server"
            case .silent: "silent"
            case .agent(_, let file):
                URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
            }
        #expect(words == expected)
    }

    @Test func theFirstPlayerThatUnderstandsTheFilePlays() throws {
        let theme = SoundTheme(named: "freedesktop", in: try Self.bases(Self.files))
        func plan(_ name: String, _ players: [SoundPlayer]) -> SoundPlan {
            SoundPlan(
                for: NotificationContent(title: "T", sound: .named(name)),
                serverPlays: false,
                isDisturbanceUnwanted: false,
                players: players,
                isUsable: { player, file in player.understands(file) && player != .pipeWire },
                theme: theme
            )
        }
        #expect(plan("bell", SoundPlayer.allCases).player == .pulseAudio)
        #expect(plan("own", [.alsa, .pulseAudio]).player == .alsa)
        #expect(plan("bell", [.alsa]) == .server)
        #expect(plan("own", []) == .server)
    }
}

extension SoundPlan {
    fileprivate var player: SoundPlayer? {
        if case .agent(let player, _) = self { player } else { nil }
    }
}
