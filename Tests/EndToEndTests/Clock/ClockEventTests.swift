import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// The real agent, its zone and its late bubbles.
@Suite(.serialized) struct ClockEventTests {
    private static let info = ["NOTIFY_SCHEDULE_LOG": "info"]

    /// A fixture whose agent takes its zone from a link, and the agent.
    private static func start(
        _ fixture: AgentFixture,
        _ more: [String: String] = [:]
    ) async throws -> (agent: RunningProgram, link: String) {
        let link = "\(fixture.directory)/zone/localtime"
        try FileManager.default.createDirectory(
            atPath: "\(fixture.directory)/zone",
            withIntermediateDirectories: true
        )
        try point(link, to: "Europe/Berlin")
        let agent = try AgentFixture.agent.start(
            environment: fixture.bus.environment(
                timeZone: ":\(link)",
                info.merging(more) { $1 }
            )
        )
        _ = try await fixture.owners.wait(30, "the agent's name") { $0.isEmpty ? nil : true }
        return (agent, link)
    }

    /// Replaces the link as the system's own tools do: at once.
    private static func point(_ link: String, to zone: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(link).new",
            withDestinationPath: "/usr/share/zoneinfo/\(zone)"
        )
        guard rename("\(link).new", link) == 0 else {
            throw StartFailureInTest(what: "the link could not be replaced")
        }
    }

    @Test func aNewLinkMovesWhatFollowsTheUsersZone() async throws {
        let fixture = try await AgentFixture()
        let (agent, link) = try await Self.start(fixture)
        try await fixture.add("Floating", "--on", "2099-06-01 12:00", "--id", "floating")
        try await fixture.add(
            "Fixed",
            "--on",
            "2099-06-01 12:00",
            "--tz",
            "Europe/Berlin",
            "--id",
            "fixed"
        )
        #expect(
            try await fixture.listed("list").map(\.nextTriggerDate)
                == ["2099-06-01T10:00:00Z", "2099-06-01T10:00:00Z"]
        )
        try Self.point(link, to: "America/New_York")
        try await agent.waitForError("planned again: 1 of 2 moved", within: 30)
        let dates = try await fixture.listed("list").map { entry in
            "\(entry.identifier) \(entry.nextTriggerDate ?? "")"
        }
        #expect(
            dates == ["fixed 2099-06-01T10:00:00Z", "floating 2099-06-01T16:00:00Z"]
        )
    }

    @Test func aLinkThatIsMissingForAMomentIsNoOtherZone() async throws {
        let fixture = try await AgentFixture()
        let (agent, link) = try await Self.start(fixture)
        try await fixture.add("Floating", "--on", "2099-06-01 12:00")
        try FileManager.default.removeItem(atPath: link)
        try await Task.sleep(for: .milliseconds(20))
        try Self.point(link, to: "Europe/Berlin")
        try await agent.waitForError("planned again: 0 of 1 moved", within: 30)
        #expect(!agent.error.contains("planned again: 1 of 1 moved"))
    }

    @Test func theTimedateServiceIsHeard() async throws {
        let system = try await PrivateBus()
        let fixture = try await AgentFixture()
        let (agent, _) = try await Self.start(fixture, ["DBUS_SYSTEM_BUS_ADDRESS": system.address])
        try await fixture.add("Floating", "--on", "2099-06-01 12:00")
        let service = try system.connect()
        _ = try service.requestName("org.freedesktop.timedate1")
        try service.emit(
            "PropertiesChanged",
            interface: "org.freedesktop.DBus.Properties",
            path: "/org/freedesktop/timedate1",
            .tuple([
                .string("org.freedesktop.timedate1"),
                .dictionary([("Timezone", .string("Europe/Berlin"))]), .strings([]),
            ])
        )
        try await agent.waitForError("planned again: 0 of 1 moved", within: 30)
    }

    @Test func updatedZoneFilesAreReadAnew() async throws {
        let fixture = try await AgentFixture()
        let folder = "\(fixture.directory)/zoneinfo"
        let system = "/usr/share/zoneinfo"
        let files = FileManager.default
        try files.createDirectory(
            atPath: "\(folder)/Europe",
            withIntermediateDirectories: true
        )
        try files.copyItem(
            atPath: "\(system)/Europe/Berlin",
            toPath: "\(folder)/Europe/Berlin"
        )
        let agent = try AgentFixture.agent.start(
            environment: fixture.bus.environment(
                timeZone: "Europe/Berlin",
                Self.info.merging(["TZDIR": folder]) { $1 }
            )
        )
        _ = try await fixture.owners.wait(30, "the agent's name") { $0.isEmpty ? nil : true }
        try await fixture.add("T", "--on", "2099-01-01 12:00", "--tz", "Europe/Berlin")
        // Berlin's clocks are those of Tokyo from now on; the file comes as a package manager brings it.
        try files.copyItem(
            atPath: "\(system)/Asia/Tokyo",
            toPath: "\(folder)/Europe/Berlin.new"
        )
        #expect(rename("\(folder)/Europe/Berlin.new", "\(folder)/Europe/Berlin") == 0)
        try await agent.waitForError("planned again: 1 of 1 moved", within: 30)
        #expect(
            try await fixture.listed("list").map(\.nextTriggerDate) == ["2099-01-01T03:00:00Z"]
        )
    }

    @Test func aLateBubbleSaysWhenItWasDue() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Tea", "It is ready", "--in", "1h", "--id", "tea")
        // As after a boot: the time since the earlier one means nothing.
        try await fixture.changeStore("UPDATE pending SET due = due - 7200000000, boot = 'earlier'")
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.barrier(server)
        let bubble = try await server.call(titled: "Tea")
        let lines = bubble.call.body.split(separator: "\n").map(String.init)
        #expect(lines.first == "It is ready")
        #expect(lines.last?.hasPrefix("was due ") ?? false)
        #expect(lines.last?.hasSuffix(" (1 h ago)") ?? false, "\(bubble.call.body)")
        let shown = try await fixture.run(["show", "tea"])
        #expect(shown.output.contains("  late      was due "), "\(shown.output)")
    }

    @Test func aClockThatCannotBeRightIsToldOf() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Daily", "--on", "09:00", "--id", "daily")
        try await fixture.add("Tea", "--in", "1h", "--id", "tea")
        #expect(try await !fixture.run(["show", "daily"]).output.contains("  clock "))
        // The last good time is of another boot, and in the year 2096.
        try await fixture.changeStore(
            "UPDATE fact SET value = 'earlier 4000000000000000' WHERE name = 'clock'"
        )
        #expect(
            try await fixture.run(["show", "daily"]).output.contains("  clock     earlier than")
        )
        #expect(try await !fixture.run(["show", "tea"]).output.contains("  clock "))
        #expect(
            try await fixture.run(["agent", "status"]).output.contains("clock     earlier than")
        )
    }

    @Test func theSummaryOfManyLateOnesShowsEach() async throws {
        let fixture = try await AgentFixture()
        let names = (1...5).map { "Late \($0)" }
        for name in names { try await fixture.add(name, "--in", "1h") }
        try await fixture.changeStore("UPDATE pending SET due = due - 7200000000, boot = 'earlier'")
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.barrier(server)
        let summary = try await server.call(
            titled: "5 notifications were due while you were away"
        )
        #expect(summary.call.actions.map(\.label) == ["Show each"])
        #expect(summary.call.body.split(separator: "\n").count == 5)
        #expect(
            Set(try await fixture.listed("list", "delivered").map(\.content.title))
                .isSuperset(of: names)
        )
        await server.click(summary.id, "show-each")
        for name in names { _ = try await server.call(titled: name) }
        try await fixture.barrier(server)
        for name in names { #expect(server.count(titled: name) == 1) }
    }
}
