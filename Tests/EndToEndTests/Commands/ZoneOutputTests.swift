import Foundation
import TestSupport
import Testing

/// The zone in which `add` and `show` print dates, and what they say of changes of the clock.
///
/// The user is in Europe/London.
@Suite(.serialized) struct ZoneOutputTests {
    private static let user = ["TZ": "Europe/London"]

    private static func lines(
        _ fixture: AgentFixture,
        _ arguments: [String]
    ) async throws -> [String] {
        let outcome = try await fixture.run(arguments, environment: user)
        #expect(outcome.code == 0, "\(outcome)")
        return outcome.output.split(separator: "\n").map { line in
            // Without the distance from now.
            String(line.split(separator: "(")[0].trimmingCharacters(in: .whitespaces))
        }
    }

    @Test(arguments: [
        ["--on", "2099-01-05 09:00 Europe/Berlin", "--once"],
        ["--on", "2099-01-05 09:00", "--once", "--tz", "Europe/Berlin"],
        ["--at", "2099-01-05 09:00", "--tz", "Europe/Berlin"],
        ["--components", #"{"year":2099,"month":1,"day":5,"hour":9}"#, "--tz", "Europe/Berlin"],
    ])
    func datesAreInTheZoneOfTheRequest(when: [String]) async throws {
        let fixture = try await AgentFixture()
        let expected = "next  2099-01-05T09:00:00+01:00 Europe/Berlin"
        #expect(try await Self.lines(fixture, ["add", "T", "--id", "t"] + when).contains(expected))
        let shown = try await Self.lines(fixture, ["show", "t"])
        #expect(shown.contains("next      2099-01-05T09:00:00+01:00 Europe/Berlin"), "\(shown)")
        let json = try await fixture.run(["add", "T", "--json"] + when, environment: Self.user)
        #expect(json.output.contains("\"2099-01-05T08:00:00Z\""))
    }

    @Test(arguments: [
        (["--at", "2099-01-05 09:00"], "2099-01-05T09:00:00+00:00"),
        (["--at", "2099-01-05T09:00+01:00"], "2099-01-05T08:00:00+00:00"),
        (["--at", "2099-07-06T09:00:00+01:00"], "2099-07-06T09:00:00+01:00"),
    ])
    func datesOfTheUserAndMomentsAreInTheUsersZone(when: [String], date: String) async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent(Self.user)
        #expect(
            try await Self.lines(fixture, ["add", "T", "--id", "t"] + when).contains(
                "next  \(date)"
            )
        )
        let shown = try await Self.lines(fixture, ["show", "t"])
        #expect(shown.contains("next      \(date)"), "\(shown)")
        withExtendedLifetime(agent) {}
    }

    /// The year and the day of the next year's last Sunday of October, when summer time ends.
    private static let autumn: (year: Int, day: Int) = {
        let calendar = Calendar(identifier: .gregorian)
        let year = calendar.component(.year, from: Date()) + 1
        let last = calendar.date(from: DateComponents(year: year, month: 10, day: 31))
        let weekday = last.map { calendar.component(.weekday, from: $0) } ?? 1
        return (year, 32 - weekday)
    }()

    @Test(arguments: [["--at"], ["--components"], ["--on"], ["--on", "--once"]])
    func aTimeThatComesTwiceIsSaid(option: [String]) async throws {
        let fixture = try await AgentFixture()
        let (year, day) = Self.autumn
        let date =
            option == ["--components"]
            ? #"{"year":\#(year),"month":10,"day":\#(day),"hour":2,"minute":30}"#
            : "\(year)-10-\(day) 02:30"
        let arguments =
            ["add", "T", "--id", "t", "--tz", "Europe/Berlin", option[0], date]
            + option.dropFirst()
        let note =
            "02:30 comes twice on \(day) October \(year) in Europe/Berlin; fires the first time"
        #expect(try await Self.lines(fixture, arguments).contains("note  \(note)"))
        #expect(try await Self.lines(fixture, ["show", "t"]).contains("note      \(note)"))
    }
}
