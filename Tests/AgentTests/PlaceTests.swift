import AgentInterface
import GLibBridge
import Glibc
import NotifyCore
import TestSupport
import Testing

/// Requests that wait for a place: the real agent, with GeoClue played on its system bus.
@Suite(.serialized) struct PlaceTests {
    /// A desk whose bus is the system's, too.
    struct Town {
        let desk: Desk
        let server: ServerDouble
        let geoclue: GeoClueDouble
        let environment: [String: String]

        static let office = "52.52,13.405,200"
        /// Degrees of latitude for metres.
        static func north(_ metres: Double) -> Double { 52.52 + metres / 111_195.1 }

        init(isAllowed: Bool = true) async throws {
            desk = try await Desk()
            server = try await ServerDouble(on: desk.bus)
            geoclue = try await GeoClueDouble(on: desk.bus, isAllowed: isAllowed)
            environment = ["DBUS_SYSTEM_BUS_ADDRESS": desk.bus.address]
        }

        func startAgent() async throws -> RunningProgram {
            try await desk.startAgent(environment)
        }

        /// Goes to a place so many metres north of the office; returns once the agent has read it.
        func go(_ metres: Double, accuracy: Double = 10) async throws {
            let before = geoclue.calls.elements.count { $0 == "GetAll" }
            try await geoclue.move(to: Self.north(metres), 13.405, accuracy: accuracy)
            _ = try await geoclue.calls.wait(20, "the agent's reading of the position") {
                $0.count { $0 == "GetAll" } > before ? true : nil
            }
        }

        func waitForCall(_ call: String, _ count: Int = 1) async throws {
            _ = try await geoclue.calls.wait(30, "\(count) \(call)") { calls in
                calls.count { $0 == call } >= count ? true : nil
            }
        }

        /// What the agent says of the location service.
        func location() async throws -> String {
            let status = try await desk.client.call(
                "Status",
                on: BusDestination(
                    name: AgentNames.bus,
                    path: AgentNames.path,
                    interface: AgentNames.interface
                )
            )
            return status[0]?["location"]?["state"]?.string ?? "?"
        }

        func waitForLocation(_ state: String) async throws {
            try await within(30, "the location service \(state)") {
                while try await location() != state {
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
        }
    }

    @Test func itFiresAtTheEntryAndNotWhereOneIsAlready() async throws {
        let town = try await Town()
        let agent = try await town.startAgent()
        let added = try await town.desk.add("Office", "--near", Town.office, "--id", "office")
        #expect(added.output.contains("once, on entry, within 200 m of 52.52, 13.405\n"))
        try await town.waitForCall("Start")
        #expect(
            town.geoclue.calls.elements == [
                "GetClient", "Set DesktopId=\(AgentNames.app)", "Set DistanceThreshold=20",
                "Set RequestedAccuracyLevel=8", "Start",
            ]
        )
        try await town.go(0)
        try await town.desk.barrier(town.server)
        #expect(town.server.count(titled: "Office") == 0)
        try await town.go(500)
        try await town.go(50)
        _ = try await town.server.call(titled: "Office")
        _ = try await town.desk.waitForSignals("Delivered")
        let shown = try await town.desk.run(["show", "office"])
        #expect(shown.output.contains(", position exact to 10 m\n"))
        // Nothing waits any more, so nothing is asked any more.
        try await town.waitForCall("Stop")
        #expect(try await town.location() == "off")
        withExtendedLifetime(agent) {}
    }

    @Test func aRepeatingOneFiresAtEachCrossingAndStandsStillAtTheBorder() async throws {
        let town = try await Town()
        let agent = try await town.startAgent()
        try await town.desk.add(
            "Door",
            "--near",
            Town.office,
            "--on-entry",
            "--on-exit",
            "--repeat",
            "--id",
            "door"
        )
        try await town.waitForCall("Start")
        for metres in [500.0, 150, 195, 205, 192, 208, 300, 100] { try await town.go(metres) }
        try await town.server.waitForCalls(titled: "Door", 3)
        try await town.desk.barrier(town.server)
        #expect(town.server.count(titled: "Door") == 3)
        #expect(try await town.desk.listed("list").map(\.identifier) == ["door"])
        withExtendedLifetime(agent) {}
    }

    @Test func theSideOutlivesTheAgentAndTheServiceMayComeAndGo() async throws {
        let town = try await Town()
        let agent = try await town.startAgent()
        try await town.desk.add("Home", "--near", Town.office, "--on-exit", "--id", "home")
        try await town.waitForCall("Start")
        try await town.go(0)
        try await town.desk.barrier(town.server)
        try await town.desk.endAgent(SIGKILL, id: agent.id)
        await town.geoclue.stop()
        let later = try await town.startAgent()
        try await town.waitForLocation("absent")
        let state = try await town.desk.run(["show", "home"])
        #expect(state.output.contains("  waits     the location service is not there"))
        let again = try await GeoClueDouble(on: town.desk.bus)
        _ = try await again.calls.wait(30, "a start") { $0.contains("Start") ? true : nil }
        try await again.move(to: Town.north(900), 13.405, accuracy: 30)
        _ = try await town.server.call(titled: "Home")
        withExtendedLifetime(later) {}
    }

