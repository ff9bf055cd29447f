import AgentInterface
import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

/// The verb `focus`, with real processes.
@Suite(.serialized) struct FocusVerbTests {
    /// What `focus --json` prints.
    private struct Report: Decodable {
        struct Waiting: Decodable {
            let appID: String
            let identifier: String
            let title: String
        }

        let on: Bool
        let name: String?
        let until: String?
        let byHand: Bool?
        let apps: [String]?
        let waiting: [Waiting]
        let waitingCount: Int
        let ended: String?
        let names: [String]
    }

    private static func report(_ fixture: AgentFixture) async throws -> Report {
        let outcome = try await fixture.run(["focus", "--json"])
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
        return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    }

    private static func write(_ text: String, in fixture: AgentFixture) throws {
        let folder = "\(fixture.directory)/config/notify-schedule"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try text.write(toFile: "\(folder)/agent.conf", atomically: true, encoding: .utf8)
        chmod("\(folder)/agent.conf", 0o600)
    }

    @Test("What waited comes at the end as one bubble on a real server, whose button shows each")
    func realServer() async throws {
        let fixture = try await AgentFixture()
        let desktop = try await XvfbDesktop(on: fixture)
        do {
            let on = try await fixture.run(["focus", "on", "--for", "2h"])
            #expect(on.output.hasPrefix("Focus is on until 20"), "\(on)")
            #expect(on.output.hasSuffix(" (in 2 h)\n"), "\(on)")
            try await fixture.add("One")
            try await fixture.add("Two")
            try await fixture.waitForDeliveries(2)
            #expect(fixture.deliveries.map(\.detail) == ["focus", "focus"])
            let off = try await fixture.run(["focus", "off"])
            #expect(off.output == "Focus is off\n")
            let title = "2 notifications came while Focus was on"
            let summary = try await fixture.waitForDeliveries(3)[2]
            #expect(summary.title == title)
            let bubble = try await desktop.bubble()
            try await desktop.click(bubble, fromRight: 80, fromBottom: 39)
            let shown = try await fixture.waitForDeliveries(5).dropFirst(3)
            #expect(shown.map(\.title) == ["One", "Two"])
            #expect(shown.allSatisfy { $0.bubble != nil && $0.detail.isEmpty })
        } catch {
            let picture = try await desktop.screenshot("focus")
            Issue.record("\(error); the screen was \(picture)")
        }
    }

