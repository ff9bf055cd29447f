import AgentInterface
import Foundation
import TestSupport
import Testing

/// The page of what happened.
@Suite(.serialized) struct HistoryPageTests {
    @Test("What was kept by do-not-disturb is listed with the reason, found, and shown again")
    func again() async throws {
        let window = try await ShownWindow()
        let fixture = window.fixture
        try await window.find("label", "Nothing Is Coming")
        try await window.desktop.run(["dunstctl", "set-paused", "true"])
        try await fixture.add("Tea", "--id", "tea")
        try await fixture.waitForDeliveries()
        try await window.type(["alt+2"])
        try await window.find("label") { $0.contains("delivered, kept by do-not-disturb") }
        try await window.type(["ctrl+f", "x"])
        try await window.find("label", "Nothing Is Found")
        try await window.type(["BackSpace"])
        try await window.find("label", "Tea")
        try await window.desktop.run(["dunstctl", "set-paused", "false"])
        try await window.choose(1, of: "More: Tea")
        _ = try await window.desktop.server.waitForOutput("summary: 'Tea'", within: 30)
        try await window.choose(2, of: "More: Tea")
        try await poll(30, "the snoozed request", while: window.program) {
            try await fixture.listed("list").isEmpty ? nil : true
        }
    }

    @Test("What a click would open is opened from the list")
    func open() async throws {
        let window = try await ShownWindow()
        let fixture = window.fixture
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["prefs": "\(recorder.program) %{root}"])
        try await window.find("label", "Nothing Is Coming")
        try await fixture.add("Tea", "--open", "prefs:root=WIFI")
        try await fixture.waitForDeliveries()
        try await window.type(["alt+2"])
        try await window.choose(4, of: "More: Tea")
        #expect(try await recorder.expectCalls(["WIFI"]))
    }
}
