import AgentInterface
import Foundation
import GLibBridge
import TestSupport
import Testing

/// What the user types into the overview of GNOME Shell and into KRunner.
@Suite(.serialized) struct DesktopSearchTests {
    @Test(
        "A sentence in the desktop's search is added by Return, and is found by its name afterwards",
        arguments: DesktopKind.allCases
    )
    func sentence(_ kind: DesktopKind) async throws {
        try await kind.run("search", installing: Self.install) { desktop in
            let fixture = desktop.fixture
            let agent = try await desktop.startAgent()
            let shown = try await desktop.search("tea in 4 min", until: Self.isNew)
            #expect(shown.contains { $0.hasSuffix("(in 4 min)") }, "\(shown)")
            #expect(shown.contains { $0 == "tea" || $0.hasPrefix("tea") }, "\(shown)")
            try await desktop.takePicture("\(kind.folder(of: "search"))/found.png")
            try await desktop.pressReturn()
            _ = try await fixture.events.wait(30, "the added request") { events in
                events.first { $0.event == "added" && $0.title == "tea" }
            }
            #expect(try await fixture.listed("list").map(\.content.title) == ["tea"])

            _ = try await desktop.search("tea") { shown in
                // KRunner 6.7 shows the time of the line that is selected alone, and the group of all.
                shown.contains { $0.contains(" (in ") || $0 == "Notify Schedule" }
                    && !Self.isNew(shown)
            }
            withExtendedLifetime(agent) {}
        }
    }

    private static func isNew(_ shown: [String]) -> Bool {
        shown.contains { $0.contains("New: ") }
    }

    /// Installs the search, as the package does, with a desktop file in place of the window's.
    private static func install(in fixture: AgentFixture) async throws {
        let data = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent()
            .appendingPathComponent("../../data")
            .standardized.path
        let files = [
            "gnome-shell/org.notifyschedule.Search.ini":
                "share/gnome-shell/search-providers/org.notifyschedule.Search.ini",
            "krunner/org.notifyschedule.Search.desktop.in":
                "data/krunner/dbusplugins/org.notifyschedule.Search.desktop",
            "dbus/org.notifyschedule.Search.service.in":
                "services/org.notifyschedule.Search.service",
        ]
        var texts = [
            "data/applications/org.notifyschedule.Window.desktop":
                "[Desktop Entry]\nType=Application\nName=Notifications to Come\nExec=true\n"
        ]
        for (source, target) in files {
            texts[target] = try String(contentsOfFile: "\(data)/\(source)", encoding: .utf8)
                .replacingOccurrences(
                    of: "@bindir@/notify-schedule",
                    with: AgentFixture.command.word
                )
        }
        for (target, text) in texts {
            let path = URL(fileURLWithPath: "\(fixture.directory)/\(target)")
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try text.write(to: path, atomically: true, encoding: .utf8)
        }
        _ = try await fixture.client.call("ReloadConfig", on: .bus)
    }
}
