import Foundation
import NotificationServer
import TestSupport
import Testing

/// The center in a process of its own, against the real agent.
@Suite(.serialized) struct CenterTests {
    @Test func addedOnesAreListedAndRemovedFromTheirOwnList() async throws {
        let stage = try await AppStage()
        try await stage.tell("add later 3600", "added: later ok")
        try await stage.tell("add another 3600", "added: another ok")
        _ = try await stage.show("now")
        #expect(stage.server.calls.elements.map(\.call.summary) == ["title of now"])
        try await stage.tell("add later 7200", "added: later ok")
        try await stage.tell("pending", "pending: another,later")
        try await stage.tell("delivered", "delivered: now")
        stage.tell("remove-pending now")
        stage.tell("remove-pending another")
        stage.tell("remove-delivered later")
        try await stage.tell("pending", "pending: later")
        try await stage.tell("delivered", "delivered: now")
        stage.tell("remove-delivered now")
        try await stage.tell("delivered", "delivered: ")
        stage.tell("remove-all")
        try await stage.tell("pending", "pending: ")
    }

    @Test func refusalsAreApplesErrors() async throws {
        let stage = try await AppStage()
        try await stage.tell("add zero 0", "added: zero UNError 1400")
        try await stage.tell("add negative -5", "added: negative UNError 1400")
        try await stage.tell("badge -1", "badge: UNError 1600")
        try await stage.tell("badge 3", "badge: ok")
        try await stage.tell("authorize", "authorized: true ok")
        try await stage.tell("pending", "pending: ")
    }

    @Test func aHandlerNeedsNoThreadOfTheCaller() async throws {
        let stage = try await AppStage()
        try await stage.tell("wait", "status: 2\nwaited")
    }

    @Test func whatIsKeptComesBackEqual() async throws {
        let stage = try await AppStage()
        try await stage.tell("round-trip", "equal: true")
    }

    @Test func manyThreadsLoseNothing() async throws {
        let stage = try await AppStage()
        try await stage.tell("storm 50", "storm: ok 400 failed 0 ordered true kept 400")
    }

    @Test func anAgentThatIsKilledCostsNoHandlerAndNoRequest() async throws {
        let stage = try await AppStage()
        try await stage.tell("add first 3600", "added: first ok")
        stage.tell("storm 50")
        for count in [100, 250] {
            try await stage.app.waitForOutput("storm at \(count)\n", within: 30)
            try stage.killAgent()
        }
        try await stage.app.waitForOutput(
            "storm: ok 400 failed 0 ordered true kept 400\n",
            within: 60
        )
    }

    @Test(arguments: ["closure", "async"])
    func theDelegateHearsEachActOnce(form: String) async throws {
        let stage = try await AppStage()
        try await stage.tell("categories", "categories: 2")
        try await stage.tell("listen \(form)", "listening: 2")
        await stage.server.click(try await stage.show("one", "question"))
        #expect(
            stage.server.calls.elements[0].call.actions.map(\.key) == ["default", "yes", "text"]
        )
        try await stage.app.waitForOutput("heard: \(form) one DefaultActionIdentifier 7 plain main")
        for (name, action, kind) in [("two", "yes", "plain"), ("three", "text", "text")] {
            await stage.server.click(try await stage.show(name, "question"), action)
            try await stage.app.waitForOutput("heard: \(form) \(name) \(action) 7 \(kind) main")
        }
        // A dismissal counts only where the category asks for it.
        await stage.server.close(try await stage.show("four", "quiet"), .dismissed)
        await stage.server.close(try await stage.show("five", "question"), .dismissed)
        let output = try await stage.app.waitForOutput(
            "heard: \(form) five DismissActionIdentifier 7 plain main"
        )
        #expect(output.split(separator: "\n").count { $0.hasPrefix("heard:") } == 4)
    }

    @Test func categoriesHoldInAnotherRunOfTheApp() async throws {
        let stage = try await AppStage()
        try await stage.tell("same-categories", "same: false")
        try await stage.tell("categories", "categories: 2")
        let other = try stage.anotherRun()
        other.write("same-categories\n")
        try await other.waitForOutput("same: true\n", within: 30)
    }

    @Test func withoutABusEachHandlerGetsAnError() async throws {
        let stage = try await AppStage(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
        stage.tell("add one 60")
        let output = try await stage.app.waitForOutput("added: one")
        #expect(!output.contains("added: one ok"))
        try await stage.tell("pending", "pending: ")
    }
}
