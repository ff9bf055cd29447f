import Foundation
import NotificationServer
import TestSupport
import Testing

/// The agent is killed in the middle of things.
@Suite(.serialized) struct CrashTests {
    private static let isLong = ProcessInfo.processInfo.environment["NOTIFY_LONG_TESTS"] == "1"

    @Test func whatAddReturnedForIsThereAfterAKillAndFiresOnce() async throws {
        // Each round has a bus of its own: a kill must not meet another round's bubble.
        let rounds = Self.isLong ? 100 : 20
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<rounds {
                if round >= 4 { try await group.next() }
                group.addTask { try await Self.killRound() }
            }
            try await group.waitForAll()
        }
    }

    private static func killRound() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        #expect(try await desk.listed("list") == [])
        let agent = try desk.agentID()
        try await desk.add("Survivor", "--in", "1s", "--id", "survivor")
        try await desk.endAgent(id: agent)
        #expect(try await desk.listed("show", "survivor").map(\.identifier) == ["survivor"])
        #expect(try desk.agentID() != agent)
        _ = try await server.call(titled: "Survivor")
        try await desk.barrier(server)
        #expect(server.count(titled: "Survivor") == 1)
        #expect(server.calls.elements.count == 2)
    }

    @Test func aKillWhileTheServerHasTheCallGivesOneMoreBubble() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        try await desk.add("Before")
        _ = try await server.call(titled: "Before")
        _ = try await desk.waitForSignals("Delivered")
        await server.setBehaviour(.hang)
        try await desk.add("Between", "--id", "between")
        _ = try await server.call(titled: "Between")
        try await desk.endAgent()
        try await server.changeOwner()
        await server.setBehaviour(.show)
        #expect(try await desk.listed("show", "between").map(\.identifier) == ["between"])
        _ = try await desk.waitForSignals("Delivered", 2)
        // What was on the screen of the server that went comes back, too.
        try await server.waitForCalls(titled: "Before", 2)
        try await desk.barrier(server)
        #expect(server.count(titled: "Between") == 2)
        #expect(server.count(titled: "Before") == 2)
    }

    @Test func requestsOfOneSecondAllArriveOnce() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let agent = try await desk.startAgent()
        let due = Date(timeIntervalSinceNow: 20).ISO8601Format()
        let numbers = 0..<100
        // Enough at a time to keep the agent busy, so that all are in before they are due.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in numbers {
                if number >= 4 { try await group.next() }
                group.addTask { try await desk.add("Number \(number)", "--at", due) }
            }
            try await group.waitForAll()
        }
        #expect(server.calls.elements == [])
        let calls = try await server.waitForCalls(numbers.count, within: 60)
        #expect(Set(calls.map(\.call.summary)) == Set(numbers.map { "Number \($0)" }))
        try await desk.barrier(server)
        #expect(server.calls.elements.count == numbers.count + 1)
        #expect(Set(server.calls.elements.map(\.id)).count == numbers.count + 1)
        withExtendedLifetime(agent) {}
    }

    @Test func manyCommandsAtOnceStartOneAgent() async throws {
        let desk = try await Desk()
        // Over and again: it takes an agent that has the store and not yet its name.
        for round in 0..<5 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        try await desk.add("N", "--in", "1h", "--id", "\(round).\(number)")
                    }
                }
                try await group.waitForAll()
            }
            #expect(desk.owners.elements.count == 2 * round + 1)
            try await desk.endAgent(SIGTERM)
        }
        #expect(try await desk.listed("list").count == 30)
    }
}
