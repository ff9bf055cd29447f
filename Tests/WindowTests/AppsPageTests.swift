import AgentInterface
import Foundation
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
        try await window.press("Remove: \(path)")
        try await poll(30, "the end of the calendar", while: window.program) {
            try await fixture.run(["calendars"]).output.contains("work.ics") ? nil : true
        }
    }
}
