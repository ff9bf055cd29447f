import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// Questions whose answer is printed, in the words of a script.
@Suite(.serialized) struct AskTests {
    private struct Case {
        let arguments: [String]
        /// What the user does with the bubble.
        let act: @Sendable (FakeNotificationServer, FakeNotificationServer.Received) async -> Void
        let output: String
        let code: Int32

        static func click(
            _ label: String,
            _ arguments: [String],
            _ output: String,
            _ code: Int32
        ) -> Case {
            Case(
                arguments: arguments,
                act: { server, received in
                    let action = received.call.actions.first { $0.label == label }
                    await server.click(received.id, action?.key ?? "no such button")
                },
                output: output,
                code: code
            )
        }
    }

    private static let cases: [Case] = [
        .click("Yes", [], "Yes\n", 0), .click("No", [], "No\n", 1),
        .click("main", ["--choices", "main,next,old"], "main\n", 0),
        .click("old", ["--choices", "main, next, old"], "old\n", 1),
        .click("a b", ["--choices=a b"], "a b\n", 0),
        .click("Yes", ["--timeout", "500000w"], "Yes\n", 0),
        Case(
            arguments: [],
            act: { server, received in await server.close(received.id) },
            output: "",
            code: 2
        ),
        Case(
            arguments: [],
            act: { server, received in await server.click(received.id) },
            output: "",
            code: 2
        ),
        Case(
            arguments: ["--reply"],
            act: { server, received in await server.reply(received.id, "free text") },
            output: "free text\n",
            code: 0
        ),
        Case(arguments: ["--timeout", "50ms"], act: { _, _ in }, output: "", code: 2),
    ]

    @Test func theAnswerIsPrinted() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        for testCase in Self.cases {
            let running = try AgentFixture.command.start(
                ["ask", "Deploy?", "To production"] + testCase.arguments,
                environment: fixture.bus.environment(timeZone: AgentFixture.timeZone)
            )
            let received = try await server.next(within: 30)
            #expect(received.call.summary == "Deploy?")
            #expect(received.call.body == "To production")
            await testCase.act(server, received)
            let outcome = try await running.waitForExit()
            #expect(outcome.output == testCase.output, "\(testCase.arguments)")
            #expect(outcome.code == testCase.code, "\(testCase.arguments)")
            #expect(outcome.error == "")
        }
    }

    /// A question that nobody waits for is gone.
    @Test(arguments: [SIGINT, SIGTERM, 0]) func theQuestionGoesWithItsCaller(
        signal: Int32
    ) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try AgentFixture.command.start(
            ["ask", "Deploy?"] + (signal == 0 ? ["--timeout", "200ms"] : []),
            environment: fixture.bus.environment(timeZone: AgentFixture.timeZone)
        )
        let received = try await server.next(within: 30)
        if signal != 0 { running.kill(signal) }
        #expect(try await running.waitForExit().code == (signal == 0 ? 2 : 128 + signal))
        _ = try await server.closings.wait(30, "the bubble's end") {
            $0.contains(received.id) ? true : nil
        }
        #expect(try await fixture.listed("list").isEmpty)
    }

    @Test("Without a notification server a question ends at once with 69, and nothing is left")
    func withoutAServerNobodyIsAsked() async throws {
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(["ask", "Deploy?"])
        #expect(outcome.code == 69, "\(outcome)")
        #expect(outcome.output == "", "\(outcome)")
        #expect(
            outcome.error
                == "notify-schedule: no notification server is running, so nobody sees the question\n"
        )
        #expect(try await fixture.listed("list").isEmpty)
    }

    @Test func jsonHasTheNumberOfTheChoice() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try AgentFixture.command.start(
            ["ask", "Deploy?", "--json"],
            environment: fixture.bus.environment(timeZone: AgentFixture.timeZone)
        )
        let received = try await server.next(within: 30)
        let key = try #require(received.call.actions.first { $0.label == "No" }?.key)
        await server.click(received.id, key)
        let output = try await running.waitForExit().output
        let answer = try JSONDecoder().decode(Answer.self, from: Data(output.utf8))
        #expect(answer == Answer(choice: 1, outcome: "answered", text: "No"))
    }

    private struct Answer: Decodable, Equatable {
        let choice: Int?
        let outcome: String
        let text: String?
    }

    /// The window of the terminal gets the focus with the click's token.
    @Test func theTerminalGetsTheFocus() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let record = "\(fixture.directory)/focus"
        try writeProgram(
            "#!/bin/sh\necho \"$@\" $XDG_ACTIVATION_TOKEN > '\(record).part'; mv '\(record).part' '\(record)'\n",
            to: "\(fixture.directory)/xdotool"
        )
        let running = try AgentFixture.command.start(
            ["ask", "Deploy?"],
            environment: fixture.bus.environment(
                timeZone: AgentFixture.timeZone,
                [
                    "DISPLAY": ":77", "WINDOWID": "62914561",
                    "PATH": "\(fixture.directory):/usr/bin:/bin",
                ]
            )
        )
        let received = try await server.next(within: 30)
        let key = try #require(received.call.actions.first { $0.label == "Yes" }?.key)
        await server.click(received.id, key, token: "token-1")
        #expect(try await running.waitForExit().code == 0)
        try await poll(30, "the focus") {
            FileManager.default.fileExists(atPath: record) ? true : nil
        }
        let text = try String(contentsOfFile: record, encoding: .utf8)
        #expect(text == "windowactivate 62914561 token-1\n")
    }
}
