import AgentInterface
import AgentTestSupport
import Foundation
import NotificationServer
import SQLiteBridge
import TestSupport
import Testing

/// Warnings, and notifications that are shown until they are acknowledged, at a shell.
@Suite(.serialized) struct ReminderTests {
    @Test func warningsAreListedSimulatedAndExported() async throws {
        let fixture = try await AgentFixture()
        let added = try await fixture.add(
            "Dentist",
            "--at",
            "2099-03-02 12:00",
            "--before",
            "1h,1d",
            "--nag",
            "5m,3",
            "--id",
            "d"
        )
        #expect(added.output.contains("warns 1 d and 1 h before"), "\(added.output)")
        let show = try await fixture.run(["show", "d"]).output
        #expect(show.contains("warns 1 d and 1 h before"), "\(show)")
        #expect(show.contains("shown again every 5 min until it is dismissed"), "\(show)")
        let simulated = try await fixture.run([
            "simulate", "--from", "2099-03-01 00:00", "--to", "3d",
        ])
        #expect(
            simulated.output == """
                DATE                       ID  TITLE
                2099-03-01T12:00:00+01:00  d   Dentist (1 d before)
                2099-03-02T11:00:00+01:00  d   Dentist (1 h before)
                2099-03-02T12:00:00+01:00  d   Dentist

                """
        )
        let exported = try await fixture.run(["export"]).output
        #expect(exported.contains("\"before\":[86400,3600]"), "\(exported)")
        try exported.write(
            toFile: "\(fixture.directory)/export.jsonl",
            atomically: true,
            encoding: .utf8
        )
        #expect(try await fixture.run(["remove", "d"]).code == 0)
        let imported = try await fixture.run(["import", "\(fixture.directory)/export.jsonl"])
        #expect(imported.code == 0, "\(imported.error)")
        let again = try await fixture.run(["show", "d", "--json"]).output
        #expect(again.contains("\"nagTimes\" : 3"), "\(again)")
        let edited = try await fixture.run(["edit", "d", "--clear", "nag", "--before", "2h"])
        #expect(edited.output.contains("warns 2 h before"), "\(edited.output)\(edited.error)")
    }

    @Test func aWarningSaysWhenTheThingIs() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let added = try await fixture.add("T", "--in", "61s", "--before", "1min", "--id", "t")
        let bubble = try await server.next(within: 30)
        #expect(bubble.call.summary == "T")
        #expect(bubble.call.body.contains("in 1 min, "), "\(bubble.call.body)")
        #expect(try await fixture.listed("list").map(\.identifier) == ["t"], "\(added.output)")
    }

    @Test func aNotificationIsShownAgainAfterARestartOfTheAgent() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("T", "--nag", "1min", "--id", "t")
        let bubble = try await server.next(within: 30)
        try await fixture.waitForDeliveries()
        await server.close(bubble.id, .expired)
        try await fixture.endAgent()
        // A minute passes.
        try SharedConnection(fixture.storePath).write {
            try $0.execute("UPDATE delivered SET nagDue = nagDue - 60000000")
        }
        let agent = try await fixture.startAgent()
        let again = try await server.next(within: 30)
        #expect(again.call.summary == "T")
        try await fixture.waitForDeliveries(2)
        await server.close(again.id, .dismissed)
        _ = try await poll(30, "the end") {
            try await fixture.listed("list", "delivered").isEmpty ? true : nil
        }
        withExtendedLifetime(agent) {}
    }

    @Test(
        arguments: [
            (["--before", "1h"], "a warning comes before a date"),
            (["--in", "1h", "--before", "soon"], "--before \"soon\""),
            (["--nag", "10s"], "--nag \"10s\""),
            (["--nag", "5m", "--level", "passive"], "nag does not go with the level passive"),
        ]
    )
    func whatMakesNoSenseIsRefused(arguments: [String], words: String) async throws {
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(["add", "T"] + arguments)
        #expect(outcome.code == 65)
        #expect(outcome.error.contains(words), "\(outcome.error)")
        #expect(outcome.error.split(separator: "\n").count == 1)
    }
}
