import AgentInterface
import Foundation
import Glibc
import TestSupport
import Testing

/// The page of apps, calendars and what the checks find.
@Suite(.serialized) struct AppsPageTests {
    @Test("The switch of an app allows and denies it, and the counts follow")
    func permission() async throws {
        let window = try await ShownWindow()
        let fixture = window.fixture
        let app = "org.example.Shop"
        try await fixture.add("Sale", "--in", "2h", "--app", app)
        try await window.find("label", "Sale")
        try await window.type(["alt+4"])
        try await window.find("label") { $0.hasPrefix("1 pending, 0 delivered") }
        for status in ["denied", "allowed"] {
            try await window.press(app, role: "switch")
            try await poll(30, "the app is \(status)", while: window.program) {
                let apps = try await fixture.run(["apps"]).output.split(separator: "\n")
                return apps.contains { $0.contains(app) && $0.contains(status) } ? true : nil
            }
        }
    }

    @Test("A calendar that is followed can be removed, and what the checks find is said")
    func calendars() async throws {
        let window = try await ShownWindow()
        let fixture = window.fixture
        let path = "\(fixture.directory)/work.ics"
        let event = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", "BEGIN:VEVENT", "UID:1",
            "DTSTAMP:20260101T000000Z", "DTSTART:20900301T100000Z", "SUMMARY:Meeting",
            "END:VEVENT", "END:VCALENDAR", "",
        ]
        try event.joined(separator: "\r\n").write(toFile: path, atomically: true, encoding: .utf8)
        try await window.find("label", "Nothing Is Coming")
        let followed = try await fixture.run(["import", path, "--follow"])
        #expect(followed.code == 0, "\(followed)")
        try await window.desktop.run(["dunstctl", "set-paused", "true"])
        try await window.type(["alt+4"])
        try await window.find("label") { $0.hasPrefix("1 event, followed") }
        try await window.find("label") { $0.contains("dunst is paused") }
        try await window.press("Turn It Off: do-not-disturb")
        try await window.find("label", "off")
        let paused = try await window.desktop.run(["dunstctl", "is-paused"])
        #expect(paused == "false\n")
        try await window.press("Remove: \(path)")
        try await poll(30, "the end of the calendar", while: window.program) {
            try await fixture.run(["calendars"]).output.contains("work.ics") ? nil : true
        }
    }

    @Test("A code pairs the machine with another one, with the same digits, and Remove ends it")
    func pairing() async throws {
        let server = try await RelayTestServer()
        let window = try await ShownWindow()
        let laptop = try await AgentFixture()
        try Self.write("desktop", server.url, in: window.fixture)
        try Self.write("laptop", server.url, in: laptop)
        let relays = try [window.fixture, laptop].map {
            try Program("notify-relay").start(environment: $0.bus.environment)
        }
        defer { for relay in relays { relay.kill(SIGTERM) } }
        try await window.find("label", "Nothing Is Coming")
        try await window.type(["alt+4"])
        try await window.press("Pair…: This machine, desktop")
        try await window.press("Show a Code Here")
        let code = try await window.find("label") {
            $0.split(separator: "-").count > 3 && !$0.contains(" ")
        }
        let joined = try await laptop.run(["relay", "join", code.name, "--json"])
        #expect(joined.code == 0, "\(joined)")
        try await window.find("label", "Paired with laptop. It shows the same digits.")
        let result = try JSONDecoder().decode([String: String].self, from: Data(joined.output.utf8))
        let digits = try #require(result["fingerprint"])
        try await window.find("label", digits)
        try await window.press("Done")
        try await window.press("Remove…: laptop")
        try await window.press("Remove")
        try await window.findNone("list item", "laptop")
        #expect(try await window.fixture.run(["relay", "list"]).output.contains("laptop") == false)
    }

    /// Writes the configuration of a machine of the relay.
    static func write(_ name: String, _ url: String, in fixture: AgentFixture) throws {
        let folder = "\(fixture.directory)/config/notify-schedule"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try "[Relay]\nServer=\(url)\nName=\(name)\n"
            .write(toFile: "\(folder)/relay.conf", atomically: true, encoding: .utf8)
    }
}
