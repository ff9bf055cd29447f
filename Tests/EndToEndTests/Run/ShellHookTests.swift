import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// Shells that report commands, in a terminal of their own.
@Suite(.serialized) struct ShellHookTests {
    enum Shell: String, CaseIterable {
        case bash, zsh, fish

        var command: [String] {
            switch self {
            case .bash: ["/bin/bash", "--noprofile", "--norc", "-i"]
            case .zsh: ["/usr/bin/env", "zsh", "-f", "-i"]
            case .fish: ["/usr/bin/env", "fish", "--no-config", "-i"]
            }
        }

        /// A prompt with its number, by the hook that a user may have already.
        var prompt: String {
            switch self {
            case .bash: "n=0; PROMPT_COMMAND='((n++))'; PS1='ready$n> '"
            case .zsh:
                "n=0; precmd() { ((n++)) }; setopt prompt_subst; PS1='ready$n> '; "
                    + "unsetopt prompt_cr prompt_sp zle"
            case .fish:
                "set -g n 0; function count --on-event fish_prompt; set -g n (math $n + 1); end; "
                    + "function fish_prompt; echo -n ready$n'> '; end"
            }
        }

        var hook: String {
            switch self {
            case .bash, .zsh: "eval \"$(notify-schedule run --shell-init \(rawValue))\""
            case .fish: "notify-schedule run --shell-init fish | source"
            }
        }
    }

    /// A shell with the hook, whose prompts are counted.
    private final class Session {
        let terminal: TestTerminal
        private var prompts = 1

        init(
            _ shell: Shell,
            _ fixture: AgentFixture,
            seconds: String,
            _ more: [String: String] = [:]
        ) async throws {
            var environment = fixture.bus.environment(timeZone: AgentFixture.timeZone, more)
            environment["PATH"] = "\(fixture.directory):\(Program.folder):/usr/bin:/bin"
            environment["TERM"] = more["TERM"] ?? "xterm"
            environment["NOTIFY_SCHEDULE_SECONDS"] = seconds
            terminal = try TestTerminal(
                shell.command,
                environment: environment,
                directory: fixture.directory,
                // fish waits for what terminals answer.
                answering: [("\u{1B}[c", "\u{1B}[?62;c"), ("\u{1B}[0c", "\u{1B}[?62;c")]
            )
            terminal.type("\(shell.prompt)\r")
            try await terminal.wait(for: "ready1> ", within: 60)
            try await type(shell.hook)
        }

        /// Types a line, and keys once its command has come so far, and waits for the prompt after it.
        func type(
            _ line: String,
            keys: String = "",
            after wait: (TestTerminal) async throws -> Void = { _ in }
        ) async throws {
            terminal.type("\(line)\r")
            try await wait(terminal)
            if !keys.isEmpty { terminal.type(keys) }
            prompts += 1
            try await terminal.wait(for: "ready\(prompts)> ", within: 60)
        }

        func end() async throws {
            terminal.type("exit 0\r")
            _ = try await terminal.waitForExit()
        }
    }

