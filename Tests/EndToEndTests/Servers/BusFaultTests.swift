import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// The bus comes and goes, and agents meet each other.
@Suite(.serialized) struct BusFaultTests {
    @Test func theAgentEndsWithTheBusAndWhatIsPendingFiresOnTheNext() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        try await fixture.add("Later", "--in", "1h", "--id", "later")
        try await fixture.add("Soon", "--in", "2s", "--id", "soon")
        fixture.bus.kill()
        let outcome = try await agent.waitForExit()
        #expect(outcome.code == 0)
        #expect(outcome.error == "")
        try await fixture.bus.restart()
        let again = try await AgentFixture(on: fixture.bus)
        let server = try await FakeNotificationServer(on: fixture.bus)
        #expect(try await again.listed("show", "later").map(\.identifier) == ["later"])
        _ = try await server.call(titled: "Soon")
        try await again.barrier(server)
        #expect(server.count(titled: "Soon") == 1)
        #expect(try await again.listed("list").map(\.identifier) == ["later"])
    }

    /// Names and numbers start again on another bus, so the new server has those of the old one.
    @Test func aBubbleOfAnotherBusIsNotTakenForTheOldOne() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let name = await server.uniqueName
        let agent = try await fixture.startAgent()
        try await fixture.add("Old", "--id", "old")
        let old = try await server.call(titled: "Old")
        try await fixture.waitForDeliveries()
        try await fixture.add("New", "--in", "4s", "--id", "new")
        let due = ContinuousClock.now + .seconds(4)
        fixture.bus.kill()
        #expect(try await agent.waitForExit().code == 0)
        try await fixture.bus.restart()
        let again = try await AgentFixture(on: fixture.bus)
        try await server.restart()
        let newName = await server.uniqueName
        try #require(newName == name)
        // What is due comes before what comes back, so it has the old number.
        try await Task.sleep(until: due)
        let next = try await again.startAgent()
        let new = try await server.call(titled: "New")
        try #require(new.id == old.id)
        try await again.waitForDeliveries()
        // What was on the screen comes back as a bubble of its own.
        try await server.waitForCalls(titled: "Old", 2)
        await server.close(new.id, .dismissed)
        #expect(try await again.waitForResponses().map(\.identifier) == ["new"])
        #expect(try await again.listed("list", "delivered").map(\.identifier) == ["old"])
        #expect(server.count(titled: "Old") == 2)
        withExtendedLifetime(next) {}
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func aSignalEndsTheAgentCleanly(signal: Int32) async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        try await fixture.add("Later", "--in", "1h", "--id", "later")
        agent.kill(signal)
        #expect(try await agent.waitForExit().code == 0)
        try await fixture.waitForAgentsEnd()
        #expect(try await fixture.listed("list").map(\.identifier) == ["later"])
    }

    @Test func stopEndsTheAgentAndStatusStartsNone() async throws {
        let fixture = try await AgentFixture()
        let before = try await fixture.run(["agent", "status"])
        #expect(before.output == "no agent is running; the next add starts one\n")
        let agent = try await fixture.startAgent()
        let status = try await fixture.run(["agent", "status"])
        #expect(status.output.contains("(pid \(agent.id))\n"))
        #expect(try await fixture.run(["agent", "stop"]).output == "stopped\n")
        #expect(try await agent.waitForExit().code == 0)
        #expect(try await fixture.run(["agent", "stop"]).output == "no agent is running\n")
        #expect(fixture.owners.elements.count == 2)
    }

    @Test func aSecondAgentNamesTheFirst() async throws {
        let fixture = try await AgentFixture()
        let first = try await fixture.startAgent()
        let second = try await AgentFixture.agent.run(environment: fixture.bus.environment)
        #expect(second.code == 69)
        #expect(
            second.error
                == "notify-agent: an agent already runs on this bus (pid \(first.id)); stop it "
                + "first: notify-schedule agent stop, or take its place: notify-agent --replace\n"
        )
        #expect(try fixture.agentID() == first.id)
    }

    @Test func anAgentOnAnotherBusWithTheSameStoreNamesTheHolder() async throws {
        let fixture = try await AgentFixture()
        let first = try await fixture.startAgent()
        let other = try await PrivateBus()
        let environment = fixture.bus.environment(["DBUS_SESSION_BUS_ADDRESS": other.address])
        let second = try await AgentFixture.agent.run(environment: environment)
        #expect(second.code == 69)
        #expect(
            second.error == "notify-agent: another notify-agent has the store in "
                + "\(fixture.directory)/state/notify-schedule (pid \(first.id), bus \(fixture.bus.address))"
                + "; stop that one first: notify-schedule agent stop\n"
        )
        let command = try await AgentFixture.command.run(["list"], environment: environment)
        #expect(command.code == 69)
        #expect(command.error.hasPrefix("notify-schedule: "))
        #expect(try fixture.agentID() == first.id)
    }

    @Test func eachPlaceWithoutABusIsNamed() async throws {
        let environment = ["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/nonexistent"]
        let outcome = try await AgentFixture.command.run(["list"], environment: environment)
        #expect(outcome.code == 69)
        #expect(
            outcome.error.contains(
                " and neither /nonexistent/bus nor /run/user/\(getuid())/bus exists; log in"
            )
        )
    }

    @Test func withoutABusNothingIsStored() async throws {
        let fixture = try await AgentFixture()
        let environment = fixture.bus.environment(["DBUS_SESSION_BUS_ADDRESS": ""])
        for arguments in [["add", "T"], ["list"], ["agent", "status"]] {
            let outcome = try await AgentFixture.command.run(arguments, environment: environment)
            #expect(outcome.code == 69)
            #expect(outcome.output == "")
            #expect(outcome.error.hasPrefix("notify-schedule: no session bus: DBUS_SESSION_BUS"))
            #expect(outcome.error.hasSuffix("or run this inside dbus-run-session\n"))
        }
        let agent = try await AgentFixture.agent.run(environment: environment)
        #expect(agent.code == 69)
        #expect(agent.error.hasPrefix("notify-agent: the session bus at unix:path=/nonexistent"))
        fixture.bus.kill()
        let dead = try await AgentFixture.command.run(
            ["add", "T"],
            environment: fixture.bus.environment
        )
        #expect(dead.code == 69)
        #expect(dead.error.hasPrefix("notify-schedule: the session bus at \(fixture.bus.address) "))
        let orphan = try await AgentFixture.agent.run(environment: fixture.bus.environment)
        #expect(orphan.code == 69)
        #expect(orphan.error.hasPrefix("notify-agent: the session bus at \(fixture.bus.address) "))
        let store = "\(fixture.directory)/state/notify-schedule"
        #expect(!FileManager.default.fileExists(atPath: store))
    }
}