    @Test("A focus is on after the agent was killed, and lets important and allowed ones through")
    func restart() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try Self.write("[Focus work]\nAllowApps=org.example.Chat\n", in: fixture)
        let on = try await fixture.run(["focus", "on", "work", "--allow", "org.example.Mail"])
        #expect(
            on.output
                == "the focus work is on until focus off\nshown: org.example.Chat, org.example.Mail\n"
        )
        try await fixture.endAgent()
        try await fixture.add("Waits", "--id", "waits")
        try await fixture.add("Quiet", "--level", "passive")
        try await fixture.add("Chat", "--app", "org.example.Chat")
        try await fixture.add("Mail", "--app", "org.example.Mail")
        try await fixture.add("Soon", "--level", "time-sensitive")
        try await fixture.add("Fire", "--level", "critical")
        // The last one, which waits for none of those before it.
        _ = try await server.call(titled: "Fire")
        for title in ["Chat", "Mail", "Soon", "Fire"] {
            #expect(server.count(titled: title) == 1, "\(title)")
        }
        for title in ["Waits", "Quiet"] { #expect(server.count(titled: title) == 0, "\(title)") }
        let report = try await Self.report(fixture)
        #expect(report.on)
        #expect(report.name == "work")
        #expect(report.byHand == true)
        #expect(report.until == nil)
        #expect(report.waiting.map(\.title) == ["Waits"])
        #expect(report.waitingCount == 1)
        #expect(report.ended == nil)
        let status = try await fixture.run(["agent", "status", "--json"]).output
        #expect(status.contains("\"waitingCount\" : 1"))
        #expect(!status.contains("\"waits\""))
        let table = try await fixture.run(["focus"]).output.split(separator: "\n")
        #expect(table[2] == "1 notification waits:")
        #expect(table.last?.hasSuffix("  org.notifyschedule.NotifySchedule  waits  Waits") == true)
        #expect(
            try await fixture.run(["agent", "status"]).output
                .contains("\nfocus     work; 1 notification waits\n")
        )
        #expect(
            try await fixture.run(["doctor"]).output.contains("work; 1 notification waits; time-")
        )
        #expect(try await fixture.run(["focus", "off"]).output == "the focus work is off\n")
        try await fixture.barrier(server)
        #expect(server.count(titled: "Waits") == 1)
        #expect(server.count(titled: "Quiet") == 0)
        let history = try await fixture.run(["history"]).output
        #expect(history.contains("to the list, because a focus is on"))
        #expect(history.contains("began"))
    }

    @Test("A section with a schedule takes effect when it is written, and its errors are named")
    func schedule() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try Self.write("", in: fixture)
        try await fixture.add("before")
        #expect(try await fixture.run(["focus"]).output == "no focus is on\n")
        // At each hour, for two: it is on.
        try Self.write("[Focus always]\nOn=*:00\nFor=2h\n", in: fixture)
        try await poll(30, "the focus of the file") {
            try await Self.report(fixture).on ? () : nil
        }
        let report = try await Self.report(fixture)
        #expect(report.name == "always")
        #expect(report.byHand == false)
        try await fixture.add("during")
        #expect(try await fixture.run(["focus", "off"]).output == "the focus always is off\n")
        try await fixture.barrier(server)
        #expect(server.count(titled: "during") == 1)
        try Self.write("[Focus work]\nOn=mon-fri 9:00\n", in: fixture)
        let problem =
            "agent.conf:2: [Focus work] On=mon-fri 9:00 has no end; add For=8h or Until=17:00"
        try await poll(30, "the error in the file, with its line") {
            try await fixture.run(["doctor"]).output.contains(problem) ? () : nil
        }
        let on = try await fixture.run(["focus", "on", " work ", "--json"])
        #expect(on.code == 0, "\(on)")
        let off = try await fixture.run(["focus", "off", "--json"])
        #expect(
            try JSONDecoder().decode(Report.self, from: Data(off.output.utf8)).ended
                == "the focus work"
        )
    }

    @Test(
        "What focus on cannot take is refused with a way out",
        arguments: [
            (["on", "wrok"], 65, "agent.conf has no section [Focus wrok]; it has none."),
            (
                ["on", "--for", "2h", "--until", "17:00"], 64,
                "--until and --for exclude each other"
            ),
            (["on", "--until", "2020-01-01"], 65, "the end of the focus is past"),
            (
                ["on", "--allow", "org.example. Chat"], 65,
                "--allow \"org.example. Chat\" has a blank in it; write the ids"
            ),
            (["on", "--for", "soon"], 65, "--for \"soon\""), (["onn"], 64, "did you mean on?"),
        ] as [([String], Int32, String)]
    )
    func refusals(words: [String], code: Int32, sentence: String) async throws {
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(["focus"] + words)
        #expect(outcome.code == code, "\(outcome)")
        #expect(outcome.error.contains(sentence), "\(outcome)")
    }

    @Test("An app passes do-not-disturb where the user allows it, until that is taken back")
    func throughDoNotDisturb() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Hello", "--in", "1h", "--app", "org.example.Alarm")
        let allow = ["apps", "allow", "org.example.Alarm"]
        let allowed = try await fixture.run(allow + ["--through-dnd"])
        #expect(allowed.output == "allowed org.example.Alarm, also through do-not-disturb\n")
        let list = try await fixture.run(["apps", "--json"]).output
        #expect(list.contains("\"passesDoNotDisturb\" : true"), "\(list)")
        try await fixture.endAgent()
        #expect(try await fixture.run(["apps"]).output.contains("allowed, through do-not-disturb"))
        let denied = try await fixture.run(["apps", "deny", "org.example.Alarm"])
        #expect(denied.output == "denied org.example.Alarm\n")
        // It is as it was once the app is allowed again.
        #expect(try await fixture.run(allow).output == allowed.output)
        let back = try await fixture.run(allow + ["--no-through-dnd"])
        #expect(back.output == "allowed org.example.Alarm\n")
        let after = try await fixture.run(["apps", "--json"]).output
        #expect(!after.contains("\"passesDoNotDisturb\" : true"), "\(after)")
    }
}
