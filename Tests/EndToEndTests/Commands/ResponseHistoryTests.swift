import AgentTestSupport
import Foundation
import NotificationServer
import TestSupport
import Testing

/// What `history`, `show` and `watch` say of the end of a bubble: one line, and the same words everywhere.
@Suite(.serialized) struct ResponseHistoryTests {
    /// A line of `history --json` or `watch --json`.
    private struct Line: Decodable, Equatable {
        let event: String
        let identifier: String
        var action: String?
        var actionTitle: String?
        var userText: String?
        var url: String?
        var problem: String?
        var requester: String?
        var scheduled: String?
        var reason: UInt32?
    }

    /// A fixture with a `watch` that hears.
    private struct Setup {
        let fixture: AgentFixture
        let server: FakeNotificationServer
        let recorder: CommandRecorder
        let watch: RunningProgram

        init(as profile: ServerProfile = .standard) async throws {
            fixture = try await AgentFixture()
            server = try await FakeNotificationServer(on: fixture.bus, as: profile)
            recorder = try await CommandRecorder(in: fixture)
            try recorder.configure(["x": "\(recorder.program) %u"])
            watch = try AgentFixture.command.start(
                ["watch", "--json"],
                environment: fixture.bus.environment(timeZone: AgentFixture.timeZone)
            )
            // It hears once a change of something else has come; the bound ends the test where none does.
            for _ in 0..<600 where !watch.output.contains("\"hears\"") {
                try await fixture.add("Hears", "--in", "1h", "--id", "hears")
            }
        }

        /// What `watch` has printed of a request up to an event, and what the history has of it then,
        /// in the order in which it happened.
        func lines(_ identifier: String, upTo event: String) async throws -> ([Line], [Line]) {
            let output = try await watch.waitForOutput("\"\(event)\"")
            let heard = try output.split(separator: "\n").map(Self.line)
                .filter { $0.identifier == identifier }
            let outcome = try await fixture.run(["history", identifier, "--json"])
            let kept = try JSONDecoder().decode([Line].self, from: Data(outcome.output.utf8))
            return (heard, kept.reversed())
        }

        func history(_ identifier: String) async throws -> [String] {
            try await fixture.run(["history", identifier]).output.split(separator: "\n").dropFirst()
                .map(String.init)
        }

        private static func line(_ text: Substring) throws -> Line {
            try JSONDecoder().decode(Line.self, from: Data(text.utf8))
        }
    }

    private static let program = URL(fileURLWithPath: "\(Program.folder)/notify-schedule")
        .resolvingSymlinksInPath().path

    @Test func aClickIsALineWithItsButtonAndWhatItOpened() async throws {
        let setup = try await Setup()
        try await setup.fixture.add("Tea", "--id", "tea", "--action", "Timer=x:1", "--open", "x:2")
        await setup.server.click(try await setup.server.call(titled: "Tea").id, "action-1")
        let (heard, kept) = try await setup.lines("tea", upTo: "responded")
        let response = Line(
            event: "responded",
            identifier: "tea",
            action: "action-1",
            actionTitle: "Timer",
            url: "x:1",
            requester: Self.program
        )
        #expect(heard.map(\.event) == ["added", "delivered", "responded"])
        #expect(heard.last == response)
        #expect(kept.map(\.event) == ["delivered", "responded"])
        #expect(kept.last == response)
        let texts = try await setup.history("tea")
        #expect(texts.count == 2)
        let words = "chose \"Timer\", opened x:1, requested by \(Self.program)"
        #expect(texts.first?.contains(words) == true, "\(texts)")
    }

