import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// The list of what was delivered as a notification centre.
@Suite(.serialized) struct CentreTests {
    @Test func againShowsWhatIsInTheListWithLiveButtons() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["x": "\(recorder.program) %o"])
        try await fixture.add("Tea", "B", "--id", "tea", "--action", "Go=x:there")
        let first = try await server.next(within: 30)
        try await fixture.waitForDeliveries()
        await server.close(first.id, .expired)
        try await fixture.barrier(server)
        _ = try await server.next(within: 30)
        let outcome = try await fixture.run(["again", "tea"])
        #expect(outcome.output == "shown again tea\n")
        #expect(outcome.code == 0 && outcome.error == "", "\(outcome)")
        let second = try await server.next(within: 30)
        #expect(second.call.withSortedHints == first.call.withSortedHints)
        #expect(second.id != first.id)
        try await fixture.waitForDeliveries(3)
        await server.click(second.id, "action-1")
        #expect(try await recorder.expectCalls(["there"]))
        let gone = try await fixture.run(["again", "tea"])
        #expect(gone.code == 65)
        #expect(
            gone.error == "notify-schedule: unknown identifier \"tea\"; "
                + "see notify-schedule list\n"
        )
    }

    @Test func againTakesABubbleThatIsThereOffTheScreenFirst() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Tea", "--id", "tea")
        let first = try await server.next(within: 30)
        try await fixture.waitForDeliveries()
        let outcome = try await fixture.run(["again", "tea", "--json"])
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect(
            report == Report(appID: AgentNames.app, identifier: "tea", serverPresent: true)
        )
        let second = try await server.next(within: 30)
        #expect(try await server.closings.next(30) == first.id)
        try await fixture.waitForDeliveries(2)
        // The closed signal of the first is not about the second.
        #expect(try await fixture.listed("list", "delivered").map(\.state) == ["shown"])
        await server.close(second.id)
        #expect(try await fixture.waitForResponses()[0].identifier == "tea")
    }

    private struct Report: Decodable, Equatable {
        let appID: String
        let identifier: String
        let serverPresent: Bool
    }

    @Test func againWaitsForAServer() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Tea", "--id", "tea")
        try await fixture.waitForDeliveries()
        try await fixture.add("Later", "--in", "1h", "--id", "later")
        let early = try await fixture.run(["again", "later"])
        #expect(early.code == 65)
        #expect(
            early.error == "notify-schedule: \"later\" has not been delivered yet; "
                + "it can be shown again once it has\n"
        )
        await server.stop()
        // The agent's status shows whether it knows that the server is gone.
        for _ in 0..<1_000 {
            guard try await fixture.call("Status")[0]?["server"] != nil else { break }
        }
        let outcome = try await fixture.run(["again", "tea"])
        #expect(outcome.code == 0)
        #expect(
            outcome.error == "notify-schedule: warning: no notification server is running; "
                + "it is shown once one starts\n"
        )
        try await server.restart()
        #expect(try await server.waitForCalls(2, within: 30).map(\.call.summary) == ["Tea", "Tea"])
    }

    @Test func dismissClosesTheBubbleAndTellsTheApp() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Tea", "--id", "tea", "--every", "1h")
        try await fixture.add("Cake", "--id", "cake")
        let shown = try await server.next(within: 30)
        #expect(shown.call.summary == "Cake")
        try await fixture.waitForDeliveries()
        let outcome = try await fixture.run(["dismiss", "cake", "nobody", "tea"])
        #expect(outcome.code == 65)
        #expect(outcome.output == "dismissed cake\n")
        #expect(
            outcome.error
                == "notify-schedule: not delivered, or dismissed already: \"nobody\", \"tea\"; "
                + "see notify-schedule list delivered\n"
        )
        #expect(try await server.closings.next(30) == shown.id)
        let response = try await fixture.waitForResponses()[0]
        #expect(response.identifier == "cake")
        #expect(response.event == "dismissed")
        #expect(try await fixture.listed("list", "delivered") == [])
        #expect(try await fixture.listed("list").map(\.identifier) == ["tea"])
        let history = try await fixture.run(["history", "cake"]).output
        #expect(history.contains("dismissed"))
        // The server's own word about the bubble changes nothing.
        try await fixture.barrier(server)
        #expect(fixture.responses.count == 1)
    }

    @Test func dismissReachesOtherApps() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        defer { withExtendedLifetime(agent) {} }
        for app in ["org.example.A", "org.example.B"] {
            for title in ["one", "two"] {
                #expect(try await fixture.add(title, for: app) == nil)
                _ = try await server.next(within: 30)
            }
        }
        try await fixture.waitForDeliveries(4)
        let ambiguous = try await fixture.run(["dismiss", "one"])
        #expect(ambiguous.code == 65)
        #expect(
            ambiguous.error == "notify-schedule: \"one\" is in several apps; write one of "
                + "org.example.A/one, org.example.B/one\n"
        )
        #expect(
            try await fixture.run(["dismiss", "org.example.A/one"]).output
                == "dismissed org.example.A/one\n"
        )
        #expect(
            try await fixture.run(["dismiss", "one"]).output == "dismissed org.example.B/one\n"
        )
        #expect(try await fixture.run(["dismiss", "--all"]).error == "nothing to dismiss\n")
        #expect(
            try await fixture.run(["dismiss", "--prefix", "tw", "--app", "org.example.A"]).output
                == "dismissed org.example.A/two\n"
        )
        #expect(
            try await fixture.run(["dismiss", "--all", "--app", "all", "--json"]).output
                == "[\"org.example.B/two\"]\n"
        )
        let usage = try await fixture.run(["dismiss", "one", "--app", "all"])
        #expect(usage.code == 64)
        #expect(
            usage.error == "notify-schedule: --app is for --all and --prefix; "
                + "for a request of another app write APP/ID\n"
        )
        #expect(try await fixture.run(["dismiss"]).code == 64)
        #expect(
            try await fixture.run(["dismis", "x"]).error.contains("did you mean dismiss?")
        )
    }
}
