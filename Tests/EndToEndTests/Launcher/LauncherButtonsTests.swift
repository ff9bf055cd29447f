import Foundation
import NotificationServer
import TestSupport
import Testing

/// One bubble with a button for each app that is named.
@Suite(.serialized) struct LauncherButtonsTests {
    /// A fixture with six apps, which record what is started.
    private static func fixture() async throws -> (AgentFixture, CommandRecorder) {
        let fixture = try await AgentFixture()
        let recorder = try await CommandRecorder(in: fixture)
        let folder = "\(fixture.directory)/data/applications"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let apps = [
            ("firefox", "Firefox"), ("thunderbird", "Thunderbird"), ("org.gnome.Files", "Files"),
            ("code", "Editor"), ("music", "Music"), ("org.gnome.Maps", "Karten"),
        ]
        for (id, name) in apps {
            let text = """
                [Desktop Entry]
                Type=Application
                Name=\(name)
                Exec=\(recorder.program) \(id)
                """
            try text.write(toFile: "\(folder)/\(id).desktop", atomically: false, encoding: .utf8)
        }
        return (fixture, recorder)
    }

    @Test("Five apps on a server with three buttons, More… is clicked, the next ones are shown")
    func pages() async throws {
        let (fixture, recorder) = try await Self.fixture()
        let server = try await FakeNotificationServer(on: fixture.bus, as: .gnomeShell)
        let registered = try await fixture.run([
            "launcher", "register", "firefox,thunderbird, files", "Editor,music,firefox", "--title",
            "Favourites",
        ])
        #expect(registered.code == 0)
        #expect(registered.error == "")
        let pages = [
            ["Firefox", "Thunderbird", "More…"], ["Files", "Editor", "More…"], ["Music", "More…"],
            ["Firefox", "Thunderbird", "More…"], ["Files", "Editor", "More…"],
        ]
        for (index, page) in pages.enumerated() {
            let bubble = try await server.waitForCalls(index + 1, within: 30)[index]
            #expect(bubble.call.summary == "Favourites")
            #expect(bubble.call.actions.map(\.label) == page)
            let isLast = index == pages.count - 1
            await server.click(bubble.id, bubble.call.actions[isLast ? 1 : page.count - 1].key)
        }
        #expect(try await recorder.expectCalls(["code"]))
        let again = try await server.waitForCalls(6, within: 30)[5]
        #expect(again.call.actions.map(\.label) == pages[0])
        let delivered = try await fixture.listed("list", "delivered")
        #expect(delivered.map(\.identifier) == ["launcher:Favourites"])
        #expect(try await fixture.run(["launcher", "register"]).code == 0)
        #expect(try await fixture.listed("list", "delivered").count == 1)
    }

    @Test("A server with room for all shows all, at the time that is asked for")
    func room() async throws {
        let (fixture, _) = try await Self.fixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let registered = try await fixture.run([
            "launcher", "register", "firefox,music,maps", "--in", "1h",
        ])
        #expect(registered.code == 0)
        #expect(try await fixture.listed("list").map(\.identifier) == ["launcher:Launcher"])
        #expect(
            try await fixture.run(["launcher", "register", "firefox,music,maps", "--at", "+1s"])
                .code == 0
        )
        let bubble = try await server.waitForCalls(1, within: 30)[0]
        #expect(bubble.call.actions.map(\.label) == ["Firefox", "Music", "Karten"])
    }

    @Test(
        "What cannot be registered, an error names the way out and nothing is shown",
        arguments: [
            (["firefx"], 65, #"there is no entry "firefx"; write one of these: firefox"#),
            (
                ["firefox,gnome"], 65,
                #"there is no entry "gnome"; write one of these: org.gnome.Files, org.gnome.Maps"#
            ),
            (
                ["firefox,,music"], 65,
                #"there is no entry ""; see notify-schedule launcher list"#
            ),
            (
                ["zzzzzzzz"], 65,
                #"there is no entry "zzzzzzzz"; see notify-schedule launcher list"#
            ),
            (
                ["firefox", "--style", "each"], 64,
                "--style is for the enabled entries; leave it out where you name some"
            ),
            (
                ["--title", "x"], 64,
                "--title is for entries that are named, as in register firefox,thunderbird --title x"
            ),
        ]
    )
    func refused(arguments: [String], code: Int32, error: String) async throws {
        let (fixture, _) = try await Self.fixture()
        let refused = try await fixture.run(["launcher", "register"] + arguments)
        #expect(refused.code == code)
        #expect(refused.error == "notify-schedule: \(error)\n")
        #expect(refused.output == "")
    }
}
