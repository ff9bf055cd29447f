import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

/// relay.conf, which is changed while notify-relay runs.
@Suite(.serialized) struct RelayFileTests {
    @Test(
        "An [Inbox] that is added is followed, one with another topic as well, and a removed one no longer"
    )
    func theInboxIsFollowed() async throws {
        let server = try await RelayTestServer()
        let machine = try await RelayMachine("desktop", server.url)
        try await machine.configure(server.url, ["[Inbox]", "Topic=alerts"])
        try await machine.waitForInbox()
        try await server.publish("x", to: "alerts", "Title: first")
        _ = try await machine.server.call(titled: "first")
        try await machine.change(server.url, ["[Inbox]", "Topic=others"])
        try await Self.publish(to: "others", server, machine, "second")
        // What comes to the topic of before is not shown: nobody follows it.
        try await server.publish("x", to: "alerts", "Title: not shown")
        try await machine.change(server.url, ["[Inbox]", "Topic=others", "Name=home"])
        try await Self.publish(to: "others", server, machine, "third")
        #expect(machine.server.count(titled: "not shown") == 0)
        try await machine.change(server.url, [])
        #expect(machine.owners.elements.compactMap { $0 }.count == 1)
    }

    @Test("A [Phone] that is added gets what is delivered from then on")
    func thePhoneIsServed() async throws {
        let server = try await RelayTestServer()
        let machine = try await RelayMachine("desktop", server.url)
        let phone = try await server.follow("phone")
        try await machine.change(server.url, ["[Phone]", "Topic=phone", "Apps=all"])
        _ = try await machine.desktop.add("Hello", "to the phone")
        _ = try await phone.message(containing: "to the phone")
    }

    @Test("A change that cannot be used is reported, and what was there before stays in use")
    func aWrongChangeIsReported() async throws {
        let server = try await RelayTestServer()
        let machine = try await RelayMachine(
            "desktop",
            server.url,
            lines: ["[Inbox]", "Topic=alerts"]
        )
        try await machine.waitForInbox()
        try await machine.configure(server.url, ["[Inbox]", "Topic=alerts", "Nmae=home"])
        let problem = try await machine.waitForProblem("fileProblem")
        #expect(problem.contains("Nmae"), "\(problem)")
        try await server.publish("x", to: "alerts", "Title: still")
        _ = try await machine.server.call(titled: "still")
        let doctor = try await machine.run("doctor")
        #expect(doctor.output.contains("relay file"), "\(doctor)")
        try await machine.configure(server.url, ["[Inbox]", "Topic=alerts", "Name=home"])
        try await machine.waitForProblem("fileProblem", isSet: false)
    }

    @Test("Another server is used for the group, and machines that are paired stay so")
    func anotherServerIsUsed() async throws {
        let (first, second) = (try await RelayTestServer(), try await RelayTestServer())
        let desktop = try await RelayMachine("desktop", first.url)
        let laptop = try await RelayMachine("laptop", first.url)
        _ = try await desktop.pair(with: laptop)
        for machine in [desktop, laptop] { try await machine.change(second.url, []) }
        try await first.kill()
        try await desktop.send("Moved", to: "laptop")
        _ = try await laptop.server.call(titled: "Moved", within: 60)
    }

    @Test("Without relay.conf notify-relay ends")
    func withoutTheFileItEnds() async throws {
        let server = try await RelayTestServer()
        let machine = try await RelayMachine("desktop", server.url)
        try FileManager.default.removeItem(
            atPath: "\(machine.desktop.directory)/config/notify-schedule/relay.conf"
        )
        _ = try await machine.owners.wait(30, "the end of notify-relay") { owners in
            owners.last == .some(nil) ? true : nil
        }
    }

    /// Publishes until the topic is followed: a server that has the topic from now on shows what comes then.
    private static func publish(
        to topic: String,
        _ server: RelayTestServer,
        _ machine: RelayMachine,
        _ title: String
    ) async throws {
        try await poll(30, "the bubble \(title)") {
            try await server.publish("x", to: topic, "Title: \(title)")
            return machine.server.count(titled: title) > 0 ? true : nil
        }
    }
}

extension RelayMachine {
    /// Writes relay.conf, and waits until it was read.
    func change(_ url: String, _ lines: [String]) async throws {
        let count = reads
        try configure(url, lines)
        try await poll(30, "relay.conf to be read") { reads > count ? true : nil }
    }

    private var reads: Int { log.components(separatedBy: "relay.conf was read again").count }
}