    @Test func whatIsDeniedWaitsAndGoesOnOnceItIsAllowed() async throws {
        let town = try await Town(isAllowed: false)
        let agent = try await town.startAgent()
        try await town.desk.add("Shop", "--near", Town.office, "--if-inside", "--id", "shop")
        try await town.waitForLocation("denied")
        let doctor = try await town.desk.run(["doctor"])
        #expect(doctor.output.contains("[org.notifyschedule.NotifySchedule]"))
        #expect(doctor.output.contains("allowed=true"))
        try await town.geoclue.set(isAllowed: true)
        try await town.waitForLocation("active")
        try await town.geoclue.set(isActive: false)
        try await town.waitForLocation("stopped")
        try await town.geoclue.set(isActive: true)
        try await town.waitForLocation("active")
        // It fires where one is inside already, since that was asked for.
        try await town.go(20)
        _ = try await town.server.call(titled: "Shop")
        withExtendedLifetime(agent) {}
    }

    @Test func whatIsPausedAsksForNothing() async throws {
        let town = try await Town()
        let agent = try await town.startAgent()
        try await town.desk.add("Gym", "--near", Town.office, "--id", "gym")
        try await town.waitForCall("Start")
        try await town.go(900)
        #expect(try await town.desk.run(["pause", "gym"]).code == 0)
        try await town.waitForCall("Stop")
        #expect(try await town.desk.run(["resume", "gym"]).code == 0)
        try await town.waitForCall("Start", 2)
        // Where it was before it was held back counts no longer.
        try await town.go(0)
        try await town.desk.barrier(town.server)
        #expect(town.server.count(titled: "Gym") == 0)
        withExtendedLifetime(agent) {}
    }

    private static let refused: [(arguments: [String], code: Int32, words: String)] = [
        (["--near", "91,13,200"], 65, "the latitude 91.0 is not between -90 and 90 degrees"),
        (["--near", "52,181,200"], 65, "the longitude 181.0 is not between -180 and 180 degrees"),
        (["--near", "52,13,0"], 65, "the radius 0.0 is not between 1 and 1000000 metres"),
        (["--near", "52,13,-5"], 65, "the radius -5.0 is not between 1 and 1000000 metres"),
        (["--near", "52,13,1000000000"], 65, "is not between 1 and 1000000 metres"),
        (["--near", "nan,13,200"], 65, "is no place; write LAT,LON,METRES"),
        (["--near", "here"], 65, "is no place; write LAT,LON,METRES"),
        (["--near", "geo:52;u=5"], 65, "is no place; write LAT,LON,METRES"),
        (["--near", "geo:0,0?q=52,13(Home)"], 65, "what stands behind q= is not read"),
        (["--near", "geo:52,13;crs=moon"], 65, "only crs=wgs84 is known"),
        (["--near", "52,13,5", "--in", "5m"], 64, "--in and --near say the time twice"),
        (["--near", "52,13,5", "--tz", "UTC"], 64, "--tz does not go with --near"),
        (["--near", "52,13,5", "--wake"], 65, "wake needs a date"),
        (["--on-exit"], 64, "--on-exit needs a place; add --near LAT,LON,METRES"),
    ]

    @Test func aPlaceThatDoesNotHoldIsRefused() async throws {
        let desk = try await Desk()
        for (arguments, code, words) in Self.refused {
            let refused = try await desk.run(["add", "T"] + arguments)
            #expect(refused.code == code, "\(arguments)")
            #expect(refused.error.contains(words), "\(arguments): \(refused.error)")
        }
        #expect(try await desk.listed("list") == [])
    }

    @Test func aRegionWithoutEntryAndExitIsRefused() async throws {
        let desk = try await Desk()
        let agent = try await desk.startAgent()
        let region = CircularRegion(
            center: Coordinate(latitude: 1, longitude: 2),
            radius: 100,
            notifyOnEntry: false
        )
        let error = await #expect(throws: GLibError.self) {
            try await desk.add(
                NotificationRequest(
                    appID: "org.example.App",
                    identifier: "nowhere",
                    content: NotificationContent(title: "T"),
                    trigger: .location(LocationTrigger(region: region))
                )
            )
        }
        #expect(error?.message.contains("neither on entry nor on exit") == true)
        withExtendedLifetime(agent) {}
    }
}