    @Test func whatCouldNotBeOpenedIsInTheSameLine() async throws {
        let setup = try await Setup()
        try await setup.fixture.add("Tea", "--id", "tea", "--open", "nobody:1")
        await setup.server.click(try await setup.server.call(titled: "Tea").id)
        let (heard, kept) = try await setup.lines("tea", upTo: "responded")
        #expect(heard.map(\.event) == ["added", "delivered", "responded"])
        #expect(kept.map(\.event) == ["delivered", "responded"])
        #expect(kept.last?.url == "nobody:1")
        #expect(kept.last?.problem?.contains("nothing opens nobody: URLs") == true)
        let texts = try await setup.history("tea")
        #expect(texts.first?.contains("chose the notification, could not open nobody:1: ") == true)
    }

    @Test func aTypedTextIsInTheSameLine() async throws {
        var profile = ServerProfile.standard
        profile.capabilities.append("inline-reply")
        let setup = try await Setup(as: profile)
        try await setup.fixture.add("Lunch", "--id", "lunch", "--reply", "Where")
        await setup.server.reply(try await setup.server.call(titled: "Lunch").id, "at\nnoon")
        let (heard, kept) = try await setup.lines("lunch", upTo: "responded")
        #expect(heard.map(\.event) == ["added", "delivered", "responded"])
        #expect(kept.map(\.event) == ["delivered", "responded"])
        #expect(kept.last?.userText == "at\nnoon")
        let texts = try await setup.history("lunch")
        #expect(texts.first?.contains("chose \"Reply\", typed \"at noon\"") == true, "\(texts)")
    }

    @Test func aSnoozeIsALineWithItsDate() async throws {
        let setup = try await Setup()
        try await setup.fixture.add("Nap", "--id", "nap", "--snooze", "10m")
        let call = try await setup.server.call(titled: "Nap")
        await setup.server.click(
            call.id,
            call.call.actions.first { $0.key != "default" }?.key ?? ""
        )
        let (heard, kept) = try await setup.lines("nap", upTo: "responded")
        #expect(heard.map(\.event) == ["added", "delivered", "responded"])
        #expect(kept.map(\.event) == ["delivered", "responded"])
        #expect(kept.last?.actionTitle == "Snooze 10 min")
        #expect(kept.last?.scheduled != nil)
        let texts = try await setup.history("nap")
        #expect(texts.first?.contains("chose \"Snooze 10 min\", snoozed until ") == true)
    }

    @Test func aBubbleWhoseTimeRanOutExpired() async throws {
        let setup = try await Setup()
        try await setup.fixture.add("Gone", "--id", "gone")
        await setup.server.close(try await setup.server.call(titled: "Gone").id, .expired)
        let (heard, kept) = try await setup.lines("gone", upTo: "expired")
        #expect(heard.map(\.event) == ["added", "delivered", "expired"])
        #expect(heard.last?.reason == 1)
        #expect(kept.map(\.event) == ["delivered", "expired"])
        #expect(try await setup.history("gone").first?.contains("expired") == true)
        #expect(try await setup.fixture.listed("list", "delivered").map(\.identifier) == ["gone"])
    }

    /// GNOME Shell knows no time of a bubble's own: the agent closes it, and the server says so.
    @Test func aBubbleThatTheAgentClosesInTimeExpired() async throws {
        let setup = try await Setup(as: .gnomeShell)
        try await setup.fixture.add("Short", "--id", "short", "-t", "50")
        _ = try await setup.server.call(titled: "Short")
        let (heard, kept) = try await setup.lines("short", upTo: "expired")
        #expect(heard.map(\.event) == ["added", "delivered", "expired"])
        #expect(kept.map(\.event) == ["delivered", "expired"])
    }

    @Test func aDismissalIsALine() async throws {
        let setup = try await Setup()
        try await setup.fixture.add("No", "--id", "no")
        await setup.server.close(try await setup.server.call(titled: "No").id, .dismissed)
        let (heard, kept) = try await setup.lines("no", upTo: "dismissed")
        #expect(heard.map(\.event) == ["added", "delivered", "dismissed"])
        #expect(kept.map(\.event) == ["delivered", "dismissed"])
    }
}
