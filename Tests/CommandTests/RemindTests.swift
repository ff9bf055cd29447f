import Foundation
import NotifyCore
import TestSupport
import Testing

/// The verb `remind`, and the notes of `add` that name a time.
@Suite(.serialized) struct RemindTests {
    @Test(
        "A sentence, with quotes or without, adds what it says",
        arguments: [
            (
                words: ["call mom tomorrow 5pm"], title: "call mom", time: "tomorrow 5pm",
                repeats: false
            ),
            (
                words: ["tea", "in", "4", "minutes"], title: "tea", time: "in 4 minutes",
                repeats: false
            ),
            (
                words: ["me", "to", "stand up every weekday at 9:30"], title: "stand up",
                time: "every weekday at 9:30", repeats: true
            ),
        ]
    )
    func sentence(words: [String], title: String, time: String, repeats: Bool) async throws {
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(["remind"] + words)
        #expect(outcome.code == 0, "\(outcome)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "\"\(title)\", \(time)", "\(outcome)")
        #expect(lines.contains { $0.hasPrefix("  next  ") }, "\(outcome)")
        #expect(lines.contains { $0.hasPrefix("  then  ") } == repeats, "\(outcome)")
        let listed = try await fixture.listed("list")
        #expect(listed.map(\.content.title) == [title])
        #expect(lines.dropFirst().first == listed.first?.identifier, "\(outcome)")
    }

    @Test("JSON has what add prints, and the title and the time that were understood")
    func json() async throws {
        struct Report: Decodable {
            let identifier: String
            let title: String
            let time: String
            let nextTriggerDates: [String]
        }
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(["remind", "--json", "me to call mom in 2 hours"])
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect((report.title, report.time) == ("call mom", "in 2 hours"))
        #expect(report.nextTriggerDates.count == 1)
        #expect(try await fixture.listed("list").map(\.identifier) == [report.identifier])
    }

    @Test("What is not clearly a time is refused, and nothing is added")
    func refusal() async throws {
        let fixture = try await AgentFixture()
        for sentence in ["call mom", "call mom at 5", "read for 20 minutes", "tomorrow 5pm"] {
            let outcome = try await fixture.run(["remind", sentence])
            #expect(outcome.code == 65, "\(outcome)")
            #expect(
                outcome.error.hasPrefix("notify-schedule: remind \"\(sentence)\": "),
                "\(outcome)"
            )
        }
        #expect(try await fixture.listed("list").isEmpty)
    }

    @Test("A text of add that is a time is shown now, and a note on a terminal says what to write")
    func notes() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let rows: [(words: [String], note: String?)] = [
            (
                ["Build finished at 17:32"],
                "write notify-schedule remind \"Build finished at 17:32\""
            ),
            (["tea", "4m"], "write --in 4m"),
            (["call mom", "tomorrow 5pm"], "write --at \"tomorrow 5pm\""),
            (["rent", "every 1st"], "write --on \"every 1st\""),
            (["Tea"], nil),
            (["Tea", "It is ready"], nil),
            (["Read for 20 minutes"], nil),
            (["Lunch at noon", "in the canteen"], nil),
        ]
        for (words, note) in rows {
            let typed = try await TitleTests.typed("", fixture, ["add"] + words)
            let found = typed.split(whereSeparator: \.isNewline).first { $0.hasPrefix("  note  ") }
            #expect(found?.contains(note ?? "-") ?? (note == nil), "\(words): \(typed)")
            _ = try await server.call(titled: words[0])
            let piped = try await fixture.run(["add"] + words)
            #expect(piped.code == 0 && piped.error.isEmpty, "\(words): \(piped)")
        }
    }
}
