import Foundation
import TestSupport
import Testing

/// The completion of real shells, from what is there at that moment.
@Suite(.serialized) struct CompletionTests {
    @Test(arguments: TypedShell.allCases) func scriptsAreAsTheyWere(shell: TypedShell) async throws
    {
        let outcome = try await AgentFixture.command.run(
            ["--generate-completion-script", shell.rawValue],
            environment: [:]
        )
        #expect(outcome.code == 0)
        try await Golden.expect(
            outcome.output,
            isFile: Golden.path("completions/notify-schedule.\(shell.rawValue)")
        )
    }

    /// What is typed, and what the shell offers for its last word.
    private static let cases: [(line: String, offers: [String])] = [
        ("sim", ["simulate"]), ("show me", ["meeting"]), ("next me", ["meeting"]),
        ("again t", ["tea"]), ("remove te", ["tea"]), ("snooze le", []),
        ("edit me", ["meeting"]), ("edit meeting --clear us", ["user-info"]),
        ("show org.example.Mail/", ["org.example.Mail/letter"]),
        ("list --app org.e", ["org.example.Mail"]), ("apps allow org.ex", ["org.example.Mail"]),
        ("add T --tz Europe/Berl", ["Europe/Berlin"]), ("next --on quart", ["quarterly"]),
        ("add T --at tom", ["tomorrow"]), ("schemes cl", ["clock"]),
        ("add T --level time", ["time-sensitive"]), ("launcher li", ["list"]),
        // What is given already is not offered again.
        ("remove --all --a", ["--app"]),
    ]

    @Test func bashOffersWhatIsThere() async throws {
        let fixture = try await Self.fixture()
        for (line, offers) in Self.cases {
            #expect(try await Self.bash(line, fixture) == offers, "\(line)")
        }
        #expect(try await Self.bash("open prefs:root=W", fixture).isEmpty)
    }

    /// In a terminal of the shell's own a Tab writes the rest of the word.
    @Test(arguments: TypedShell.allCases) func aTabWritesWhatIsThere(shell: TypedShell) async throws
    {
        let fixture = try await Self.fixture()
        let cases = (Self.cases + [("open cl", ["clock:"])]).filter { $0.offers.count == 1 }
        let lines = try await shell.completed(
            cases.map { "notify-schedule \($0.line)" },
            at: fixture
        )
        let expected = cases.map { line, offers in
            (["notify-schedule"] + line.split(separator: " ").dropLast().map(String.init) + offers)
                .joined(separator: " ")
        }
        #expect(lines == expected)
    }

    @Test func withoutAnAgentThereIsSilenceAndNoStart() async throws {
        let fixture = try await AgentFixture()
        #expect(try await Self.bash("show me", fixture) == [])
        let line = "notify-schedule show me"
        for shell in TypedShell.allCases {
            #expect(try await shell.completed([line], at: fixture) == [line])
        }
        #expect(fixture.owners.elements == [])
    }

    @Test func withoutABusThereIsSilence() async throws {
        let outcome = try await AgentFixture.command.run(
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
        let outcome = try await AgentFixture.command.run(
            ["---completion", "show", "--", "positional@0", "2", "0"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"],
            within: 20
        )
        #expect(outcome.code == 0)
        #expect(outcome.output == "")
        #expect(outcome.error == "")
    }

    // MARK: Stage

    private static func fixture() async throws -> AgentFixture {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["clock": "\(recorder.program) %{m}"])
        try await fixture.add("Meeting", "--on", "2099-01-05 09:00", "--id", "meeting")
        try await fixture.add(app: "org.example.Mail", "letter", title: "Letter")
        try await fixture.add("Tea", "--id", "tea")
        _ = try await server.call(titled: "Tea")
        try await fixture.waitForDeliveries()
        withExtendedLifetime(server) {}
        return fixture
    }

    private static func bash(_ line: String, _ fixture: AgentFixture) async throws -> [String] {
        let script = """
            source <(notify-schedule --generate-completion-script bash)
            COMP_WORDS=(notify-schedule \(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            COMP_LINE="notify-schedule \(line)"; COMP_POINT=${#COMP_LINE}
            _notify-schedule notify-schedule "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let outcome = try await TypedShell.run(["bash", "--norc", "-s"], script, fixture)
        #expect(outcome.error == "")
        return outcome.output.split(separator: "\n").map(String.init)
    }
}
