import Foundation
import TestSupport
import Testing

/// From where there is no session in the environment: cron, ssh, another user's shell.
///
/// As a user who never logs in, so that no session of this machine is reached.
@Suite(.serialized, .enabled(if: geteuid() == 0)) final class CronTests {
    private static let user = 65534
    private static let runtime = "/run/user/\(user)"
    private let folder: String
    private let home: String

    init() throws {
        var template = Array("/tmp/nsched-cron-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw StartFailureInTest(what: "mkdtemp") }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        home = "\(folder)/home"
        chmod(folder, 0o755)
        try Self.makeFolder(home, mode: 0o700)
        chown(home, uid_t(Self.user), gid_t(Self.user))
        // The build folder may be one that others cannot reach.
        try Self.makeFolder("\(folder)/bin", mode: 0o755)
        for program in [AgentFixture.command, AgentFixture.agent] {
            let copy = self.copy(of: program)
            try FileManager.default.copyItem(atPath: program.path, toPath: copy)
            chmod(copy, 0o755)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
        try? FileManager.default.removeItem(atPath: Self.runtime)
    }

    /// Makes a folder of a mode, whatever the umask.
    private static func makeFolder(_ path: String, mode: mode_t) throws {
        guard mkdir(path, mode) == 0 || errno == EEXIST, chmod(path, mode) == 0 else {
            throw StartFailureInTest(what: "\(path): \(String(cString: strerror(errno)))")
        }
    }

    private func copy(of program: Program) -> String {
        "\(folder)/bin/\(URL(fileURLWithPath: program.path).lastPathComponent)"
    }

    /// A program as that user, with no more of an environment than cron gives.
    private func start(
        _ arguments: [String],
        _ more: [String: String] = [:]
    ) throws
        -> RunningProgram
    {
        var environment = ["HOME": home, "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh"]
        // Of the programs as they are built here, not of the user.
        environment["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        return try Program(path: "/usr/bin/setpriv").start(
            [
                "--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups",
                // The libraries of Swift may be where others cannot reach them.
                "--inh-caps=+dac_override", "--ambient-caps=+dac_override",
            ] + arguments,
            environment: environment.merging(more) { $1 },
            directory: "/"
        )
    }

    private func command(
        _ arguments: String...,
        with more: [String: String] = [:]
    ) async throws -> Program.Outcome {
        try await start([copy(of: AgentFixture.command)] + arguments, more).waitForExit()
    }

    @Test func whatIsMissingIsSaid() async throws {
        let outcome = try await command("add", "T", "--in", "1h")
        #expect(outcome.code == 69)
        #expect(
            outcome.error
                == "notify-schedule: no session bus: DBUS_SESSION_BUS_ADDRESS is not set and "
                + "\(Self.runtime)/bus does not exist; log in to a desktop (or let the user have a bus "
                + "without a login: loginctl enable-linger), or run this inside dbus-run-session\n"
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: home) == [])
    }

    @Test func theBusOfTheUsersSessionIsFound() async throws {
        for folder in ["/run/user", Self.runtime] { try Self.makeFolder(folder, mode: 0o755) }
        chmod(Self.runtime, 0o700)
        chown(Self.runtime, uid_t(Self.user), gid_t(Self.user))
        let bus = try start([
            "dbus-daemon", "--session", "--nofork", "--nosyslog", "--print-address=1",
            "--address=unix:path=\(Self.runtime)/bus",
        ])
        try await bus.waitForOutput("unix:path", within: 30)
        let added = try await command("add", "From cron", "--in", "1h", "--id", "cron")
        #expect(added.code == 0, "\(added)")
        let listed = try await command("list", "--json")
        #expect(listed.output.contains("\"cron\""), "\(listed)")
        #expect(
            FileManager.default.fileExists(
                atPath: "\(home)/.local/state/notify-schedule/store.sqlite"
            )
        )
        // A login by ssh names the runtime directory, and `su` leaves that of somebody else.
        for folder in [Self.runtime, "/run/user/0"] {
            let again = try await command("list", "--json", with: ["XDG_RUNTIME_DIR": folder])
            #expect(again.output == listed.output, "\(again)")
        }
        #expect(try await command("agent", "stop").code == 0)
        bus.kill(SIGTERM)
        _ = try await bus.waitForExit()
    }

    @Test func anotherUsersBusIsNamedAsSuch() async throws {
        let fixture = try await AgentFixture()
        chmod(fixture.directory, 0o755)
        let outcome = try await command(
            "add",
            "T",
            with: ["DBUS_SESSION_BUS_ADDRESS": fixture.bus.address]
        )
        #expect(outcome.code == 69)
        #expect(
            outcome.error
                == "notify-schedule: the session bus at \(fixture.bus.address) is another user's "
                + "(uid 0, and this is \(Self.user)); run this as that user, or without "
                + "DBUS_SESSION_BUS_ADDRESS in the environment\n",
            "\(outcome)"
        )
    }
}
