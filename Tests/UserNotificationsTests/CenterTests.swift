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
        // NOTIFY_STORM=1250 makes it ten thousand.
        let count = ProcessInfo.processInfo.environment["NOTIFY_STORM"].flatMap(Int.init) ?? 250
        stage.tell("storm \(count)")
        let all = count * 8
        try await stage.app.waitForOutput(
            "storm: ok \(all) failed 0 ordered true kept \(all) ordered true\n",
            within: 300
        )
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
            "storm: ok 400 failed 0 ordered true kept 400 ordered true\n",
            within: 60
        )
    }

    @Test(arguments: ["closure", "async"])
    func theDelegateHearsEachActOnce(form: String) async throws {
        let stage = try await AppStage(profile: .plasma)
        try await stage.tell("categories", "categories: 2")
        try await stage.tell("listen \(form)", "listening: 2")
        await stage.server.click(try await stage.show("one", "question"))
        #expect(
            stage.server.calls.elements[0].call.actions.map(\.key)
                == ["default", "yes", "inline-reply"]
        )
        try await stage.app.waitForOutput("heard: \(form) one DefaultActionIdentifier 7 plain main")
        await stage.server.click(try await stage.show("two", "question"), "yes")
        try await stage.app.waitForOutput("heard: \(form) two yes 7 plain main")
        await stage.server.reply(try await stage.show("three", "question"), "typed")
        try await stage.app.waitForOutput("heard: \(form) three text 7 typed main")
        // A dismissal counts only where the category asks for it.
        await stage.server.close(try await stage.show("four", "quiet"), .dismissed)
        await stage.server.close(try await stage.show("five", "question"), .dismissed)
        let output = try await stage.app.waitForOutput(
            "heard: \(form) five DismissActionIdentifier 7 plain main"
        )
        #expect(output.split(separator: "\n").count { $0.hasPrefix("heard:") } == 4)
    }

    @Test(arguments: ["thread", "main", "handler"])
    func whatWasAddedRightBeforeTheEndIsKept(way: String) async throws {
        let stage = try await AppStage()
        try await stage.tell("add first 3600", "added: first ok")
        stage.tell("leave last \(way)")
        #expect(try await stage.app.waitForExit().status == .code(3))
        #expect(try stage.pending() == ["first", "last"])
    }

    @Test func anEndWithoutABusIsQuick() async throws {
        let stage = try await AppStage(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
        stage.tell("leave last thread")
        #expect(try await stage.app.waitForExit().status == .code(3))
    }

    @Test func anAttachmentMovesIntoTheStoreAndGoesWithItsRequest() async throws {
        let stage = try await AppStage()
        let bytes = Data([0x89, 0x50, 0x4E, 0x47]) + Data(count: 70_000)
        try bytes.write(to: URL(fileURLWithPath: "\(stage.bus.directory)/p"))
        let kept = try await stage.keeps("attach one \(stage.bus.directory)/p", "one", "moved")
        #expect(kept.hasSuffix("/p"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: kept)) == bytes)
        // What comes from the store can be added again, and each request has a file of its own.
        let again = try await stage.keeps("attach-again one two", "two", "stays")
        #expect(again != kept)
        stage.tell("remove-pending one")
        try await stage.tell("pending", "pending: two")
        // Nobody waits for the end of files.
        let files = FileManager.default
        let folder = URL(fileURLWithPath: again).deletingLastPathComponent()
            .deletingLastPathComponent()
        try await waitForChange(of: folder.path, "the end of the first one's file") {
            !files.fileExists(atPath: kept)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: again)) == bytes)
        stage.tell("remove-all")
        try await stage.tell("pending", "pending: ")
        try await waitForChange(of: folder.path, "the end of all files") {
            (try? files.contentsOfDirectory(atPath: folder.path)) == []
        }
        try await stage.tell("attach one /nonexistent", "attached: one UNError 100")
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
