import TestSupport
import Testing

/// The messages for mistyped command lines.
@Suite(.serialized) struct UsageTests {
    @Test(arguments: [
        (["lsit"], "unknown command lsit; did you mean list?"),
        (["sohw", "x"], "unknown command sohw; did you mean show?"),
        (["help", "ad"], "unknown command ad; did you mean add?"),
        (["agent", "satus"], "unknown command satus; did you mean status?"),
        (
            ["agent", "nonsense"],
            "unknown command nonsense; write status, start, restart, stop, run or help"
        ),
        (["nonsense"], "unknown command nonsense; see notify-schedule help"),
        (["del", "tea"], "unknown command del; did you mean remove?"),
        (["launcher", "lst"], "unknown command lst; did you mean list?"),
        (["agent", "rm"], "unknown command rm; write status, start, restart, stop, run or help"),
        (["a b"], "unknown command \"a b\"; see notify-schedule help"),
        (["add", "T", "--repeat"], "--repeat needs a time; add --in, --components or --near"),
        (
            ["add", "T", "--once"],
            "--once needs a time that repeats; add --every, --on or --cron"
        ),
        (
            ["add", "T", "--tz", "UTC"],
            "--tz needs a date; add --at, --components, --on or --cron"
        ),
        (["status"], "unknown command status; did you mean agent status?"),
        (
            ["add", "T", "--at", "23:00", "--times", "3"],
            "--times is for repeating notifications; use --every, --on or --cron"
        ),
    ])
    func aMistakeOfUseIsNamed(arguments: [String], message: String) async throws {
        let outcome = try await Self.run(arguments)
        #expect(outcome.code == 64)
        #expect(outcome.output == "")
        #expect(outcome.error == "notify-schedule: \(message)\n")
    }

    /// A value that is wrong or unknown has a status of its own, whoever reads it.
    @Test(arguments: [
        (
            ["list", "titles"],
            "unknown list \"titles\"; write pending, delivered or removed"
        ),
        (["list", "today"], "unknown list \"today\"; did you mean notify-schedule today?"),
        (["list", "delivred"], "unknown list \"delivred\"; did you mean delivered?"),
        (
            ["history", "--count", "0"],
            "--count 0 is not between 1 and 1000; write 20, or leave it out"
        ),
        (
            ["next", "--on", "09:00", "--count", "0"],
            "--count 0 is not between 1 and 100000; write 3"
        ),
        (["export", "--format", "icsx"], "--format \"icsx\" is unknown; write json or ical"),
        (
            ["launcher", "register", "--style", "all"],
            "--style \"all\" is unknown; write each or grouped"
        ),
        (
            ["add", "T", "--on", "09:00", "--times", "x"],
            "--times \"x\": write a whole number"
        ),
    ])
    func aWrongValueIsNamed(arguments: [String], message: String) async throws {
        let outcome = try await Self.run(arguments)
        #expect(outcome.code == 65)
        #expect(outcome.output == "")
        #expect(outcome.error == "notify-schedule: \(message)\n")
    }

    @Test(arguments: [
        ["list", "--sort", "title"], ["list", "pending", "--sort", "title"],
        ["show", "x", "--sort", "title"], ["history", "--sort", "title"],
        ["apps", "list", "--sort", "title"], ["launcher", "list", "--sort", "title"],
    ])
    func anUnknownOptionIsNamed(arguments: [String]) async throws {
        let outcome = try await Self.run(arguments)
        #expect(outcome.code == 64)
        #expect(
            outcome.error.hasPrefix("notify-schedule: unknown option --sort; see notify-schedule ")
        )
    }

    @Test(arguments: [
        ("--from", "see notify-schedule add --help"), ("--evry", "did you mean --every?"),
    ])
    func onlyAnOptionThatIsNearIsSuggested(option: String, suggestion: String) async throws {
        let outcome = try await Self.run(["add", "T", option, "5m"])
        #expect(outcome.code == 64)
        #expect(outcome.error == "notify-schedule: unknown option \(option); \(suggestion)\n")
    }

    @Test func aNegativeCountIsReadAsANumber() async throws {
        let outcome = try await Self.run(["next", "--on", "daily", "--count", "-1"])
        #expect(outcome.code == 65)
        #expect(
            outcome.error == "notify-schedule: --count -1 is not between 1 and 100000; write 3\n"
        )
    }

    @Test(arguments: [["help", "agent", "status"], ["agent", "--help"], ["help"], ["--help"]])
    func helpIsStillHelp(arguments: [String]) async throws {
        let outcome = try await Self.run(arguments)
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("OVERVIEW: "))
    }

    @Test(arguments: [["--all"], ["--prefix", "none/"]])
    func removingNothingSaysSo(selection: [String]) async throws {
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(["remove"] + selection)
        #expect(outcome.code == 0)
        #expect(outcome.output == "")
        #expect(outcome.error == "nothing to remove\n")
    }

    /// The message needs no bus and no agent.
    private static func run(_ arguments: [String]) async throws -> Program.Outcome {
        try await AgentFixture.command.run(arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": ""])
    }
}
