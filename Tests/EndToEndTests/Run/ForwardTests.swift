import AgentInterface
import Foundation
import NotificationServer
import TestSupport
import Testing

/// `forward`: notifications of another machine, by a socket that ssh forwards.
@Suite(.serialized) struct ForwardTests {
    private func start(
        _ fixture: AgentFixture,
        _ options: String...
    ) async throws -> (RunningProgram, path: String) {
        let path = "\(fixture.directory)/run/notify-schedule/forward.sock"
        let running = try AgentFixture.command.start(
            ["forward"] + options,
            environment: fixture.bus.environment(timeZone: AgentFixture.timeZone)
        )
        try await running.waitForOutput("forward.sock HOST\n", within: 30)
        return (running, path)
    }

    /// The environment of the other machine: without a bus, with the forwarded socket.
    private static func remote(_ path: String, _ folder: String) -> [String: String] {
        [
            "PATH": "/usr/bin:/bin", "HOME": folder, "NOTIFY_SCHEDULE_SOCKET": path,
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
            "SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22",
        ]
    }

    @Test func aCommandOfAnotherMachineIsShownHere() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let (forward, path) = try await start(fixture)
        var status = stat()
        #expect(
            stat(path, &status) == 0 && status.st_mode & 0o777 == 0o700 & ~0o077
                || status.st_mode & 0o077 == 0
        )
        let outcome = try await AgentFixture.command.run(
            ["run", "--title", "Far", "--", "sh", "-c", "exit 4"],
            environment: Self.remote(path, fixture.directory)
        )
        #expect(outcome.code == 4)
        #expect(outcome.error == "")
        let call = try await server.call(titled: "Failed: Far").call
        #expect(call.body.hasPrefix("Exit status 4 after "))
        #expect(call.body.contains(" on "))
        // A click would open nothing.
        #expect(call.actions == [])
        // Who speaks is what the machine calls itself, by ssh in any case.
        let host = try await Program(path: "/bin/hostname").run(environment: [:]).output
            .filter { !$0.isNewline }
        #expect(call.appName == "\(host) via ssh")
        let listed = try await fixture.run(["list", "delivered", "--app", "all"]).output
        #expect(listed.contains("via ssh"), "\(listed)")
        let entry = try await fixture.listed("list", "delivered", "--app", "all").first
        let name = "\(entry?.appID ?? "")/\(entry?.identifier ?? "")"
        #expect(try await fixture.run(["show", name]).output.contains("\(host) via ssh"))
        let history = try await fixture.run(["history", "--json"]).output
        #expect(history.contains("\(host) via ssh"))
        forward.kill(SIGTERM)
        #expect(try await forward.waitForExit().code == 128 + SIGTERM)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("What add and send show at once comes to the desktop, and what has a time does not")
    func addAndSend() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let (forward, path) = try await start(fixture)
        let remote = Self.remote(path, fixture.directory)
        let added = try await AgentFixture.command.run(
            [
                "add", "Far", "B", "--subtitle", "S", "--id", "far", "--action",
                "Page=https://example.org/", "--sound", "none",
            ],
            environment: remote
        )
        #expect(added.code == 0)
        #expect(added.error == "")
        #expect(
            added.output == """
                far
                  note  shown on the desktop at the other end of ssh
                  note  it does not take --sound

                """
        )
        let call = try await server.call(titled: "Far").call
        #expect(call.body == "S\nB")
        #expect(call.appName.hasSuffix(" via ssh"))
        #expect(call.actions.map(\.label) == ["Page"])
        let plain = try await AgentFixture.command.run(
            ["add", "Plain", "--action", "X=run:x"],
            environment: remote
        )
        #expect(plain.code == 0)
        #expect(
            plain.output.contains("note  it has the buttons for https, http and mailto alone"),
            "\(plain)"
        )
        #expect(try await server.call(titled: "Plain").call.actions.map(\.label) == [])
        let sent = try await AgentFixture.command.run(["send", "Sent"], environment: remote)
        #expect(sent.code == 0)
        #expect(try await server.call(titled: "Sent").call.appName.hasSuffix(" via ssh"))
        let later = try await AgentFixture.command.run(
            ["add", "Later", "--in", "1h"],
            environment: remote
        )
        #expect(later.code == 69)
        withExtendedLifetime(forward) {}
    }

    @Test("A question of another machine is answered on the desktop, and goes with who asks")
    func ask() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let (forward, path) = try await start(fixture)
        let remote = Self.remote(path, fixture.directory)
        let asking = try AgentFixture.command.start(
            ["ask", "Deploy?", "--choices", "Yes,No"],
            environment: remote
        )
        let question = try await server.call(titled: "Deploy?")
        #expect(question.call.appName.hasSuffix(" via ssh"))
        #expect(question.call.actions.map(\.label) == ["Yes", "No"])
        await server.click(question.id, question.call.actions[1].key)
        let outcome = try await asking.waitForExit()
        #expect(outcome.code == 1)
        #expect(asking.output == "No\n")
        #expect(try await server.closings.next(30) == question.id)
        let late = try await AgentFixture.command.run(
            ["ask", "Late?", "--timeout", "1s"],
            environment: remote
        )
        #expect(late.code == 2)
        let left = try await server.call(titled: "Late?")
        #expect(try await server.closings.next(30) == left.id)
        let interrupted = try AgentFixture.command.start(["ask", "Gone?"], environment: remote)
        let gone = try await server.call(titled: "Gone?")
        interrupted.kill(SIGKILL)
        #expect(try await server.closings.next(30) == gone.id)
        try """
        {"cwd":"/","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls"}}
        """.write(
            toFile: "\(fixture.directory)/input",
            atomically: true,
            encoding: .utf8
        )
        // The agent ends without a signal to its hook, and its end of the pipe goes.
        let reader = try Program(path: "/bin/sh").start(
            [
                "-c", "exec 3<&0; \"$0\" ask --hook claude < \"$1\" | { read -r _ <&3; }",
                AgentFixture.command.path, "\(fixture.directory)/input",
            ],
            environment: remote
        )
        let asked = try await server.call(titled: "Claude Code asks for Bash")
        reader.write("\n")
        #expect(try await server.closings.next(30) == asked.id)
        #expect(try await reader.waitForExit().code == 0)
        forward.kill(SIGTERM)
        #expect(try await forward.waitForExit().code == 128 + SIGTERM)
        let none = try await AgentFixture.command.run(["ask", "Nobody?"], environment: remote)
        #expect(none.code == 69)
    }

    /// What a caller may not do is refused, and nothing is shown or opened.
    private static let refused: [(line: String, reason: String)] = [
        ("{}", "add is missing"), ("[]", "an array, not an object"), ("nonsense", "not JSON"),
        (#"{"list":"pending"}"#, "\"list\" is unknown"),
        (#"{"open":"https://example.org"}"#, "\"open\" is unknown"),
        (#"{"add":"x","title":"T","appID":"org.example"}"#, "\"appID\" is unknown"),
        (#"{"add":"x","title":"T","level":"critical"}"#, "critical"),
        (#"{"add":"x"}"#, "both empty"),
        (
            #"{"add":"x","title":"T","actions":[{"label":"L","url":"run:backup"}]}"#,
            "not https, http or mailto"
        ),
        (
            #"{"add":"x","title":"T","actions":[{"label":"L","url":"file:///etc/passwd"}]}"#,
            "not https, http or mailto"
        ),
        (
            #"{"add":"x","title":"T","actions":[{"label":"L","url":"desktop:x.desktop"}]}"#,
            "not https, http or mailto"
        ),
        (#"{"add":"x","title":"T","actions":[{"label":"L"}]}"#, "an action is no object"),
        (#"{"add":5,"title":"T"}"#, "add is a number"),
        (#"{"add":"x","title":"T","choices":"Yes"}"#, "choices is no array"),
        (#"{"add":"x","title":"T","choices":[""]}"#, "a choice is no text"),
        (#"{"add":"x","title":"T","reply":1}"#, "not true or false"),
        (#"{"add":"x","title":"T","choices":["Yes"],"whole":1}"#, "whole is a number"),
        (
            #"{"add":"x","title":"T","body":"1\n2\n3\n4\n5\n6\n7","choices":["Yes"],"whole":true}"#,
            "the desktop may not show all of it"
        ),
        (
            #"{"add":"x","title":"T","reply":true,"actions":[{"label":"L","url":"mailto:a@b"}]}"#,
            "do not go with actions"
        ),
        (#"{"add":"x","title":"T","open":"mailto:a@b"}"#, "unknown"),
        (#"{"add":"\#(String(repeating: "x", count: 300))","title":"T"}"#, "identifier"),
    ]

    @Test func aCallerMayOnlyAdd() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Own", "--id", "x")
        _ = try await server.call(titled: "Own")
        let (forward, path) = try await start(fixture)
        for (line, reason) in Self.refused {
            let answer = try await Self.send("\(line)\n", to: path)
            #expect(answer.hasPrefix("{\"error\":"), "\(line)")
            #expect(answer.replacing("\\\"", with: "\"").contains(reason), "\(line): \(answer)")
        }
        let long = try await Self.send(String(repeating: "x", count: 70_000), to: path)
        #expect(long.contains("more than 65536 bytes"))
        // An identifier is that of the forwarded app, and not the user's own.
        let good =
            #"{"add":"x","title":"Far","body":"B","level":"passive","actions":[{"label":"Page","url":"https://example.org/"}]}"#
        #expect(
            try await Self.send("\(good)\n\(good)\n", to: path)
                == "{\"added\":\"yes\"}\n{\"added\":\"yes\"}\n"
        )
        let call = try await server.call(titled: "Far").call
        #expect(call.replacesID == 0)
        #expect(call.actions.contains { $0.label == "Page" })
        let delivered = try await fixture.listed("list", "delivered", "--app", "all")
        #expect(Set(delivered.map(\.appID)) == ["org.notifyschedule.Forwarded", AgentNames.app])
        withExtendedLifetime(forward) {}
    }

    /// What another machine says of itself, and the label.
    private static let labels: [(source: String, label: String)] = [
        ("build1", "build1 via ssh"), ("", "another machine via ssh"),
        (" ", "another machine via ssh"), ("a\u{202E}b", "a<U+202E>b via ssh"),
        ("x\\ny", "x y via ssh"),
        (String(repeating: "n", count: 4_096), String(repeating: "n", count: 64) + " via ssh"),
    ]

    @Test("The label says that it came by ssh, whatever the other machine calls itself")
    func theLabelIsOurs() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let (forward, path) = try await start(fixture)
        for (index, (source, label)) in Self.labels.enumerated() {
            let line =
                #"{"add":"x\#(index)","title":"T\#(index)\u202e","body":"a\u202eb","from":"\#(source)"}"#
            #expect(
                try await Self.send("\(line)\n", to: path) == "{\"added\":\"yes\"}\n",
                "\(label)"
            )
            let call = try await server.call(titled: "T\(index)").call
            #expect(call.appName == label)
            #expect(call.body == "ab")
        }
        forward.kill(SIGTERM)
        _ = try await forward.waitForExit()
        let (named, _) = try await start(fixture, "--as", "buildhost")
        _ = try await Self.send(#"{"add":"y","title":"Named","from":"root"}"# + "\n", to: path)
        #expect(try await server.call(titled: "Named").call.appName == "buildhost via ssh")
        let refused = try await fixture.run(["forward", "--as", "a\u{202E}b"])
        #expect(refused.code == 64)
        withExtendedLifetime(named) {}
    }

    @Test func anotherFileIsNotReplaced() async throws {
        let fixture = try await AgentFixture()
        let (forward, path) = try await start(fixture)
        let second = try await fixture.run(["forward"])
        #expect(second.code == 77)
        #expect(second.error.contains("is used by another forward"))
        let file = "\(fixture.directory)/file"
        _ = FileManager.default.createFile(atPath: file, contents: Data("text".utf8))
        let third = try await fixture.run(["forward", "--socket", file])
        #expect(third.code == 77)
        #expect(FileManager.default.contents(atPath: file) == Data("text".utf8))
        // One that was killed leaves a socket that the next one replaces.
        forward.kill(SIGKILL)
        _ = try await forward.waitForExit()
        #expect(FileManager.default.fileExists(atPath: path))
        _ = try await start(fixture)
    }

    /// A real sshd on loopback forwards the socket; the other side has the rights of the socket alone.
    @Test func overSSH() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let (forward, path) = try await start(fixture)
        let ssh = try await SSHServer(in: fixture.directory)
        let far = "\(fixture.directory)/far.sock"
        let environment =
            "env -i PATH=/usr/bin:/bin HOME=\(fixture.directory) SSH_CONNECTION=\"$SSH_CONNECTION\" "
            + "DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent NOTIFY_SCHEDULE_SOCKET=\(far)"
        let outcome = try await ssh.run(
            "\(environment) \(AgentFixture.command.word) run --title Remote -- sh -c 'exit 5'",
            forwarding: "\(far):\(path)"
        )
        #expect(outcome.code == 5, "\(outcome)")
        #expect(try await server.call(titled: "Failed: Remote").call.body.contains(" on "))
        let refused = try await ssh.run(
            "\(environment) python3 -c '\(Self.client)' \(far)",
            forwarding: "\(far):\(path)",
            input:
                "{\"list\":\"pending\"}\n{\"add\":\"x\",\"title\":\"T\",\"open\":\"run:backup\"}\n"
        )
        #expect(refused.code == 0, "\(refused)")
        let lines = refused.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("{\"error\":") }, "\(refused)")
        #expect(server.count(titled: "T") == 0)
        withExtendedLifetime(forward) {}
    }

    /// Sends standard input to a socket and prints the answers.
    private static let client = """
        import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.sendall(sys.stdin.buffer.read()); \
        s.shutdown(1); sys.stdout.write(b\"\".join(iter(lambda: s.recv(4096), b\"\")).decode())
        """

    private static func send(_ text: String, to path: String) async throws -> String {
        let outcome = try await Program(path: "/usr/bin/env").run(
            ["python3", "-c", client, path],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"],
            input: text
        )
        return outcome.output
    }
}

/// An sshd of a test's own on loopback, with keys of its own, for the user of the test.
private final class SSHServer {
    private let folder: String
    private let port: Int
    private let server: RunningProgram

    init(in directory: String) async throws {
        folder = "\(directory)/ssh"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        for name in ["host", "user"] {
            let made = try await Program(path: "/usr/bin/ssh-keygen").run(
                ["-q", "-t", "ed25519", "-N", "", "-f", "\(folder)/\(name)"],
                environment: [:]
            )
            guard made.code == 0 else { throw UnexpectedOutcome(outcome: made) }
        }
        // As root, sshd wants this folder.
        if geteuid() == 0 {
            try? FileManager.default.createDirectory(
                atPath: "/run/sshd",
                withIntermediateDirectories: true
            )
        }
        var attempt: (RunningProgram, Int)?
        for _ in 0..<10 where attempt == nil {
            let port = Int.random(in: 20_000..<60_000)
            let configuration = """
                ListenAddress 127.0.0.1
                Port \(port)
                HostKey \(folder)/host
                AuthorizedKeysFile \(folder)/user.pub
                StrictModes no
                UsePAM no
                PermitRootLogin prohibit-password
                PasswordAuthentication no
                StreamLocalBindUnlink yes
                PidFile none
                """
            try configuration.write(toFile: "\(folder)/config", atomically: true, encoding: .utf8)
            let server = try Program(path: "/usr/sbin/sshd").start(
                ["-D", "-e", "-f", "\(folder)/config"],
                environment: [:]
            )
            // It listens, or the port is taken.
            let isListening = try await poll(30, "sshd listens") { () -> Bool? in
                if server.exitStatus != nil { return false }
                return server.error.contains("Server listening") ? true : nil
            }
            if isListening { attempt = (server, port) }
        }
        guard let attempt else { throw StartFailureInTest(what: "sshd found no port") }
        (server, port) = attempt
    }

    func run(
        _ command: String,
        forwarding: String,
        input: String = ""
    ) async throws -> Program.Outcome {
        let options = [
            "-F", "/dev/null", "-i", "\(folder)/user", "-p", "\(port)", "-R", forwarding,
            "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=\(folder)/known",
            "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes", "-o", "ExitOnForwardFailure=yes",
            "-o", "LogLevel=ERROR",
        ]
        return try await Program(path: "/usr/bin/ssh").run(
            options + ["\(NSUserName())@127.0.0.1", command],
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder],
            input: input,
            within: 60
        )
    }
}
