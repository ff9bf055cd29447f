import AgentTestSupport
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
        let fixture = try await AgentFixture()
        try await fixture.add("Interval", "--every", "1h", "--id", "interval")
        try await fixture.add("Daily", "--on", "daily", "--id", "daily")
        try await fixture.changeStore(damage)
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.barrier(server)
        let agent = try fixture.agentID()
        for arguments in [["list"], ["list", "delivered"], ["agent", "status"]] {
            let outcome = try await fixture.run(arguments)
            #expect(outcome.code == 0, "\(outcome)")
        }
        for name in ["interval", "daily"] {
            // A record that cannot be read is not there.
            let outcome = try await fixture.run(["show", name])
            #expect([0, 65].contains(outcome.code), "\(outcome)")
        }
        #expect(try fixture.agentID() == agent)
    }

    @Test func aStoreOfANewerVersionIsLeftAlone() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Kept", "--in", "1h", "--id", "kept")
        try await fixture.changeStore("INSERT INTO grdb_migrations VALUES ('from the future')")
        let path = fixture.storePath
        let agent = try await AgentFixture.agent.run(environment: fixture.bus.environment)
        #expect(agent.code == 70)
        #expect(
            agent.error == "notify-agent: the store \(path) was written by a newer version of "
                + "notify-schedule; update this one, or move the store away to begin with an empty one\n"
        )
        try AgentFixture.execute(
            "DELETE FROM grdb_migrations WHERE identifier LIKE '%future'",
            on: path
        )
        #expect(try await fixture.listed("list").map(\.identifier) == ["kept"])
    }
}
