import AgentInterface
import Foundation
import NotifyCore
import TestSupport
import Testing

/// What comes today and this week.
@Suite(.serialized) struct TodayTests {
    private struct Line: Decodable {
        let title: String
        let date: String
    }

    private static func lines(_ verb: String, _ fixture: AgentFixture) async throws -> [Line] {
        let output = try await fixture.run([verb, "--json"]).output
        return try JSONDecoder().decode([Line].self, from: Data(output.utf8))
    }

    @Test("The week has every date of seven days and no more; today ends at midnight")
    func everyDateHasALine() async throws {
        let fixture = try await AgentFixture()
        // A minute before midnight, so that today's date is still to come whenever the test runs but in that minute.
        try await fixture.add("Night", "--on", "23:59:59", "--id", "night")
        try await fixture.add("Later", "--in", "8d", "--id", "later")
        try await fixture.add("Paused", "--on", "23:59:58", "--id", "paused")
        try await fixture.run(["pause", "paused"]).expectSuccess()
        let week = try await Self.lines("week", fixture)
        #expect(week.map(\.title) == Array(repeating: "Night", count: 7))
        #expect(Set(week.map(\.date)).count == 7)
        let today = try await Self.lines("today", fixture)
        #expect(today.map(\.date) == week.prefix(1).map(\.date))
        let shown = try await fixture.run(["today"])
        #expect(shown.output.contains("Night"), "\(shown)")
        #expect(shown.error == "1 paused request is not listed\n", "\(shown)")
    }

    @Test("A day without anything names what comes next")
    func anEmptyDayNamesTheNext() async throws {
        let fixture = try await AgentFixture()
        let nothing = try await fixture.run(["today"])
        #expect(nothing.error == "nothing more comes today\n", "\(nothing)")
        try await fixture.add("Later", "--in", "9d", "--id", "later")
        for (verb, start) in [
            ("today", "nothing more comes today"), ("week", "nothing comes within 7 days"),
        ] {
            let outcome = try await fixture.run([verb])
            #expect(outcome.code == 0)
            #expect(outcome.output == "")
            #expect(outcome.error.hasPrefix("\(start); next is \"Later\", "), "\(outcome)")
        }
    }
}
