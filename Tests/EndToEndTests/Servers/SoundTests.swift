import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// Sounds that the agent plays itself, by players that record how they were called.
@Suite(.serialized) struct SoundTests {
    /// A fixture with a theme of sounds, whose agent finds programs in a folder of the test's own.
    private struct Setup {
        let fixture: AgentFixture
        let server: FakeNotificationServer
        let recorder: CommandRecorder
        let agent: RunningProgram
        let sounds: String

        init(
            as profile: ServerProfile = .notificationDaemon,
            players: [String: String],
            configuration: String? = nil
        ) async throws {
            fixture = try await AgentFixture()
            server = try await FakeNotificationServer(on: fixture.bus, as: profile)
            recorder = try await CommandRecorder(in: fixture)
            sounds = "\(fixture.directory)/share/sounds/freedesktop/stereo"
            for folder in [sounds, "\(fixture.directory)/bin"] {
                try FileManager.default.createDirectory(
                    atPath: folder,
                    withIntermediateDirectories: true
                )
            }
            for name in ["message-new-instant.oga", "bell.oga", "horn.wav"] {
                try Data().write(to: URL(fileURLWithPath: "\(sounds)/\(name)"))
            }
            for (name, line) in players {
                let record = "PATH=/usr/bin:/bin; \"\(recorder.program)\" \(name) \"$@\""
                _ = try recorder.makeProgram("bin/\(name)", "\(record)\n\(line)")
            }
            if let configuration { try fixture.configure(configuration) }
            agent = try await fixture.startAgent(["PATH": "\(fixture.directory)/bin"])
        }

        func shown(_ arguments: String...) async throws -> NotifyCall {
            let outcome = try await fixture.run(["add", "T", "--id", "one"] + arguments)
            guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
            return try await server.next(within: 30).call
        }
    }

    private static func soundHints(_ call: NotifyCall) -> [NotifyCall.Hint] {
        call.hints.filter { $0.name.contains("sound") }
    }

