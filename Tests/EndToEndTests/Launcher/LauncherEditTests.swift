import Foundation
import TestSupport
import Testing

/// The check list, shown by programs that answer at once.
@Suite(.serialized) struct LauncherEditTests {
    private static let actions = """
        # mine
        [Action a]
        Name=-a
        Category=C
        URL=x:a
        Enabled=true

        [Action b]
        Name=b c
        Category=C
        URL=x:b

        """

    /// A fixture whose programs of a name write down their arguments and give an answer.
    private static func fixture(
        _ tool: String,
        _ answer: String
    ) async throws -> (fixture: AgentFixture, environment: [String: String]) {
        let fixture = try await AgentFixture()
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure([:])
        try actions.write(
            toFile: "\(fixture.directory)/config/notify-schedule/launcher.conf",
            atomically: false,
            encoding: .utf8
        )
        let line = "printf '%s\\n' \"$@\" > \(fixture.directory)/arguments; \(answer)"
        _ = try recorder.makeProgram(tool, line)
        // The shell and what it needs, and no other check list.
        for name in ["sh", "script", "printf"] {
            symlink("/usr/bin/\(name)", "\(fixture.directory)/\(name)")
        }
        return (fixture, ["PATH": fixture.directory])
    }

    private static func arguments(_ fixture: AgentFixture) throws -> [String] {
        try String(contentsOfFile: "\(fixture.directory)/arguments", encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private static func text(_ fixture: AgentFixture) throws -> String {
        let path = "\(fixture.directory)/config/notify-schedule/launcher.conf"
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    private static let edited =
        actions.replacing("Enabled=true", with: "Enabled=false")
        .replacing("URL=x:b\n", with: "URL=x:b\nEnabled=true\n")

    @Test func zenityOnADesktop() async throws {
        var (fixture, environment) = try await Self.fixture("zenity", "printf '2\\n'")
        environment["DISPLAY"] = ":99"
        let outcome = try await fixture.run(["launcher", "edit"], environment: environment)
        #expect(outcome.error == "")
        #expect(outcome.output == "enabled b\ndisabled a\n")
        #expect(try Self.text(fixture) == Self.edited)
        #expect(
            try Self.arguments(fixture).suffix(6) == ["TRUE", "1", "C: -a", "FALSE", "2", "C: b c"]
        )
    }

    @Test func kdialogWhereThereIsNoZenity() async throws {
        var (fixture, environment) = try await Self.fixture("kdialog", "printf '2\\n'")
        environment["WAYLAND_DISPLAY"] = "wayland-99"
        let outcome = try await fixture.run(["launcher", "edit", "C"], environment: environment)
        #expect(outcome.output == "enabled b\ndisabled a\n")
        #expect(
            try Self.arguments(fixture).suffix(6) == ["1", "C: -a", "on", "2", "C: b c", "off"]
        )
    }

    @Test(arguments: ["whiptail", "dialog"])
    func inATerminal(tool: String) async throws {
        let (fixture, environment) = try await Self.fixture(
            tool,
            "printf '1\\n2\\n' >&3; echo drawn"
        )
        let command = "\(AgentFixture.command.word) launcher edit"
        let outcome = try await Program(path: "/usr/bin/script").run(
            ["-qec", command, "/dev/null"],
            environment: fixture.bus.environment(environment),
            within: 60
        )
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("drawn"))
        #expect(outcome.output.contains("enabled b"))
        #expect(try Self.arguments(fixture).contains("--output-fd"))
        #expect(try Self.text(fixture).contains("URL=x:b\nEnabled=true\n"))
    }

    @Test func givenUpNothingChanges() async throws {
        var (fixture, environment) = try await Self.fixture("zenity", "printf '2\\n'; exit 1")
        environment["DISPLAY"] = ":99"
        let outcome = try await fixture.run(["launcher", "edit"], environment: environment)
        #expect(outcome.code == 0)
        #expect(outcome.error == "nothing changed\n")
        #expect(try Self.text(fixture) == Self.actions)
    }

    @Test func withoutAProgramForItTheWayOutIsSaid() async throws {
        var (fixture, environment) = try await Self.fixture("other", "exit 0")
        let bare = try await fixture.run(["launcher", "edit"], environment: environment)
        #expect(bare.code == 64)
        #expect(bare.error.contains("needs a terminal or a desktop"))
        environment["DISPLAY"] = ":99"
        let missing = try await fixture.run(["launcher", "edit"], environment: environment)
        #expect(missing.code == 64)
        #expect(missing.error.contains("needs whiptail, dialog, zenity or kdialog"))
    }
}
