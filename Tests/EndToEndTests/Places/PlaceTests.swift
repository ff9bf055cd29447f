import AgentInterface
import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

/// Requests that wait for a place: the real agent, with GeoClue played on its system bus.
@Suite(.serialized) struct PlaceTests {
    /// A fixture whose bus is the system's, too.
    struct Town {
        let fixture: AgentFixture
        let server: FakeNotificationServer
        let geoclue: FakeGeoClue
        let environment: [String: String]

        static let office = "52.52,13.405,200"
        /// Degrees of latitude for metres.
        static func north(_ metres: Double) -> Double { 52.52 + metres / 111_195.1 }

        init(isAllowed: Bool = true) async throws {
            fixture = try await AgentFixture()
            server = try await FakeNotificationServer(on: fixture.bus)
            geoclue = try await FakeGeoClue(on: fixture.bus, isAllowed: isAllowed)
            environment = ["DBUS_SYSTEM_BUS_ADDRESS": fixture.bus.address]
        }

        func startAgent() async throws -> RunningProgram {
            try await fixture.startAgent(environment)
        }

        /// Goes to a place so many metres north of the office; returns once the agent has read it.
        func go(_ metres: Double, accuracy: Double = 10) async throws {
            let place = Coordinate(latitude: Self.north(metres), longitude: 13.405)
            try await geoclue.move(
                to: Position(coordinate: place, accuracy: accuracy, date: Instant(seconds: 0))
            )
        }

        func waitForCall(_ call: String, _ count: Int = 1) async throws {
            _ = try await geoclue.calls.wait(30, "\(count) \(call)") { calls in
                calls.count { $0 == call } >= count ? true : nil
            }
        }
    }

