import AgentInterface
import Foundation
import TestSupport
import Testing

/// The real notification servers of small desktops, with a real pointer.
@Suite(.serialized) struct SmallServerTests {
    /// A server, and where the last button of a bubble is: from the lower right corner, in pixels.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let command: [String]
        let right: Int
        let bottom: Int
    }

    private static let xfce = Row(
        testDescription: "Xfce",
        command: XvfbDesktop.xfce,
        right: 55,
        bottom: 31
    )
    private static let lxqt = Row(
        testDescription: "LXQt",
        command: XvfbDesktop.lxqt,
        right: 150,
        bottom: 33
    )
    private static let rows = [
        xfce, lxqt,
        Row(testDescription: "MATE", command: XvfbDesktop.mate, right: 62, bottom: 27),
        Row(
            testDescription: "notification-daemon",
            command: XvfbDesktop.notificationDaemon,
            right: 80,
            bottom: 39
        ),
    ]

    @Test("The button of a long text is on the screen and does what it says", arguments: rows)
    func longText(row: Row) async throws {
        try await Self.run(row, "long") { fixture, desktop, recorder in
            let lines = (1...60).map { "line \($0)" }.joined(separator: "\n")
            try await Self.show("Long", lines, button: "Wi-Fi", on: fixture)
            let bubble = try await Self.settled(desktop)
            #expect(try await fixture.run(["show", "one"]).output.contains("line 60"))
            #expect(bubble.y >= 0, "\(bubble)")
            #expect(bubble.y + bubble.height <= XvfbDesktop.height, "\(bubble)")
            try await desktop.click(bubble, fromRight: row.right, fromBottom: row.bottom)
            #expect(try await recorder.expectCalls(["Wi-Fi"]), "\(bubble)")
        }
    }

    @Test("Progress on Xfce leaves the text and the button") func progress() async throws {
        try await Self.run(Self.xfce, "progress") { fixture, desktop, recorder in
            try await Self.show(
                "Job",
                "Running",
                "--hint",
                "int:value:50",
                button: "Stop",
                on: fixture
            )
            let bubble = try await Self.settled(desktop)
            #expect(bubble.height > 60, "\(bubble)")
            try await desktop.click(
                bubble,
                fromRight: Self.xfce.right,
                fromBottom: Self.xfce.bottom
            )
            #expect(try await recorder.expectCalls(["Stop"]), "\(bubble)")
        }
    }

    @Test("A bubble on LXQt that another notification takes over has the new button")
    func replacedButton() async throws {
        try await Self.run(Self.lxqt, "button") { fixture, desktop, recorder in
            try await Self.show("Job", "Running", button: "Stop", on: fixture)
            _ = try await Self.settled(desktop)
            try await Self.show("Job", "Done", button: "Log", on: fixture)
            try await fixture.waitForDeliveries(2)
            let bubble = try await Self.settled(desktop)
            try await desktop.click(
                bubble,
                fromRight: Self.lxqt.right,
                fromBottom: Self.lxqt.bottom
            )
            #expect(try await recorder.expectCalls(["Log"]), "\(bubble)")
        }
    }

    /// Shows a notification of one identifier with one button, and waits until the server has it.
    private static func show(
        _ title: String,
        _ body: String,
        _ more: String...,
        button: String,
        on fixture: AgentFixture
    ) async throws {
        let action = ["--expire", "never", "--action", "\(button)=prefs:root=\(button)"]
        let added = try await fixture.run(["add", title, body, "--id", "one"] + more + action)
        #expect(added.code == 0, "\(added)")
        try await fixture.waitForDeliveries()
    }

    /// Waits until the bubble has its place and size, which some servers change once.
    private static func settled(_ desktop: XvfbDesktop) async throws -> XvfbDesktop.Window {
        var last = ""
        return try await poll(30, "a bubble that stands still") {
            let bubble = try await desktop.bubble()
            defer { last = bubble.description }
            return bubble.description == last ? bubble : nil
        }
    }

    /// Runs a test with a server, and keeps a picture of the screen if it fails.
    private static func run(
        _ row: Row,
        _ name: String,
        _ body: (AgentFixture, XvfbDesktop, CommandRecorder) async throws -> Void
    ) async throws {
        let fixture = try await AgentFixture()
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["prefs": "\(recorder.program) %{root}"])
        let desktop = try await XvfbDesktop(on: fixture, server: row.command)
        do {
            try await body(fixture, desktop, recorder)
        } catch {
            let picture = try await desktop.screenshot("\(row.testDescription)-\(name)")
            Issue.record("\(error); the screen was \(picture)")
        }
    }
}
