import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// An agent takes the place of the one that runs.
@Suite(.serialized) struct TakeoverTests {
    /// Tells everyone of a click, as most do, and leaves the bubble there.
    private static let open = ServerProfile(
        identity: ServerProfile.standard.identity,
        capabilities: ServerProfile.standard.capabilities,
        audience: .everyone,
        reasonAfterAction: nil
    )

    /// Starts an agent in place of the other and waits until it has the name.
    private static func replace(
        on fixture: AgentFixture,
        _ more: [String: String] = [:]
    ) async throws -> RunningProgram {
        let earlier = fixture.owners.elements.last ?? nil
        let agent = try AgentFixture.agent.start(
            ["--replace"],
            environment: fixture.bus.environment(timeZone: "Europe/Berlin", more)
        )
        _ = try await fixture.owners.wait(30, "the new agent's name") { owners in
            owners.last.flatMap { $0 }.flatMap { $0 == earlier ? nil : $0 }
        }
        return agent
    }

    private static func events(_ fixture: AgentFixture, _ name: String) async throws -> [String] {
        struct Line: Decodable {
            let identifier: String
            let event: String
        }
        let outcome = try await fixture.run(["history", "--count", "1000", "--json"])
        return try JSONDecoder().decode([Line].self, from: Data(outcome.output.utf8))
            .filter { $0.event == name }.map(\.identifier)
    }

