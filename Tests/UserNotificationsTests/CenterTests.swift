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

    private static let ask = "[Permission]\nDefault=ask\n"

    @Test func whoIsAskedDecides() async throws {
        let stage = try await AppStage(configuration: Self.ask)
        // Not determined, and what the server could do is not allowed.
        try await stage.tell("settings", "settings: 0 1 0 1 0")
        try await stage.tell("add early 60", "added: early UNError 1")
        stage.tell("authorize")
        let question = try await stage.server.next(within: 30)
        #expect(question.call.summary == "org.example.Sample")
        // Other calls do not wait for the user.
        try await stage.tell("pending", "pending: ")
        await stage.server.click(question.id, "allow")
        try await stage.app.waitForOutput("authorized: true ok\n", within: 30)
        try await stage.tell("settings", "settings: 2 2 0 2 1")
        try await stage.tell("add later 60", "added: later ok")
        try await stage.tell("authorize", "authorized: true ok")
        #expect(stage.server.calls.elements.count == 1)
    }

    @Test func whoIsDeniedGetsApplesError() async throws {
        let stage = try await AppStage(configuration: Self.ask)
        stage.tell("authorize")
        await stage.server.click(try await stage.server.next(within: 30).id, "deny")
        try await stage.app.waitForOutput("authorized: false ok\n", within: 30)
        try await stage.tell("settings", "settings: 1 1 0 1 0")
        try await stage.tell("add later 60", "added: later UNError 1")
        try await stage.tell("authorize", "authorized: false ok")
    }

    @Test func provisionalPermissionCountsForTheNextCall() async throws {
        let stage = try await AppStage(configuration: Self.ask)
        stage.tell("authorize provisional")
        stage.tell("add quiet now")
        try await stage.app.waitForOutput("authorized: true ok\n", within: 30)
        try await stage.app.waitForOutput("added: quiet ok\n", within: 30)
        try await stage.tell("settings", "settings: 3 1 0 1 0")
        try await stage.tell("delivered", "delivered: quiet")
        #expect(stage.server.calls.elements == [])
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
