import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// The bus comes and goes, and agents meet each other.
@Suite(.serialized) struct BusFaultTests {
    @Test func theAgentEndsWithTheBusAndWhatIsPendingFiresOnTheNext() async throws {
        let desk = try await Desk()
        let agent = try await desk.startAgent()
        try await desk.add("Later", "--in", "1h", "--id", "later")
        try await desk.add("Soon", "--in", "2s", "--id", "soon")
        desk.bus.kill()
        let outcome = try await agent.waitForExit()
        #expect(outcome.code == 0)
        #expect(outcome.error == "")
        try await desk.bus.restart()
        let again = try await Desk(on: desk.bus)
        let server = try await ServerDouble(on: desk.bus)
        #expect(try await again.listed("show", "later").map(\.identifier) == ["later"])
        _ = try await server.call(titled: "Soon")
        try await again.barrier(server)
        #expect(server.count(titled: "Soon") == 1)
        #expect(try await again.listed("list").map(\.identifier) == ["later"])
    }

    /// Names and numbers begin anew on another bus, so the new server has those of the old one.
    @Test func aBubbleOfAnotherBusIsNotTakenForTheOldOne() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let name = await server.uniqueName
        let agent = try await desk.startAgent()
        try await desk.add("Old", "--id", "old")
        let old = try await server.call(titled: "Old")
        _ = try await desk.waitForSignals("Delivered")
        try await desk.add("New", "--in", "1s", "--id", "new")
        let due = ContinuousClock.now + .seconds(1)
        desk.bus.kill()
        #expect(try await agent.waitForExit().code == 0)
        try await desk.bus.restart()
        let again = try await Desk(on: desk.bus)
        try await server.restart()
        let newName = await server.uniqueName
        try #require(newName == name)
        // What is due comes before what comes back, so it has the old number.
        try await Task.sleep(until: due)
        let next = try await again.startAgent()
        let new = try await server.call(titled: "New")
        try #require(new.id == old.id)
        _ = try await again.waitForSignals("Delivered")
        // What was on the screen comes back as a bubble of its own.
        try await server.waitForCalls(titled: "Old", 2)
        await server.close(new.id, .dismissed)
        #expect(try await again.waitForSignals("Responded").map(\.identifier) == ["new"])
        #expect(try await again.listed("list", "delivered").map(\.identifier) == ["old"])
        #expect(server.count(titled: "Old") == 2)
        withExtendedLifetime(next) {}
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func aSignalEndsTheAgentCleanly(signal: Int32) async throws {
        let desk = try await Desk()
        let agent = try await desk.startAgent()
        try await desk.add("Later", "--in", "1h", "--id", "later")
        agent.kill(signal)
        #expect(try await agent.waitForExit().code == 0)
        try await desk.waitForAgentsEnd()
        #expect(try await desk.listed("list").map(\.identifier) == ["later"])
    }

    @Test func stopEndsTheAgentAndStatusStartsNone() async throws {
        let desk = try await Desk()
        let before = try await desk.run(["agent", "status"])
        #expect(before.output == "no agent runs; the next add starts one\n")
        let agent = try await desk.startAgent()
        let status = try await desk.run(["agent", "status"])
        #expect(status.output.contains("(pid \(agent.id))\n"))
        #expect(try await desk.run(["agent", "stop"]).output == "stopped\n")
        #expect(try await agent.waitForExit().code == 0)
        #expect(try await desk.run(["agent", "stop"]).output == "no agent runs\n")
        #expect(desk.owners.elements.count == 2)
    }

    @Test func aSecondAgentNamesTheFirst() async throws {
        let desk = try await Desk()
        let first = try await desk.startAgent()
        let second = try await Desk.agent.run(environment: desk.bus.environment)
        #expect(second.code == 69)
        #expect(
            second.error
                == "notify-agent: an agent already runs on this bus (pid \(first.id)); stop it "
                + "first: notify-schedule agent stop, or take its place: notify-agent --replace\n"
        )
        #expect(try desk.agentID() == first.id)
    }

    @Test func anAgentOnAnotherBusWithTheSameStoreNamesTheHolder() async throws {
        let desk = try await Desk()
        let first = try await desk.startAgent()
        let other = try await PrivateBus()
        let environment = desk.bus.environment(["DBUS_SESSION_BUS_ADDRESS": other.address])
        let second = try await Desk.agent.run(environment: environment)
        #expect(second.code == 69)
        #expect(
            second.error == "notify-agent: another notify-agent has the store in "
                + "\(desk.directory)/state/notify-schedule (pid \(first.id), bus \(desk.bus.address))"
                + "; stop that one first: notify-schedule agent stop\n"
        )
        let command = try await Desk.command.run(["list"], environment: environment)
        #expect(command.code == 69)
        #expect(command.error.hasPrefix("notify-schedule: "))
        #expect(try desk.agentID() == first.id)
    }

    @Test func withoutABusNothingIsStored() async throws {
        let desk = try await Desk()
        let environment = desk.bus.environment(["DBUS_SESSION_BUS_ADDRESS": ""])
        for arguments in [["add", "T"], ["list"], ["agent", "status"]] {
            let outcome = try await Desk.command.run(arguments, environment: environment)
            #expect(outcome.code == 69)
            #expect(outcome.output == "")
            #expect(outcome.error.hasPrefix("notify-schedule: no session bus: DBUS_SESSION_BUS"))
            #expect(outcome.error.hasSuffix("or run this inside dbus-run-session\n"))
        }
        let agent = try await Desk.agent.run(environment: environment)
        #expect(agent.code == 69)
        #expect(agent.error.hasPrefix("notify-agent: no session bus: "))
        desk.bus.kill()
        let dead = try await Desk.command.run(["add", "T"], environment: desk.bus.environment)
        #expect(dead.code == 69)
        #expect(dead.error.hasPrefix("notify-schedule: the session bus at \(desk.bus.address) "))
        let orphan = try await Desk.agent.run(environment: desk.bus.environment)
        #expect(orphan.code == 69)
        #expect(orphan.error.hasPrefix("notify-agent: the session bus at \(desk.bus.address) "))
        let store = "\(desk.directory)/state/notify-schedule"
        #expect(!FileManager.default.fileExists(atPath: store))
    }
}
