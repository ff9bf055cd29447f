import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

private let app = "org.example.Habit"

/// `notify-schedule apps`.
@Suite(.serialized) struct AppsCommandTests {
    private struct Entry: Decodable, Equatable {
        let appID: String
        let name: String
        let authorizationStatus: String
        let pending: Int
        let delivered: Int
        let badge: Int
    }

    @Test func theTableAndTheJSONSayWhatIsThere() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let folder = "\(fixture.directory)/share/applications"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        try "[Desktop Entry]\nType=Application\nName=Habits\nExec=true\n".write(
            toFile: "\(folder)/\(app).desktop",
            atomically: true,
            encoding: .utf8
        )
        let agent = try await fixture.startAgent()
        #expect(try await fixture.add("now", for: app, badge: 3) == nil)
        _ = try await server.next(within: 30)
        try await fixture.waitForDeliveries()
        #expect(
            try await fixture.add(
                "later",
                for: app,
                trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false)
            ) == nil
        )
        try await fixture.call("SetBadge", .string("/opt/tool"), .int32(1))
        #expect(try await fixture.run(["apps", "deny", "/opt/tool"]).error == "")
        let outcome = try await fixture.run(["apps"])
        #expect(
            outcome.output == """
                APP                                NAME             PERMISSION  PENDING  DELIVERED  BADGE
                /opt/tool                          tool             denied      0        0          1
                org.example.Habit                  Habits           allowed     1        1          3
                org.notifyschedule.NotifySchedule  Notify Schedule  allowed     0        0          0

                """
        )
        let json = try await fixture.run(["apps", "--json"]).output
        #expect(
            try JSONDecoder().decode([Entry].self, from: Data(json.utf8)) == [
                Entry(
                    appID: "/opt/tool",
                    name: "tool",
                    authorizationStatus: "denied",
                    pending: 0,
                    delivered: 0,
                    badge: 1
                ),
                Entry(
                    appID: app,
                    name: "Habits",
                    authorizationStatus: "authorized",
                    pending: 1,
                    delivered: 1,
                    badge: 3
                ),
                Entry(
                    appID: AgentNames.app,
                    name: "Notify Schedule",
                    authorizationStatus: "authorized",
                    pending: 0,
                    delivered: 0,
                    badge: 0
                ),
            ]
        )
        withExtendedLifetime(agent) {}
    }

    @Test func anAppCanBeDecidedAboutBeforeItIsKnown() async throws {
        let fixture = try await AgentFixture()
        let unknown = try await fixture.run(["apps", "deny", app])
        #expect(unknown.code == 0)
        #expect(unknown.output == "denied \(app)\n")
        #expect(
            unknown.error == "notify-schedule: warning: the app \"\(app)\" is unknown; "
                + "an app is known from its first request on\n"
        )
        #expect(try await fixture.add("T", for: app)?.contains("NotAllowed") == true)
        let near = try await fixture.run(["apps", "allow", "org.example.Habti"])
        #expect(
            near.error == "notify-schedule: warning: the app \"org.example.Habti\" is unknown; "
                + "did you mean \(app)?\n"
        )
        #expect(try await fixture.run(["apps", "allow", app]).error == "")
        #expect(try await fixture.add("T", for: app) == nil)
    }

    @Test func theCommandLineItselfCannotBeDenied() async throws {
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(["apps", "deny", AgentNames.app])
        #expect(outcome.code == 77)
        #expect(
            outcome.error == "notify-schedule: \(AgentNames.app) is the command line's own app and "
                + "always allowed; to hold its notifications back: notify-schedule pause --all\n"
        )
        #expect(try await fixture.run(["apps", "allow", AgentNames.app]).code == 0)
        let short = try await fixture.run(["apps", "deny", "notify-schedule"])
        #expect(short.error == outcome.error)
    }

    @Test(
        "The name that tables have for the command's own app, wherever an app is named, is that app"
    )
    func shortName() async throws {
        let fixture = try await AgentFixture()
        func output(_ words: String...) async throws -> String {
            let outcome = try await fixture.run(words)
            #expect(outcome.code == 0, "\(words) \(outcome.error)")
            return outcome.output
        }
        for name in ["tea", "coffee"] {
            _ = try await output("add", "T", "--in", "1h", "--id", name, "--app", "notify-schedule")
        }
        #expect(try await output("list", "--app", "notify-schedule").contains("tea"))
        #expect(try await output("show", "notify-schedule/tea").hasPrefix("tea"))
        #expect(try await output("snooze", "notify-schedule/tea", "10m").hasPrefix("tea"))
        #expect(try await output("history", "--app", "notify-schedule").contains("tea"))
        #expect(try await output("export", "--app", "notify-schedule").contains("tea"))
        #expect(try await output("remove", "notify-schedule/tea") == "removed tea\n")
        #expect(try await output("restore", "notify-schedule/tea").contains("tea"))
        let all = try await output("remove", "--all", "--app", "notify-schedule")
        #expect(all.contains("removed coffee\n") && all.contains("removed tea\n"))
    }

    @Test func aMistypedVerbIsNamed() async throws {
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(["apps", "alow", app])
        #expect(outcome.code == 64)
        #expect(
            outcome.error == "notify-schedule: unknown command alow; did you mean allow?\n"
        )
    }

    /// What the server can do reaches the settings; also where the question is the agent's first one.
    @Test func settingsAreThoseOfTheServerThatRuns() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        let settings = try await fixture.call("Settings", .string(app))[0]
        #expect(
            settings
                == .dictionary([
                    ("authorizationStatus", .string("authorized")),
                    ("soundSetting", .string("enabled")),
                    ("badgeSetting", .string("notSupported")),
                    ("alertSetting", .string("enabled")),
                    ("notificationCenterSetting", .string("enabled")),
                    ("criticalAlertSetting", .string("enabled")),
                    ("timeSensitiveSetting", .string("enabled")),
                    ("alertStyle", .string("banner")),
                ])
        )
        await server.stop()
        _ = try await fixture.run(["list"])
        let without = try await fixture.call("Settings", .string(app))[0]
        #expect(without?["alertStyle"]?.string == "none")
        withExtendedLifetime(agent) {}
    }
}
