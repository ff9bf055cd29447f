import AgentInterface
import Foundation
import TestSupport
import Testing

/// The page of the launcher, with a desktop file of the test's own.
@Suite(.serialized) struct LauncherPageTests {
    private static let clock = """
        [Desktop Entry]
        Type=Application
        Name=Example Clock
        Exec=/bin/true
        Actions=timer;

        [Desktop Action timer]
        Name=Start a Timer
        Exec=/bin/true
        """

    @Test("An action that is switched on is registered, and stays on in launcher.conf")
    func register() async throws {
        let window = try await ShownWindow()
        let fixture = window.fixture
        let folder = "\(fixture.directory)/data/applications"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Self.clock.write(
            toFile: "\(folder)/org.example.Clock.desktop",
            atomically: true,
            encoding: .utf8
        )
        try await window.find("label", "Nothing Is Coming")
        try await window.type(["ctrl+f"])
        try await window.find("label", "Example Clock")
        let register = try await window.find("button", "Register")
        #expect(await !register.object.has(.sensitive))
        try await window.write(
            "Example Clock",
            into: "Find an app or an action",
            role: "search box"
        )
        try await poll(30, "the search", while: window.program) {
            let names = await window.parts().filter { $0.role == "list item" }.map(\.name)
            return Set(names) == ["", "Example Clock"] ? true : nil
        }
        try await window.type(["Tab", "Return"])
        try await window.press("Start a Timer", role: "switch")
        try await window.find("label", "1 of 2 on")
        try await window.press("Register")
        let listed = try await poll(30, "the registered app", while: window.program) {
            let listed = try await fixture.listed("list", "delivered")
            return listed.isEmpty ? nil : listed
        }
        #expect(listed.map(\.identifier) == ["launcher:Launcher"])
        #expect(listed.flatMap(\.actions).map(\.title) == ["Start a Timer"])
        let enabled = try await fixture.run(["launcher", "list", "--enabled"])
        #expect(enabled.output.contains("org.example.Clock.desktop#timer"), "\(enabled)")
    }
}
