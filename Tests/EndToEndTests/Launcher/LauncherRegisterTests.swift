import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// The launcher from the property lists to the program that a click starts.
@Suite(.serialized) struct LauncherRegisterTests {
    private static let apps: [[String: String]] = [
        ["app_name": "Wi-Fi", "url_scheme": "prefs:root=WIFI", "category": "Settings"],
        ["app_name": "Sound", "url_scheme": "prefs:root=Sounds", "category": "Settings"],
        ["app_name": "Display", "url_scheme": "prefs:root=DISPLAY", "category": "Settings"],
        ["app_name": "New mail", "url_scheme": "mailto:", "category": "Mail"],
        ["app_name": "Post", "url_scheme": "tweetbot:///post?", "category": "Tweets"],
        ["app_name": "Text", "url_scheme": "sms:", "category": "Mail"],
    ]

    /// A fixture with six entries in three categories, those of the first one on.
    private static func fixture(
        style: String = "each"
    ) async throws -> (AgentFixture, CommandRecorder) {
        let fixture = try await AgentFixture()
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure([
            "prefs": "\(recorder.program) %{root}", "mailto": "\(recorder.program) %u",
        ])
        for (name, list) in [("s", ["Settings", "Mail", "Tweets"] as Any), ("a", apps)] {
            try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
                .write(to: URL(fileURLWithPath: "\(fixture.directory)/\(name).plist"))
        }
        let lists = ["\(fixture.directory)/s.plist", "--apps", "\(fixture.directory)/a.plist"]
        let imported = try await fixture.run(["launcher", "import"] + lists)
        #expect(imported.code == 0)
        let enabled = try await fixture.run(["launcher", "enable", "Settings"])
        #expect(
            enabled.output
                == "enabled settings/wi-fi\nenabled settings/sound\nenabled settings/display\n"
        )
        return (fixture, recorder)
    }

    @Test func aClickOnTheSecondOfThreeStartsItsProgramAlone() async throws {
        let (fixture, recorder) = try await Self.fixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let registered = try await fixture.run(["launcher", "register"])
        #expect(registered.code == 0)
        #expect(registered.error == "")
        #expect(
            registered.output == """
                TITLE    OPENS
                Wi-Fi    Wi-Fi: prefs:root=WIFI
                Sound    Sound: prefs:root=Sounds
                Display  Display: prefs:root=DISPLAY

                """
        )
        let bubbles = try await server.waitForCalls(3, within: 30)
        #expect(bubbles.map(\.call.summary) == ["Wi-Fi", "Sound", "Display"])
        #expect(bubbles.map(\.call.body) == ["Settings", "Settings", "Settings"])
        #expect(bubbles.map(\.call.expireTimeout) == [0, 0, 0])
        for bubble in bubbles {
            #expect(bubble.call.actions.map(\.key) == ["default"])
            let hints = bubble.call.hints
            #expect(hints.contains(NotifyCall.Hint(name: "resident", value: .boolean(true))))
            #expect(hints.contains(NotifyCall.Hint(name: "urgency", value: .byte(0))))
        }
        await server.click(bubbles[1].id, token: "focus")
        #expect(try await recorder.expectCalls(["Sounds"]))
        // It is back after use, and the others never went.
        let again = try await server.waitForCalls(4, within: 30)[3]
        #expect(again.call.summary == "Sound")
        #expect(again.call.replacesID == 0)
        await server.click(again.id)
        #expect(try await recorder.expectCalls(["Sounds"], ["Sounds"]))
        _ = try await server.waitForCalls(5, within: 30)
        let delivered = try await fixture.listed("list", "delivered")
        #expect(
            Set(delivered.map(\.identifier)) == [
                "launcher/settings/wi-fi", "launcher/settings/sound", "launcher/settings/display",
            ]
        )
        await server.close(bubbles[0].id)
        _ = try await fixture.waitForResponses(3)
        #expect(try await fixture.listed("list", "delivered").count == 2)
    }

    @Test func aBubbleACategoryHasItsEntriesAsButtons() async throws {
        let (fixture, recorder) = try await Self.fixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        #expect(try await fixture.run(["launcher", "enable", "mail/new-mail", "Post"]).code == 0)
        let registered = try await fixture.run(["launcher", "register", "--style", "grouped"])
        #expect(registered.code == 0)
        let bubbles = try await server.waitForCalls(3, within: 30)
        #expect(bubbles.map(\.call.summary) == ["Settings", "Mail", "Tweets"])
        #expect(bubbles[0].call.actions.map(\.label) == ["Wi-Fi", "Sound", "Display"])
        #expect(bubbles[1].call.actions.map(\.label) == ["New mail"])
        await server.click(bubbles[1].id, "mail/new-mail")
        #expect(try await recorder.expectCalls(["mailto:"]))
        _ = try await server.waitForCalls(4, within: 30)
    }

    @Test func theNumberAtTheIconIsThatOfTheEntries() async throws {
        let (fixture, _) = try await Self.fixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let counts = Recorder<Int64?>()
        let subscription = await fixture.client.subscribe(
            to: nil,
            interface: "com.canonical.Unity.LauncherEntry"
        ) { signal in
            counts.append(signal.parameters[1]?["count"]?.integer)
        }
        defer { withExtendedLifetime((server, subscription)) {} }
        #expect(try await fixture.run(["launcher", "register"]).code == 0)
        #expect(try await counts.next(30) == 3)
        #expect(try await fixture.run(["launcher", "disable", "settings/sound"]).code == 0)
        #expect(try await fixture.run(["launcher", "register"]).code == 0)
        #expect(try await counts.next(30) == 2)
        #expect(try await fixture.run(["launcher", "disable", "Settings"]).code == 0)
        #expect(try await fixture.run(["launcher", "register"]).code == 0)
        #expect(try await counts.next(30) == 0)
    }

    @Test func whereNothingCanBeClickedThatIsSaid() async throws {
        let (fixture, _) = try await Self.fixture()
        var profile = ServerProfile.standard
        profile.capabilities.removeAll { $0 == "actions" }
        let server = try await FakeNotificationServer(on: fixture.bus, as: profile)
        // The agent knows the server once it has shown something there.
        try await fixture.add("T")
        try await fixture.waitForDeliveries()
        let registered = try await fixture.run(["launcher", "register"])
        #expect(registered.code == 0)
        #expect(
            registered.error == "notify-schedule: warning: "
                + "this notification server reports no clicks, so nothing can be opened\n"
        )
        _ = try await server.waitForCalls(4, within: 30)
    }

    @Test func registeringAgainClearsWhatWasThere() async throws {
        let (fixture, _) = try await Self.fixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("other", "--id", "other")
        #expect(try await fixture.run(["launcher", "register"]).code == 0)
        let bubbles = try await server.waitForCalls(4, within: 30)
        #expect(try await fixture.run(["launcher", "disable", "--all"]).code == 0)
        #expect(try await fixture.run(["launcher", "enable", "sms", "Text"]).code == 65)
        #expect(try await fixture.run(["launcher", "enable", "Text"]).code == 0)
        #expect(try await fixture.run(["launcher", "register", "--in", "1h"]).code == 0)
        let closed = try await server.closings.first(3, 30)
        #expect(Set(closed) == Set(bubbles.dropFirst().map(\.id)))
        #expect(try await fixture.listed("list").map(\.identifier) == ["launcher/mail/text"])
        #expect(try await fixture.listed("list", "delivered").map(\.identifier) == ["other"])
        #expect(try await fixture.run(["launcher", "disable", "Mail"]).code == 0)
        let none = try await fixture.run(["launcher", "register"])
        #expect(none.code == 0)
        #expect(none.output == "")
        #expect(none.error.contains("nothing is enabled"))
        #expect(try await fixture.listed("list") == [])
    }

    @Test func aStartThatFailsIsShownWithTheReason() async throws {
        let (fixture, _) = try await Self.fixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let text = "\n[Scheme prefs]\nExec=/nonexistent/program %{root}\n"
        let path = "\(fixture.directory)/config/notify-schedule/launcher.conf"
        let old = try String(contentsOfFile: path, encoding: .utf8)
        try (old + text).write(toFile: path, atomically: false, encoding: .utf8)
        #expect(try await fixture.run(["launcher", "register"]).code == 0)
        let bubbles = try await server.waitForCalls(3, within: 30)
        await server.click(bubbles[2].id)
        let problem = try await server.call(titled: "“Display” could not be opened")
        #expect(problem.call.body.contains("start /nonexistent/program: No such file or directory"))
        let history = try await fixture.run(["history", "launcher/settings/display"])
        #expect(history.output.contains("could not open"))
    }

    @Test(arguments: [true, false])
    func afterLoginTheyAreBackWhereTheUserWantsThat(isAutostarted: Bool) async throws {
        let (fixture, _) = try await Self.fixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        #expect(try await fixture.run(["launcher", "register"]).code == 0)
        _ = try await server.waitForCalls(3, within: 30)
        let path = "\(fixture.directory)/config/notify-schedule/launcher.conf"
        let old = try String(contentsOfFile: path, encoding: .utf8)
        try "\(old)\n[Launcher]\nAutostart=\(isAutostarted)\n"
            .write(toFile: path, atomically: false, encoding: .utf8)
        #expect(try await fixture.run(["launcher", "disable", "settings/sound"]).code == 0)
        // Another bus at the same place, as after the next login.
        try await fixture.endAgent(SIGTERM)
        await server.stop()
        try await fixture.bus.restart()
        let next = try await AgentFixture(on: fixture.bus)
        let later = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await next.startAgent()
        defer { withExtendedLifetime(agent) {} }
        if isAutostarted {
            let bubbles = try await later.waitForCalls(2, within: 30)
            #expect(bubbles.map(\.call.summary) == ["Wi-Fi", "Display"])
        }
        try await next.barrier(later)
        let launchers = try await next.listed("list", "delivered").map(\.identifier)
            .filter { $0.hasPrefix("launcher/") }
        #expect(launchers.count == (isAutostarted ? 2 : 0))
    }
}
