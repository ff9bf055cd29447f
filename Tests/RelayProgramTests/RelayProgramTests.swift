import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// Machines with an agent and notify-relay each, over one server.
@Suite(.serialized) struct RelayProgramTests {
    @Test func whatIsSentIsShownAndGoesTogether() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine("desktop", server.url)
        let laptop = try await RelayMachine("laptop", server.url)
        let tower = try await RelayMachine("tower", server.url)
        let prints = try await desktop.pair(with: laptop)
        #expect(prints[0] == prints[1])
        #expect(prints[0]?.isEmpty == false)
        // The one that came second lets the third in.
        _ = try await laptop.pair(with: tower)
        try await desktop.waitUntilAcknowledged()
        try await poll(30, "the third machine") {
            try await desktop.call("Devices")[0]?.children.count == 2 ? true : nil
        }
        try await desktop.send("Tea is ready", body: "In the blue pot", to: "all")
        let shown = try await laptop.server.call(titled: "Tea is ready")
        let other = try await tower.server.call(titled: "Tea is ready")
        #expect(shown.call.body.contains("In the blue pot"))
        #expect(shown.call.body.contains("desktop") || shown.call.appName == "desktop")
        // Dismissed on one, gone on the other.
        await laptop.server.close(shown.id)
        _ = try await tower.server.closings.wait(30, "the closing") { closings in
            closings.contains(other.id) ? true : nil
        }
        // To one alone.
        try await tower.send("For the laptop", to: "laptop")
        _ = try await laptop.server.call(titled: "For the laptop")
        try await tower.send("For all", to: "all")
        _ = try await desktop.server.call(titled: "For all")
        #expect(desktop.server.count(titled: "For the laptop") == 0)
        #expect(tower.server.count(titled: "For all") == 0)
        // The server has seen none of it.
        let stored = try server.stored()
        for secret in ["Tea is ready", "blue pot", "For the laptop", "laptop", AgentNames.app] {
            #expect(stored.range(of: Data(secret.utf8)) == nil, "\(secret)")
        }
        #expect(!stored.isEmpty)
    }

    @Test func anAnswerReturns() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine("desktop", server.url)
        let laptop = try await RelayMachine("laptop", server.url)
        _ = try await desktop.pair(with: laptop)
        let action = NotificationAction(identifier: "yes", title: "Yes")
        // One that has called nothing, as a program inside a sandbox, which may not.
        let stranger = try desktop.desktop.bus.connect()
        let overheard = Recorder<String>()
        let subscription = await stranger.subscribe(
            to: "Answered",
            interface: RelayClient.interface
        ) { _ in overheard.append("Answered") }
        _ = try await stranger.call("GetId", on: .bus)
        try await desktop.send("Lunch?", identifier: "lunch", actions: [action], to: "laptop")
        let shown = try await laptop.server.call(titled: "Lunch?")
        let key = try #require(shown.call.actions.first { $0.label == "Yes" }?.key)
        await laptop.server.click(shown.id, key)
        let answer = try await desktop.answers.next()
        #expect(
            answer == [
                "appID": AgentNames.app, "identifier": "lunch", "device": "laptop",
                "action": "yes",
            ]
        )
        // What was sent before has arrived.
        _ = try await stranger.call("GetId", on: .bus)
        #expect(overheard.elements.isEmpty)
        withExtendedLifetime(subscription) {}
    }

    /// The others forgot it while it was away, and the message that says so is gone.
    @Test func aMachineThatDoesNotKnowThatItWasRemovedPairsAgain() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine("desktop", server.url)
        let laptop = try await RelayMachine("laptop", server.url)
        _ = try await desktop.pair(with: laptop)
        try await laptop.killRelay()
        _ = try await desktop.call("Forget", .string("laptop"))
        try await server.clear()
        try await laptop.startRelay()
        let code = try await desktop.call("Pair")[0]?.string ?? ""
        _ = try await laptop.call("Join", .string(code))
        for machine in [desktop, laptop] {
            let result = try await machine.pairings.next()
            #expect(result["outcome"] == "failed")
            #expect(result["message"]?.contains("was removed from") == true, "\(result)")
            #expect(result["message"]?.contains("once more") == true, "\(result)")
        }
        _ = try await desktop.pair(with: laptop)
        try await desktop.send("Hello again", to: "laptop")
        _ = try await laptop.server.call(titled: "Hello again", within: 60)
    }

    @Test func whatWasDismissedMeanwhileIsNotShown() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine("desktop", server.url)
        let laptop = try await RelayMachine("laptop", server.url)
        let tower = try await RelayMachine("tower", server.url)
        _ = try await desktop.pair(with: laptop)
        _ = try await desktop.pair(with: tower)
        try await laptop.waitUntilAcknowledged()
        try await tower.killRelay()
        for number in 1...2 {
            let title = "Message \(number)"
            try await desktop.desktop.add(title, "--id", title)
            _ = try await desktop.server.call(titled: title)
        }
        for number in 1...6 { try await desktop.send("Message \(number)", to: "all") }
        for number in 1...2 {
            let shown = try await laptop.server.call(titled: "Message \(number)")
            await laptop.server.close(shown.id)
        }
        _ = try await laptop.server.call(titled: "Message 6")
        // The sender's own copies go by the same messages that wait for the third machine.
        _ = try await desktop.server.closings.wait(30, "the withdrawals") { closings in
            closings.count >= 2 ? true : nil
        }
        try await tower.startRelay()
        let title = "4 notifications came while this machine was away"
        let summary = try await tower.server.call(titled: title)
        for number in 3...6 { #expect(summary.call.body.contains("Message \(number)")) }
        try await desktop.send("Later", to: "tower")
        _ = try await tower.server.call(titled: "Later")
        // Besides the question about the laptop, which the desktop had let in before.
        let shown = tower.server.calls.elements.map(\.call.summary)
        #expect(shown.filter { $0 != "laptop is in your relay group" } == [title, "Later"])
    }

    @Test func mirroredAppsAppearOnTheOther() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine(
            "desktop",
            server.url,
            "Mirror=\(AgentNames.app)"
        )
        let laptop = try await RelayMachine("laptop", server.url)
        _ = try await desktop.pair(with: laptop)
        try await desktop.desktop.add("Mirrored", "Both")
        let here = try await desktop.server.call(titled: "Mirrored")
        let there = try await laptop.server.call(titled: "Mirrored")
        await laptop.server.close(there.id)
        _ = try await desktop.server.closings.wait(30, "the closing") { closings in
            closings.contains(here.id) ? true : nil
        }
    }

    @Test("What an app with private texts shows or sends is private on other machines as well")
    func privateApps() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine(
            "desktop",
            server.url,
            "Mirror=\(AgentNames.app)"
        )
        let laptop = try await RelayMachine("laptop", server.url)
        _ = try await desktop.pair(with: laptop)
        func scope(_ title: String) async throws -> String? {
            let call = try await laptop.server.call(titled: title).call
            return call.hints.first { $0.name == "x-gnome-privacy-scope" }?.value.string
        }
        try await desktop.send("Open", to: "laptop")
        #expect(try await scope("Open") == nil)
        let outcome = try await desktop.desktop.run([
            "apps", "allow", AgentNames.app, "--private",
        ])
        #expect(outcome.code == 0, "\(outcome)")
        try await desktop.send("Sent", to: "laptop")
        #expect(try await scope("Sent") == "user")
        try await desktop.desktop.add("Mirrored", "Both")
        #expect(try await scope("Mirrored") == "user")
    }

    @Test func aForgottenMachineHearsNothingMore() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine("desktop", server.url)
        let laptop = try await RelayMachine("laptop", server.url)
        let stolen = try await RelayMachine("stolen", server.url)
        _ = try await desktop.pair(with: laptop)
        _ = try await desktop.pair(with: stolen)
        try await laptop.waitUntilAcknowledged()
        _ = try await desktop.call("Forget", .string("stolen"))
        try await desktop.waitUntilAcknowledged()
        try await desktop.send("Secret", to: "all")
        _ = try await laptop.server.call(titled: "Secret")
        try await laptop.send("Back", to: "desktop")
        _ = try await desktop.server.call(titled: "Back")
        await #expect(throws: GLibError.self) {
            try await stolen.send("Let me in", to: "all")
            try await stolen.waitUntilAcknowledged(1)
        }
        // When it entered, it was asked about the laptop.
        let shown = stolen.server.calls.elements.map(\.call.summary)
        #expect(shown.allSatisfy { $0 == "laptop is in your relay group" }, "\(shown)")
        #expect(desktop.server.count(titled: "Let me in") == 0)
    }

    @Test func errorsNameTheWayOut() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine("desktop", server.url)
        let alone = await #expect(throws: GLibError.self) {
            try await desktop.send("x", to: "all")
        }
        #expect(alone?.message.contains("relay pair") == true, "\(alone as Any)")
        let code = await #expect(throws: GLibError.self) {
            try await desktop.call("Join", .string("hello"))
        }
        #expect(code?.message.contains("pairing code") == true)
        // A program without a file, with a wrong one, and without a server.
        let bus = try await PrivateBus()
        let missing = try await RelayMachine.program.run(environment: bus.environment)
        #expect(missing.code == 78)
        #expect(missing.error.contains("relay.conf"))
        let folder = "\(bus.directory)/config/notify-schedule"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        #if NATS
        let engine = ("Server=nats://example.org", "tls://")
        #else
        let engine = ("Server=tls://example.org", "--traits Programs,NATS")
        #endif
        for (line, word) in [
            engine, ("Server=tls://a\n[Phone]\nTopic=t\nApps=all", "[Phone] needs an ntfy server"),
            ("Server=http://example.org", "TLS"), ("Sever=https://a", "did you mean Server?"),
            ("Server=https://a\nName=a b", "Name="), ("Server=https://a\nDismiss=x", "Dismiss="),
            ("Server=https://a\nTokenFile=x", "TokenFile="),
            ("Server=https://a\nCAFile=/nonexistent", "CAFile="),
            ("Server=https://a\nMaxMessage=5", "message-size-limit"),
        ] {
            try "[Relay]\n\(line)\n".write(
                toFile: "\(folder)/relay.conf",
                atomically: true,
                encoding: .utf8
            )
            let outcome = try await RelayMachine.program.run(environment: bus.environment)
            #expect(outcome.code == 78, "\(outcome)")
            #expect(outcome.error.contains(word), "\(outcome)")
        }
        try "[Relay]\nServer=\(server.url)\n".write(
            toFile: "\(folder)/relay.conf",
            atomically: true,
            encoding: .utf8
        )
        let check = try await RelayMachine.program.run(
            ["--check"],
            environment: bus.environment
        )
        #expect(check.code == 0, "\(check)")
        try await server.kill()
        let down = try await RelayMachine.program.run(
            ["--check"],
            environment: bus.environment
        )
        #expect(down.code == 69, "\(down)")
        #expect(down.error.contains(server.url))
    }
}
