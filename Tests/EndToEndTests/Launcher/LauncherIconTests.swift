import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// The icons of what the launcher registers.
@Suite(.serialized) struct LauncherIconTests {
    /// A fixture with an app whose actions and whose configured entries have icons.
    private static func fixture() async throws -> AgentFixture {
        let fixture = try await AgentFixture()
        try await CommandRecorder(in: fixture).configure([:])
        let files = [
            "a.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>",
            "data/applications/browser.desktop": """
            [Desktop Entry]
            Type=Application
            Name=Browser
            Exec=sh
            Icon=browser
            Actions=private;plain;lost;mine
            [Desktop Action private]
            Name=Private
            Exec=sh
            Icon=mask
            Icon[de]=maske
            [Desktop Action plain]
            Name=Plain
            Exec=sh
            [Desktop Action lost]
            Name=Lost
            Exec=sh
            Icon=images/lost.png
            [Desktop Action mine]
            Name=Mine
            Exec=sh
            Icon=theirs

            """,
            "config/notify-schedule/launcher.conf": """
            [Action browser.desktop]
            Enabled=true
            [Action browser.desktop#private]
            Enabled=true
            [Action browser.desktop#plain]
            Enabled=true
            [Action browser.desktop#lost]
            Enabled=true
            [Action browser.desktop#mine]
            Icon=heart
            Enabled=true
            [Action a]
            Category=C
            URL=x:a
            Icon=\(fixture.directory)/a.svg
            Enabled=true
            [Action b]
            Category=C
            URL=x:b
            Enabled=true

            """,
        ]
        let folder = "\(fixture.directory)/data/applications"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, text) in files {
            let path = "\(fixture.directory)/\(name)"
            try text.write(toFile: path, atomically: false, encoding: .utf8)
        }
        return fixture
    }

    private static let ownIcon = "org.notifyschedule.NotifySchedule"

    @Test(arguments: [("C", "mask"), ("de_DE.UTF-8", "maske")])
    func aBubbleHasTheIconOfWhatItOpens(locale: String, mask: String) async throws {
        let fixture = try await Self.fixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let registered = try await fixture.run(
            ["launcher", "register"],
            environment: ["LANG": locale, "LC_ALL": locale]
        )
        #expect(registered.code == 0)
        #expect(registered.error == "")
        let picture = "\(fixture.directory)/a.svg"
        let calls = try await server.waitForCalls(7, within: 30).map(\.call)
        #expect(
            calls.map { "\($0.summary) \($0.icon)" } == [
                "a \(picture)", "b \(Self.ownIcon)", "Browser browser",
                "Private \(mask)", "Plain browser", "Lost \(Self.ownIcon)", "Mine heart",
            ]
        )
        let pictures = calls.map { call in
            call.hints.first { $0.name == "image-path" }?.value.string
        }
        #expect(
            pictures == [picture, nil, "browser", mask, "browser", nil, "heart"]
        )
    }

    @Test func aBubbleOfManyHasTheIconOfTheirApp() async throws {
        let fixture = try await Self.fixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        #expect(try await fixture.run(["launcher", "register", "--style", "grouped"]).code == 0)
        let calls = try await server.waitForCalls(2, within: 30).map(\.call)
        #expect(
            calls.map { "\($0.summary) \($0.icon)" } == ["C \(Self.ownIcon)", "Browser browser"]
        )
    }
}