    @Test func theAgentPlaysWhatTheServerOnlyClaimsToPlay() async throws {
        let setup = try await Setup(players: ["pw-play": "", "paplay": "", "aplay": ""])
        let call = try await setup.shown("--sound", "default")
        let sender = try setup.fixture.sender()
        #expect(
            call.withSortedHints
                == NotifyCall(
                    sender: sender.name,
                    appName: "Notify Schedule",
                    icon: "org.notifyschedule.NotifySchedule",
                    summary: "T",
                    body: "",
                    actions: [],
                    hints: [
                        NotifyCall.Hint(
                            name: "desktop-entry",
                            value: .string("org.notifyschedule.NotifySchedule")
                        ),
                        NotifyCall.Hint(name: "sender-pid", value: .int64(Int64(sender.process))),
                        NotifyCall.Hint(name: "suppress-sound", value: .boolean(true)),
                        NotifyCall.Hint(name: "urgency", value: .byte(1)),
                    ],
                    expireTimeout: -1
                )
        )
        #expect(
            try await setup.recorder.expectCalls([
                "pw-play", "\(setup.sounds)/message-new-instant.oga",
            ])
        )
    }

    @Test func aFileIsPlayedByThePlayerThatKnowsIt() async throws {
        let setup = try await Setup(players: ["aplay": ""])
        let file = "\(setup.fixture.directory)/-own sound.WAV"
        try Data("RIFF....WAVE".utf8).write(to: URL(fileURLWithPath: file))
        let call = try await setup.shown("--sound", file)
        #expect(
            Self.soundHints(call) == [
                NotifyCall.Hint(name: "suppress-sound", value: .boolean(true))
            ]
        )
        #expect(try await setup.recorder.expectCalls(["aplay", "-q", file]))
        // Nothing here plays that, so the server may try.
        let other = try await setup.shown("--sound", "bell")
        #expect(
            Self.soundHints(other) == [NotifyCall.Hint(name: "sound-name", value: .string("bell"))]
        )
    }

    @Test func aServerThatPlaysIsLeftToIt() async throws {
        let setup = try await Setup(as: .standard, players: ["pw-play": ""])
        let call = try await setup.shown("--sound", "bell")
        #expect(
            Self.soundHints(call) == [NotifyCall.Hint(name: "sound-name", value: .string("bell"))]
        )
        try await setup.fixture.barrier(setup.server)
        #expect(setup.recorder.isUntouched)
    }

    @Test func whatComesBackWasHeardAlready() async throws {
        let setup = try await Setup(as: .standard, players: ["pw-play": ""])
        let first = try await setup.shown("--sound", "bell")
        #expect(first.hint("sound-name")?.string == "bell")
        try await setup.fixture.waitForDeliveries()
        try await setup.server.changeOwner()
        let again = try await setup.server.next(within: 30).call
        #expect(again.summary == first.summary)
        #expect(
            Self.soundHints(again)
                == [NotifyCall.Hint(name: "suppress-sound", value: .boolean(true))]
        )
    }

    @Test func whatIsSilentStaysSilent() async throws {
        let setup = try await Setup(players: ["pw-play": ""])
        for arguments in [["--sound", "none"], ["--sound", "default", "--level", "passive"]] {
            let outcome = try await setup.fixture.run(["add", "T"] + arguments)
            #expect(outcome.code == 0)
            #expect(
                Self.soundHints(try await setup.server.next(within: 30).call) == [
                    NotifyCall.Hint(name: "suppress-sound", value: .boolean(true))
                ]
            )
        }
        // A bubble that the server keeps from the screen.
        await setup.server.setBehaviour(.answer(0))
        _ = try await setup.shown("--sound", "bell")
        try await setup.fixture.waitForDeliveries(3)
        await setup.server.setBehaviour(.show)
        _ = try await setup.shown("--sound", "horn")
        #expect(try await setup.recorder.expectCalls(["pw-play", "\(setup.sounds)/horn.wav"]))
    }

    @Test(arguments: [("paplay", ["paplay"]), ("none", [])])
    func theConfigurationNamesThePlayer(choice: String, players: [String]) async throws {
        let setup = try await Setup(
            players: ["pw-play": "", "paplay": ""],
            configuration: "[Sound]\nPlayer=\(choice)\n"
        )
        let call = try await setup.shown("--sound", "bell")
        if players.isEmpty {
            #expect(
                Self.soundHints(call)
                    == [NotifyCall.Hint(name: "sound-name", value: .string("bell"))]
            )
            try await setup.fixture.barrier(setup.server)
            #expect(setup.recorder.isUntouched)
        } else {
            #expect(try await setup.recorder.expectCalls(players + ["\(setup.sounds)/bell.oga"]))
        }
    }

    @Test func aFloodPlaysOneAfterTheOtherAndLeavesTheRestOut() async throws {
        let setup = try await Setup(players: ["pw-play": "read _ <> \"$0.gate\""])
        let gate = "\(setup.fixture.directory)/bin/pw-play.gate"
        #expect(mkfifo(gate, 0o600) == 0)
        // Both sides open it for reading and writing: no open waits for the other side, and no player sees an end
        // of file that was for the one before.
        let pipe = try FileHandle(forUpdating: URL(fileURLWithPath: gate))
        for sound in ["bell", "horn", "horn", "bell"] {
            _ = try await setup.shown("--sound", sound)
        }
        try await setup.fixture.barrier(setup.server)
        let (bell, horn) = ("\(setup.sounds)/bell.oga", "\(setup.sounds)/horn.wav")
        #expect(try await setup.recorder.expectCalls(["pw-play", bell]))
        func end() throws { try pipe.write(contentsOf: Data("\n".utf8)) }
        try end()
        #expect(try await setup.recorder.expectCalls(["pw-play", bell], ["pw-play", horn]))
        try end()
        #expect(
            try await setup.recorder.expectCalls(
                ["pw-play", bell],
                ["pw-play", horn],
                ["pw-play", bell]
            )
        )
        try end()
    }

    @Test func aPlayerThatFailsHoldsNothingUp() async throws {
        let setup = try await Setup(players: ["pw-play": "exit 1"])
        _ = try await setup.shown("--sound", "bell")
        try await setup.agent.waitForError("pw-play could not play", within: 30)
        _ = try await setup.shown("--sound", "horn")
        #expect(
            try await setup.recorder.expectCalls(
                ["pw-play", "\(setup.sounds)/bell.oga"],
                ["pw-play", "\(setup.sounds)/horn.wav"]
            )
        )
    }

    @Test func theSettingsSayThatThereAreSounds() async throws {
        let setup = try await Setup(as: .dunst, players: ["pw-play": ""])
        #expect(try await setup.fixture.soundSetting() == "enabled")
        let silent = try await Setup(as: .notificationDaemon, players: [:])
        #expect(try await silent.fixture.soundSetting() == "notSupported")
    }
}

extension AgentFixture {
    fileprivate func soundSetting() async throws -> String? {
        try await call("Settings", .string("org.example.App"))[0]?["soundSetting"]?.string
    }
}
