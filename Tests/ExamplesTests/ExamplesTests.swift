import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// Each program against the real agent and a notification server that records.
@Suite(.serialized) struct ExamplesTests {
    /// A bus that starts the agent, and a server on it.
    private struct Setup {
        let bus: PrivateBus
        let server: FakeNotificationServer

        init() async throws {
            bus = try await PrivateBus(
                activatable: [AgentNames.bus: Program("notify-agent").word]
            )
            server = try await FakeNotificationServer(on: bus, as: .gnomeShell)
        }

        func start(_ name: String, _ more: [String: String] = [:]) throws -> RunningProgram {
            try Program(path: "\(BuiltPackage.examples.folder())/\(name)").start(
                environment: bus.environment(timeZone: "Europe/Berlin", more)
            )
        }

        /// What the server was asked to show.
        var summaries: [String] { server.calls.elements.map(\.call.summary).sorted() }
    }

    @Test func habitReminders() async throws {
        let setup = try await Setup()
        let outcome = try await setup.start("HabitReminders").waitForExit()
        #expect(
            outcome.output == """
                set habit/Monday
                set habit/Wednesday
                set habit/Friday
                reminders: habit/Friday, habit/Monday

                """
        )
        #expect(outcome.code == 0, "\(outcome)")
        #expect(setup.summaries.isEmpty)
    }

    @Test func notificationLists() async throws {
        let setup = try await Setup()
        let outcome = try await setup.start("NotificationLists").waitForExit()
        #expect(
            outcome.output == """
                at first: pending ["mail/1", "mail/2"], delivered ["chat/1", "chat/2"]
                without mail/1: pending ["mail/2"], delivered ["chat/1", "chat/2"]
                without chat/: pending ["mail/2"], delivered []
                at last: pending [], delivered []

                """
        )
        #expect(outcome.code == 0, "\(outcome)")
        #expect(setup.summaries == ["Message 1", "Message 2", "Message 3"])
        let shown = setup.server.calls.elements.map(\.id).sorted()
        let closed = try await setup.server.closings.first(3).sorted()
        #expect(closed == shown)
    }

    @Test func schemeLauncher() async throws {
        let setup = try await Setup()
        let opened = "\(setup.bus.directory)/opened"
        let tools = "\(setup.bus.directory)/tools"
        try FileManager.default.createDirectory(
            atPath: tools,
            withIntermediateDirectories: true
        )
        let opener = "\(tools)/xdg-open"
        try "#!/bin/sh\nprintf '%s\\n' \"$@\" >> '\(opened)'\n"
            .write(toFile: opener, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: opener)
        let path = setup.bus.environment["PATH"] ?? "/usr/bin:/bin"
        let program = try setup.start("SchemeLauncher", ["PATH": "\(tools):\(path)"])
        let calls = try await setup.server.waitForCalls(2, within: 30)
        #expect(calls.map(\.call.summary) == ["Open settings", "Open clock"])
        #expect(calls.map(\.call.body) == ["prefs:root=WIFI", "clock-alarm://list"])
        await setup.server.click(calls[1].id)
        try await program.waitForOutput("opened clock-alarm://list\n")
        await setup.server.click(calls[0].id)
        let output = try await program.waitForOutput("opened prefs:root=WIFI\n")
        #expect(output.split(separator: "\n").count { $0.hasPrefix("opened") } == 2)
        #expect(
            try await within(10) {
                while true {
                    let text = try? String(contentsOfFile: opened, encoding: .utf8)
                    let lines = text?.split(separator: "\n").map(String.init).sorted() ?? []
                    if lines.count == 2 { return lines }
                    try await Task.sleep(for: .milliseconds(20))
                }
            } == ["clock-alarm://list", "prefs:root=WIFI"]
        )
        program.kill(SIGKILL)
    }

    @Test func testNotification() async throws {
        let setup = try await Setup()
        let outcome = try await setup.start("TestNotification").waitForExit()
        for line in ["added test\n", "picked date is next: true\nadded picked\n", "shown: 2\n"] {
            #expect(outcome.output.contains(line), "\(outcome)")
        }
        #expect(outcome.code == 0, "\(outcome)")
        let calls = try await setup.server.waitForCalls(2, within: 30)
        #expect(calls.map(\.call.summary) == ["Test notification", "Picked date"])
    }

    @Test func staffMeeting() async throws {
        let setup = try await Setup()
        let outcome = try await setup.start("StaffMeeting").waitForExit()
        #expect(
            outcome.output == """
                next: weekday 3
                pending: ["meeting.soon every 3600 s", "meeting.weekly weekday 3 hour 14"]
                cancelled: []

                """
        )
        #expect(outcome.code == 0, "\(outcome)")
        let call = try await setup.server.waitForCalls(1, within: 30)[0].call
        #expect(call.summary == "Weekly Staff Meeting")
        #expect(call.body == "The meeting is set")
    }

    @Test func sealedMessage() async throws {
        let setup = try await Setup()
        let app = "org.example.Sealed"
        let folder = "\(setup.bus.directory)/data/applications"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        try """
        [Desktop Entry]
        Type=Application
        Name=Sealed
        Exec=/bin/false
        X-NotifySchedule-ServiceExtension="\(BuiltPackage.examples.folder())/SealedMessage"

        """.write(toFile: "\(folder)/\(app).desktop", atomically: true, encoding: .utf8)
        let payload =
            #"{"aps":{"alert":{"title":"Ann","body":"A message"},"mutable-content":1},"sealed":"SGVsbG8="}"#
        let client = try setup.bus.connect()
        _ = try client.callBlocking(
            "Push",
            on: AgentNames.destination,
            .tuple([.string(app), .bytes(Array(payload.utf8)), .dictionary([])])
        )
        let call = try await setup.server.waitForCalls(1, within: 30)[0].call
        #expect(call.summary == "Ann")
        #expect(call.body == "Hello")
    }
}
