import Foundation
import NotificationServer
import TestSupport
import Testing

/// `add --wait`.
@Suite(.serialized) struct AwaitedResponseTests {
    /// What the user does, and the line that follows.
    struct Case: Sendable {
        var options: [String] = []
        let act: @Sendable (ServerDouble, ServerDouble.Received) async -> Void
        let line: String
    }

    private static func start(_ desk: Desk, _ options: [String]) throws -> RunningProgram {
        try Desk.command.start(
            ["add", "Question", "--id", "q", "--wait"] + options,
            environment: desk.bus.environment(timeZone: "Europe/Berlin")
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
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let recorder = try await CommandRecorder(in: desk)
        try recorder.configure(["x": "\(recorder.program) %u"])
        let running = try Self.start(desk, testCase.options)
        await testCase.act(server, try await server.call(titled: "Question"))
        let outcome = try await running.waitForExit()
        #expect(outcome.code == 0)
        #expect(outcome.output == "q\n  at once\n\(testCase.line)\n")
        #expect(outcome.error == "")
    }

    @Test func whatIsTypedIsReportedInJSON() async throws {
        let desk = try await Desk()
        var profile = ServerProfile.standard
        profile.capabilities.append("inline-reply")
        let server = try await ServerDouble(on: desk.bus, as: profile)
        let running = try Self.start(desk, ["--reply", "Where", "--json", "-w"])
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
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        // The time counts from the delivery, so it is longer than that of the bubble.
        let running = try Self.start(desk, ["--in", "1s", "-t", "50"])
        try await running.waitForOutput("q\n")
        _ = try await server.call(titled: "Question")
        let outcome = try await running.waitForExit()
        #expect(outcome.output.hasSuffix("\nexpired\n"))
    }

    @Test func theVerbsEndItToo() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        for (verb, line) in [("dismiss", "dismissed"), ("remove", "removed")] {
            let running = try Self.start(desk, [])
            _ = try await server.next(within: 30)
            #expect(try await desk.run([verb, "q"]).code == 0)
            #expect(try await running.waitForExit().output == "q\n  at once\n\(line)\n")
        }
    }

    @Test func ctrlCEndsTheWaitAlone() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let running = try Self.start(desk, [])
        _ = try await server.call(titled: "Question")
        try await running.waitForOutput("q\n")
        running.kill(SIGINT)
        let outcome = try await running.waitForExit()
        #expect(outcome.code == 130)
        #expect(outcome.error == "no longer waits; q stays as it is\n")
        #expect(try await desk.listed("list", "delivered").map(\.identifier) == ["q"])
        #expect(server.closings.elements.isEmpty)
    }

    /// What the user does while no agent runs, or right when it returns, is found in the history.
    @Test func itOutlivesARestartOfTheAgent() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let agent = try await desk.startAgent()
        let running = try Self.start(desk, ["--action", "Go=nothing:1"])
        let call = try await server.call(titled: "Question")
        try await running.waitForOutput("q\n")
        try await desk.endAgent()
        let second = try await desk.startAgent()
        // The double tells the sender alone, which has gone; everyone else acts by the verb.
        #expect(call.call.actions.map(\.label).contains("Go"))
        #expect(try await desk.run(["dismiss", "q"]).code == 0)
        #expect(try await running.waitForExit().output == "q\n  at once\ndismissed\n")
        withExtendedLifetime((agent, second)) {}
    }

    /// The time counts also where the delivery was not heard: another agent made it meanwhile.
    @Test func itsTimeCountsFromADeliveryThatItMissed() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let agent = try await desk.startAgent()
        let running = try Self.start(desk, ["--in", "1s", "-t", "50"])
        try await running.waitForOutput("q\n")
        kill(running.id, SIGSTOP)
        try await desk.endAgent()
        let second = try await desk.startAgent()
        _ = try await server.call(titled: "Question")
        _ = try await desk.waitForSignals("Delivered")
        kill(running.id, SIGCONT)
        #expect(try await running.waitForExit().output.hasSuffix("\nexpired\n"))
        withExtendedLifetime((agent, second)) {}
    }

    @Test func aRefusalIsNoAnswer() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(
            on: desk.bus,
            behaviour: .fail(name: "org.example.Error.No", message: "no")
        )
        let outcome = try await Self.start(desk, []).waitForExit()
        #expect(outcome.output == "q\n  at once\nnot shown\n")
        #expect(
            outcome.error
                == "notify-schedule: warning: the notification server refused it: no\n"
        )
        #expect(server.count(titled: "Question") == 1)
    }
}
