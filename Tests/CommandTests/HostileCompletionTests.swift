import Foundation
import TestSupport
import Testing

/// Words that would like to be more than words, completed by a Tab in a real shell.
@Suite(.serialized) struct HostileCompletionTests {
    /// All punctuation of ASCII.
    private static let punctuation = (UInt8(0x21)...0x7E).map { Character(Unicode.Scalar($0)) }
        .filter { !$0.isLetter && !$0.isNumber }

    @Test func allPunctuationIsThere() {
        #expect(Self.punctuation.count == 32)
    }

    @Test(arguments: TypedShell.allCases)
    func anIdentifierIsOneArgumentAndRunsNothing(shell: TypedShell) async throws {
        let fixture = try await AgentFixture()
        let trap = "\(fixture.directory)/trap"
        let ends =
            Self.punctuation.map { "a\($0)b c\($0)" } + [
                "$(touch \(trap))", "`touch \(trap)`", "$((a[$(touch \(trap))]))",
                "';touch \(trap);'", "\";touch \(trap);\"", "(touch \(trap))", "{a,b}*?[a-z]~",
                "<(touch \(trap))", "!!$'\\x41'", String(Self.punctuation), "é ü 日本",
            ]
        let identifiers = ends.enumerated().map { "k\(100 + $0)\($1)" }
        for identifier in identifiers {
            try await fixture.add("T", "--in", "1h", "--id", identifier)
        }
        let typed = identifiers.map { "notify-schedule remove \($0.prefix(4))" }
        let lines = try await shell.completed(typed, at: fixture)
        #expect(!FileManager.default.fileExists(atPath: trap))
        let arguments = try await shell.arguments(of: lines, at: fixture)
        #expect(arguments == identifiers.map { ["remove", $0] })
        #expect(!FileManager.default.fileExists(atPath: trap))
    }

    /// bash and zsh put an earlier command in place of `!!`, unless it is quoted.
    @Test(arguments: TypedShell.allCases)
    func anIdentifierBringsNoEarlierCommand(shell: TypedShell) async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("T", "--in", "1h", "--id", "now!!")
        let lines = try await shell.completed(["notify-schedule remove no"], at: fixture)
        #expect(
            lines == ["notify-schedule remove now" + (shell == .fish ? "!!" : "\\!\\!")]
        )
        #expect(try await shell.arguments(of: lines, at: fixture) == [["remove", "now!!"]])
    }

    /// All candidates at once, as after a Tab on nothing.
    @Test(arguments: TypedShell.allCases)
    func aListOfIdentifiersRunsNothing(shell: TypedShell) async throws {
        let fixture = try await AgentFixture()
        let trap = "\(fixture.directory)/trap"
        for word in ["$(touch \(trap))", "`touch \(trap)`", "$((a[$(touch \(trap))]))"] {
            try await fixture.add("T", "--in", "1h", "--id", word)
        }
        let verbs = ["remove", "show", "next", "skip", "history", "snooze", "pause", "add T --id"]
        let typed = verbs.map { "notify-schedule \($0) " }
        #expect(try await shell.completed(typed, at: fixture).count == verbs.count)
        #expect(!FileManager.default.fileExists(atPath: trap))
    }

    @Test(arguments: TypedShell.allCases)
    func aWordIsCompletedInsideQuotes(shell: TypedShell) async throws {
        let fixture = try await AgentFixture()
        let identifiers = [
            "one a$b`c\"d'e!f\\g", "two x", "org:a=b@c d", "~root", "#hash", "$HOME",
        ]
        for identifier in identifiers {
            try await fixture.add("T", "--in", "1h", "--id", identifier)
        }
        let typed = [
            ("remove 'one a", 0), ("remove \"one a", 0), ("remove one\\ a", 0),
            ("remove \"tw", 1), ("remove org:a", 2), ("remove org:a=b@", 2), ("remove 'org:a=", 2),
            ("show org:a=b@c\\ ", 2), ("remove \\~r", 3), ("remove \\#h", 4), ("remove '$H", 5),
        ]
        let lines = try await shell.completed(
            typed.map { "notify-schedule \($0.0)" },
            at: fixture
        )
        let arguments = try await shell.arguments(of: lines, at: fixture)
        #expect(
            arguments == typed.map { [String($0.0.prefix { $0 != " " }), identifiers[$0.1]] },
            "\(lines)"
        )
    }

    @Test(arguments: TypedShell.allCases)
    func appsSchemesEntriesAndFilesAreArguments(shell: TypedShell) async throws {
        let fixture = try await AgentFixture()
        let all = String(Self.punctuation)
        let app = "q\(all)$(touch trap)"
        try await fixture.add("T", "--in", "1h", "--app", app, "--id", "x")
        // A group of the file cannot hold brackets, a URL no blank, and a name of a file no slash.
        let url = "w:" + all.filter { !"[]%".contains($0) } + "$(touch${IFS}trap)"
        let folder = "\(fixture.directory)/config/notify-schedule"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try "[URL \(url)]\nExec=true\n".write(
            toFile: "\(folder)/launcher.conf",
            atomically: false,
            encoding: .utf8
        )
        let entry = "e" + all.filter { $0 != "/" } + "$(touch trap) .desktop"
        try fixture.install(entry, "[Desktop Entry]\nType=Application\nName=E\nExec=true\n")
        let file = "f" + all.filter { $0 != "/" } + "$(touch trap) .ics"
        try FileManager.default.createDirectory(
            atPath: "\(fixture.directory)/files",
            withIntermediateDirectories: true
        )
        try "".write(
            toFile: "\(fixture.directory)/files/\(file)",
            atomically: false,
            encoding: .utf8
        )
        let cases = [
            ("apps allow q", app), ("list --app q", app), ("show q", "\(app)/x"),
            ("schemes w", url), ("open w", url), ("add T --open w", url),
            ("launcher enable e", entry), ("launcher edit e", entry),
            ("import files/f", "files/\(file)"), ("add T --attach files/f", "files/\(file)"),
        ]
        let lines = try await shell.completed(cases.map { "notify-schedule \($0.0)" }, at: fixture)
        let arguments = try await shell.arguments(of: lines, at: fixture)
        let expected = cases.map { typed, word in
            typed.split(separator: " ").dropLast().map(String.init) + [word]
        }
        #expect(arguments == expected, "\(lines)")
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.directory)/trap"))
    }

    /// What cannot be one line of a terminal is not offered at all.
    @Test(arguments: TypedShell.allCases)
    func aFileNameWithALineEndRunsNothing(shell: TypedShell) async throws {
        let fixture = try await AgentFixture()
        let file = "\(fixture.directory)/n$(touch trap)\n`touch trap`"
        try "".write(toFile: file, atomically: false, encoding: .utf8)
        _ = try await shell.completed(["notify-schedule import n"], at: fixture)
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.directory)/trap"))
    }

    /// A word whose characters are not all seen would be another one than it seems.
    @Test func unseenCharactersAreNotOffered() async throws {
        let fixture = try await AgentFixture()
        for identifier in ["h\u{202E}x", "h\u{200B}y", "hz", "--all"] {
            try await fixture.add("T", "--in", "1h", "--id=\(identifier)")
        }
        let outcome = try await fixture.run([
            "---completion", "show", "--", "positional@0", "2", "0",
        ])
        #expect(outcome.output == "hz\n")
    }
}
