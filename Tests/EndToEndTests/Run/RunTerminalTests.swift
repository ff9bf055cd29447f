import Foundation
import GLibBridge
import TestSupport
import Testing

/// `run` on a terminal: keys, job control, the size of the window.
///
/// Each test runs with the terminal itself and with a pseudo-terminal between, which `--tail` makes.
@Suite(.serialized) struct RunTerminalTests {
    private static let options = ["", "--tail 2"]

    /// Starts a bash on a terminal, in which `run` is a program.
    private func shell(_ options: String, _ folder: TemporaryFolder) throws -> TestTerminal {
        let command = "\(AgentFixture.command.word) run --if-longer 1h \(options)"
        try writeProgram("#!/bin/sh\nexec \(command) -- \"$@\"\n", to: "\(folder.path)/run")
        try "PS1='ready> '\nbind 'set enable-bracketed-paste off'\n".write(
            toFile: "\(folder.path)/rc",
            atomically: true,
            encoding: .utf8
        )
        return try TestTerminal(
            ["/bin/bash", "--noprofile", "--rcfile", "rc", "-i"],
            environment: [
                "PATH": "\(folder.path):/usr/bin:/bin", "HOME": folder.path, "TERM": "xterm",
                "LANG": "C.UTF-8",
                "XDG_STATE_HOME": "\(folder.path)/state", "HISTFILE": "/dev/null",
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
            ],
            directory: folder.path
        )
    }

    /// What is typed, and what is on the screen afterwards.
    private static let lines: [(line: String, shown: String)] = [
        ("run sh -c 'test -t 0 && test -t 1 && test -t 2 && echo all' \"\"", "\nall"),
        ("run stty size", "24 80"), ("run sh -c 'exit 7'; echo status=$?", "status=7"),
        ("run sh -c 'kill -TERM $$'; echo status=$?", "status=143"),
        ("run sh -c 'echo typed > /dev/tty' > /dev/null", "\ntyped"),
        ("run sh -c 'tty < /dev/tty > /dev/null && echo own' x", "\nown"),
        ("echo piped | run cat | tr a-z A-Z", "PIPED"), ("run echo x 2>&1 | tr x y", "\ny"),
        ("run seq 1 30000 | tail -1", "\n30000"), ("run seq 1 3000 | tail -1 | tr 3 4", "4000"),
        ("run sh -c 'printf \"a\\nb\\n\"'; echo end", "a\r\nb\r\nend"),
        ("run sh -c 'stty -echo; stty echo; echo set'", "\nset"),
        ("run sh -c 'stty raw; stty -raw; exit 0'; stty -a | grep -o ' icanon'", "\n icanon"),
        ("run sh -c 'exec > /dev/null; exit 4'; echo s=$?", "s=4"),
        ("run sh -c '(sleep 0.01 &) ; echo left'", "\nleft"),
    ]

    @Test(arguments: options) func aCommandHasTheTerminal(options: String) async throws {
        let folder = try TemporaryFolder()
        let terminal = try shell(options, folder)
        try await terminal.wait(for: "ready> ")
        for (index, (line, shown)) in Self.lines.enumerated() {
            let before = terminal.size
            terminal.type("\(line); echo done$((\(index)+1000))\r")
            try await terminal.wait(for: "done\(index + 1_000)\r\nready> ")
            #expect(terminal.count(of: shown, after: before) > 0, "\(line) with \(options)")
        }
        try await end(terminal)
    }