    @Test func bubblesStayAnswerableAndTheNameIsNeverWithoutAnOwner() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus, as: Self.open)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["x": "\(recorder.program) %p"])
        let first = try await fixture.startAgent()
        try await fixture.add("Shown", "--id", "shown", "--action", "Go=x:1")
        try await fixture.add("Later", "--in", "1h", "--id", "later")
        let bubble = try await server.call(titled: "Shown")
        try await fixture.waitForDeliveries()
        let second = try await Self.replace(on: fixture)
        let end = try await first.waitForExit()
        #expect(end.code == 0 && end.error == "", "\(end)")
        #expect(try fixture.agentID() == second.id)
        #expect(!fixture.owners.elements.dropFirst().contains(nil))
        try await fixture.barrier(server)
        await server.click(bubble.id, "action-1")
        #expect(try await recorder.expectCalls(["1"]))
        #expect(server.count(titled: "Shown") == 1)
        #expect(try await fixture.listed("list").map(\.identifier) == ["later"])
    }

    /// Clicked again and again while the agents change places: each click counts, and counts once.
    @Test func whatIsClickedMeanwhileIsHeardOnce() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus, as: Self.open)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["x": "\(recorder.program) %p"])
        let first = try await fixture.startAgent()
        let names = (1...60).map { "n\($0)" }
        for (index, name) in names.enumerated() {
            try await fixture.add(
                NotificationRequest(
                    appID: AgentNames.app,
                    identifier: name,
                    content: NotificationContent(title: name),
                    trigger: .immediate,
                    actions: [NotificationAction(identifier: "go", title: "Go", url: "x:\(name)")],
                    // What stays is clicked once all the same.
                    isResident: index.isMultiple(of: 2)
                )
            )
        }
        try await fixture.waitForDeliveries(names.count)
        let bubbles = server.calls.elements
        try #require(bubbles.count == names.count)
        // What hangs keeps the first one there while the second has the name.
        await server.setBehaviour(.hang)
        try await fixture.add("Stuck", "--id", "stuck")
        _ = try await server.call(titled: "Stuck")
        let clicks = Task {
            for bubble in bubbles {
                await server.click(bubble.id, "go")
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        let second = try await Self.replace(on: fixture)
        #expect(try await first.waitForExit().code == 0)
        try await clicks.value
        await server.release()
        #expect(try await recorder.expectCallsInAnyOrder(names.map { [$0] }))
        #expect(try await Self.events(fixture, "responded").sorted() == names.sorted())
        withExtendedLifetime(second) {}
    }

    @Test func whatIsAddedMeanwhileIsAcceptedByOneOfThem() async throws {
        let fixture = try await AgentFixture()
        let first = try await fixture.startAgent()
        let names = (1...200).map { "n\($0)" }
        let (begun, refused) = (Recorder<String>(), Recorder<String>())
        let adds = Task {
            for name in names {
                begun.append(name)
                do {
                    try await fixture.add(
                        NotificationRequest(
                            appID: AgentNames.app,
                            identifier: name,
                            content: NotificationContent(title: name),
                            trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false)
                        )
                    )
                } catch {
                    refused.append("\(name): \(error)")
                }
            }
        }
        _ = try await begun.wait(30, "a few calls") { $0.count > 5 ? true : nil }
        let second = try await Self.replace(on: fixture)
        await adds.value
        #expect(try await first.waitForExit().code == 0)
        #expect(refused.elements == [])
        #expect(try await fixture.listed("list").map(\.identifier).sorted() == names.sorted())
        withExtendedLifetime(second) {}
    }

    /// The answer of a slow server comes in the middle of the change.
    @Test func aBubbleOnItsWayIsNotShownTwice() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus, as: Self.open)
        let first = try await fixture.startAgent(["NOTIFY_SCHEDULE_LOG": "debug"])
        try await fixture.barrier(server)
        await server.setBehaviour(.hang)
        try await fixture.add("Slow", "--id", "slow", "--action", "Go=https://example.org/")
        let bubble = try await server.call(titled: "Slow")
        let second = try await Self.replace(on: fixture)
        // It ends from here on, and waits for the answer.
        _ = try await first.waitForError("ends: ", within: 30)
        await server.release()
        #expect(try await first.waitForExit().code == 0)
        try await fixture.barrier(server)
        #expect(server.count(titled: "Slow") == 1)
        await server.close(bubble.id, .dismissed)
        #expect(
            try await fixture.waitForResponses().map(\.identifier) == ["slow"]
        )
        withExtendedLifetime(second) {}
    }

    /// Such a server tells the sender alone, so its bubbles are taken over one by one, in their places.
    @Test func aServerThatForgetsItsSendersShowsThemAsTheNewOnes() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus, as: .gnomeShell)
        let first = try await fixture.startAgent()
        try await fixture.add("Shown", "--id", "shown", "--action", "Go=https://example.org/")
        let bubble = try await server.call(titled: "Shown")
        try await fixture.waitForDeliveries()
        let second = try await Self.replace(on: fixture)
        #expect(try await first.waitForExit().code == 0)
        try await server.waitForCalls(titled: "Shown", 2)
        let again = try #require(server.calls.elements.last { $0.call.summary == "Shown" })
        #expect(again.call.replacesID == bubble.id || server.closings.elements == [bubble.id])
        try await fixture.barrier(server)
        await server.close(again.id, .dismissed)
        #expect(try await fixture.waitForResponses().map(\.identifier) == ["shown"])
        #expect(server.count(titled: "Shown") == 2)
        withExtendedLifetime(second) {}
    }

    @Test func aServerThatHangsHoldsUpNoTakeover() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let first = try await fixture.startAgent()
        try await fixture.barrier(server)
        await server.setBehaviour(.hang)
        try await fixture.add("Stuck", "--id", "stuck")
        _ = try await server.call(titled: "Stuck")
        let second = try await Self.replace(on: fixture)
        #expect(try await first.waitForExit().code == 0)
        #expect(try fixture.agentID() == second.id)
        #expect(try await fixture.run(["list"]).code == 0)
    }

    @Test func withoutAnotherAgentItJustRuns() async throws {
        let fixture = try await AgentFixture()
        let agent = try await Self.replace(on: fixture)
        #expect(try fixture.agentID() == agent.id)
        try await fixture.add("T", "--in", "1h", "--id", "t")
        #expect(try await fixture.listed("list").map(\.identifier) == ["t"])
    }

    @Test func anAgentThatCannotUseTheStoreLeavesTheOtherAlone() async throws {
        let fixture = try await AgentFixture()
        let first = try await fixture.startAgent()
        try await fixture.add("T", "--in", "1h", "--id", "t")
        try AgentFixture.execute(
            "INSERT INTO grdb_migrations VALUES ('from the future')",
            on: fixture.storePath
        )
        let second = try await AgentFixture.agent.run(
            ["--replace"],
            environment: fixture.bus.environment
        )
        #expect(second.code == 70)
        #expect(second.error.contains("written by a newer version"))
        #expect(try fixture.agentID() == first.id)
        #expect(try await fixture.listed("list").map(\.identifier) == ["t"])
    }
}
