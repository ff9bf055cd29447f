import Foundation
import TestSupport
import Testing

/// From where there is no session in the environment: cron, ssh, another user's shell.
///
/// As a user who never logs in, so that no session of this machine is reached.
@Suite(.serialized, .enabled(if: geteuid() == 0)) final class CronTests {
    /// A user of the system without a runtime folder; the new folder reserves it.
    private let user: Int
    private let runtime: String
    private let folder: String
    private let home: String

    init() throws {
        var template = Array("/tmp/nsched-cron-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw StartFailureInTest(what: "mkdtemp") }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        home = "\(folder)/home"
        (user, runtime) = try Self.unusedUser()
        chmod(folder, 0o755)
        try Self.makeFolder(home, mode: 0o700)
        chown(home, uid_t(user), gid_t(user))
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
        try? FileManager.default.removeItem(atPath: runtime)
    }

    /// Returns a system user that no other test has, and the runtime folder that was made for it.
    ///
    /// The bus needs a user of the password file; only one test can make the folder.
    private static func unusedUser() throws -> (user: Int, runtime: String) {
        try makeFolder("/run/user", mode: 0o755)
        let lines = try String(contentsOfFile: "/etc/passwd", encoding: .utf8).split(
            separator: "\n"
        )
        let users = lines.compactMap { line in
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            return fields.count > 2 ? Int(fields[2]) : nil
        }
        for user in users.sorted(by: >) where user != 0 && !(1_000..<60_000).contains(user) {
            let runtime = "/run/user/\(user)"
            guard mkdir(runtime, 0o700) == 0 else { continue }
            chown(runtime, uid_t(user), gid_t(user))
            return (user, runtime)
        }
        throw StartFailureInTest(what: "no system user is without a folder in /run/user")
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
                "--reuid=\(user)", "--regid=\(user)", "--clear-groups",
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
                + "\(runtime)/bus does not exist; log in to a desktop (or let the user have a bus "
                + "without a login: loginctl enable-linger), or run this inside dbus-run-session\n"
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: home) == [])
    }

    @Test func theBusOfTheUsersSessionIsFound() async throws {
        let bus = try start([
            "dbus-daemon", "--session", "--nofork", "--nosyslog", "--print-address=1",
            "--address=unix:path=\(runtime)/bus",
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
        for folder in [runtime, "/run/user/0"] {
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
                + "(uid 0, and this is \(user)); run this as that user, or without "
                + "DBUS_SESSION_BUS_ADDRESS in the environment\n",
            "\(outcome)"
        )
    }
}