    @Test(arguments: options) func keysReachTheCommand(options: String) async throws {
        let folder = try TemporaryFolder()
        let terminal = try shell(options, folder)
        try await terminal.wait(for: "ready> ")
        // What is read, and its end.
        // Once it reads: what comes before, while the shell sets the terminal, would not end a line.
        terminal.type("run sh -c 'echo as''ks; read x; echo got:$x; cat; echo eof'\r")
        try await terminal.wait(for: "asks\r\n")
        terminal.type("word\r")
        try await terminal.wait(for: "got:word")
        terminal.type("more\r\u{4}")
        try await terminal.wait(for: "more\r\nmore\r\neof\r\n")
        // Ctrl-C ends the loop of the shell, too.
        try await terminal.wait(for: "ready> ", times: 2)
        terminal.type("for n in 1 2 3; do run sh -c 'echo in$0; exec sleep 600' $n; done; echo\r")
        try await terminal.wait(for: "in1\r\n")
        terminal.type("\u{3}")
        try await terminal.wait(for: "ready> ", times: 3)
        #expect(terminal.count(of: "in2\r\n") == 0)
        // That of a script as well, which the terminal has to signal.
        for shell in ["bash", "dash"] {
            let command = "sh -c \"echo \(shell)\\$0; exec sleep 600\""
            terminal.type("\(shell) -c 'for n in 1 2; do run \(command) $n; done'\r")
            try await terminal.wait(for: "\(shell)1\r\n")
            terminal.type("\u{3}")
            try await terminal.wait(for: "ready> ", times: shell == "bash" ? 4 : 5)
            #expect(terminal.count(of: "\(shell)2\r\n") == 0)
        }
        // A handler runs once.
        terminal.type("run sh -c 'trap \"echo caught\" INT; echo go''es; read x; echo x=$x'\r")
        try await terminal.wait(for: "goes\r\n")
        terminal.type("\u{3}")
        try await terminal.wait(for: "caught\r\n")
        // Some shells go on to read, and others do not.
        terminal.type("\r")
        try await terminal.wait(for: "x=\r\n")
        try await terminal.wait(for: "ready> ", times: 6)
        #expect(terminal.count(of: "caught\r\n") == 1)
        terminal.type("run sleep 600; echo quit=$?\r")
        try await terminal.wait(for: "quit=$?\r\n")
        try await Self.waitForSleep(under: terminal.id)
        terminal.type("\u{1C}")
        try await terminal.wait(for: "quit=131\r\n")
        try await end(terminal)
    }

    @Test(arguments: options) func jobControl(options: String) async throws {
        let folder = try TemporaryFolder()
        let terminal = try shell(options, folder)
        try await terminal.wait(for: "ready> ")
        terminal.type(
            "run sh -c 'echo be''gun; read x; echo first:$x; read y; echo second:$y; exit 9'\r"
        )
        try await terminal.wait(for: "begun\r\n")
        terminal.type("a\r")
        try await terminal.wait(for: "first:a")
        terminal.type("\u{1A}")
        try await terminal.wait(for: "ready> ", times: 2)
        #expect(terminal.screen.contains("Stopped"))
        // The shell has the terminal with its own settings.
        terminal.type("echo sh''ell; fg\r")
        try await terminal.wait(for: "shell\r\n")
        try await terminal.wait(for: "run sh -c", times: 2)
        terminal.type("b\r")
        try await terminal.wait(for: "second:b")
        try await terminal.wait(for: "ready> ", times: 3)
        terminal.type("echo status=$?\r")
        try await terminal.wait(for: "status=9\r\n")
        // In the background it goes on, and ends as it does.
        terminal.type("run sh -c 'echo be''gins; read x; exit 8'\r")
        try await terminal.wait(for: "begins\r\n")
        terminal.type("\u{1A}")
        try await terminal.wait(for: "Stopped", times: 2)
        // Neither `fg` nor `wait` would do: they fail if the shell has noticed the end already.
        terminal.type("kill %%; while kill -0 %% 2>/dev/null; do sleep 0.1; done; echo en''ded\r")
        try await terminal.wait(for: "ended\r\n")
        #expect(terminal.screen.contains("Terminated"))
        terminal.type("run sh -c 'sleep 0.1; exit 5' & wait $!; echo back=$?\r")
        try await terminal.wait(for: "back=5\r\n")
        try await end(terminal)
    }

    @Test(arguments: options) func aCommandThatStopsItselfStopsRun(options: String) async throws {
        let folder = try TemporaryFolder()
        let terminal = try shell(options, folder)
        try await terminal.wait(for: "ready> ")
        for (index, signal) in ["STOP", "TSTP", "TTIN"].enumerated() {
            terminal.type(
                "run sh -c 'echo le''ft\(index); kill -\(signal) $$; echo on''ce; exit 3'\r"
            )
            let screen = try await terminal.wait(for: "Stopped", times: index + 1)
            // What it wrote before, such as an editor that leaves its screen, comes before the shell.
            #expect(screen.contains("left\(index)\r\n"))
            terminal.type("fg; echo \(signal)=$?\r")
            try await terminal.wait(for: "\(signal)=3\r\n")
        }
        #expect(terminal.count(of: "once\r\n") == 3)
        try await end(terminal)
    }

