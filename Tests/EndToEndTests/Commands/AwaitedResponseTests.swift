import Foundation
import NotificationServer
import TestSupport
import Testing

/// `add --wait`.
@Suite(.serialized) struct AwaitedResponseTests {
    /// What the user does, and the line that follows.
    struct Case: Sendable {
        var options: [String] = []
        let act: @Sendable (FakeNotificationServer, FakeNotificationServer.Received) async -> Void
        let line: String
    }

    private static func start(_ fixture: AgentFixture, _ options: [String]) throws -> RunningProgram
    {
        try AgentFixture.command.start(
            ["add", "Question", "--id", "q", "--wait"] + options,
            environment: fixture.bus.environment(timeZone: "Europe/Berlin")
        )
    }

    @Test(arguments: [
        Case(
            options: ["--action", "Go=x:1"],
            act: { await $0.click($1.id, "action-1") },
            line: "answered  Go  x:1"
        ),
        Case(
            options: ["--open", "x:2"],
            act: { await $0.click($1.id) },
            line: "answered  the notification  x:2"
        ),
        Case(
            options: ["--snooze", "10m"],
            act: { await $0.click($1.id, $1.call.actions.first?.key ?? "") },
            line: "answered  Snooze 10 min"
        ),
        Case(act: { await $0.close($1.id, .dismissed) }, line: "dismissed"),
        Case(act: { await $0.close($1.id, .expired) }, line: "expired"),
        Case(options: ["-t", "100"], act: { _, _ in }, line: "expired"),
    ])
    func theEndIsALine(ofCase testCase: Case) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["x": "\(recorder.program) %u"])
        let running = try Self.start(fixture, testCase.options)
        await testCase.act(server, try await server.call(titled: "Question"))
        let outcome = try await running.waitForExit()
        #expect(outcome.code == 0)
        #expect(outcome.output == "q\n  at once\n\(testCase.line)\n")
        #expect(outcome.error == "")
    }

    @Test func whatIsTypedIsReportedInJSON() async throws {
        let fixture = try await AgentFixture()
        var profile = ServerProfile.standard
        profile.capabilities.append("inline-reply")
        let server = try await FakeNotificationServer(on: fixture.bus, as: profile)
        let running = try Self.start(fixture, ["--reply", "Where", "--json", "-w"])
        let call = try await server.call(titled: "Question")
        await server.reply(call.id, "the \"usual\"")
        let outcome = try await running.waitForExit()
        #expect(outcome.code == 0)
        struct Report: Decodable {
            struct Response: Decodable {
                let outcome: String
                let action: String
                let actionTitle: String
                let userText: String
            }
            let identifier: String
            let response: Response
        }
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect(report.identifier == "q")
        #expect(report.response.outcome == "answered")
        #expect(report.response.action == "reply")
        #expect(report.response.actionTitle == "Reply")
        #expect(report.response.userText == "the \"usual\"")
    }

    @Test func itWaitsForTheDeliveryToo() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        // The time counts from the delivery, so it is longer than that of the bubble.
        let running = try Self.start(fixture, ["--in", "1s", "-t", "50"])
        try await running.waitForOutput("q\n")
        _ = try await server.call(titled: "Question")
        let outcome = try await running.waitForExit()
        #expect(outcome.output.hasSuffix("\nexpired\n"))
    }

    /// A limit ends the wait without a server, too.
    @Test func itEndsWithoutAServer() async throws {
        let fixture = try await AgentFixture()
        let outcome = try await Self.start(fixture, ["-t", "100"]).waitForExit()
        #expect(outcome.code == 0)
        #expect(outcome.output == "q\n  at once\nnot shown\n")
        #expect(outcome.error.contains("no notification server is running"), "\(outcome)")
        #expect(outcome.error.contains("it still waits for one: notify-schedule show q"))
        // It is not lost, and the lists have it.
        let list = try await fixture.run(["list"])
        #expect(list.output.contains("due  "), "\(list)")
        #expect(list.output.contains("q  "), "\(list)")
        let words = "what is due waits for a notification server; see notify-schedule doctor\n"
        #expect(list.error == words)
        let status = try await fixture.run(["agent", "status"]).output
        #expect(status.contains("\ndue       1, waiting for a notification server\n"), "\(status)")
        #expect(try await fixture.run(["list", "--json"]).output.contains("\"waiting\""))
        let server = try await FakeNotificationServer(on: fixture.bus)
        _ = try await server.call(titled: "Question")
    }

    @Test func theVerbsEndItToo() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        for (verb, line) in [("dismiss", "dismissed"), ("remove", "removed")] {
            let running = try Self.start(fixture, [])
            _ = try await server.next(within: 30)
            #expect(try await fixture.run([verb, "q"]).code == 0)
            #expect(try await running.waitForExit().output == "q\n  at once\n\(line)\n")
        }
    }

    @Test func ctrlCEndsTheWaitAlone() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try Self.start(fixture, [])
        _ = try await server.call(titled: "Question")
        try await running.waitForOutput("q\n")
        running.kill(SIGINT)
        let outcome = try await running.waitForExit()
        #expect(outcome.code == 130)
        #expect(outcome.error == "stopped waiting; q is unchanged\n")
        #expect(try await fixture.listed("list", "delivered").map(\.identifier) == ["q"])
        #expect(server.closings.elements.isEmpty)
    }

    /// What the user does while no agent runs, or right when it returns, is found in the history.
    @Test func itOutlivesARestartOfTheAgent() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        let running = try Self.start(fixture, ["--action", "Go=nothing:1"])
        let call = try await server.call(titled: "Question")
        try await running.waitForOutput("q\n")
        try await fixture.endAgent()
        let second = try await fixture.startAgent()
        // The double tells the sender alone, which has gone; everyone else acts by the verb.
        #expect(call.call.actions.map(\.label).contains("Go"))
        #expect(try await fixture.run(["dismiss", "q"]).code == 0)
        #expect(try await running.waitForExit().output == "q\n  at once\ndismissed\n")
        withExtendedLifetime((agent, second)) {}
    }

    /// The time counts also where the delivery was not heard: another agent made it meanwhile.
    @Test func itsTimeCountsFromADeliveryThatItMissed() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        let running = try Self.start(fixture, ["--in", "1s", "-t", "50"])
        try await running.waitForOutput("q\n")
        try await stop(running.id)
        try await fixture.endAgent()
        let second = try await fixture.startAgent()
        _ = try await server.call(titled: "Question")
        try await fixture.waitForDeliveries()
        kill(running.id, SIGCONT)
        #expect(try await running.waitForExit().output.hasSuffix("\nexpired\n"))
        withExtendedLifetime((agent, second)) {}
    }

    @Test func aRefusalIsNoAnswer() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(
            on: fixture.bus,
            behaviour: .fail(name: "org.example.Error.No", message: "no")
        )
        let outcome = try await Self.start(fixture, []).waitForExit()
        #expect(outcome.output == "q\n  at once\nnot shown\n")
        #expect(
            outcome.error
                == "notify-schedule: warning: the notification server refused it: no\n"
        )
        #expect(server.count(titled: "Question") == 1)
    }
}
