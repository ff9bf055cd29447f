import AgentInterface
import AgentTestSupport
import Foundation
import NotifyCore
import TestSupport
import Testing

/// A sound that nobody could hear is refused as it is named.
@Suite(.serialized) struct SoundCheckTests {
    /// A folder of data files with two themes of sounds, and files to name.
    private struct Setup {
        let folder: TemporaryFolder

        init(themes: [String] = ["freedesktop/stereo/bell.oga", "Mine/stereo/horn.wav"]) throws {
            folder = try TemporaryFolder()
            for theme in themes { try write("data/sounds/\(theme)", []) }
        }

        func write(_ name: String, _ bytes: [UInt8]) throws {
            let url = URL(fileURLWithPath: "\(folder.path)/\(name)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(bytes).write(to: url)
        }

        func sound(
            _ words: String,
            relative: Bool = true
        ) throws(RequestError)
            -> NotificationSound?
        {
            try SoundCheck(takesRelativePaths: relative, data: ["\(folder.path)/data"]).sound(words)
        }

        func refusal(_ words: String, relative: Bool = true) -> String? {
            #expect(throws: RequestError.self) { try sound(words, relative: relative) }?.message
        }
    }

    @Test func namesOfAnyThemeAreTaken() throws {
        let setup = try Setup()
        #expect(try setup.sound("none") == nil)
        #expect(try setup.sound("default") == .standard)
        for name in ["bell", "horn", "bell-of-the-tower"] {
            #expect(try setup.sound(name) == .named(name))
        }
        #expect(
            setup.refusal("nosuchsound")
                == "the sound \"nosuchsound\" is in no sound theme; "
                + "write default, none, a name such as bell, or a file"
        )
        #expect(
            setup.refusal("bel")
                == "the sound \"bel\" is in no sound theme; did you mean bell?"
        )
    }

    @Test func withoutAThemeNoNameIsWrong() throws {
        #expect(try Setup(themes: []).sound("bell") == .named("bell"))
    }

    @Test(arguments: [
        "OggS", "fLaC", "ID3\u{3}", ".snd", "RIFF\u{1}\u{1}\u{1}\u{1}WAVEfmt ", "caff",
        "FORM\u{1}\u{1}\u{1}\u{1}AIFF", "\u{1}\u{1}\u{1} ftypM4A",
    ])
    func filesWithSoundAreTaken(start: String) throws {
        let setup = try Setup()
        try setup.write("sound", Array(start.utf8) + [0, 0, 0, 0])
        let path = "\(setup.folder.path)/sound"
        #expect(try setup.sound(path) == .named(path))
        #expect(try setup.sound("\(setup.folder.path)/./data/../sound") == .named(path))
    }

    @Test func otherFilesAreRefused() throws {
        let setup = try Setup()
        try setup.write("text.oga", Array("Some text".utf8))
        try setup.write("empty.wav", [])
        try setup.write("picture", Array("RIFF".utf8) + [1, 1, 1, 1] + Array("WEBP".utf8))
        let path = setup.folder.path
        for name in ["text.oga", "empty.wav", "picture"] {
            #expect(
                setup.refusal("\(path)/\(name)")
                    == "the sound \"\(path)/\(name)\" is not a sound file; supported: "
                    + "Ogg, WAV, FLAC, MP3, MPEG-4, AIFF and AU"
            )
        }
        #expect(
            setup.refusal("\(path)/none.wav")
                == "the sound \"\(path)/none.wav\" cannot be read: No such file or directory; "
                + "name a sound file"
        )
        #expect(
            setup.refusal("\(path)/data")
                == "the sound \"\(path)/data\" is not a file; name a sound file"
        )
        mkfifo("\(path)/pipe", 0o600)
        #expect(
            setup.refusal("\(path)/pipe")
                == "the sound \"\(path)/pipe\" is not a file; name a sound file"
        )
        #expect(
            setup.refusal("sounds/a.wav", relative: false)
                == "the sound \"sounds/a.wav\" is a relative path; write an absolute path"
        )
    }

    @Test func theCommandWarnsWhereNoThemeIs() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        let outcome = try await fixture.run(["add", "T", "--in", "1h", "--sound", "bell"])
        #expect(outcome.code == 0)
        #expect(
            outcome.error.contains("no sound theme is installed that could contain \"bell\"")
        )
        withExtendedLifetime(agent) {}
    }

    @Test func theCommandRefusesAndResolves() async throws {
        let fixture = try await AgentFixture()
        let sounds = "\(fixture.directory)/share/sounds/freedesktop/stereo"
        try FileManager.default.createDirectory(
            atPath: sounds,
            withIntermediateDirectories: true
        )
        try Data("OggS".utf8).write(to: URL(fileURLWithPath: "\(sounds)/bell.oga"))
        let environment = fixture.bus.environment(timeZone: AgentFixture.timeZone)
        func add(_ sound: String) async throws -> Program.Outcome {
            try await AgentFixture.command.run(
                ["add", "T", "--id", "t", "--in", "1h", "--sound", sound],
                environment: environment,
                directory: sounds
            )
        }
        for (sound, problem) in [
            ("nosuchsound", "is in no sound theme"), ("/nonexistent.oga", "cannot be read"),
            ("/etc/passwd", "is not a sound file"),
        ] {
            let outcome = try await add(sound)
            #expect(outcome.code == 65)
            #expect(
                outcome.error.hasPrefix("notify-schedule: --sound \"\(sound)\" \(problem)"),
                "\(outcome)"
            )
        }
        #expect(fixture.owners.elements.isEmpty)
        for (sound, stored) in [
            ("bell", "bell"), ("bell.oga", "\(sounds)/bell.oga"),
            ("./bell.oga", "\(sounds)/bell.oga"),
        ] {
            #expect(try await add(sound).code == 0)
            let shown = try await fixture.run(["show", "t"]).output
            #expect(shown.contains("sound     \(stored)\n"), "\(shown)")
        }
    }
}
