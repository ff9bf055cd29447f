import Foundation
import GLibBridge
import TestSupport
import Testing

/// Commands without the address of the bus: cron with `DISPLAY`, an old tmux, sudo.
@Suite(.serialized) struct FoundBusTests {
    /// A session as dbus-x11 makes it: a display, and a bus that `dbus-launch` has started for it.
    private final class LaunchedSession: Sendable {
        let folder: TemporaryFolder
        let display: String
        let address: String
        private let screen: RunningProgram
        private let process: pid_t

        /// What cron gives a command, with the display.
        var environment: [String: String] {
            [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin",
                "HOME": folder.path, "DISPLAY": display,
                // Without it the runtime directory of the user who runs the tests might have a bus.
                "XDG_RUNTIME_DIR": "\(folder.path)/run", "LANG": "C.UTF-8",
                "GSETTINGS_BACKEND": "memory", "GIO_USE_VFS": "local",
            ]
        }

        init() async throws {
            folder = try TemporaryFolder()
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/run",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
            screen = try Program(path: "/usr/bin/env").start(
                ["Xvfb", "-displayfd", "1", "-screen", "0", "320x240x8", "-nolisten", "tcp"],
                environment: ["PATH": path]
            )
            let number = try await screen.waitForOutput("\n", within: 30)
            display = ":\(number.trimmingCharacters(in: .whitespacesAndNewlines))"
            let launch = try await Program(path: "/usr/bin/env").run(
                ["dbus-launch", "--exit-with-x11", "--sh-syntax"],
                environment: ["PATH": path, "HOME": folder.path, "DISPLAY": display]
            )
            var values: [Substring: String] = [:]
            for line in launch.output.split(separator: "\n") {
                let parts = line.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else { continue }
                values[parts[0]] = parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "';"))
            }
            address = try #require(values["DBUS_SESSION_BUS_ADDRESS"], "\(launch)")
            process = try #require(
                values["DBUS_SESSION_BUS_PID"].flatMap { pid_t($0) },
                "\(launch)"
            )
        }

        deinit { kill(process, SIGTERM) }

        func run(_ words: String..., more: [String: String] = [:]) async throws -> Program.Outcome {
            try await AgentFixture.command.run(
                words,
                environment: environment.merging(more) { $1 },
                within: 60
            )
        }

        /// The files of `dbus-launch`.
        func files() throws -> [String] {
            let folder = "\(folder.path)/.dbus/session-bus"
            return try FileManager.default.contentsOfDirectory(atPath: folder).map {
                "\(folder)/\($0)"
            }
        }

        /// Ends the bus, and waits until it has.
        func endBus() async throws {
            kill(process, SIGKILL)
            let process = process
            try await poll(30, "the end of the bus") { kill(process, 0) != 0 ? true : nil }
        }
    }

    @Test(
        "The bus of dbus-launch is found by the user's file, and by the display alone",
        arguments: [true, false]
    )
    func theLaunchedBusIsFound(hasFile: Bool) async throws {
        let session = try await LaunchedSession()
        let connection = try BusConnection.connect(to: session.address)
        if !hasFile {
            for file in try session.files() { try FileManager.default.removeItem(atPath: file) }
        }
        let added = try await session.run("add", "Tea", "--in", "1h", "--id", "tea")
        #expect(added.code == 0, "\(added)")
        #expect(connection.nameOwner("org.notifyschedule.Agent") != nil)
        let doctor = try await session.run("doctor")
        #expect(doctor.output.contains(session.address), "\(doctor)")
        let stopped = try await session.run("agent", "stop")
        #expect(stopped.code == 0, "\(stopped)")
    }

    @Test("Where the bus of dbus-launch has ended, none is started")
    func noBusIsStarted() async throws {
        let session = try await LaunchedSession()
        try await session.endBus()
        let outcome = try await session.run("list")
        #expect(outcome.code == 69, "\(outcome)")
        #expect(
            outcome.error.contains("no session bus: DBUS_SESSION_BUS_ADDRESS is not set"),
            "\(outcome)"
        )
    }

    @Test("A file of others, or that others can write, names no bus")
    func aFileOfOthersNamesNoBus() async throws {
        let session = try await LaunchedSession()
        let file = try #require(try session.files().first)
        // The display would name it, too.
        let screenless = ["DISPLAY": "elsewhere.invalid:7"]
        let copy = "\(file.dropLast(session.display.count))-elsewhere.invalid_7"
        try FileManager.default.copyItem(atPath: file, toPath: copy)
        let found = try await session.run("list", more: screenless)
        #expect(found.code == 0, "\(found)")
        chmod(copy, 0o666)
        let refused = try await session.run("list", more: screenless)
        #expect(refused.code == 69, "\(refused)")
        chmod(copy, 0o644)
        if getuid() == 0 {
            chown(copy, 12_345, 12_345)
            let foreign = try await session.run("list", more: screenless)
            #expect(foreign.code == 69, "\(foreign)")
        }
        _ = try await session.run("agent", "stop")
    }

    @Test(
        "In place of a bus that has ended, the one of the runtime directory is used, and the command says so"
    )
    func theLivingBusIsUsed() async throws {
        let fixture = try await AgentFixture()
        // The runtime directory has the bus's socket under the standard name.
        let ended = "unix:path=\(fixture.directory)/ended"
        let environment = fixture.bus.environment([
            "DBUS_SESSION_BUS_ADDRESS": ended, "XDG_RUNTIME_DIR": fixture.directory,
        ])
        let added = try await AgentFixture.command.run(
            ["add", "Tea", "--in", "1h", "--id", "tea"],
            environment: environment
        )
        #expect(added.code == 0, "\(added)")
        #expect(
            added.error.contains(
                "warning: the bus that DBUS_SESSION_BUS_ADDRESS names, \(ended), has ended; the one at "
                    + "\(fixture.bus.address) is used"
            ),
            "\(added)"
        )
        #expect(try await fixture.listed("list").map(\.identifier) == ["tea"])
        let doctor = try await AgentFixture.command.run(["doctor"], environment: environment)
        #expect(doctor.output.contains("has ended; the one at"), "\(doctor)")
        // The socket of an ended bus may still be there.
        let listener = try await Self.leftSocket(at: "\(fixture.directory)/ended")
        let again = try await AgentFixture.command.run(["list"], environment: environment)
        #expect(again.code == 0 && again.output.contains("tea"), "\(again)")
        _ = listener
        try await fixture.endAgent()
    }

    @Test("Where the living bus is another user's, it is not used")
    func aBusOfAnotherUserIsNotUsed() async throws {
        guard getuid() == 0 else { return }
        let folder = try TemporaryFolder()
        chmod(folder.path, 0o777)
        // Another user listens.
        let script = """
            import os, socket, time
            os.setuid(12345)
            s = socket.socket(socket.AF_UNIX); s.bind("bus"); s.listen(); print("ready", flush=True); s.accept(); time.sleep(60)
            """
        let other = try Program(path: "/usr/bin/env").start(
            ["python3", "-c", script],
            environment: ["PATH": "/usr/bin:/bin"],
            directory: folder.path
        )
        try await other.waitForOutput("ready", within: 30)
        let outcome = try await AgentFixture.command.run(
            ["list"],
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/ended",
                "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "PATH": "/usr/bin",
            ]
        )
        #expect(outcome.code == 69, "\(outcome)")
        #expect(!outcome.error.contains("is used"), "\(outcome)")
        other.kill(SIGKILL)
    }

    @Test("The error under sudo has the line to type")
    func sudoIsTold() async throws {
        guard getuid() == 0 else { return }
        let folder = try TemporaryFolder()
        let environment = [
            "SUDO_USER": "ann", "HOME": folder.path, "PATH": "/usr/bin",
            "XDG_RUNTIME_DIR": folder.path,
        ]
        let outcome = try await AgentFixture.command.run(
            ["add", "It's tea", "--in", "4m"],
            environment: environment
        )
        #expect(outcome.code == 69, "\(outcome)")
        #expect(
            outcome.error.hasSuffix(
                "sudo runs this as root, and the desktop is ann's; type: sudo -u ann notify-schedule add "
                    + "'It'\\''s tea' --in 4m\n"
            ),
            "\(outcome)"
        )
        let quiet = try await AgentFixture.command.run(
            ["list"],
            environment: environment.merging(["SUDO_USER": "root"]) { $1 }
        )
        #expect(!quiet.error.contains("sudo"), "\(quiet)")
    }

    /// Leaves the socket of a listener that has ended.
    private static func leftSocket(at path: String) async throws -> String {
        let script =
            "import socket; s = socket.socket(socket.AF_UNIX); s.bind('\(path)'); s.listen()"
        let outcome = try await Program(path: "/usr/bin/python3").run(
            ["-c", script],
            environment: [:]
        )
        #expect(outcome.code == 0, "\(outcome)")
        return path
    }
}
