import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import RelayServers
import TestSupport
import Testing

/// Plain messages of a topic, shown by a machine with `[Inbox]`.
@Suite(.serialized) struct InboxTests {
    private static func machine(
        _ server: RelayTestServer,
        _ lines: String...
    ) async throws -> RelayMachine {
        let machine = try await RelayMachine(
            "desktop",
            server.url,
            lines: ["[Inbox]", "Topic=alerts", "Name=home"] + lines
        )
        try await machine.waitForInbox()
        return machine
    }

    @Test func aPlainMessageIsShown() async throws {
        let server = try await RelayTestServer()
        try await server.publish("old", to: "alerts")
        let machine = try await Self.machine(server)
        try await server.publish(
            "<b>sda1</b> is at 95 %",
            to: "alerts",
            "Title: Disk full",
            "Priority: 5",
            "Tags: warning,disk",
            "Click: https://example.org/disk",
            "Actions: view, Look, https://example.org/look; view, File, file:///etc/passwd"
        )
        let shown = try await machine.server.call(titled: "Disk full").call
        #expect(shown.body.contains("warning, disk · ntfy · home"))
        #expect(shown.body.contains("&lt;b&gt;sda1") || shown.body.contains("<b>sda1"))
        #expect(shown.appName == "ntfy · home")
        #expect(shown.actions.map(\.label).contains("Look"))
        #expect(!shown.actions.map(\.label).contains("File"))
        try await poll(30, "the line of the log") {
            await machine.log.contains("file:///etc/passwd") ? true : nil
        }
        try await server.publish("no title", to: "alerts")
        let bare = try await machine.server.call(titled: "home").call
        #expect(bare.body.contains("no title"))
        // What came before the first start is not shown, nor is it sent to other machines.
        #expect(machine.server.calls.elements.count == 2)
        #expect(try await machine.call("Status")[0]?["inboxProblem"] == nil)
    }

    @Test func aRestartShowsEachMessageOnce() async throws {
        let server = try await RelayTestServer()
        let machine = try await Self.machine(server)
        try await server.publish("1", to: "alerts", "Title: first")
        _ = try await machine.server.call(titled: "first")
        try await machine.killRelay()
        for title in ["second", "third"] {
            try await server.publish("x", to: "alerts", "Title: \(title)")
        }
        try await machine.startRelay()
        _ = try await machine.server.call(titled: "third")
        // The server goes, and comes without what it has kept.
        try await server.kill()
        try await machine.waitForProblem("inboxProblem")
        try await server.clear()
        try await machine.waitForProblem("inboxProblem", isSet: false)
        try await server.publish("x", to: "alerts", "Title: fourth")
        _ = try await machine.server.call(titled: "fourth", within: 60)
        // In the middle of storing that it was shown.
        try await machine.killRelay()
        for number in 1...6 { try await server.publish("m\(number)", to: "alerts") }
        try await machine.startRelay()
        let summary = try await machine.server.call(
            titled: "6 notifications came while this machine was away"
        )
        for number in 1...6 {
            #expect(summary.call.body.contains("home: m\(number) · ntfy · home"))
        }
        try await machine.desktop.barrier(machine.server)
        for title in ["first", "second", "third", "fourth"] {
            #expect(machine.server.count(titled: title) == 1, "\(title)")
        }
        #expect(machine.server.calls.elements.count == 6)
    }

    @Test func aFloodIsBounded() async throws {
        let server = try await RelayTestServer()
        let machine = try await Self.machine(server, "MaxPerHour=3")
        try await server.publish((1...200).map { "flood \($0)" }, to: ["alerts"])
        try await poll(30, "the limit") {
            await machine.log.contains("further ones are dropped") ? true : nil
        }
        // What the user's own programs show still comes.
        try await machine.desktop.barrier(machine.server)
        #expect(machine.server.count(titled: "home") == 3)
    }

    @Test func theCheckTriesTheTopics() async throws {
        let server = try await RelayTestServer()
        let machine = try await RelayMachine(
            "desktop",
            server.url,
            lines: ["[Inbox]", "Topic=alerts", "[Phone]", "Topic=phone", "Apps=all"]
        )
        let phone = try await server.follow("phone")
        let check = try await machine.check()
        #expect(check.code == 0, "\(check)")
        let message = try await phone.message(containing: "notify-relay --check on desktop")
        #expect(message.priority == 1)
    }
}

/// What only a played server does on demand.
@Suite(.serialized) struct InboxServerFaultTests {
    @Test(arguments: [(2, "[Inbox]"), (4, "[Phone]")])
    func aTopicOfSomebodyElseIsNamed(before: Int, group: String) async throws {
        let server = try await RelayTestServer()
        let machine = try await RelayMachine(
            "desktop",
            server.url,
            lines: ["[Inbox]", "Topic=alerts", "[Phone]", "Topic=phone", "Apps=all"]
        )
        try await machine.waitForInbox()
        try await machine.killRelay()
        // The check of the server itself takes two requests, and that of the inbox two more.
        try await server.fault("status \(before) 200")
        try await server.fault("status 1 403")
        let check = try await machine.check()
        #expect(check.code == 69, "\(check)")
        #expect(check.error.contains(group), "\(check)")
    }

    @Test func whatIsRepeatedIsShownOnce() async throws {
        let server = try await RelayTestServer()
        let machine = try await RelayMachine(
            "desktop",
            server.url,
            lines: ["[Inbox]", "Topic=alerts"]
        )
        try await machine.waitForInbox()
        try await server.fault("twice")
        try await server.publish("x", to: "alerts", "Title: first")
        _ = try await machine.server.call(titled: "first")
        try await machine.killRelay()
        try await server.fault("reverse")
        for title in ["second", "third"] {
            try await server.publish("x", to: "alerts", "Title: \(title)")
        }
        try await machine.startRelay()
        for title in ["second", "third"] { _ = try await machine.server.call(titled: title) }
        try await server.publish("x", to: "alerts", "Title: last")
        _ = try await machine.server.call(titled: "last")
        try await machine.desktop.barrier(machine.server)
        #expect(machine.server.calls.elements.count == 5)
    }
}
