import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// Whose a bubble is to the eye.
@Suite(.serialized) struct AppLooksTests {
    @Test func whereNothingIsInstalledNoDesktopFileIsNamed() async throws {
        let fixture = try await AgentFixture()
        try FileManager.default.removeItem(atPath: "\(fixture.directory)/data/applications")
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("T")
        let call = try await server.next(within: 30).call
        #expect(call.appName == "Notify Schedule")
        #expect(call.icon == "appointment-soon")
        #expect(call.hint("desktop-entry") == nil)
    }

    @Test func aBubbleHasTheNameAndIconOfItsApp() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let folder = "\(fixture.directory)/data/applications"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        for (id, more) in [
            ("org.example.Clock", "Icon=alarm-clock\n"), ("org.example.Plain", ""),
            ("org.example.Hidden", "Hidden=true\n"),
        ] {
            try "[Desktop Entry]\nType=Application\nName=The \(id)\nExec=true\n\(more)".write(
                toFile: "\(folder)/\(id).desktop",
                atomically: true,
                encoding: .utf8
            )
        }
        let own = AgentNames.app
        let table: [(app: String, name: String, icon: String, entry: String)] = [
            ("org.example.Clock", "The org.example.Clock", "alarm-clock", "org.example.Clock"),
            ("org.example.Plain", "The org.example.Plain", "", "org.example.Plain"),
            ("org.example.Hidden", "Notify Schedule", own, own),
            ("org.example.Nowhere", "Notify Schedule", own, own),
            ("/opt/tools/bin/clock", "clock", own, own),
            (own, "Notify Schedule", own, own),
        ]
        for (app, name, icon, entry) in table {
            let request = NotificationRequest(
                appID: app,
                identifier: "one",
                content: NotificationContent(title: "T")
            )
            if fixture.owners.elements.isEmpty { try await fixture.add("first", "--in", "1h") }
            _ = try await fixture.client.call(
                "Add",
                on: AgentNames.destination,
                .tuple([request.record])
            )
            let call = try await server.next(within: 30).call
            #expect(call.appName == name, "\(app)")
            #expect(call.icon == icon, "\(app)")
            #expect(call.hint("desktop-entry") == .string(entry), "\(app)")
        }
    }

    /// A pipe that nobody writes to stands for a file system that does not answer.
    @Test func aDesktopFileThatCannotBeReadHoldsUpNoBubble() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        #expect(mkfifo("\(fixture.directory)/config/mimeapps.list", 0o600) == 0)
        try await fixture.add("One")
        try await fixture.add("Two", "--app", "org.example.Unread")
        for title in ["One", "Two"] { _ = try await server.call(titled: title) }
        agent.kill(SIGKILL)
    }
}
