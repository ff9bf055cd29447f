import AgentInterface
import Foundation
import GLibBridge
import TestSupport
import Testing

/// `run` where no agent is in reach: in containers, and over ssh.
@Suite(.serialized) struct RunWithoutAgentTests {
    private static let question = "\u{1B}]99;i=notify-schedule:p=?;\u{1B}\\\u{1B}[>q\u{1B}[c"

    private struct Case {
        let term: String
        /// What the terminal answers; empty for nothing.
        let answer: String
        let environment: [String: String]
        /// What is written after the question, up to the duration; `nil` for a warning.
        let written: String?
        var isAsked = true
    }

    private static let cases = [
        Case(
            term: "xterm-kitty",
            answer: "\u{1B}]99;i=notify-schedule:p=?;p=title,body\u{1B}\\\u{1B}[?62;c",
            environment: [:],
            written: ":d=0:u=1;Done: Job\u{1B}\\\u{1B}]99;i=run-"
        ),
        Case(
            term: "foot",
            answer: "\u{1B}P>|foot(1.16)\u{1B}\\\u{1B}[?62;c",
            environment: [:],
            written: "\u{1B}]777;notify;Done: Job;Done after "
        ),
        Case(
            term: "xterm-256color",
            answer: "\u{1B}[?64;1c",
            environment: [:],
            written: "\u{1B}]9;Done: Job: Done after "
        ),
        Case(
            term: "xterm-256color",
            answer: "\u{1B}[?64;1c",
            environment: ["VTE_VERSION": "7600"],
            written: "\u{1B}]777;notify;Done: Job;Done after "
        ),
        Case(
            term: "tmux-256color",
            answer: "",
            environment: ["TMUX": "/nonexistent,1,0"],
            written: "\u{1B}Ptmux;\u{1B}\u{1B}]9;Done: Job: Done after ",
            isAsked: false
        ),
        Case(
            term: "screen",
            answer: "",
            environment: ["STY": "1.tty"],
            written: "\u{1B}P\u{1B}]9;Done: Job: Done after ",
            isAsked: false
        ),
        Case(term: "dumb", answer: "", environment: [:], written: nil, isAsked: false),
        Case(term: "xterm", answer: "", environment: [:], written: nil),
    ]

    @Test func theTerminalShowsIt() async throws {
        let folder = try TemporaryFolder()
        for testCase in Self.cases {
            var environment = [
                "PATH": "/usr/bin:/bin", "TERM": testCase.term, "LANG": "C.UTF-8",
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
                "XDG_RUNTIME_DIR": folder.path,
            ]
            environment.merge(testCase.environment) { $1 }
            let terminal = try TestTerminal(
                [AgentFixture.command.path, "run", "--title", "Job", "--", "true"],
                environment: environment,
                directory: folder.path,
                answering: testCase.answer.isEmpty ? [] : [(Self.question, testCase.answer)]
            )
            #expect(try await terminal.waitForExit() == .code(0))
            let expected = testCase.written ?? "warning: the end of the command is not shown: "
            let screen = try await terminal.wait(for: expected)
            #expect(screen.hasPrefix(Self.question) == testCase.isAsked, "\(testCase.term)")
            // The answer is not echoed.
            #expect(!screen.contains("^["), "\(testCase.term)")
        }
    }

    /// What is typed while a terminal is asked is lost.
    @Test func theTerminalIsAskedOnce() async throws {
        let folder = try TemporaryFolder()
        let terminal = try TestTerminal(
            [AgentFixture.command.path, "run", "--title", "Job", "--", "true"],
            environment: [
                "PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8",
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
                "XDG_RUNTIME_DIR": folder.path,
                "SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22",
            ],
            directory: folder.path,
            answering: [(Self.question, "\u{1B}[?64;1c")]
        )
        #expect(try await terminal.waitForExit() == .code(0))
        try await terminal.wait(for: "\u{1B}]9;Done: Job: Done after ")
        #expect(terminal.count(of: Self.question) == 1)
    }

