import TestSupport
import Testing

/// Rules that fire more often than once a minute, typed at a shell.
@Suite(.serialized) struct OftenRuleTests {
    private static let way =
        "fires more often than once a minute; write --yes-really-often to accept that, or leave the "
        + "seconds out"

    @Test func suchARuleNeedsTheUsersWord() async throws {
        let fixture = try await AgentFixture()
        let cases: [([String], Int32, String)] = [
            (["--on", "*:*:*"], 65, "--on \"*:*:*\" \(Self.way)"),
            (
                ["--on", "Mon 10:00:00/30", "--times", "2"], 65,
                "--on \"Mon 10:00:00/30\" \(Self.way)"
            ),
            (
                ["--components", #"{"nanosecond":5}"#, "--repeat"], 65,
                #"--components "{"nanosecond":5}" \#(Self.way)"#
            ),
            (
                ["--every", "30s", "--yes-really-often"], 65,
                "--every \"30s\" repeats more often than once in 60s; write 60s or more"
            ),
            (
                ["--yes-really-often"], 64,
                "--yes-really-often needs a rule; add --on, or --components with --repeat"
            ),
        ]
        for (arguments, code, message) in cases {
            let outcome = try await fixture.run(["add", "T"] + arguments)
            #expect(outcome.code == code, "\(outcome)")
            #expect(outcome.error.contains("notify-schedule: \(message)\n"), "\(outcome)")
        }
        #expect(try await fixture.listed("list").isEmpty)
        try await fixture.add("T", "--id", "t", "--on", "2099-01-01 *:*:0/20", "--yes-really-often")
        try await fixture.add("U", "--id", "u", "--on", "2099-01-01 *:*:*", "--once")
        let edit = try await fixture.run(["edit", "u", "--on", "*:*:*"])
        #expect(edit.code == 65 && edit.error.contains(Self.way), "\(edit)")
        let often = ["edit", "u", "--on", "2099-01-01 *:*:*", "--yes-really-often"]
        #expect(try await fixture.run(often).code == 0)
        // What is there already can be edited without the word.
        #expect(try await fixture.run(["edit", "t", "--title", "V"]).code == 0)
    }

    @Test func aSecondIsShownBySuchARule() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("T", "--on", "*:*:*", "--yes-really-often", "--times", "2")
        try await server.waitForCalls(titled: "T", 2)
    }
}
