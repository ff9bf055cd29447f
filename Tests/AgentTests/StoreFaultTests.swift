import Foundation
import GRDB
import TestSupport
import Testing

/// The store's file was damaged on purpose, or is another version's.
@Suite(.serialized) struct StoreFaultTests {
    @Test(arguments: [
        "UPDATE pending SET due = \(Int64.max), added = \(Int64.min), bootDue = \(Int64.max)",
        "UPDATE pending SET due = \(Int64.min), added = \(Int64.max), bootDue = \(Int64.min)",
        "UPDATE pending SET due = \(Int64.max), boot = 'another', bootDue = \(Int64.min)",
        "UPDATE pending SET due = \(Int64.min), bootDue = NULL",
        "UPDATE pending SET record = x''",
        "UPDATE pending SET record = x'00112233', due = 0, bootDue = 0",
    ])
    func aDamagedNumberOrRecordEndsNobody(damage: String) async throws {
        let desk = try await Desk()
        try await desk.add("Interval", "--every", "1h", "--id", "interval")
        try await desk.add("Daily", "--on", "daily", "--id", "daily")
        try await Self.change(desk, damage)
        let server = try await ServerDouble(on: desk.bus)
        try await desk.barrier(server)
        let agent = try desk.agentID()
        for arguments in [["list"], ["list", "delivered"], ["agent", "status"]] {
            let outcome = try await desk.run(arguments)
            #expect(outcome.code == 0, "\(outcome)")
        }
        for name in ["interval", "daily"] {
            // A record that cannot be read is not there.
            let outcome = try await desk.run(["show", name])
            #expect([0, 65].contains(outcome.code), "\(outcome)")
        }
        #expect(try desk.agentID() == agent)
    }

    @Test func aStoreOfANewerVersionIsLeftAlone() async throws {
        let desk = try await Desk()
        try await desk.add("Kept", "--in", "1h", "--id", "kept")
        try await Self.change(desk, "INSERT INTO grdb_migrations VALUES ('from the future')")
        let path = Self.path(on: desk)
        let agent = try await Desk.agent.run(environment: desk.bus.environment)
        #expect(agent.code == 70)
        #expect(
            agent.error == "notify-agent: the store \(path) was written by a newer version of "
                + "notify-schedule; update this one, or move the store away to begin with an empty one\n"
        )
        try Self.execute(
            "DELETE FROM grdb_migrations WHERE identifier LIKE '%future'",
            path
        )
        #expect(try await desk.listed("list").map(\.identifier) == ["kept"])
    }

    private static func path(on desk: Desk) -> String {
        "\(desk.directory)/state/notify-schedule/store.sqlite"
    }

    /// Changes the store behind the agent's back, while none runs.
    private static func change(_ desk: Desk, _ sql: String) async throws {
        try await desk.endAgent(SIGTERM)
        try execute(sql, path(on: desk))
    }

    private static func execute(_ sql: String, _ path: String) throws {
        try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
    }
}
