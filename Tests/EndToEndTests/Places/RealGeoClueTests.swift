import AgentInterface
import NotifyCore
import TestSupport
import Testing

/// The real agent at the real GeoClue, whose receiver is played.
@Suite(.serialized) struct RealGeoClueTests {
    private static let office = "52.52,13.405,200"

    @Test func aWalkIsToldOfByTheSystemsGeoClue() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let geoclue = try await RealGeoClue(on: fixture.bus, RealGeoClue.allowed)
        let its = try await geoclue.startItsAgent()
        let agent = try await fixture.startAgent(["DBUS_SYSTEM_BUS_ADDRESS": fixture.bus.address])
        try await fixture.add("Town", "--near", "52.52,13.405,7000", "--id", "town")
        // A town needs no receiver.
        try await geoclue.waitForLog("requested accuracy level: 5.")
        try await fixture.add("Office", "--near", Self.office, "--id", "office")
        try await geoclue.waitForLog("requested accuracy level: 8.")
        try await geoclue.waitForLog("New distance threshold: 20\n")
        try await geoclue.waitForLog("'\(AgentNames.app)' started.")
        try await fixture.add("Away", "--near", Self.office, "--on-exit", "--id", "away")
        try await geoclue.waitUntilItReads(true)
        try await geoclue.stand(0)
        try await geoclue.stand(900)
        _ = try await server.call(titled: "Away")
        // So one was inside before, which fired nothing.
        #expect(server.count(titled: "Office") == 0)
        #expect(server.count(titled: "Town") == 0)
        try await geoclue.stand(20)
        _ = try await server.call(titled: "Office")
        try await fixture.waitForDeliveries(2)
        let shown = try await fixture.run(["show", "office"])
        // Seconds that are 0 are left out.
        let entered = /entered at 20\d\d-\d\d-\d\d \d\d:\d\d(:\d\d)?, position accurate to 3 m\n/
        #expect(shown.output.contains(entered), "\(shown)")
        // The receiver is left alone once only the town waits, and everything once nothing does.
        try await geoclue.waitUntilItReads(false)
        let length = geoclue.logLength
        #expect(try await fixture.run(["remove", "town"]).code == 0)
        try await geoclue.waitForLog("Service not in use", after: length)
        withExtendedLifetime((its, agent)) {}
    }

    @Test func whatItRefusesWaitsUntilItIsAllowed() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let refusing = try await RealGeoClue(on: fixture.bus, RealGeoClue.refused)
        let its = try await refusing.startItsAgent()
        let agent = try await fixture.startAgent(["DBUS_SYSTEM_BUS_ADDRESS": fixture.bus.address])
        try await fixture.add("Office", "--near", Self.office, "--if-inside", "--id", "office")
        try await fixture.waitForLocation("denied")
        let shown = try await fixture.run(["show", "office"])
        #expect(
            shown.output.contains(
                "  waits     the location service denies access ('\(AgentNames.app)' "
            )
        )
        try await Self.expectTheSection(fixture, "the location service denies access")
        try await refusing.stop()
        let geoclue = try await RealGeoClue(on: fixture.bus, RealGeoClue.allowed)
        let later = try await geoclue.startItsAgent()
        try await fixture.waitForLocation("active")
        try await geoclue.waitUntilItReads(true)
        try await geoclue.stand(0)
        _ = try await server.call(titled: "Office")
        withExtendedLifetime((its, later, agent)) {}
    }

    @Test func withoutItsAgentItAnswersNobodyUntilThereIsOne() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let geoclue = try await RealGeoClue(on: fixture.bus, RealGeoClue.allowed)
        let agent = try await fixture.startAgent(["DBUS_SYSTEM_BUS_ADDRESS": fixture.bus.address])
        let added = try await fixture.add(
            "Office",
            "--near",
            Self.office,
            "--if-inside",
            "--id",
            "office"
        )
        #expect(
            added.error.hasPrefix(
                "notify-schedule: warning: the location service has not answered yet"
            )
        )
        try await geoclue.waitForLog("waiting for agent for user ID")
        try await fixture.waitForLocation("starting")
        let shown = try await fixture.run(["show", "office"])
        #expect(shown.output.contains("  waits     the location service has not answered yet"))
        try await Self.expectTheSection(fixture, "the location service has not answered yet")
        // What is added meanwhile has what waits for an answer ask for less.
        try await fixture.add("Door", "--near", "52.52,13.405,60", "--if-inside", "--id", "door")
        let its = try await geoclue.startItsAgent()
        try await fixture.waitForLocation("active")
        try await geoclue.waitForLog("New distance threshold: 6\n")
        try await geoclue.waitUntilItReads(true)
        try await geoclue.stand(0)
        _ = try await server.call(titled: "Office")
        _ = try await server.call(titled: "Door")
        withExtendedLifetime((its, agent)) {}
    }

    private static func expectTheSection(_ fixture: AgentFixture, _ words: String) async throws {
        let doctor = try await fixture.run(["doctor"])
        #expect(doctor.output.contains("warning  location        \(words)"), "\(doctor)")
        let lines = doctor.output.split(separator: "\n").map { line in
            String(line.drop { $0 == " " })
        }
        let section = ["[\(AgentNames.app)]", "allowed=true", "system=false", "users="]
        #expect(lines.contains(section), "\(doctor)")
    }
}
