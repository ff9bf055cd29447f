import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import RelayServers
import TestSupport
import Testing

/// What machines of a group do when the server, the network or another machine is not as it should be.
@Suite(.serialized) struct RelayFaultTests {
    private static func pair(_ server: RelayTestServer) async throws -> (RelayMachine, RelayMachine)
    {
        let desktop = try await RelayMachine("desktop", server.url)
        let laptop = try await RelayMachine("laptop", server.url)
        _ = try await desktop.pair(with: laptop)
        return (desktop, laptop)
    }

    @Test func aPartitionEndsWithWhatIsLeft() async throws {
        let server = try await RelayTestServer()
        let (desktop, laptop) = try await Self.pair(server)
        try await desktop.send("Before", to: "all")
        let before = try await laptop.server.call(titled: "Before")
        try await desktop.waitUntilAcknowledged()
        try await server.kill()
        for machine in [desktop, laptop] { try await machine.waitForProblem() }
        for title in ["Kept", "Withdrawn"] { try await desktop.send(title, to: "all") }
        _ = try await desktop.call("Withdraw", .string(AgentNames.app), .string("Withdrawn"))
        try await laptop.send("Back", to: "desktop")
        await laptop.server.close(before.id)
        try await server.start()
        _ = try await laptop.server.call(titled: "Kept", within: 60)
        _ = try await desktop.server.call(titled: "Back", within: 60)
        for machine in [desktop, laptop] {
            try await machine.waitUntilAcknowledged()
            try await machine.waitForProblem(isSet: false)
        }
        #expect(laptop.server.count(titled: "Withdrawn") == 0)
        #expect(laptop.server.count(titled: "Kept") == 1)
    }

    @Test func aServerThatForgotGetsItAgain() async throws {
        let server = try await RelayTestServer()
        let (desktop, laptop) = try await Self.pair(server)
        try await desktop.send("First", to: "all")
        _ = try await laptop.server.call(titled: "First")
        try await desktop.waitUntilAcknowledged()
        try await laptop.killRelay()
        let kept = try await server.follow(try server.groupTopics())
        let count = kept.messages.elements.count
        try await desktop.send("Kept", to: "all")
        _ = try await kept.messages.wait(30, "the message at the server") { messages in
            messages.count > count ? true : nil
        }
        try await server.clear()
        try await laptop.startRelay()
        _ = try await laptop.server.call(titled: "Kept", within: 60)
        try await desktop.waitUntilAcknowledged()
        #expect(laptop.server.count(titled: "Kept") == 1)
    }

    @Test func strangersMessagesAreDropped() async throws {
        let server = try await RelayTestServer()
        let (desktop, laptop) = try await Self.pair(server)
        try await desktop.send("First", to: "all")
        _ = try await laptop.server.call(titled: "First")
        try await desktop.waitUntilAcknowledged()
        let topics = try server.groupTopics()
        let seen = try await server.follow(topics).messages.elements.map(\.text)
        // Forged ones, and then all real ones once more.
        let forged = (1...100).map { Data("forged \($0)".utf8).base64EncodedString() }
        try await server.publish(forged + seen, to: topics)
        try await desktop.send("Last", to: "all")
        _ = try await laptop.server.call(titled: "Last", within: 60)
        try await desktop.desktop.barrier(desktop.server)
        #expect(laptop.server.calls.elements.map(\.call.summary) == ["First", "Last"])
        let dropped = try await laptop.call("Status")[0]?["dropped"]
        #expect(dropped?["not a message of a group"]?.integer ?? 0 >= 100, "\(dropped as Any)")
        #expect(
            dropped?["received before, or older than 1,024 others"]?.integer ?? 0 >= 1,
            "\(dropped as Any)"
        )
    }

    @Test func whatIsDismissedWithoutTheProgramIsPassedLater() async throws {
        let server = try await RelayTestServer()
        let (desktop, laptop) = try await Self.pair(server)
        let tower = try await RelayMachine("tower", server.url)
        _ = try await desktop.pair(with: tower)
        try await laptop.waitUntilAcknowledged()
        for title in ["Dismissed", "Answered", "Left"] {
            let action = NotificationAction(identifier: "yes", title: "Yes")
            try await desktop.send(title, actions: [action], to: "all")
            _ = try await laptop.server.call(titled: title)
        }
        let there = try await tower.server.call(titled: "Dismissed")
        let answered = try await tower.server.call(titled: "Answered")
        _ = try await tower.server.call(titled: "Left")
        try await desktop.waitUntilAcknowledged()
        try await laptop.killRelay()
        await laptop.server.close(try await laptop.server.call(titled: "Dismissed").id)
        let shown = try await laptop.server.call(titled: "Answered")
        let key = try #require(shown.call.actions.first { $0.label == "Yes" }?.key)
        await laptop.server.click(shown.id, key)
        _ = try await laptop.desktop.waitForResponses(2)
        for _ in 0..<2 {
            try await laptop.startRelay()
            _ = try await tower.server.closings.wait(30, "the closings") { closings in
                closings.contains(there.id) && closings.contains(answered.id) ? true : nil
            }
            try await laptop.waitUntilAcknowledged()
            try await laptop.killRelay()
        }
        #expect(try await desktop.answers.next()["identifier"] == "Answered")
        #expect(desktop.answers.elements.count == 1)
        #expect(tower.server.closings.elements.count == 2)
    }

    @Test func aWrongCertificateIsNamed() async throws {
        let folder = try TemporaryFolder()
        let authority = try await TestAuthority(in: folder.path)
        let stranger = try TemporaryFolder()
        let other = try await TestAuthority(in: stranger.path)
        var setup = RelayTestServer.Setup()
        setup.certificate = try await authority.certificate("good")
        let server = try await RelayTestServer(setup)
        let lines = ["CAFile=\(authority.file)"]
        let desktop = try await RelayMachine("desktop", server.url, lines: lines)
        let laptop = try await RelayMachine("laptop", server.url, lines: lines)
        _ = try await desktop.pair(with: laptop)
        #expect(try await laptop.check().code == 0)
        try await laptop.killRelay()
        for wrong in [[], ["CAFile=\(other.file)"]] {
            try await laptop.configure(server.url, wrong)
            let check = try await laptop.check()
            #expect(check.code == 69, "\(check)")
            #expect(check.error.contains("CAFile="), "\(check)")
            try await laptop.startRelay()
            #expect(try await laptop.waitForProblem().contains("CAFile="))
            try await laptop.killRelay()
        }
    }
}

