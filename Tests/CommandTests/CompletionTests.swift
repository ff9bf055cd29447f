import Foundation
import TestSupport
import Testing

/// The completion of real shells, from what is there at that moment.
@Suite(.serialized) struct CompletionTests {
    private static let shells = ["bash", "zsh", "fish"]
    /// Those that complete in a terminal alone.
    private static let terminals = ["zsh", "fish"]

    @Test(arguments: shells) func scriptsAreAsTheyWere(shell: String) async throws {
        let outcome = try await Desk.command.run(
            ["--generate-completion-script", shell],
            environment: [:]
        )
        #expect(outcome.code == 0)
        try await Golden.expect(
            outcome.output,
            isFile: Golden.path("completions/notify-schedule.\(shell)")
        )
    }

    /// What is typed, and what the shell offers for its last word.
    private static let cases: [(line: String, offers: [String])] = [
        ("sim", ["simulate"]), ("show me", ["meeting"]), ("next me", ["meeting"]),
        ("again t", ["tea"]), ("remove te", ["tea"]), ("snooze le", []),
        ("show org.example.Mail/", ["org.example.Mail/letter"]),
        ("list --app org.e", ["org.example.Mail"]), ("apps allow org.ex", ["org.example.Mail"]),
        ("add T --tz Europe/Berl", ["Europe/Berlin"]), ("next --on quart", ["quarterly"]),
        ("add T --at tom", ["tomorrow"]), ("schemes cl", ["clock"]),
        ("add T --level time", ["time-sensitive"]), ("launcher li", ["list"]),
    ]

    @Test func bashOffersWhatIsThere() async throws {
        let desk = try await Self.desk()
        for (line, offers) in Self.cases {
            #expect(try await Self.bash(line, desk) == offers, "\(line)")
        }
        #expect(try await Self.bash("open prefs:root=W", desk).isEmpty)
    }

    /// In a terminal of the shell's own a Tab writes the rest of the word.
    @Test(arguments: terminals) func aTabWritesWhatIsThere(shell: String) async throws {
        let desk = try await Self.desk()
        let cases = (Self.cases + [("open cl", ["clock:"])]).filter { $0.offers.count == 1 }
        let lines = try await Self.onTab(shell, cases.map(\.line), desk)
        let expected = cases.map { line, offers in
            (line.split(separator: " ").dropLast().map(String.init) + offers).joined(separator: " ")
        }
        #expect(lines == expected)
    }

    @Test func withoutAnAgentThereIsSilenceAndNoStart() async throws {
        let desk = try await Desk()
        #expect(try await Self.bash("show me", desk) == [])
        for shell in Self.terminals {
            #expect(try await Self.onTab(shell, ["show me"], desk) == ["show me"])
        }
        #expect(desk.owners.elements == [])
    }

    @Test func withoutABusThereIsSilence() async throws {
        let outcome = try await Desk.command.run(
            ["---completion", "show", "--", "positional@0", "2", "0"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]
        )
        #expect(outcome.code == 0)
        #expect(outcome.output.split(separator: "\n") == [])
        #expect(outcome.error == "")
    }

    /// A bus that takes the connection and never answers.
    @Test func aBusThatHangsDoesNotHoldTheShell() async throws {
        let bus = try await PrivateBus()
        defer { bus.close() }
        let path = "\(bus.directory)/silent"
        let listener = Program(path: "/usr/bin/python3")
        let silent = try listener.start(
            [
                "-c",
                """
                import socket, sys, time
                server = socket.socket(socket.AF_UNIX)
                server.bind(sys.argv[1])
                server.listen()
                print("ready", flush=True)
                time.sleep(1000)
                """, path,
            ],
            environment: [:]
        )
        try await silent.waitForOutput("ready")
        let outcome = try await Desk.command.run(
            ["---completion", "show", "--", "positional@0", "2", "0"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"],
            within: 20
        )
        #expect(outcome.code == 0)
        #expect(outcome.output == "")
        #expect(outcome.error == "")
    }

    // MARK: Stage

    private static func desk() async throws -> Desk {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let recorder = try await CommandRecorder(in: desk)
        try recorder.configure(["clock": "\(recorder.program) %{m}"])
        try await desk.add("Meeting", "--on", "2099-01-05 09:00", "--id", "meeting")
        try await desk.add(app: "org.example.Mail", "letter", title: "Letter")
        try await desk.add("Tea", "--id", "tea")
        _ = try await server.call(titled: "Tea")
        _ = try await desk.waitForSignals("Delivered")
        withExtendedLifetime(server) {}
        return desk
    }

    private static func run(
        _ shell: [String],
        _ script: String,
        _ desk: Desk
    ) async throws -> Program.Outcome {
        var environment = desk.bus.environment(timeZone: Desk.timeZone, ["TERM": "xterm"])
        environment["PATH"] = "\(Program.folder):/usr/bin:/bin"
        let outcome = try await Program(path: "/usr/bin/env").run(
            shell,
            environment: environment,
            input: script,
            directory: desk.directory,
            within: 120
        )
        #expect(outcome.error == "")
        return outcome
    }

    private static func bash(_ line: String, _ desk: Desk) async throws -> [String] {
        let script = """
            source <(notify-schedule --generate-completion-script bash)
            COMP_WORDS=(notify-schedule \(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            COMP_LINE="notify-schedule \(line)"; COMP_POINT=${#COMP_LINE}
            _notify-schedule notify-schedule "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try await run(["bash", "--norc", "-s"], script, desk).output
            .split(separator: "\n").map(String.init)
    }

    /// Types each line and a Tab into a terminal of the shell's own; what stands there then comes back.
    ///
    /// zsh has what makes the terminal, for itself and for others. Ctrl-X writes the line to a file and
    /// empties it.
    private static func onTab(
        _ shell: String,
        _ lines: [String],
        _ desk: Desk
    ) async throws -> [String] {
        let script = """
            zmodload zsh/zpty
            mkdir -p functions
            notify-schedule --generate-completion-script \(shell) > functions/_notify-schedule
            cat > start.zsh <<'END'
            PS1=; unsetopt prompt_cr prompt_sp
            fpath=($PWD/functions $fpath); autoload -U compinit; compinit -D -u
            keep() { print -r -- $BUFFER > lines; BUFFER=; }
            zle -N keep; bindkey -e; bindkey '^I' complete-word; bindkey '^X' keep
            touch ready
            END
            cat > start.fish <<'END'
            source functions/_notify-schedule
            function fish_prompt; end
            bind \\cx 'commandline > lines; commandline -r ""'
            touch ready
            END
            zpty shell \(shell == "zsh" ? "zsh -f -i" : "fish --no-config -i")
            zpty -w shell 'source ./start.\(shell)'
            wait_for() {
                for attempt in {1..1500}; do
                    [[ -e $1 ]] && return
                    zpty -r -t shell output > /dev/null
                    sleep 0.02
                done
            }
            wait_for ready
            for line in \(lines.map { "'notify-schedule \($0)'" }.joined(separator: " ")); do
                rm -f lines
                zpty -w -n shell "$line"$'\\t\\x18'
                wait_for lines
                # The file is there a moment before its text.
                until [[ -s lines ]]; do sleep 0.01; done
                print -r -- "${${$(< lines)#notify-schedule }%% }"
            done
            zpty -d shell
            """
        return try await run(["zsh", "-f"], script, desk).output
            .split(separator: "\n").map(String.init)
    }
}
