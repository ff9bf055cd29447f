import AgentInterface
import Foundation
import TestSupport
import Testing

/// Dates where the variable TZ is not a name of the zone database.
@Suite(.serialized) struct ZoneVariableTests {
    private struct Report: Decodable {
        let identifier: String
        let nextTriggerDates: [String]
    }

    /// The agent of each is in Europe/Berlin.
    @Test(arguments: [
        ("UTC+5", "2099-07-01T09:00:00-05:00"), ("GMT+3", "2099-07-01T09:00:00-03:00"),
        ("<+0330>-3:30", "2099-07-01T09:00:00+03:30"), ("UTC0", "2099-07-01T09:00:00Z"),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2099-07-01T09:00:00+02:00"),
        ("AAA3BBB", "2099-07-01T09:00:00-02:00"), (":Asia/Tokyo", "2099-07-01T09:00:00+09:00"),
        ("/usr/share/zoneinfo/Asia/Tokyo", "2099-07-01T09:00:00+09:00"),
    ])
    func aDateIsMeantInTheZoneOfTheCommand(zone: String, date: String) async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        for option in [
            ["--at", "2099-07-01 09:00"], ["--on", "2099-07-01 09:00", "--once"],
            ["--components", #"{"year":2099,"month":7,"day":1,"hour":9}"#],
        ] {
            let outcome = try await fixture.run(
                ["add", "T", "--json"] + option,
                environment: ["TZ": zone]
            )
            #expect(outcome.code == 0, "\(outcome)")
            let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
            let moment = try Date(date, strategy: .iso8601).ISO8601Format()
            #expect(report.nextTriggerDates == [moment], "\(option)")
        }
        withExtendedLifetime(agent) {}
    }

    @Test func aZoneThatTheDateNamesCounts() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        for (option, date) in [
            (["--on", "2099-07-01 09:00 Europe/London", "--once"], "2099-07-01T09:00:00+01:00"),
            (["--at", "2099-07-01T09:00Z"], "2099-07-01T18:00:00+09:00"),
        ] {
            let outcome = try await fixture.run(
                ["add", "T", "--json"] + option,
                environment: ["TZ": "Asia/Tokyo"]
            )
            let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
            let moment = try Date(date, strategy: .iso8601).ISO8601Format()
            #expect(report.nextTriggerDates == [moment], "\(option)")
        }
        withExtendedLifetime(agent) {}
    }

    @Test(arguments: [
        ["add", "T", "--at", "2099-07-01 09:00"], ["add", "T", "--in", "1h"],
        ["list"], ["history"], ["show", "x"], ["snooze", "x", "10m"], ["skip", "x"], ["watch"],
        ["next", "--on", "daily"], ["simulate"], ["agent", "status"],
        ["export", "--format", "ical"],
    ])
    func aVerbWithDatesRefusesWhatItCannotRead(arguments: [String]) async throws {
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(arguments, environment: ["TZ": "/etc/passwd"])
        #expect(outcome.code == 65)
        #expect(outcome.output == "")
        #expect(
            outcome.error
                == "notify-schedule: the variable TZ is \"/etc/passwd\", which is not a time zone; "
                + "set it to a name such as Europe/Berlin, or unset it\n"
        )
        #expect(fixture.owners.elements.isEmpty)
    }

    @Test func aZoneThatIsNamedNeedsNoVariable() async throws {
        let outcome = try await AgentFixture.command.run(
            ["next", "--on", "2099-07-01 09:00", "--tz", "Asia/Tokyo", "--count", "1"],
            environment: ["TZ": "nonsense"]
        )
        #expect(outcome.output == "2099-07-01T09:00:00+09:00\n")
    }

    @Test func theDoctorNamesIt() async throws {
        let fixture = try await AgentFixture()
        let report = try await fixture.run(["doctor"], environment: ["TZ": "nonsense"]).output
        #expect(
            report.contains("TZ is \"nonsense\", which is not a time zone; commands refuse dates")
        )
    }

    @Test func theAgentWarnsAndRuns() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent(["TZ": "/etc/passwd"])
        try await agent.waitForError(
            "the variable TZ is \"/etc/passwd\", which is not a time zone; dates are read in the machine's, "
        )
        try await fixture.add("T", "--at", "2099-07-01 09:00", "--tz", "Asia/Tokyo")
        #expect(try await fixture.listed("list").count == 1)
    }
}
