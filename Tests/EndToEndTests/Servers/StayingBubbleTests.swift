import NotificationServer
import TestSupport
import Testing

/// When the bubbles of what was scheduled close, over whole messages.
@Suite(.serialized) struct StayingBubbleTests {
    /// Shows notifications and returns the timeout that the server gets for each, by title.
    private func timeouts(
        _ fixture: AgentFixture,
        on profile: ServerProfile
    ) async throws -> [String] {
        let server = try await FakeNotificationServer(on: fixture.bus, as: profile)
        try await fixture.add("now")
        try await fixture.add("scheduled", "--in", "1s")
        try await fixture.add("short", "--in", "1s", "--expire", "5s")
        try await fixture.add("default", "--in", "1s", "--expire", "default")
        try await fixture.add("milliseconds", "--in", "1s", "-t", "700")
        try await fixture.add("transient", "--in", "1s", "-e")
        try await fixture.add("never", "--expire", "never")
        let calls = try await server.calls.first(7, 30)
        return calls.map { "\($0.call.summary) \($0.call.expireTimeout)" }.sorted()
    }

    @Test func aServerWithoutAListKeepsWhatWasScheduled() async throws {
        let fixture = try await AgentFixture()
        #expect(
            try await timeouts(fixture, on: .dunst) == [
                "default -1", "milliseconds 700", "never 0", "now -1", "scheduled 0", "short 5000",
                "transient -1",
            ]
        )
    }

    @Test func aServerWithAListDecidesItself() async throws {
        let fixture = try await AgentFixture()
        #expect(
            try await timeouts(fixture, on: .standard) == [
                "default -1", "milliseconds 700", "never 0", "now -1", "scheduled -1",
                "short 5000", "transient -1",
            ]
        )
    }

    @Test func theConfigurationDecidesForAll() async throws {
        let fixture = try await AgentFixture()
        try fixture.configure("[Bubble]\nStay=never\n")
        #expect(
            try await timeouts(fixture, on: .dunst) == [
                "default -1", "milliseconds 700", "never 0", "now -1", "scheduled -1",
                "short 5000", "transient -1",
            ]
        )
    }

    @Test func badInputIsRefusedAndNothingIsAdded() async throws {
        let fixture = try await AgentFixture()
        let cases: [([String], String)] = [
            (
                ["--expire", "soon"],
                "--expire \"soon\" is not when a bubble closes; write never, default for when the server "
                    + "closes it, or a span of up to 24 days such as 30s"
            ),
            (
                ["--expire", "30d"],
                "--expire \"30d\" is not when a bubble closes; write never, default for when the server "
                    + "closes it, or a span of up to 24 days such as 30s"
            ),
            (
                ["--expire", "30s", "-t", "5"],
                "--expire and --expire-time both say when the bubble closes; keep one of them"
            ),
            (
                ["-t", "-2"],
                "--expire-time \"-2\": write a number of milliseconds from 0 to 2147483647"
            ),
        ]
        for (arguments, message) in cases {
            let outcome = try await fixture.run(["add", "T", "--in", "1h"] + arguments)
            #expect(outcome.code == (message.contains("both") ? 64 : 65), "\(outcome)")
            #expect(outcome.error == "notify-schedule: \(message)\n", "\(outcome)")
        }
        #expect(try await fixture.listed("list").isEmpty)
    }

    @Test func anExpiryIsShownEditedAndCleared() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("T", "--in", "1h", "--id", "t", "--expire", "never")
        #expect(try await fixture.run(["show", "t"]).output.contains("never\n"))
        #expect(try await fixture.run(["edit", "t", "--expire", "default"]).code == 0)
        #expect(
            try await fixture.run(["show", "t"]).output.contains("when the server closes it\n")
        )
        #expect(try await fixture.run(["edit", "t", "--clear", "expire"]).code == 0)
        #expect(!(try await fixture.run(["show", "t"]).output.contains("expires")))
    }
}