/// What only a played server does on demand.
@Suite(.serialized) struct RelayServerFaultTests {
    @Test func aWrongTokenIsNamed() async throws {
        var setup = RelayTestServer.Setup()
        setup.token = "tk_right"
        let server = try await RelayTestServer(setup)
        let lines = ["Token=tk_right"]
        let desktop = try await RelayMachine("desktop", server.url, lines: lines)
        let laptop = try await RelayMachine("laptop", server.url, lines: lines)
        _ = try await desktop.pair(with: laptop)
        #expect(try await laptop.check().code == 0)
        try await laptop.killRelay()
        for (wrong, word) in [(["Token=tk_wrong"], "ntfy token add"), ([], "TokenFile=")] {
            try await laptop.configure(server.url, wrong)
            let check = try await laptop.check()
            #expect(check.code == 69, "\(check)")
            #expect(check.error.contains(word), "\(check)")
            try await laptop.startRelay()
            #expect(try await laptop.waitForProblem().contains(word))
            try await laptop.killRelay()
        }
    }

    @Test func aTokenComesFromTheKeyring() async throws {
        var setup = RelayTestServer.Setup()
        setup.token = "tk_right"
        let server = try await RelayTestServer(setup)
        let lines = ["TokenSecret=service=ntfy, user=a \"b\" \\\\ c"]
        let machine = try await RelayMachine("desktop", server.url, lines: lines)
        func problem(_ word: String) async throws {
            let check = try await machine.check()
            #expect(check.code == 69, "\(check)")
            #expect(check.error.contains(word), "\(check)")
        }
        try await problem("the keyring is not there")
        let keyring = try await DesktopKeyring(on: machine)
        try await problem("store it: secret-tool store --label=\"ntfy token\" service ntfy")
        try await keyring.store("tk_right", "service", "ntfy", "user", "a \"b\" \\ c")
        let check = try await machine.check()
        #expect(check.code == 0, "\(check)")
        // The program itself asks again after a while; it was started before there was a keyring.
        try await machine.killRelay()
        try await machine.startRelay()
        let laptop = try await RelayMachine("laptop", server.url, lines: ["Token=tk_right"])
        _ = try await machine.pair(with: laptop)
        try await keyring.lock()
        try await problem("the keyring is locked")
        try await keyring.end()
    }

    @Test func repeatedAndReorderedMessagesAreShownOnce() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine("desktop", server.url)
        let laptop = try await RelayMachine("laptop", server.url)
        _ = try await desktop.pair(with: laptop)
        try await desktop.waitUntilAcknowledged()
        try await server.fault("twice")
        try await desktop.send("First", to: "all")
        _ = try await laptop.server.call(titled: "First")
        try await desktop.waitUntilAcknowledged()
        try await laptop.killRelay()
        try await server.fault("reverse")
        for title in ["Second", "Third"] { try await desktop.send(title, to: "all") }
        try await poll(30, "two messages at the server") {
            try await desktop.waiting() == 2 ? true : nil
        }
        try await laptop.startRelay()
        for title in ["Second", "Third"] { _ = try await laptop.server.call(titled: title) }
        try await desktop.waitUntilAcknowledged()
        try await desktop.send("Last", to: "all")
        _ = try await laptop.server.call(titled: "Last")
        for title in ["First", "Second", "Third"] {
            #expect(laptop.server.count(titled: title) == 1, "\(title)")
        }
    }
}
