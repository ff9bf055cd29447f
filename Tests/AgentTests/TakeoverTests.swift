import AgentInterface
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
        on desk: Desk,
        _ more: [String: String] = [:]
    ) async throws -> RunningProgram {
        let earlier = desk.owners.elements.last ?? nil
        let agent = try Desk.agent.start(
            ["--replace"],
            environment: desk.bus.environment(timeZone: "Europe/Berlin", more)
        )
        _ = try await desk.owners.wait(30, "the new agent's name") { owners in
            owners.last.flatMap { $0 }.flatMap { $0 == earlier ? nil : $0 }
        }
        return agent
    }

    private static func events(_ desk: Desk, _ name: String) async throws -> [String] {
        struct Line: Decodable {
            let identifier: String
            let event: String
        }
        let outcome = try await desk.run(["history", "--count", "1000", "--json"])
        return try JSONDecoder().decode([Line].self, from: Data(outcome.output.utf8))
            .filter { $0.event == name }.map(\.identifier)
    }

    @Test func bubblesStayAnswerableAndTheNameIsNeverWithoutAnOwner() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus, as: Self.open)
        let recorder = try await CommandRecorder(in: desk)
        try recorder.configure(["x": "\(recorder.program) %p"])
        let first = try await desk.startAgent()
        try await desk.add("Shown", "--id", "shown", "--action", "Go=x:1")
        try await desk.add("Later", "--in", "1h", "--id", "later")
        let bubble = try await server.call(titled: "Shown")
        _ = try await desk.waitForSignals("Delivered")
        let second = try await Self.replace(on: desk)
        let end = try await first.waitForExit()
        #expect(end.code == 0 && end.error == "", "\(end)")
        #expect(try desk.agentID() == second.id)
        #expect(!desk.owners.elements.dropFirst().contains(nil))
        try await desk.barrier(server)
        await server.click(bubble.id, "action-1")
        #expect(try await recorder.expectCalls(["1"]))
        #expect(server.count(titled: "Shown") == 1)
        #expect(try await desk.listed("list").map(\.identifier) == ["later"])
    }

    /// Clicked again and again while the agents change places: each click counts, and counts once.
    @Test func whatIsClickedMeanwhileIsHeardOnce() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus, as: Self.open)
        let recorder = try await CommandRecorder(in: desk)
        try recorder.configure(["x": "\(recorder.program) %p"])
        let first = try await desk.startAgent()
        let names = (1...60).map { "n\($0)" }
        for (index, name) in names.enumerated() {
            try await desk.add(
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
        _ = try await desk.waitForSignals("Delivered", names.count)
        let bubbles = server.calls.elements
        try #require(bubbles.count == names.count)
        // What hangs keeps the first one there while the second has the name.
        await server.setBehaviour(.hang)
        try await desk.add("Stuck", "--id", "stuck")
        _ = try await server.call(titled: "Stuck")
        let clicks = Task {
            for bubble in bubbles {
                await server.click(bubble.id, "go")
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        let second = try await Self.replace(on: desk)
        #expect(try await first.waitForExit().code == 0)
        try await clicks.value
        await server.release()
        #expect(try await recorder.expectCallsInAnyOrder(names.map { [$0] }))
        #expect(try await Self.events(desk, "launched").sorted() == names.sorted())
        withExtendedLifetime(second) {}
    }

    @Test func whatIsAddedMeanwhileIsAcceptedByOneOfThem() async throws {
        let desk = try await Desk()
        let first = try await desk.startAgent()
        let names = (1...200).map { "n\($0)" }
        let (begun, refused) = (Recorder<String>(), Recorder<String>())
        let adds = Task {
            for name in names {
                begun.append(name)
                do {
                    try await desk.add(
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
        let second = try await Self.replace(on: desk)
        await adds.value
        #expect(try await first.waitForExit().code == 0)
        #expect(refused.elements == [])
        #expect(try await desk.listed("list").map(\.identifier).sorted() == names.sorted())
        withExtendedLifetime(second) {}
    }

    /// The answer of a slow server comes in the middle of the change.
    @Test func aBubbleOnItsWayIsNotShownTwice() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus, as: Self.open)
        let first = try await desk.startAgent()
        try await desk.barrier(server)
        await server.setBehaviour(.hang)
        try await desk.add("Slow", "--id", "slow", "--action", "Go=https://example.org/")
        let bubble = try await server.call(titled: "Slow")
        let second = try await Self.replace(on: desk)
        // An agent that would not wait for the answer has ended by now.
        try await Task.sleep(for: .milliseconds(300))
        await server.release()
        #expect(try await first.waitForExit().code == 0)
        try await desk.barrier(server)
        #expect(server.count(titled: "Slow") == 1)
        await server.close(bubble.id, .dismissed)
        #expect(
            try await desk.waitForSignals("Responded").map(\.identifier) == ["slow"]
        )
        withExtendedLifetime(second) {}
    }

    /// Such a server tells the sender alone, so its bubbles are taken over one by one, in their places.
    @Test func aServerThatForgetsItsSendersShowsThemAsTheNewOnes() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus, as: .gnomeShell)
        let first = try await desk.startAgent()
        try await desk.add("Shown", "--id", "shown", "--action", "Go=https://example.org/")
        let bubble = try await server.call(titled: "Shown")
        _ = try await desk.waitForSignals("Delivered")
        let second = try await Self.replace(on: desk)
        #expect(try await first.waitForExit().code == 0)
        try await server.waitForCalls(titled: "Shown", 2)
        let again = try #require(server.calls.elements.last { $0.call.summary == "Shown" })
        #expect(again.call.replacesID == bubble.id || server.closings.elements == [bubble.id])
        try await desk.barrier(server)
        await server.close(again.id, .dismissed)
        #expect(try await desk.waitForSignals("Responded").map(\.identifier) == ["shown"])
        #expect(server.count(titled: "Shown") == 2)
        withExtendedLifetime(second) {}
    }

    @Test func aServerThatHangsHoldsUpNoTakeover() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let first = try await desk.startAgent()
        try await desk.barrier(server)
        await server.setBehaviour(.hang)
        try await desk.add("Stuck", "--id", "stuck")
        _ = try await server.call(titled: "Stuck")
        let second = try await Self.replace(on: desk)
        #expect(try await first.waitForExit().code == 0)
        #expect(try desk.agentID() == second.id)
        #expect(try await desk.run(["list"]).code == 0)
    }

    @Test func withoutAnotherAgentItJustRuns() async throws {
        let desk = try await Desk()
        let agent = try await Self.replace(on: desk)
        #expect(try desk.agentID() == agent.id)
        try await desk.add("T", "--in", "1h", "--id", "t")
        #expect(try await desk.listed("list").map(\.identifier) == ["t"])
    }

    @Test func anAgentThatCannotUseTheStoreLeavesTheOtherAlone() async throws {
        let desk = try await Desk()
        let first = try await desk.startAgent()
        try await desk.add("T", "--in", "1h", "--id", "t")
        try Desk.execute(
            "INSERT INTO grdb_migrations VALUES ('from the future')",
            on: desk.storePath
        )
        let second = try await Desk.agent.run(["--replace"], environment: desk.bus.environment)
        #expect(second.code == 70)
        #expect(second.error.contains("written by a newer version"))
        #expect(try desk.agentID() == first.id)
        #expect(try await desk.listed("list").map(\.identifier) == ["t"])
    }
}
