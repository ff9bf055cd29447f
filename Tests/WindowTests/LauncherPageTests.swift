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
            return Set(names) == ["", "What names and URLs start", "Example Clock"] ? true : nil
        }
        try await window.type(["Tab", "Tab", "Tab", "Tab", "Return"])
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

    @Test("A click on the second button of the registered bubble opens that entry")
    func realBubble() async throws {
        let window = try await ShownWindow(server: XvfbDesktop.notificationDaemon)
        let fixture = window.fixture
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["prefs": "\(recorder.program) %{root}"])
        let path = "\(fixture.directory)/config/notify-schedule/launcher.conf"
        let actions = ["WIFI", "Sounds"].map {
            "\n[Action \($0)]\nName=\($0)\nCategory=Settings\nURL=prefs:root=\($0)\nEnabled=true\n"
        }
        let text = try String(contentsOfFile: path, encoding: .utf8) + actions.joined()
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try await window.find("label", "Nothing Is Coming")
        try await window.type(["alt+3"])
        try await window.find("label", "2 of 2 on")
        try await window.press("Register")
        try await fixture.waitForDeliveries()
        let bubble = try await window.desktop.bubble("notification-daemon")
        // The buttons stand at the lower right; the last one is right-most.
        try await window.desktop.click(bubble, fromRight: 80, fromBottom: 39)
        do {
            #expect(try await recorder.expectCalls(["Sounds"]), "\(bubble)")
        } catch {
            let picture = try await window.desktop.screenshot("registered-bubble")
            Issue.record("\(error); the screen was \(picture)")
        }
    }

    @Test("The property lists that are chosen add their entries, which are off")
    func importLists() async throws {
        let window = try await ShownWindow()
        let fixture = window.fixture
        let path = "\(fixture.directory)/apps.plist"
        let apps = [["app_name": "Wi-Fi", "url_scheme": "prefs:root=WIFI", "category": "Settings"]]
        try PropertyListSerialization.data(fromPropertyList: apps, format: .xml, options: 0)
            .write(to: URL(fileURLWithPath: path))
        try await window.find("label", "Nothing Is Coming")
        try await window.type(["alt+3"])
        try await window.press("Import…")
        try await window.find("label", "Cancel")
        try await window.desktop.run(["xdotool", "type", path])
        try await window.type(["Return"])
        try await window.find("label", "Settings")
        let listed = try await fixture.run(["launcher", "list"])
        #expect(listed.output.contains("settings/wi-fi"), "\(listed)")
    }

    @Test("A command is written with a check of what it starts, edited and removed")
    func commands() async throws {
        let window = try await ShownWindow()
        let path = "\(window.fixture.directory)/config/notify-schedule/launcher.conf"
        let text = { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
        try await window.find("label", "Nothing Is Coming")
        try await window.type(["alt+3"])
        try await window.find("label", "None yet")
        try await window.focus("New…")
        try await window.type(["shift+Tab", "Return"])
        try await window.press("New…")
        let save = try await window.find("button", "Save")
        try await window.write("backup", into: "Name, such as backup")
        try await window.write("no-such-program -v", into: "Program and its arguments")
        try await window.find("label") { $0.hasPrefix("There is no program") }
        try await window.write("/bin/true %", into: "Program and its arguments")
        try await window.find("label") { $0.hasPrefix("a % stands at the end") }
        #expect(await !save.object.has(.sensitive))
        try await window.write("/bin/true %{a}", into: "Program and its arguments")
        try await window.find("label") { $0.hasPrefix("The URL run:backup starts it") }
        try await window.press("Save")
        try await window.find("label", "1 command")
        #expect(text() == "[Command backup]\nExec=/bin/true %{a}\n")
        try await window.findNone("button", "Save")
        try await window.find("label", "run:backup")
        try await window.press("Remove: run:backup")
        try await window.press("Remove")
        try await window.find("label", "None yet")
        #expect(text() == "")
    }

    @Test("A scheme can be written, and the row of a command edits it")
    func editCommand() async throws {
        let window = try await ShownWindow()
        let folder = "\(window.fixture.directory)/config/notify-schedule"
        let path = "\(folder)/launcher.conf"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try "[Scheme note]\nExec=/bin/true %u\n"
            .write(toFile: path, atomically: true, encoding: .utf8)
        try await window.find("label", "Nothing Is Coming")
        try await window.type(["alt+3"])
        try await window.find("label", "1 command")
        try await window.focus("New…")
        try await window.type(["shift+Tab", "Return"])
        try await window.find("label", "note:")
        // The first row of the list that is open.
        try await window.type(["Tab", "Tab", "Return"])
        try await window.find("label") { $0.hasPrefix("Each URL that begins with note:") }
        try await window.write("/bin/false %u", into: "Program and its arguments")
        try await window.press("Save")
        try await window.find("label", "/bin/false %u")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text == "[Scheme note]\nExec=/bin/false %u\n")
    }
}