    /// An agent that hangs is as good as none.
    @Test(arguments: [[], ["--progress"]])
    func anAgentThatHangsDoesNotHoldTheEnd(options: [String]) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        _ = try await fixture.run(["run", "--", "true"])
        _ = try await server.next()
        let agent = try #require(fixture.client.processID(of: AgentNames.bus))
        try await stop(agent)
        defer { kill(agent, SIGCONT) }
        var environment = fixture.bus.environment(timeZone: AgentFixture.timeZone)
        environment["TERM"] = "foot"
        let terminal = try TestTerminal(
            [AgentFixture.command.path, "run"] + options + [
                "--title", "Job", "--", "sh", "-c", "exit 3",
            ],
            environment: environment,
            directory: fixture.directory,
            answering: [(Self.question, "\u{1B}[?62;c")]
        )
        // The bus's own limit is 25 s.
        #expect(try await terminal.waitForExit(within: 18) == .code(3))
        try await terminal.wait(for: "\u{1B}]777;notify;Failed: Job;Exit status 3 after ")
    }

    /// A bus that takes a connection and says nothing.
    @Test func aBusThatHangsDoesNotHoldTheEnd() async throws {
        let folder = try TemporaryFolder()
        let bus = try SilentSocket("\(folder.path)/bus")
        let outcome = try await AgentFixture.command.run(
            ["run", "--", "sh", "-c", "exit 3"],
            environment: [
                "PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(bus.path)",
            ],
            within: 30
        )
        #expect(outcome.code == 3)
        #expect(outcome.error.contains("warning: the end of the command is not shown: "))
    }

    /// The desktop sleeps, and ssh has not noticed.
    @Test func theTerminalShowsWhatAForwardedSocketDoesNot() async throws {
        let folder = try TemporaryFolder()
        let desktop = try SilentSocket("\(folder.path)/forwarded")
        let terminal = try TestTerminal(
            [AgentFixture.command.path, "run", "--title", "Job", "--", "true"],
            environment: Self.remote(folder, ["NOTIFY_SCHEDULE_SOCKET": desktop.path]),
            directory: folder.path,
            answering: [(Self.question, "\u{1B}[?64;1c")]
        )
        #expect(try await terminal.waitForExit() == .code(0))
        try await terminal.wait(for: "\u{1B}]9;Done: Job: Done after ")
    }

    /// A pager behind the command reads the terminal, and would get the answer.
    @Test func aPagersTerminalIsNotAsked() async throws {
        let folder = try TemporaryFolder()
        let terminal = try TestTerminal(
            ["/bin/sh", "-c", "\(AgentFixture.command.word) run --title Job -- echo out | cat"],
            environment: Self.remote(folder),
            directory: folder.path
        )
        #expect(try await terminal.waitForExit() == .code(0))
        let screen = try await terminal.wait(for: "\u{1B}]9;Done: Job: Done after ")
        #expect(!screen.contains(Self.question))
    }

    /// Over ssh the desktop of this machine is not the user's; where the output is stored is a line of the text.
    @Test func overSSHTheAgentIsNotAsked() async throws {
        let fixture = try await AgentFixture()
        let folder = try TemporaryFolder()
        let environment = fixture.bus.environment(
            timeZone: AgentFixture.timeZone,
            ["SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22", "TERM": "xterm-256color"]
        )
        let terminal = try TestTerminal(
            [AgentFixture.command.path, "run", "--log", "--title", "Job", "--", "true"],
            environment: environment,
            directory: folder.path,
            answering: [(Self.question, "\u{1B}[?64;1c")]
        )
        #expect(try await terminal.waitForExit() == .code(0))
        let screen = try await terminal.wait(for: "\u{1B}]9;Done: Job: Done after ")
        #expect(screen.contains(" Output: \(fixture.directory)/state/notify-schedule/output/"))
        #expect(fixture.owners.elements.isEmpty)
    }

    private static func remote(
        _ folder: TemporaryFolder,
        _ more: [String: String] = [:]
    ) -> [String: String] {
        [
            "PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
            "XDG_RUNTIME_DIR": folder.path, "SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22",
        ]
        .merging(more) { $1 }
    }

    /// A socket whose connections get no answer.
    private final class SilentSocket {
        let path: String
        private let descriptor: Int32

        init(_ path: String) throws {
            self.path = path
            descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let bound = withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(bound == 0 && listen(descriptor, 8) == 0)
        }

        deinit {
            close(descriptor)
        }
    }

    @Test func jsonIsForOtherTools() async throws {
        let outcome = try await AgentFixture.command.run(
            ["run", "--json", "--tail", "1", "--", "sh", "-c", "echo last; exit 3"],
            environment: [
                "PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
            ]
        )
        #expect(outcome.code == 3)
        #expect(outcome.output == "last\n")
        let line = try #require(outcome.error.split(separator: "\n").first { $0.hasPrefix("{") })
        let report = try JSONDecoder().decode(Report.self, from: Data(line.utf8))
        #expect(report.command == "sh -c 'echo last; exit 3'")
        #expect(report.status == 3)
        #expect(report.lines == ["last"])
        #expect(report.duration >= 0)
    }

    private struct Report: Decodable {
        let command: String
        let status: Int?
        let duration: Double
        let lines: [String]
    }
}
