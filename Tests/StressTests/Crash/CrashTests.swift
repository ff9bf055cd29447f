import Foundation
import NotificationServer
import TestSupport
import Testing

/// The agent is killed in the middle of things.
@Suite(.serialized) struct CrashTests {
    @Test func whatAddReturnedForIsThereAfterAKillAndFiresOnce() async throws {
        // Each round has a bus of its own: a kill must not meet another round's bubble.
        let rounds = Stress.count(12, upTo: 100)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<rounds {
                if round >= 4 { try await group.next() }
                group.addTask { try await Self.killRound() }
            }
            try await group.waitForAll()
        }
    }

    private static func killRound() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        #expect(try await fixture.listed("list") == [])
        let agent = try fixture.agentID()
        try await fixture.add("Survivor", "--in", "10s", "--id", "survivor")
        try await fixture.endAgent(id: agent)
        #expect(try await fixture.listed("show", "survivor").map(\.identifier) == ["survivor"])
        #expect(try fixture.agentID() != agent)
        _ = try await server.call(titled: "Survivor")
        try await fixture.barrier(server)
        #expect(server.count(titled: "Survivor") == 1)
        #expect(server.calls.elements.count == 2)
    }

    @Test func aKillWhileTheServerHasTheCallGivesOneMoreBubble() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Before")
        _ = try await server.call(titled: "Before")
        try await fixture.waitForDeliveries()
        await server.setBehaviour(.hang)
        try await fixture.add("Between", "--id", "between")
        _ = try await server.call(titled: "Between")
        try await fixture.endAgent()
        try await server.changeOwner()
        await server.setBehaviour(.show)
        #expect(try await fixture.listed("show", "between").map(\.identifier) == ["between"])
        try await fixture.waitForDeliveries(2)
        // What was on the screen of the server that went comes back, too.
        try await server.waitForCalls(titled: "Before", 2)
        try await fixture.barrier(server)
        #expect(server.count(titled: "Between") == 2)
        #expect(server.count(titled: "Before") == 2)
    }

    @Test func requestsOfOneSecondAllArriveOnce() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        let numbers = 0..<40
        // One command brings them all, so that all are in before they are due.
        let due = Calendar(identifier: .gregorian).dateComponents(
            in: .gmt,
            from: Date(timeIntervalSinceNow: 12)
        )
        let lines = numbers.map { number in
            #"{"list":"pending","request":{"identifier":"n\#(number)","content":{"title":"Number \#(number)"},"#
                + #""trigger":{"type":"calendar","timeZone":"UTC","repeats":false,"components":{"year":\#(due.year!),"#
                + #""month":\#(due.month!),"day":\#(due.day!),"hour":\#(due.hour!),"minute":\#(due.minute!),"#
                + #""second":\#(due.second!)}}}}"#
        }
        let file = [#"{"format":"notify-schedule","version":1}"#] + lines
        let outcome = try await fixture.run(
            ["import", "-"],
            input: file.joined(separator: "\n") + "\n"
        )
        #expect(outcome.output == "imported 40 pending\n", "\(outcome)")
        #expect(server.calls.elements == [])
        let calls = try await server.waitForCalls(numbers.count, within: 60)
        #expect(Set(calls.map(\.call.summary)) == Set(numbers.map { "Number \($0)" }))
        try await fixture.barrier(server)
        #expect(server.calls.elements.count == numbers.count + 1)
        #expect(Set(server.calls.elements.map(\.id)).count == numbers.count + 1)
        withExtendedLifetime(agent) {}
    }

    @Test func manyCommandsAtOnceStartOneAgent() async throws {
        let fixture = try await AgentFixture()
        // Over and again: it takes an agent that has the store and not yet its name.
        for round in 0..<5 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        try await fixture.add("N", "--in", "1h", "--id", "\(round).\(number)")
                    }
                }
                try await group.waitForAll()
            }
            #expect(fixture.owners.elements.count == 2 * round + 1)
            // One that lost the race and starts late would take the place of the one that ends.
            try await poll(30, "the end of all other agents") {
                try fixture.agentProcesses().count == 1 ? true : nil
            }
            try await fixture.endAgent(SIGTERM)
        }
        #expect(try await fixture.listed("list").count == 30)
    }
}
