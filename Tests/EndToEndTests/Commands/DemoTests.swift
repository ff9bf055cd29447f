import Foundation
import NotificationServer
import TestSupport
import Testing

/// The demo ends with everything that it started.
@Suite(.serialized) struct DemoTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalLeavesNothingBehind(signal: Int32) async throws {
        let bus = try await PrivateBus()
        let folder = "\(bus.directory)/demo"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let demo = try AgentFixture.command.start(
            ["demo", "--text", "--choose", "1"],
            environment: bus.environment(["TMPDIR": folder])
        )
        try await demo.waitForOutput("is chosen for you.")
        demo.kill(signal)
        #expect(try await demo.waitForExit().status == .code(128 + signal))
        // With the folder goes the socket of the demo's bus, and the agent ends before it.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test("On a desktop, too, --choose chooses by itself")
    func aChoiceIsMadeOnADesktop() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let outcome = try await AgentFixture.command.run(
            ["demo", "--choose", "2"],
            environment: fixture.bus.environment(["TMPDIR": fixture.directory]),
            within: 60
        )
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.output.contains("You chose \"wifi\": demo-prefs:root=WIFI\n"), "\(outcome)")
        #expect(server.calls.elements.isEmpty)
    }

    @Test func whatIsAddedOnTheDesktopDuringTheDemoOutlivesIt() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Before", "--in", "1h", "--id", "before")
        let demo = try AgentFixture.command.start(
            ["demo"],
            environment: fixture.bus.environment(["TMPDIR": fixture.directory])
        )
        try await demo.waitForOutput("Look at your desktop")
        try await fixture.add("During", "--in", "2h", "--id", "during")
        demo.kill(SIGTERM)
        _ = try await demo.waitForExit()
        #expect(try await fixture.listed("list").map(\.identifier) == ["before", "during"])
        withExtendedLifetime(server) {}
    }

    @Test func theBubbleStaysUntilAButtonIsChosen() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let demo = try AgentFixture.command.start(
            ["demo"],
            environment: fixture.bus.environment(["TMPDIR": fixture.directory])
        )
        let bubble = try await server.next(within: 30)
        #expect(bubble.call.summary == "Tea")
        #expect(bubble.call.expireTimeout == 0)
        await server.click(bubble.id, "timer")
        let answer = try await server.next(within: 30).call
        #expect(answer.summary == "Timer")
        #expect(answer.body == "A command of launcher.conf got m=4")
        let outcome = try await demo.waitForExit()
        #expect(outcome.status == .code(0))
        #expect(outcome.output.contains("You chose \"timer\": demo-clock://start?m=4\n"))
    }

    @Test func aDemoWithoutABusLeavesNothingBehind() async throws {
        let bus = try await PrivateBus()
        let folder = "\(bus.directory)/demo"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let demo = try await AgentFixture.command.run(
            ["demo", "--text", "--choose", "1"],
            environment: bus.environment(["TMPDIR": folder, "PATH": folder])
        )
        #expect(demo.code == 69)
        #expect(demo.error.hasSuffix("; install dbus-daemon\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test func aFolderThatCannotBeMadeIsASentence() async throws {
        let bus = try await PrivateBus()
        let demo = try await AgentFixture.command.run(
            ["demo", "--text", "--choose", "1"],
            environment: bus.environment(["TMPDIR": "\(bus.directory)/none"])
        )
        #expect(demo.code == 70)
        #expect(
            demo.error == "notify-schedule: could not make a folder in \(bus.directory)/none: "
                + "No such file or directory\n"
        )
    }
}