    @Test(arguments: Shell.allCases) func commandsAreReported(shell: Shell) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let session = try await Session(shell, fixture, seconds: "0")
        try await session.type("sh -c 'exit 3'")
        let first = try await server.call(titled: "Failed: sh -c 'exit 3'")
        #expect(first.call.body.hasPrefix("Exit status 3 after "))
        // One notification for each shell.
        try await session.type("true one")
        let second = try await server.call(titled: "Done: true one")
        #expect(second.call.replacesID == first.id)
        // Neither an interactive program nor what Ctrl-C has ended.
        let count = server.calls.elements.count
        try await session.type("man nothing-of-this-name 2>/dev/null")
        try await session.type(
            "sh -c 'echo wai''ting; exec sleep 600'",
            keys: "\u{3}"
        ) { try await $0.wait(for: "waiting") }
        try await session.type("true two")
        _ = try await server.call(titled: "Done: true two")
        #expect(server.calls.elements.count == count + 1)
        // What the history does not have is not shown.
        let setting: String? =
            switch shell {
            case .bash: "HISTCONTROL=ignorespace"
            case .zsh: "setopt hist_ignore_space"
            case .fish: nil
            }
        if let setting {
            try await session.type(setting)
            // One that comes while the next is under way would replace it.
            _ = try await server.call(titled: "Done: \(setting)")
        }
        try await session.type(" true secret")
        _ = try await server.call(titled: "Done: A command")
        #expect(!server.calls.elements.contains { $0.call.summary.contains("secret") })
        try await session.end()
    }

    private static func wait(
        for title: String,
        times: Int,
        _ server: FakeNotificationServer
    ) async throws {
        _ = try await server.calls.wait(30, "\(title), \(times) times") { calls in
            calls.count { $0.call.summary == title } >= times ? true : nil
        }
    }

    /// A repeated line, which the history does not get again.
    @Test func aRepetitionIsComparedWithInteractivePrograms() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let session = try await Session(.bash, fixture, seconds: "0")
        for (control, title) in [("ignoredups", "true again"), ("ignoreboth", "A command")] {
            try await session.type("HISTCONTROL=\(control)")
            _ = try await server.call(titled: "Done: HISTCONTROL=\(control)")
            for _ in 0..<2 { try await session.type("man nothing-of-this-name 2>/dev/null") }
            try await session.type("true again")
            try await Self.wait(
                for: "Done: true again",
                times: title == "A command" ? 3 : 1,
                server
            )
            try await session.type("true again")
            try await Self.wait(for: "Done: \(title)", times: title == "A command" ? 1 : 2, server)
        }
        try await session.type("HISTCONTROL=ignoreboth; true x")
        let line = "Done: HISTCONTROL=ignoreboth; true x"
        _ = try await server.call(titled: line)
        try await session.type(" true secret")
        try await Self.wait(for: "Done: A command", times: 2, server)
        let titles = server.calls.elements.map(\.call.summary)
        #expect(
            !titles.contains { $0.contains("of-this-name") || $0.contains("secret") },
            "\(titles)"
        )
        #expect(titles.count == 8, "\(titles)")
        try await session.end()
    }

    /// The program that reports is in the background, where no answer of the terminal reaches it.
    @Test(arguments: Shell.allCases, ["foot", "xterm-256color"])
    func overSSHTheTerminalShowsIt(shell: Shell, term: String) async throws {
        let fixture = try await AgentFixture()
        let session = try await Session(
            shell,
            fixture,
            seconds: "0",
            [
                "SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22", "TERM": term,
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
            ]
        )
        // A terminal may stop who writes in the background.
        try await session.type("stty tostop")
        try await session.type("true one")
        try await session.terminal.wait(
            for: term == "foot"
                ? "\u{1B}]777;notify;Done: true one;Done after "
                : "\u{1B}]9;Done: true one: Done after "
        )
        #expect(!session.terminal.screen.contains("p=?"))
        try await session.end()
    }

    /// A shell takes the foreground back while the program that reports is under way.
    @Test func theTerminalShowsItOnceTheForegroundIsLost() async throws {
        let fixture = try await AgentFixture()
        // It is asked between the terminal's opening and the writing; it also ends with the folder of a failed test.
        try writeProgram(
            """
            #!/bin/sh
            touch asked
            while [ -e asked ] && [ ! -e background ]; do sleep 0.01; done
            """,
            to: "\(fixture.directory)/tmux"
        )
        let session = try await Session(
            .bash,
            fixture,
            seconds: "3600",
            ["SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22", "TMUX": "/nonexistent/tmux,1,0"]
        )
        try await session.type("stty tostop")
        try await session.type(
            "NOTIFY_SCHEDULE_LINE=make notify-schedule run --ended 0 --took 1m --shell 1",
            keys: "\u{1A}"
        ) { _ in
            try await waitForChange(of: fixture.directory, "a question to tmux") {
                FileManager.default.fileExists(atPath: "\(fixture.directory)/asked")
            }
        }
        try await session.type("bg; touch background")
        try await session.terminal.wait(for: "]9;Done: make: Done after 1 min")
        try await session.end()
    }

    @Test(arguments: Shell.allCases) func shortCommandsStartNothing(shell: Shell) async throws {
        let fixture = try await AgentFixture()
        // It would leave a file.
        try writeProgram(
            "#!/bin/sh\n[ \"$2\" = --shell-init ] && exec \(AgentFixture.command.word) \"$@\"\ntouch started\n",
            to: "\(fixture.directory)/notify-schedule"
        )
        let session = try await Session(shell, fixture, seconds: "3600")
        for line in ["true", "false", "sh -c 'exit 3'"] { try await session.type(line) }
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.directory)/started"))
        // Empty lines report nothing, too.
        try await session.type("")
        try await session.end()
        #expect(fixture.owners.elements.isEmpty)
    }

    /// Other users see the arguments of a program, and a line may have a password.
    @Test(arguments: Shell.allCases) func theLineIsNoArgument(shell: Shell) async throws {
        let fixture = try await AgentFixture()
        try writeProgram(
            "#!/bin/sh\n[ \"$2\" = --shell-init ] && exec \(AgentFixture.command.word) \"$@\"\n"
                + "echo \"<$*> <$NOTIFY_SCHEDULE_LINE>\" > part; mv part started\n",
            to: "\(fixture.directory)/notify-schedule"
        )
        let session = try await Session(shell, fixture, seconds: "0")
        try await session.type("true  'a b'  $HOME secret")
        let text = try await poll(30, "the report") { () -> String? in
            let text = try? String(contentsOfFile: "\(fixture.directory)/started", encoding: .utf8)
            return text?.contains("secret") == true ? text : nil
        }
        #expect(text.hasSuffix(" <true  'a b'  $HOME secret>\n"))
        #expect(text.prefix { $0 != ">" }.hasPrefix("<run --ended 0 --took "))
        #expect(!text.prefix { $0 != ">" }.contains("secret"))
        try await session.end()
    }

    /// An agent that the report starts, and its programs, do not have the line.
    @Test func theAgentDoesNotGetTheLine() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        _ = try await fixture.run(
            ["run", "--ended", "0", "--took", "20s", "--shell", "1"],
            environment: ["NOTIFY_SCHEDULE_LINE": "make secret"]
        )
        _ = try await server.call(titled: "Done: make secret")
        let agent = try #require(fixture.client.processID(of: AgentNames.bus))
        let environment = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(agent)/environ"))
        #expect(!String(decoding: environment, as: UTF8.self).contains("secret"))
    }

    /// The status and other hooks of the prompt stay as they are.
    @Test(arguments: Shell.allCases) func theStatusStays(shell: Shell) async throws {
        let fixture = try await AgentFixture()
        let session = try await Session(shell, fixture, seconds: "3600")
        let status = shell == .fish ? "$status" : "$?"
        try await session.type("sh -c 'exit 7'")
        try await session.type("echo status=\(status)")
        #expect(session.terminal.screen.contains("status=7\r\n"))
        // Twice is once.
        try await session.type(shell.hook)
        try await session.type("sh -c 'exit 6'")
        try await session.type("echo status=\(status)")
        #expect(session.terminal.screen.contains("status=6\r\n"))
        try await session.end()
    }

    /// The window that the user looks at needs no bubble.
    @Test func aFocusedTerminalShowsNothing() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try writeProgram(
            "#!/bin/sh\necho '_NET_ACTIVE_WINDOW(WINDOW): window id # 0x3c00001'\n",
            to: "\(fixture.directory)/xprop"
        )
        for (window, isShown) in [("62914561", false), ("62914562", true)] {
            let outcome = try await fixture.run(
                ["run", "--ended", "0", "--took", "20s", "--shell", "1"],
                environment: [
                    "NOTIFY_SCHEDULE_LINE": "make \(window)", "DISPLAY": ":77", "WINDOWID": window,
                    "PATH": "\(fixture.directory):/usr/bin:/bin",
                ]
            )
            #expect(outcome.code == 0)
            if isShown { _ = try await server.call(titled: "Done: make \(window)") }
        }
        #expect(server.count(titled: "Done: make 62914561") == 0)
    }

    /// Which lines are not reported.
    private static let lines: [(line: String, isReported: Bool)] = [
        ("make -j8", true), ("vim x", false), ("sudo -E vim x", false), ("/usr/bin/less x", false),
        ("LANG=C TERM=xterm ssh host", false), ("vimdiff-not x", true), ("own x", false),
        ("other arg", false), ("python3 script.py", true), ("python3", false), ("time make", true),
        ("env X=1 top", false), ("bash build.sh", true), ("bash", false), ("=x y", true),
        ("(vim)", true),
    ]

    @Test func interactiveProgramsAreNotReported() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        for (line, isReported) in Self.lines {
            _ = try await fixture.run(
                ["run", "--ended", "0", "--took", "20s", "--shell", "1"],
                environment: [
                    "NOTIFY_SCHEDULE_LINE": line, "NOTIFY_SCHEDULE_IGNORE": "own other",
                ]
            )
            if isReported { _ = try await server.call(titled: "Done: \(line)") }
        }
        try await fixture.barrier(server)
        #expect(server.calls.elements.count == Self.lines.count { $0.isReported } + 1)
    }
}