    @Test func itFiresAtTheEntryAndNotWhereOneIsAlready() async throws {
        let town = try await Town()
        let agent = try await town.startAgent()
        let added = try await town.fixture.add("Office", "--near", Town.office, "--id", "office")
        #expect(added.output.contains("once, on entry, within 200 m of 52.52, 13.405\n"))
        #expect(added.error == "")
        let listed = try await town.fixture.run(["list"])
        #expect(
            listed.output.contains(
                "\nat a place  -     once, on entry, within 200 m of 52.52, 13.405  "
            )
        )
        try await town.waitForCall("Start")
        #expect(
            town.geoclue.calls.elements == [
                "GetClient", "Set DesktopId=\(AgentNames.app)", "Set DistanceThreshold=20",
                "Set RequestedAccuracyLevel=8", "Start",
            ]
        )
        try await town.go(0)
        try await town.fixture.barrier(town.server)
        #expect(town.server.count(titled: "Office") == 0)
        try await town.go(500)
        try await town.go(50)
        _ = try await town.server.call(titled: "Office")
        try await town.fixture.waitForDeliveries()
        let shown = try await town.fixture.run(["show", "office"])
        #expect(shown.output.contains(", position accurate to 10 m\n"))
        // Nothing waits any more, so nothing is asked any more.
        try await town.waitForCall("Stop")
        #expect(try await town.fixture.location() == "off")
        withExtendedLifetime(agent) {}
    }

    @Test func aRepeatingOneFiresAtEachCrossingAndStandsStillAtTheBorder() async throws {
        let town = try await Town()
        let agent = try await town.startAgent()
        try await town.fixture.add(
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
        try await town.fixture.barrier(town.server)
        #expect(town.server.count(titled: "Door") == 3)
        #expect(try await town.fixture.listed("list").map(\.identifier) == ["door"])
        withExtendedLifetime(agent) {}
    }

    @Test func theSideOutlivesTheAgentAndTheServiceMayComeAndGo() async throws {
        let town = try await Town()
        let agent = try await town.startAgent()
        try await town.fixture.add("Home", "--near", Town.office, "--on-exit", "--id", "home")
        try await town.waitForCall("Start")
        try await town.go(0)
        try await town.fixture.barrier(town.server)
        try await town.fixture.endAgent(SIGKILL, id: agent.id)
        await town.geoclue.stop()
        let later = try await town.startAgent()
        try await town.fixture.waitForLocation("absent")
        let state = try await town.fixture.run(["show", "home"])
        #expect(state.output.contains("  waits     the location service is not available"))
        let late = try await town.fixture.add("Late", "--near", Town.office, "--id", "late")
        #expect(
            late.error.hasPrefix(
                "notify-schedule: warning: the location service is not available ("
            )
        )
        #expect(late.error.hasSuffix("; install geoclue-2.0\n"))
        let again = try await FakeGeoClue(on: town.fixture.bus)
        _ = try await again.calls.wait(30, "a start") { $0.contains("Start") ? true : nil }
        try await again.move(to: Town.north(900), 13.405, accuracy: 30)
        _ = try await town.server.call(titled: "Home")
        withExtendedLifetime(later) {}
    }

    @Test func whatIsDeniedWaitsAndGoesOnOnceItIsAllowed() async throws {
        let town = try await Town(isAllowed: false)
        let agent = try await town.startAgent()
        let added = try await town.fixture.add(
            "Shop",
            "--near",
            Town.office,
            "--if-inside",
            "--id",
            "shop"
        )
        #expect(
            added.error
                == "notify-schedule: warning: the location service denies access (not for you); "
                + "see notify-schedule doctor\n"
        )
        try await town.fixture.waitForLocation("denied")
        let doctor = try await town.fixture.run(["doctor"])
        #expect(doctor.output.contains("[org.notifyschedule.NotifySchedule]"))
        #expect(doctor.output.contains("allowed=true"))
        try await town.geoclue.set(isAllowed: true)
        try await town.fixture.waitForLocation("active")
        try await town.geoclue.set(isActive: false)
        try await town.fixture.waitForLocation("stopped")
        let off = try await town.fixture.add("Bar", "--near", Town.office, "--id", "bar")
        #expect(
            off.error
                == "notify-schedule: warning: the location service reports no positions (it is switched off); "
                + "see notify-schedule doctor\n"
        )
        try await town.geoclue.set(isActive: true)
        try await town.fixture.waitForLocation("active")
        // It fires where one is inside already, since that was asked for.
        try await town.go(20)
        _ = try await town.server.call(titled: "Shop")
        withExtendedLifetime(agent) {}
    }

    @Test func whatIsPausedAsksForNothing() async throws {
        let town = try await Town()
        let agent = try await town.startAgent()
        try await town.fixture.add("Gym", "--near", Town.office, "--id", "gym")
        try await town.waitForCall("Start")
        try await town.go(900)
        #expect(try await town.fixture.run(["pause", "gym"]).code == 0)
        try await town.waitForCall("Stop")
        #expect(try await town.fixture.run(["resume", "gym"]).code == 0)
        try await town.waitForCall("Start", 2)
        // Where it was before it was held back counts no longer.
        try await town.go(0)
        try await town.fixture.barrier(town.server)
        #expect(town.server.count(titled: "Gym") == 0)
        withExtendedLifetime(agent) {}
    }

    @Test func whereOneIsIsNeitherStoredNorLogged() async throws {
        let town = try await Town()
        let agent = try await town.fixture.startAgent(
            town.environment.merging(["NOTIFY_SCHEDULE_LOG": "debug"]) { $1 }
        )
        try await town.fixture.add("In", "--near", Town.office, "--repeat", "--id", "in")
        try await town.fixture.add("Out", "--near", Town.office, "--on-exit", "--id", "out")
        try await town.waitForCall("Start")
        let fixes = [(52.520_123_456_7, 7.654_321), (52.530_765_432_1, 7.123_456)]
        for (latitude, accuracy) in fixes + fixes {
            let place = Coordinate(latitude: latitude, longitude: 13.406_246_813)
            try await town.geoclue.move(
                to: Position(coordinate: place, accuracy: accuracy, date: Instant(seconds: 0))
            )
        }
        _ = try await town.server.call(titled: "Out")
        _ = try await town.server.call(titled: "In")
        try await town.fixture.barrier(town.server)
        let log = try await agent.waitForError("location: active")
        let folder = "\(town.fixture.directory)/state/notify-schedule"
        var files = [Data(log.utf8)]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(file)") else {
                continue
            }
            files.append(data)
        }
        func isKept(_ number: Double, _ text: String) -> Bool {
            let bits = [number.bitPattern.littleEndian, number.bitPattern.bigEndian]
            let forms =
                [Data(text.utf8)] + bits.map { bits in withUnsafeBytes(of: bits) { Data($0) } }
            return files.contains { file in forms.contains { file.range(of: $0) != nil } }
        }
        // What is kept is found: how exact a crossing was.
        #expect(isKept(7.123_456, "7.123456"))
        for number in fixes.map(\.0) + [13.406_246_813] {
            // Rounded to a hundred metres, too.
            #expect(!isKept(number, String("\(number)".prefix(6))), "\(number)")
        }
    }

    private static let refused: [(arguments: [String], code: Int32, words: String)] = [
        (["--near", "here"], 65, "is not a place; write LAT,LON,METRES"),
        (["--near", "geo:52;u=5"], 65, "is not a place; write LAT,LON,METRES"),
        (["--near", "geo:0,0?q=52,13(Home)"], 65, "what follows q= is not read"),
        (["--near", "geo:52,13;crs=moon"], 65, "only crs=wgs84 is known"),
        (["--near", "52,13,5", "--in", "5m"], 64, "--in and --near both set the time"),
        (["--near", "52,13,5", "--tz", "UTC"], 64, "--tz does not go with --near"),
        (["--near", "52,13,5", "--wake"], 64, "--wake does not go with --near; a place"),
        (["--on-exit"], 64, "--on-exit needs a place; add --near LAT,LON,METRES"),
    ]

    @Test func aPlaceThatDoesNotHoldIsRefused() async throws {
        let fixture = try await AgentFixture()
        for (arguments, code, words) in Self.refused {
            let refused = try await fixture.run(["add", "T"] + arguments)
            #expect(refused.code == code, "\(arguments)")
            #expect(refused.error.contains(words), "\(arguments): \(refused.error)")
        }
        #expect(try await fixture.listed("list") == [])
    }
}