    @Test(arguments: options) func theSizeOfTheWindowFollows(options: String) async throws {
        let folder = try TemporaryFolder()
        let terminal = try shell(options, folder)
        try await terminal.wait(for: "ready> ")
        terminal.type(
            "run sh -c 'trap \"stty size\" WINCH; echo wai''ting; while ! read x; do :; done'\r"
        )
        try await terminal.wait(for: "waiting\r\n")
        terminal.resize(rows: 40, columns: 132)
        try await terminal.wait(for: "40 132")
        terminal.resize(rows: 10, columns: 20)
        try await terminal.wait(for: "10 20")
        terminal.type("x\r")
        try await terminal.wait(for: "ready> ", times: 2)
        try await end(terminal)
    }

    /// Signals that a program sends to `run` alone reach the command, once.
    @Test(arguments: options, ["HUP", "INT", "QUIT", "TERM", "USR1", "USR2", "VTALRM", "40"])
    func signalsAreForwardedOnce(options: String, signal: String) async throws {
        let folder = try TemporaryFolder()
        let terminal = try shell(options, folder)
        try await terminal.wait(for: "ready> ")
        // In the background each line may have two carriage returns.
        let trap = "trap \"echo got-\(signal)\" \(signal); trap \"exit 0\" ALRM"
        terminal.type("run bash -c '\(trap); echo wai''ting; while :; do sleep 0.1; done' &\r")
        try await terminal.wait(for: "waiting\r")
        terminal.type("/bin/kill -\(signal) $!\r")
        try await terminal.wait(for: "got-\(signal)\r")
        terminal.type("/bin/kill -ALRM $!; wait $!; echo end=$?\r")
        try await terminal.wait(for: "end=0\r\n")
        #expect(terminal.count(of: "got-\(signal)\r") == 1)
        try await end(terminal)
    }

    /// The window is closed: the command gets the signal, and nothing of it stays.
    @Test(arguments: options) func aHangUpEndsTheCommand(options: String) async throws {
        let folder = try TemporaryFolder()
        let mark = "\(folder.path)/hung-up"
        let terminal = try TestTerminal(
            [AgentFixture.command.path, "run"] + options.split(separator: " ").map(String.init) + [
                "--", "sh", "-c",
                "trap 'touch \(mark); exit 1' HUP; echo waiting; while :; do sleep 0.1; done",
            ],
            environment: ["PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": folder.path],
            directory: folder.path
        )
        try await terminal.wait(for: "waiting")
        terminal.hangUp()
        #expect(try await terminal.waitForExit() == .code(1))
        #expect(FileManager.default.fileExists(atPath: mark))
    }

    /// A command that ignores the signal reads an end of file.
    @Test(arguments: options) func aClosedTerminalIsTheEndOfInput(options: String) async throws {
        let folder = try TemporaryFolder()
        let mark = "\(folder.path)/read"
        let run = "\(AgentFixture.command.word) run --if-longer 1h \(options) --"
        let script = "trap '' HUP; echo waiting; cat; touch \(mark)"
        let terminal = try TestTerminal(
            ["/bin/sh", "-c", "\(run) sh -c \"\(script)\"; true"],
            environment: ["PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": folder.path],
            directory: folder.path
        )
        try await terminal.wait(for: "waiting")
        terminal.closeWindow()
        try await poll(30, "the end of the input") {
            FileManager.default.fileExists(atPath: mark) ? true : nil
        }
    }

    private func end(_ terminal: TestTerminal) async throws {
        terminal.type("\rexit 0\r")
        #expect(try await terminal.waitForExit() == .code(0))
    }

    /// Waits until a `sleep` runs below a process.
    private static func waitForSleep(under process: Int32) async throws {
        try await poll(30, "sleep runs") { () -> Bool? in
            var processes: Set<Int32> = [process]
            for _ in 0..<5 {
                for parent in processes {
                    let path = "/proc/\(parent)/task/\(parent)/children"
                    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
                    processes.formUnion(text.split(separator: " ").compactMap { Int32($0) })
                }
            }
            let isFound = processes.contains {
                (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)) == "sleep\n"
            }
            return isFound ? true : nil
        }
    }
}
