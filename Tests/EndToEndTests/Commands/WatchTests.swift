import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// `watch`, and what the agent tells those who watch.
@Suite(.serialized) struct WatchTests {
    /// A line of `watch --json`.
    private struct Line: Decodable, Equatable {
        let event: String
        let identifier: String
        let title: String
        var appID: String?
        var action: String?
        var actionTitle: String?
        var url: String?
        var bubble: UInt32?
        var reason: UInt32?

        /// What happened, to what.
        var words: String { "\(event) \(identifier)" }
    }

    /// Starts `watch` and waits until it hears.
    private static func watch(
        _ fixture: AgentFixture,
        _ arguments: String...
    ) async throws -> RunningProgram {
        let running = try AgentFixture.command.start(
            ["watch"] + arguments,
            environment: fixture.bus.environment(timeZone: AgentFixture.timeZone)
        )
        try await poll(30, "an event that watch prints", while: running) {
            try await fixture.add("Hears", "--id", "hears", "--in", "1h")
            return running.output.contains("hears") ? () : nil
        }
        return running
    }

    private static func lines(_ text: String) throws -> [Line] {
        try text.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }.filter { $0.identifier != "hears" }
    }

    @Test func eachEventIsALineAtOnce() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["x": "\(recorder.program) %u"])
        let running = try await Self.watch(fixture, "--json")
        try await fixture.add("Tea", "--id", "tea", "--action", "Go=x:1")
        let tea = try await server.call(titled: "Tea")
        try await running.waitForOutput("\"bubble\":\(tea.id)")
        await server.click(tea.id, "action-1")
        try await running.waitForOutput("\"responded\"")
        try await fixture.add("Gone", "--id", "gone")
        await server.close(try await server.call(titled: "Gone").id, .expired)
        try await running.waitForOutput("\"expired\"")
        try await fixture.add("No", "--id", "no")
        await server.close(try await server.call(titled: "No").id, .dismissed)
        try await running.waitForOutput("\"dismissed\"")
        try await fixture.add("Later", "--id", "later", "--every", "2h")
        for verb in [
            ["pause", "later"], ["resume", "later"], ["skip", "later"], ["remove", "later"],
        ] {
            #expect(try await fixture.run(verb).code == 0)
        }
        let output = try await running.waitForOutput("\"removed\"")
        let lines = try Self.lines(output)
        #expect(
            lines.map(\.words) == [
                "added tea", "delivered tea", "responded tea",
                "added gone", "delivered gone", "expired gone",
                "added no", "delivered no", "dismissed no",
                "added later", "paused later", "resumed later", "skipped later", "removed later",
            ]
        )
        let response = try #require(lines.first { $0.event == "responded" })
        #expect(response.action == "action-1")
        #expect(response.actionTitle == "Go")
        #expect(response.url == "x:1")
        #expect(response.title == "Tea")
        #expect(lines.last?.title == "Later")
        #expect(lines.first { $0.event == "delivered" }?.bubble == tea.id)
        #expect(lines.first { $0.event == "expired" }?.reason == 1)
        running.kill(SIGINT)
        let outcome = try await running.waitForExit()
        #expect(outcome.code == 0)
        #expect(outcome.error == "")
    }

    @Test func linesForPeopleHaveDateEventNameAndTitle() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try await Self.watch(fixture)
        try await fixture.add("Tea\nnow", "--id", "tea", "--reply", "What")
        let tea = try await server.call(titled: "Tea\nnow")
        try await running.waitForOutput("delivered   tea")
        await server.close(tea.id, .dismissed)
        let output = try await running.waitForOutput("dismissed")
        let lines = output.split(separator: "\n").map(String.init)
            .filter { $0.contains("  tea  ") }
        let stamps = lines.map { $0.prefix(25) }
        #expect(
            stamps.allSatisfy {
                $0.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d/) != nil
            }
        )
        #expect(
            lines.map { String($0.dropFirst(27)) } == [
                "added       tea  Tea now", "delivered   tea  Tea now", "dismissed   tea  Tea now",
            ]
        )
        running.kill(SIGTERM)
        #expect(try await running.waitForExit().code == 0)
    }

    @Test func oneAppsEventsAlone() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        let watching = try fixture.bus.connect()
        let heard = Recorder<String>()
        let subscription = await watching.subscribe(
            to: "Happened",
            interface: AgentNames.interface
        ) { signal in
            heard.append(signal.parameters[0]?["identifier"]?.string ?? "")
        }
        let watch = { (app: String, identifier: String) in
            _ = try await watching.call(
                "Watch",
                on: AgentNames.destination,
                .tuple([.string(app), .string(identifier)])
            )
        }
        func add(_ identifier: String, _ app: String) async throws {
            let request = NotificationRequest(
                appID: app,
                identifier: identifier,
                content: NotificationContent(title: identifier),
                trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false)
            )
            _ = try await fixture.client.call(
                "Add",
                on: AgentNames.destination,
                .tuple([request.record])
            )
        }
        try await add("unheard", "org.example.A")
        try await watch("org.example.A", "")
        try await add("a1", "org.example.A")
        try await add("b1", "org.example.B")
        try await watch("org.example.A", "a3")
        try await add("a2", "org.example.A")
        try await add("a3", "org.example.A")
        try await watch("", "")
        try await add("b2", "org.example.B")
        #expect(try await heard.first(3) == ["a1", "a3", "b2"])
        withExtendedLifetime((agent, subscription)) {}
    }

    @Test func itGoesOnWhenTheAgentReturns() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        let running = try await Self.watch(fixture, "--json")
        try await fixture.endAgent()
        try await running.waitForError("the agent has stopped; waiting for its return\n")
        let second = try await fixture.startAgent()
        try await running.waitForError(
            "the agent has returned; see the history for events in between\n"
        )
        try await fixture.add("Again", "--id", "again", "--in", "1h")
        try await running.waitForOutput("\"again\"")
        withExtendedLifetime((agent, second)) {}
    }

    @Test func itEndsWithItsReader() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        let outcome = try await Program(path: "/bin/bash").run(
            [
                "-c",
                "set -o pipefail; \(AgentFixture.command.word) watch --json | "
                    + "{ \(AgentFixture.command.word) add First --in 1h --id first >&2; sleep 0.1; "
                    + "for n in {1..100}; do timeout 0.2 head -c 1 >&2 && break; "
                    + "\(AgentFixture.command.word) add F --in 1h >&2; done; exec <&-; }",
            ],
            environment: fixture.bus.environment(timeZone: "UTC"),
            within: 60
        )
        #expect(outcome.code == 0)
        withExtendedLifetime(agent) {}
    }

    @Test func itEndsWithTheBus() async throws {
        let fixture = try await AgentFixture()
        let running = try await Self.watch(fixture)
        fixture.bus.kill()
        let outcome = try await running.waitForExit()
        #expect(outcome.code == 69)
        #expect(outcome.error.hasSuffix("notify-schedule: the session bus was closed\n"))
    }
}
