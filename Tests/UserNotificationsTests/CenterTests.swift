import Foundation
import NotificationServer
import TestSupport
import Testing

/// The center in a process of its own, against the real agent.
@Suite(.serialized) struct CenterTests {
    @Test func addedOnesAreListedAndRemovedFromTheirOwnList() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("add later 3600", "added: later ok")
        try await fixture.tell("add another 3600", "added: another ok")
        _ = try await fixture.show("now")
        #expect(fixture.server.calls.elements.map(\.call.summary) == ["title of now"])
        try await fixture.tell("add later 7200", "added: later ok")
        try await fixture.tell("pending", "pending: another,later")
        try await fixture.tell("delivered", "delivered: now")
        fixture.tell("remove-pending now")
        fixture.tell("remove-pending another")
        fixture.tell("remove-delivered later")
        try await fixture.tell("pending", "pending: later")
        try await fixture.tell("delivered", "delivered: now")
        fixture.tell("remove-delivered now")
        try await fixture.tell("delivered", "delivered: ")
        fixture.tell("remove-all")
        try await fixture.tell("pending", "pending: ")
    }

    @Test func refusalsAreApplesErrors() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("add zero 0", "added: zero UNError 1400")
        try await fixture.tell("add negative -5", "added: negative UNError 1400")
        try await fixture.tell("badge -1", "badge: UNError 1600")
        try await fixture.tell("badge 3", "badge: ok")
        try await fixture.tell("authorize", "authorized: true ok")
        try await fixture.tell("pending", "pending: ")
    }

    @Test func aHandlerNeedsNoThreadOfTheCaller() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("wait", "status: 2\nwaited")
    }

    @Test func whatIsKeptComesBackEqual() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("round-trip", "equal: true")
    }

    @Test func manyThreadsLoseNothing() async throws {
        let fixture = try await AppFixture()
        // NOTIFY_STORM=1250 makes it ten thousand.
        let count = ProcessInfo.processInfo.environment["NOTIFY_STORM"].flatMap(Int.init) ?? 250
        fixture.tell("storm \(count)")
        let all = count * 8
        try await fixture.app.waitForOutput(
            "storm: ok \(all) failed 0 ordered true kept \(all) ordered true\n",
            within: 300
        )
    }

    @Test func anAgentThatIsKilledCostsNoHandlerAndNoRequest() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("add first 3600", "added: first ok")
        fixture.tell("storm 50")
        for count in [100, 250] {
            try await fixture.app.waitForOutput("storm at \(count)\n", within: 30)
            try fixture.killAgent()
        }
        try await fixture.app.waitForOutput(
            "storm: ok 400 failed 0 ordered true kept 400 ordered true\n",
            within: 60
        )
    }

    @Test(arguments: ["closure", "async"])
    func theDelegateHearsEachActOnce(form: String) async throws {
        let fixture = try await AppFixture(profile: .plasma)
        try await fixture.tell("categories", "categories: 2")
        try await fixture.tell("listen \(form)", "listening: 2")
        await fixture.server.click(try await fixture.show("one", "question"))
        #expect(
            fixture.server.calls.elements[0].call.actions.map(\.key)
                == ["default", "yes", "inline-reply"]
        )
        try await fixture.app.waitForOutput(
            "heard: \(form) one DefaultActionIdentifier 7 plain main"
        )
        await fixture.server.click(try await fixture.show("two", "question"), "yes")
        try await fixture.app.waitForOutput("heard: \(form) two yes 7 plain main")
        await fixture.server.reply(try await fixture.show("three", "question"), "typed")
        try await fixture.app.waitForOutput("heard: \(form) three text 7 typed main")
        // A dismissal counts only where the category asks for it.
        await fixture.server.close(try await fixture.show("four", "quiet"), .dismissed)
        await fixture.server.close(try await fixture.show("five", "question"), .dismissed)
        let output = try await fixture.app.waitForOutput(
            "heard: \(form) five DismissActionIdentifier 7 plain main"
        )
        #expect(output.split(separator: "\n").count { $0.hasPrefix("heard:") } == 4)
    }

    @Test(arguments: ["thread", "main", "handler"])
    func whatWasAddedRightBeforeTheEndIsKept(way: String) async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("add first 3600", "added: first ok")
        fixture.tell("leave last \(way)")
        #expect(try await fixture.app.waitForExit().status == .code(3))
        #expect(try fixture.pending() == ["first", "last"])
    }

    @Test func anEndWithoutABusIsQuick() async throws {
        let fixture = try await AppFixture(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
        fixture.tell("leave last thread")
        #expect(try await fixture.app.waitForExit().status == .code(3))
    }

    @Test func anAttachmentMovesIntoTheStoreAndGoesWithItsRequest() async throws {
        let fixture = try await AppFixture()
        let bytes = Data([0x89, 0x50, 0x4E, 0x47]) + Data(count: 70_000)
        try bytes.write(to: URL(fileURLWithPath: "\(fixture.bus.directory)/p"))
        let kept = try await fixture.keeps("attach one \(fixture.bus.directory)/p", "one", "moved")
        #expect(kept.hasSuffix("/p"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: kept)) == bytes)
        // What comes from the store can be added again, and each request has a file of its own.
        let again = try await fixture.keeps("attach-again one two", "two", "stays")
        #expect(again != kept)
        fixture.tell("remove-pending one")
        try await fixture.tell("pending", "pending: two")
        // Nobody waits for the end of files.
        let files = FileManager.default
        let folder = URL(fileURLWithPath: again).deletingLastPathComponent()
            .deletingLastPathComponent()
        try await waitForChange(of: folder.path, "the end of the first one's file") {
            !files.fileExists(atPath: kept)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: again)) == bytes)
        fixture.tell("remove-all")
        try await fixture.tell("pending", "pending: ")
        try await waitForChange(of: folder.path, "the end of all files") {
            (try? files.contentsOfDirectory(atPath: folder.path)) == []
        }
        try await fixture.tell("attach one /nonexistent", "attached: one UNError 100")
    }

    private static let ask = "[Permission]\nDefault=ask\n"

    @Test func whoIsAskedDecides() async throws {
        let fixture = try await AppFixture(configuration: Self.ask)
        // Not determined, and what the server could do is not allowed.
        try await fixture.tell("settings", "settings: 0 1 0 1 0")
        try await fixture.tell("add early 60", "added: early UNError 1")
        fixture.tell("authorize")
        let question = try await fixture.server.next(within: 30)
        #expect(question.call.summary == "org.example.Sample")
        // Other calls do not wait for the user.
        try await fixture.tell("pending", "pending: ")
        await fixture.server.click(question.id, "allow")
        try await fixture.app.waitForOutput("authorized: true ok\n", within: 30)
        try await fixture.tell("settings", "settings: 2 2 0 2 1")
        try await fixture.tell("add later 60", "added: later ok")
        try await fixture.tell("authorize", "authorized: true ok")
        #expect(fixture.server.calls.elements.count == 1)
    }

    @Test func whoIsDeniedGetsApplesError() async throws {
        let fixture = try await AppFixture(configuration: Self.ask)
        fixture.tell("authorize")
        await fixture.server.click(try await fixture.server.next(within: 30).id, "deny")
        try await fixture.app.waitForOutput("authorized: false ok\n", within: 30)
        try await fixture.tell("settings", "settings: 1 1 0 1 0")
        try await fixture.tell("add later 60", "added: later UNError 1")
        try await fixture.tell("authorize", "authorized: false ok")
    }

    @Test func provisionalPermissionCountsForTheNextCall() async throws {
        let fixture = try await AppFixture(configuration: Self.ask)
        fixture.tell("authorize provisional")
        fixture.tell("add quiet now")
        try await fixture.app.waitForOutput("authorized: true ok\n", within: 30)
        try await fixture.app.waitForOutput("added: quiet ok\n", within: 30)
        try await fixture.tell("settings", "settings: 3 1 0 1 0")
        try await fixture.tell("delivered", "delivered: quiet")
        #expect(fixture.server.calls.elements == [])
    }

    @Test func categoriesHoldInAnotherRunOfTheApp() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("same-categories", "same: false")
        try await fixture.tell("categories", "categories: 2")
        let other = try fixture.anotherRun()
        other.write("same-categories\n")
        try await other.waitForOutput("same: true\n", within: 30)
    }

    @Test func withoutABusEachHandlerGetsAnError() async throws {
        let fixture = try await AppFixture(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
        fixture.tell("add one 60")
        let output = try await fixture.app.waitForOutput("added: one")
        #expect(!output.contains("added: one ok"))
        try await fixture.tell("pending", "pending: ")
    }
}
