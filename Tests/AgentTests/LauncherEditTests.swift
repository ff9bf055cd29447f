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

    /// A desk whose programs of a name write down their arguments and give an answer.
    private static func desk(
        _ tool: String,
        _ answer: String
    ) async throws -> (desk: Desk, environment: [String: String]) {
        let desk = try await Desk()
        let recorder = try await CommandRecorder(in: desk)
        try recorder.configure([:])
        try actions.write(
            toFile: "\(desk.directory)/config/notify-schedule/launcher.conf",
            atomically: false,
            encoding: .utf8
        )
        let line = "printf '%s\\n' \"$@\" > \(desk.directory)/arguments; \(answer)"
        _ = try recorder.makeProgram(tool, line)
        // The shell and what it needs, and no other check list.
        for name in ["sh", "script", "printf"] {
            symlink("/usr/bin/\(name)", "\(desk.directory)/\(name)")
        }
        return (desk, ["PATH": desk.directory])
    }

    private static func arguments(_ desk: Desk) throws -> [String] {
        try String(contentsOfFile: "\(desk.directory)/arguments", encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private static func text(_ desk: Desk) throws -> String {
        let path = "\(desk.directory)/config/notify-schedule/launcher.conf"
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    private static let edited =
        actions.replacing("Enabled=true", with: "Enabled=false")
        .replacing("URL=x:b\n", with: "URL=x:b\nEnabled=true\n")

    @Test func zenityOnADesktop() async throws {
        var (desk, environment) = try await Self.desk("zenity", "printf '2\\n'")
        environment["DISPLAY"] = ":99"
        let outcome = try await desk.run(["launcher", "edit"], environment: environment)
        #expect(outcome.error == "")
        #expect(outcome.output == "enabled b\ndisabled a\n")
        #expect(try Self.text(desk) == Self.edited)
        #expect(
            try Self.arguments(desk).suffix(6) == ["TRUE", "1", "C: -a", "FALSE", "2", "C: b c"]
        )
    }

    @Test func kdialogWhereThereIsNoZenity() async throws {
        var (desk, environment) = try await Self.desk("kdialog", "printf '2\\n'")
        environment["WAYLAND_DISPLAY"] = "wayland-99"
        let outcome = try await desk.run(["launcher", "edit", "C"], environment: environment)
        #expect(outcome.output == "enabled b\ndisabled a\n")
        #expect(try Self.arguments(desk).suffix(6) == ["1", "C: -a", "on", "2", "C: b c", "off"])
    }

    @Test(arguments: ["whiptail", "dialog"])
    func inATerminal(tool: String) async throws {
        let (desk, environment) = try await Self.desk(tool, "printf '1\\n2\\n' >&3; echo drawn")
        let command = "\(Program.folder)/notify-schedule launcher edit"
        let outcome = try await Program(path: "/usr/bin/script").run(
            ["-qec", command, "/dev/null"],
            environment: desk.bus.environment(environment),
            within: 60
        )
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("drawn"))
        #expect(outcome.output.contains("enabled b"))
        #expect(try Self.arguments(desk).contains("--output-fd"))
        #expect(try Self.text(desk).contains("URL=x:b\nEnabled=true\n"))
    }

    @Test func givenUpNothingChanges() async throws {
        var (desk, environment) = try await Self.desk("zenity", "printf '2\\n'; exit 1")
        environment["DISPLAY"] = ":99"
        let outcome = try await desk.run(["launcher", "edit"], environment: environment)
        #expect(outcome.code == 0)
        #expect(outcome.error == "nothing was changed\n")
        #expect(try Self.text(desk) == Self.actions)
    }

    @Test func withoutAProgramForItTheWayOutIsSaid() async throws {
        var (desk, environment) = try await Self.desk("other", "exit 0")
        let bare = try await desk.run(["launcher", "edit"], environment: environment)
        #expect(bare.code == 64)
        #expect(bare.error.contains("needs a terminal or a desktop"))
        environment["DISPLAY"] = ":99"
        let missing = try await desk.run(["launcher", "edit"], environment: environment)
        #expect(missing.code == 64)
        #expect(missing.error.contains("needs whiptail, dialog, zenity or kdialog"))
    }
}
