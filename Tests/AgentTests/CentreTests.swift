import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// The list of what was delivered as a notification centre.
@Suite(.serialized) struct CentreTests {
    @Test func againShowsWhatIsInTheListWithLiveButtons() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let recorder = try await CommandRecorder(in: desk)
        try recorder.configure(["x": "\(recorder.program) %o"])
        try await desk.add("Tea", "B", "--id", "tea", "--action", "Go=x:there")
        let first = try await server.next(within: 30)
        _ = try await desk.waitForSignals("Delivered")
        await server.close(first.id, .expired)
        try await desk.barrier(server)
        _ = try await server.next(within: 30)
        let outcome = try await desk.run(["again", "tea"])
        #expect(outcome.output == "shown again tea\n")
        #expect(outcome.code == 0 && outcome.error == "", "\(outcome)")
        let second = try await server.next(within: 30)
        #expect(second.call.withSortedHints == first.call.withSortedHints)
        #expect(second.id != first.id)
        _ = try await desk.waitForSignals("Delivered", 3)
        await server.click(second.id, "action-1")
        #expect(try await recorder.expectCalls(["there"]))
        let gone = try await desk.run(["again", "tea"])
        #expect(gone.code == 65)
        #expect(
            gone.error == "notify-schedule: nothing has the identifier \"tea\"; "
                + "see notify-schedule list\n"
        )
    }

    @Test func againTakesABubbleThatIsThereOffTheScreenFirst() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        try await desk.add("Tea", "--id", "tea")
        let first = try await server.next(within: 30)
        _ = try await desk.waitForSignals("Delivered")
        let outcome = try await desk.run(["again", "tea", "--json"])
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect(
            report == Report(appID: AgentNames.app, identifier: "tea", serverPresent: true)
        )
        let second = try await server.next(within: 30)
        #expect(try await server.closings.next(30) == first.id)
        _ = try await desk.waitForSignals("Delivered", 2)
        // The closed signal of the first is not about the second.
        #expect(try await desk.listed("list", "delivered").map(\.state) == ["shown"])
        await server.close(second.id)
        #expect(try await desk.waitForSignals("Responded")[0].identifier == "tea")
    }

    private struct Report: Decodable, Equatable {
        let appID: String
        let identifier: String
        let serverPresent: Bool
    }

    @Test func againWaitsForAServer() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        try await desk.add("Tea", "--id", "tea")
        _ = try await desk.waitForSignals("Delivered")
        try await desk.add("Later", "--in", "1h", "--id", "later")
        let early = try await desk.run(["again", "later"])
        #expect(early.code == 65)
        #expect(
            early.error == "notify-schedule: \"later\" has not been delivered yet; "
                + "it can be shown again once it has\n"
        )
        await server.stop()
        // Whether the agent knows that the server has gone is told by its status.
        for _ in 0..<1_000 {
            guard try await desk.call("Status")[0]?["server"] != nil else { break }
        }
        let outcome = try await desk.run(["again", "tea"])
        #expect(outcome.code == 0)
        #expect(
            outcome.error == "notify-schedule: warning: no notification server runs; "
                + "it is shown once there is one\n"
        )
        try await server.restart()
        #expect(try await server.waitForCalls(2, within: 30).map(\.call.summary) == ["Tea", "Tea"])
    }

    @Test func dismissClosesTheBubbleAndTellsTheApp() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        try await desk.add("Tea", "--id", "tea", "--every", "1h")
        try await desk.add("Cake", "--id", "cake")
        let shown = try await server.next(within: 30)
        #expect(shown.call.summary == "Cake")
        _ = try await desk.waitForSignals("Delivered")
        let outcome = try await desk.run(["dismiss", "cake", "nobody", "tea"])
        #expect(outcome.code == 65)
        #expect(outcome.output == "dismissed cake\n")
        #expect(
            outcome.error
                == "notify-schedule: not delivered, or gone already: \"nobody\", \"tea\"; "
                + "see notify-schedule list delivered\n"
        )
        #expect(try await server.closings.next(30) == shown.id)
        let response = try await desk.waitForSignals("Responded")[0]
        #expect(response.identifier == "cake")
        #expect(response.action == NotificationAction.dismissIdentifier)
        #expect(try await desk.listed("list", "delivered") == [])
        #expect(try await desk.listed("list").map(\.identifier) == ["tea"])
        let history = try await desk.run(["history", "cake"]).output
        #expect(history.contains("dismissed"))
        // The server's own word about the bubble changes nothing.
        try await desk.barrier(server)
        #expect(desk.signals("Responded").count == 1)
    }

    @Test func dismissReachesOtherApps() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let agent = try await desk.startAgent()
        defer { withExtendedLifetime(agent) {} }
        for app in ["org.example.A", "org.example.B"] {
            for title in ["one", "two"] {
                #expect(try await desk.add(title, for: app) == nil)
                _ = try await server.next(within: 30)
            }
        }
        _ = try await desk.waitForSignals("Delivered", 4)
        let ambiguous = try await desk.run(["dismiss", "one"])
        #expect(ambiguous.code == 65)
        #expect(
            ambiguous.error == "notify-schedule: \"one\" is in several apps; write one of "
                + "org.example.A/one, org.example.B/one\n"
        )
        #expect(
            try await desk.run(["dismiss", "org.example.A/one"]).output
                == "dismissed org.example.A/one\n"
        )
        #expect(try await desk.run(["dismiss", "one"]).output == "dismissed org.example.B/one\n")
        #expect(try await desk.run(["dismiss", "--all"]).error == "nothing was there to dismiss\n")
        #expect(
            try await desk.run(["dismiss", "--prefix", "tw", "--app", "org.example.A"]).output
                == "dismissed org.example.A/two\n"
        )
        #expect(
            try await desk.run(["dismiss", "--all", "--app", "all", "--json"]).output
                == "[\"org.example.B/two\"]\n"
        )
        let usage = try await desk.run(["dismiss", "one", "--app", "all"])
        #expect(usage.code == 64)
        #expect(
            usage.error == "notify-schedule: --app goes with --all and --prefix; "
                + "for one of another app write APP/ID\n"
        )
        #expect(try await desk.run(["dismiss"]).code == 64)
        #expect(
            try await desk.run(["dismis", "x"]).error.contains("did you mean dismiss?")
        )
    }
}
