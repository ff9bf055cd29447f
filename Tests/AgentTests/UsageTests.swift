import TestSupport
import Testing

/// What a mistyped command line is told, and what it is not.
@Suite(.serialized) struct UsageTests {
    @Test(arguments: [
        (["lsit"], "there is no verb \"lsit\"; did you mean list?"),
        (["sohw", "x"], "there is no verb \"sohw\"; did you mean show?"),
        (["help", "ad"], "there is no verb \"ad\"; did you mean add?"),
        (["agent", "satus"], "there is no verb \"satus\"; did you mean status?"),
        (
            ["agent", "nonsense"],
            "there is no verb \"nonsense\"; there are run, status, stop, help"
        ),
        (["add", "T", "--repeat"], "--repeat needs a time; add --in, --components or --near"),
        (
            ["add", "T", "--once"],
            "--once needs a time that repeats; add --every, --on or --cron"
        ),
        (
            ["add", "T", "--tz", "UTC"],
            "--tz needs a date; add --at, --components, --on or --cron"
        ),
        (["history", "--count", "0"], "--count 0 is not between 1 and 1000"),
        (
            ["add", "T", "--at", "23:00", "--times", "3"],
            "--times ends what repeats, and this fires once; take --every, --on or --cron"
        ),
    ])
    func aMistakeOfUseIsNamed(arguments: [String], message: String) async throws {
        let outcome = try await Self.run(arguments)
        #expect(outcome.code == 64)
        #expect(outcome.output == "")
        #expect(outcome.error == "notify-schedule: \(message)\n")
    }

    @Test func aNegativeCountIsReadAsANumber() async throws {
        let outcome = try await Self.run(["next", "--on", "daily", "--count", "-1"])
        #expect(outcome.code == 65)
        #expect(
            outcome.error == "notify-schedule: --count -1 is not between 1 and 100000\n"
        )
    }

    @Test(arguments: [["help", "agent", "status"], ["agent", "--help"], ["help"], ["agent"]])
    func helpIsStillHelp(arguments: [String]) async throws {
        let outcome = try await Self.run(arguments)
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("OVERVIEW: "))
    }

    @Test(arguments: [["--all"], ["--prefix", "none/"]])
    func removingNothingSaysSo(selection: [String]) async throws {
        let desk = try await Desk()
        let outcome = try await desk.run(["remove"] + selection)
        #expect(outcome.code == 0)
        #expect(outcome.output == "")
        #expect(outcome.error == "nothing was there to remove\n")
    }

    /// No bus and no agent is needed to be told.
    private static func run(_ arguments: [String]) async throws -> Program.Outcome {
        try await Desk.command.run(arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": ""])
    }
}
