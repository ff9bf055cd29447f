import AgentInterface
import NotifyCore
import TestSupport
import Testing

/// The real agent at the real GeoClue, whose receiver is played.
@Suite(.serialized) struct RealGeoClueTests {
    private static let office = "52.52,13.405,200"

    @Test func aWalkIsToldOfByTheSystemsGeoClue() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let geoclue = try await RealGeoClue(on: desk.bus, RealGeoClue.allowed)
        let its = try await geoclue.startItsAgent()
        let agent = try await desk.startAgent(["DBUS_SYSTEM_BUS_ADDRESS": desk.bus.address])
        try await desk.add("Town", "--near", "52.52,13.405,7000", "--id", "town")
        // A town needs no receiver.
        try await geoclue.waitForLog("requested accuracy level: 5.")
        try await desk.add("Office", "--near", Self.office, "--id", "office")
        try await geoclue.waitForLog("requested accuracy level: 8.")
        try await geoclue.waitForLog("New distance threshold: 20\n")
        try await geoclue.waitForLog("'\(AgentNames.app)' started.")
        try await desk.add("Away", "--near", Self.office, "--on-exit", "--id", "away")
        try await geoclue.waitUntilItReads(true)
        try await geoclue.stand(0)
        try await geoclue.stand(900)
        _ = try await server.call(titled: "Away")
        // So one was inside before, which fired nothing.
        #expect(server.count(titled: "Office") == 0)
        #expect(server.count(titled: "Town") == 0)
        try await geoclue.stand(20)
        _ = try await server.call(titled: "Office")
        _ = try await desk.waitForSignals("Delivered", 2)
        let shown = try await desk.run(["show", "office"])
        let entered = /entered at 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d, position exact to 3 m\n/
        #expect(shown.output.contains(entered), "\(shown)")
        // The receiver is left alone once only the town waits, and everything once nothing does.
        try await geoclue.waitUntilItReads(false)
        let length = geoclue.logLength
        #expect(try await desk.run(["remove", "town"]).code == 0)
        try await geoclue.waitForLog("Service not in use", after: length)
        withExtendedLifetime((its, agent)) {}
    }

    @Test func whatItRefusesWaitsUntilItIsAllowed() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let refusing = try await RealGeoClue(on: desk.bus, RealGeoClue.refused)
        let its = try await refusing.startItsAgent()
        let agent = try await desk.startAgent(["DBUS_SYSTEM_BUS_ADDRESS": desk.bus.address])
        try await desk.add("Office", "--near", Self.office, "--if-inside", "--id", "office")
        try await desk.waitForLocation("denied")
        let shown = try await desk.run(["show", "office"])
        #expect(
            shown.output.contains("  waits     the location service refuses ('\(AgentNames.app)' ")
        )
        try await Self.expectTheSection(desk, "the location service refuses")
        try await refusing.stop()
        let geoclue = try await RealGeoClue(on: desk.bus, RealGeoClue.allowed)
        let later = try await geoclue.startItsAgent()
        try await desk.waitForLocation("active")
        try await geoclue.waitUntilItReads(true)
        try await geoclue.stand(0)
        _ = try await server.call(titled: "Office")
        withExtendedLifetime((its, later, agent)) {}
    }

    @Test func withoutItsAgentItAnswersNobodyUntilThereIsOne() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let geoclue = try await RealGeoClue(on: desk.bus, RealGeoClue.allowed)
        let agent = try await desk.startAgent(["DBUS_SYSTEM_BUS_ADDRESS": desk.bus.address])
        let added = try await desk.add(
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
        try await desk.waitForLocation("starting")
        let shown = try await desk.run(["show", "office"])
        #expect(shown.output.contains("  waits     the location service has not answered yet"))
        try await Self.expectTheSection(desk, "the location service has not answered yet")
        // What is added meanwhile has what waits for an answer ask for less.
        try await desk.add("Door", "--near", "52.52,13.405,60", "--if-inside", "--id", "door")
        let its = try await geoclue.startItsAgent()
        try await desk.waitForLocation("active")
        try await geoclue.waitForLog("New distance threshold: 6\n")
        try await geoclue.waitUntilItReads(true)
        try await geoclue.stand(0)
        _ = try await server.call(titled: "Office")
        _ = try await server.call(titled: "Door")
        withExtendedLifetime((its, agent)) {}
    }

    private static func expectTheSection(_ desk: Desk, _ words: String) async throws {
        let doctor = try await desk.run(["doctor"])
        #expect(doctor.output.contains("warning  location        \(words)"), "\(doctor)")
        let lines = doctor.output.split(separator: "\n").map { line in
            String(line.drop { $0 == " " })
        }
        let section = ["[\(AgentNames.app)]", "allowed=true", "system=false", "users="]
        #expect(lines.contains(section), "\(doctor)")
    }
}
