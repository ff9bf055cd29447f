import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// The command under the name of notify-send, as scripts find it.
@Suite(.serialized) struct NotifySendNameTests {
    @Test func aLinkWithTheNameOfNotifySendSends() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let link = try self.link(fixture)
        let shown = try await run(
            fixture,
            "notify-send -u critical -i dialog-error Title 'list & more'"
        )
        #expect(shown.error == "")
        try await server.waitForCalls(titled: "Title", 1)
        let call = try #require(server.calls.elements.first { $0.call.summary == "Title" }).call
        #expect(call.body == "list & more")
        #expect(call.appName == "notify-send")
        #expect(call.hints.contains { $0.name == "urgency" && $0.value == .byte(2) }, "\(call)")
        let version = try await run(fixture, "notify-send --version")
        #expect(version.output.hasPrefix("notify-send 0.8."))
        // A word that is a command of notify-schedule is a title here.
        _ = try await run(fixture, "notify-send list")
        try await server.waitForCalls(titled: "list", 1)
        let wrong = try await run(fixture, "notify-send --no-such-option Title")
        #expect(wrong.code == 1)
        #expect(wrong.error.contains("Unknown option --no-such-option"))
        _ = link
    }

    @Test func doctorSaysWhichNotifySendScriptsFind() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        _ = try link(fixture)
        let own = try await run(fixture, "notify-schedule doctor")
        #expect(own.output.contains("/bin/notify-send is this program"), "\(own)")
        let other = try await fixture.run(["doctor"])
        #expect(other.output.contains("notify-send"), "\(other)")
        #expect(!other.output.contains("is this program"))
        withExtendedLifetime(server) {}
    }

    private func link(_ fixture: AgentFixture) throws -> String {
        let folder = "\(fixture.directory)/bin"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["notify-send", "notify-schedule"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/\(name)",
                withDestinationPath: AgentFixture.command.path
            )
        }
        return folder
    }

    private func run(_ fixture: AgentFixture, _ line: String) async throws -> Program.Outcome {
        try await Program(path: "/bin/sh").run(
            ["-c", line],
            environment: fixture.bus.environment(
                timeZone: AgentFixture.timeZone,
                ["PATH": "\(fixture.directory)/bin:/usr/bin:/bin"]
            )
        )
    }
}
