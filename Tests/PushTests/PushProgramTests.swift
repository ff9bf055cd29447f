import AgentInterface
import Foundation
import GLibBridge
import NotifyCore
import PushMessages
import TestSupport
import Testing

/// The program notify-push on a real bus, between a distributor and an agent that the tests play.
@Suite(.serialized) struct PushProgramTests {
    private static let alert = "{\"aps\":{\"alert\":\"Tea is ready\"}}"

    @Test(arguments: FakeDistributor.Version.allCases)
    func aMessageReachesTheAgent(version: FakeDistributor.Version) async throws {
        let fixture = try await PushFixture()
        let distributor = try await FakeDistributor(on: fixture.bus, version, .rambles)
        let keys = try await fixture.register()
        let asked = distributor.registrations.elements
        #expect(asked.map(\.service) == [PushClient.bus])
        let token = try #require(asked.first?.token)
        #expect(keys.endpoint == FakeDistributor.endpoint(of: token))
        #expect(keys.version == (version == .first ? 1 : 2))
        #expect(keys.distributor == "org.unifiedpush.Distributor.test")
        let text = try await Sender.message("Tea is ready", to: keys.p256dh, keys.auth)
        let acknowledged = try await distributor.send(text, to: token, id: "m1")
        #expect(acknowledged == (version == .first ? nil : "m1"))
        let payload = "{\"aps\":{\"alert\":{\"title\":\"T\",\"body\":\"B\"}},\"any\":\"userInfo\"}"
        let other = try await Sender.message(payload, to: keys.p256dh, keys.auth)
        // The same again, whatever it is called, is not for the agent; nothing authenticates the record size.
        var altered = other
        altered[19] = 1
        for message in [text, other, other, altered] {
            _ = try await distributor.send(message, to: token, id: "m2")
        }
        let deliveries = try await fixture.deliveries.first(2)
        #expect(deliveries.map(\.payload) == [Self.alert, payload])
        #expect(deliveries.map(\.app) == ["org.example.App", "org.example.App"])
        #expect(deliveries.allSatisfy { (1...64).contains($0.key.utf8.count) })
        // A barrier: what was sent before would have come.
        let last = try await Sender.message("last", to: keys.p256dh, keys.auth)
        _ = try await distributor.send(last, to: token)
        #expect(try await fixture.deliveries.first(3)[2].payload.contains("last"))
    }

    @Test func whatCannotBeReadIsAcknowledgedAndDropped() async throws {
        let fixture = try await PushFixture()
        let distributor = try await FakeDistributor(on: fixture.bus, .second)
        let keys = try await fixture.register()
        let token = try #require(distributor.registrations.elements.first?.token)
        let message = try await Sender.message("hello", to: keys.p256dh, keys.auth)
        var changed = message
        changed[message.count - 1] ^= 1
        let noText = try await Sender.message("\n \n", to: keys.p256dh, keys.auth)
        let noPayload = try await Sender.message("{\"aps\":7}", to: keys.p256dh, keys.auth)
        let noJSON = try await Sender.message("{", to: keys.p256dh, keys.auth)
        for bytes in [
            [], Array("plain".utf8), changed, noText, noPayload, noJSON, message + message,
        ] {
            #expect(try await distributor.send(bytes, to: token, id: "x") == "x")
        }
        // Nobody acknowledges what is for another connector.
        #expect(try await distributor.send(message, to: "unknown", id: "x") == nil)
        #expect(try await distributor.send(message, to: "", id: "x") == nil)
        #expect(try await distributor.send(message, to: token, id: "x") == "x")
        #expect(
            try await fixture.deliveries.first(1).map(\.payload).first?.contains("hello") == true
        )
        #expect(fixture.deliveries.elements.count == 1)
    }

    @Test(arguments: FakeDistributor.Version.allCases)
    func registrationsOutliveAKill(version: FakeDistributor.Version) async throws {
        let fixture = try await PushFixture()
        let distributor = try await FakeDistributor(on: fixture.bus, version)
        let keys = try await fixture.register()
        let token = try #require(distributor.registrations.elements.first?.token)
        try await fixture.kill()
        // The message starts notify-push again, which registers again with the same token.
        let message = try await Sender.message("hello", to: keys.p256dh, keys.auth)
        _ = try await distributor.send(message, to: token, id: "1")
        let asked = try await distributor.registrations.wait { $0.count >= 2 ? $0 : nil }
        #expect(Set(asked.map(\.token)) == [token])
        _ = try await fixture.deliveries.first(1)
        #expect(try await fixture.register() == keys)
        // A new process of the distributor, too.
        distributor.connection.close()
        let next = try await FakeDistributor(on: fixture.bus, version)
        #expect(try await next.registrations.first(1).map(\.token) == [token])
    }

    @Test(arguments: ["stored", "delivered"])
    func aKillLosesNothingAndRepeatsNothing(point: String) async throws {
        let fixture = try await PushFixture(isActivatable: false)
        let distributor = try await FakeDistributor(on: fixture.bus, .second)
        let first = try await fixture.start(["NOTIFY_PUSH_CRASH_AT": point])
        let keys = try await fixture.register()
        let token = try #require(distributor.registrations.elements.first?.token)
        let message = try await Sender.message("hello", to: keys.p256dh, keys.auth)
        // At the first point the process ends before it answers.
        let acknowledged = try? await distributor.send(message, to: token, id: "1")
        if point == "stored" { #expect(acknowledged == nil) }
        #expect(try await first.waitForExit().status == .signal(SIGKILL))
        let second = try await fixture.start()
        let number = point == "stored" ? 1 : 2
        let deliveries = try await fixture.deliveries.first(number)
        // The agent takes a key once.
        #expect(Set(deliveries.map(\.key)).count == 1)
        // The distributor sends again what nobody acknowledged.
        #expect(try await distributor.send(message, to: token, id: "1") == "1")
        let last = try await Sender.message("last", to: keys.p256dh, keys.auth)
        #expect(try await distributor.send(last, to: token, id: "2") == "2")
        let all = try await fixture.deliveries.first(number + 1)
        #expect(all.last?.payload.contains("last") == true)
        #expect(Set(all.map(\.key)).count == 2)
        withExtendedLifetime(second) {}
    }

    @Test func aMessageWaitsForTheAgent() async throws {
        let fixture = try await PushFixture(hasAgent: false)
        let distributor = try await FakeDistributor(on: fixture.bus, .second)
        let keys = try await fixture.register()
        let token = try #require(distributor.registrations.elements.first?.token)
        let message = try await Sender.message("hello", to: keys.p256dh, keys.auth)
        #expect(try await distributor.send(message, to: token, id: "1") == "1")
        // An agent that leaves in the middle, one with a full disk, and one that takes it.
        try await fixture.startAgent(.leaves)
        _ = try await fixture.deliveries.first(1)
        try await fixture.startAgent(.refuses("Storage"))
        let deliveries = try await fixture.deliveries.first(3)
        #expect(Set(deliveries.map(\.key)).count == 1)
        // What the agent never takes is not sent again.
        await fixture.answer(by: .refuses("Malformed"))
        let bad = try await Sender.message("bad", to: keys.p256dh, keys.auth)
        let good = try await Sender.message("good", to: keys.p256dh, keys.auth)
        _ = try await distributor.send(bad, to: token, id: "2")
        _ = try await distributor.send(good, to: token, id: "3")
        let all = try await fixture.deliveries.first(5)
        #expect(
            all.suffix(2).map(\.payload)
                == ["bad", "good"].map { "{\"aps\":{\"alert\":\"\($0)\"}}" }
        )
    }

    /// An agent that has not identified notify-push yet does not mean the app.
    @Test func whatIsNotAllowedIsDroppedOfADeniedAppAlone() async throws {
        let fixture = try await PushFixture()
        let distributor = try await FakeDistributor(on: fixture.bus, .second)
        let keys = try await fixture.register()
        let token = try #require(distributor.registrations.elements.first?.token)
        await fixture.answer(by: .refuses("NotAllowed"))
        let message = try await Sender.message("one", to: keys.p256dh, keys.auth)
        _ = try await distributor.send(message, to: token, id: "1")
        let twice = try await fixture.deliveries.first(2)
        #expect(twice[0] == twice[1])
        await fixture.deny()
        for text in ["two", "three"] {
            let message = try await Sender.message(text, to: keys.p256dh, keys.auth)
            _ = try await distributor.send(message, to: token, id: text)
        }
        let all = try await fixture.deliveries.first(4)
        #expect(all[2].payload.contains("two") && all[3].payload.contains("three"))
    }

    @Test func itEndsWhenThereIsNothingToDo() async throws {
        let fixture = try await PushFixture(isActivatable: false)
        let program = try await fixture.start(idle: 1)
        let outcome = try await program.waitForExit()
        #expect(outcome.code == 0, "\(outcome)")
        // A second one gives way.
        let running = try await fixture.start()
        let other = try await PushFixture.program.run([], environment: fixture.bus.environment)
        #expect(other.code == 69, "\(other)")
        running.kill(SIGTERM)
        #expect(try await running.waitForExit().code == 0)
    }

    // MARK: - The commands

    @Test func withoutADistributorTheErrorNamesAPackage() async throws {
        let fixture = try await PushFixture()
        let outcome = try await fixture.run("push", "register")
        #expect(outcome.code == 65)
        #expect(outcome.error.contains("kunifiedpush"))
        #expect(outcome.output.isEmpty)
        let list = try await fixture.run("push", "list", "--json")
        #expect(list.output == "[\n\n]\n")
    }

    @Test(arguments: [
        (FakeDistributor.Behaviour.refuses("VAPID_REQUIRED"), "--vapid"),
        (.refuses("ACTION_REQUIRED"), "log in"), (.mumbles, "not that of UnifiedPush"),
    ])
    func aRefusalNamesTheWayOut(behaviour: FakeDistributor.Behaviour, word: String) async throws {
        let fixture = try await PushFixture()
        for version in FakeDistributor.Version.allCases {
            let distributor = try await FakeDistributor(on: fixture.bus, version, behaviour)
            let outcome = try await fixture.run("push", "register", "a")
            #expect(outcome.code == 65 && outcome.error.contains(word), "\(outcome)")
            #expect(try await distributor.unregistered.first(1).count == 1)
            distributor.connection.close()
            try await poll(30, "the end of the distributor") {
                fixture.client.nameOwner("org.unifiedpush.Distributor.test") == nil ? true : nil
            }
        }
    }

    @Test func aDistributorThatHangsHoldsNobodyElse() async throws {
        let fixture = try await PushFixture()
        let hanging = try await FakeDistributor(on: fixture.bus, .second, name: "a", .hangs)
        let silent = try await FakeDistributor(on: fixture.bus, .second, name: "b", .staysSilent)
        let good = try await FakeDistributor(on: fixture.bus, .first, name: "c")
        let waiting = try ["a", "b"].map { name in
            try PushFixture.command.start(
                ["push", "register", "app.\(name)", "--distributor", name],
                environment: fixture.bus.environment
            )
        }
        _ = try await hanging.registrations.first(1)
        _ = try await silent.registrations.first(1)
        let outcome = try await fixture.run("push", "register", "app.c", "--distributor", "c")
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.output.contains("https://push.example/"))
        // Both still wait; a distributor that goes away ends its call.
        #expect(waiting.allSatisfy { $0.exitStatus == nil })
        hanging.connection.close()
        #expect(try await waiting[0].waitForExit().code == 65)
        // What comes late is not too late.
        let token = try #require(silent.registrations.elements.first?.token)
        await silent.report(FakeDistributor.endpoint(of: token), of: token)
        let late = try await waiting[1].waitForExit()
        #expect(late.code == 0 && late.output.contains(token), "\(late)")
        let list = try await fixture.run("push", "list")
        #expect(list.output.contains("app.b") && list.output.contains("app.c"))
        #expect(!list.output.contains("app.a"))
        withExtendedLifetime(good) {}
    }

    /// Of version 1, so that it lacks version 2 at each call.
    @Test func aDistributorWhoseObjectComesLateIsCalledAgain() async throws {
        let fixture = try await PushFixture()
        let distributor = try await FakeDistributor(on: fixture.bus, .first, .comesLate)
        #expect(try await fixture.register().version == 1)
        #expect(Set(distributor.registrations.elements.map(\.token)).count == 1)
        #expect(distributor.registrations.elements.count == 2)
    }

    @Test func theChoiceIsRemembered() async throws {
        let fixture = try await PushFixture()
        let first = try await FakeDistributor(on: fixture.bus, .second, name: "a")
        let second = try await FakeDistributor(on: fixture.bus, .second, name: "b")
        let named = try await fixture.run(
            "push",
            "register",
            "one",
            environment: ["UNIFIEDPUSH_DISTRIBUTOR": "org.unifiedpush.Distributor.b"]
        )
        #expect(named.code == 0, "\(named)")
        #expect(try await fixture.register("two").distributor.hasSuffix(".b"))
        let unknown = try await fixture.run("push", "register", "three", "--distributor", "nothing")
        #expect(unknown.code == 65 && unknown.error.contains("a, b"), "\(unknown)")
        for name in ["UNIFIEDPUSH_DISTRIBUTOR", "UNIFIED_PUSH_DISTRIBUTOR"] {
            let variable = try await fixture.run(
                "push",
                "register",
                "three",
                environment: [name: "nothing"]
            )
            #expect(variable.code == 65, "\(variable)")
            #expect(variable.error.contains(" \(name) is \"nothing\""), "\(variable)")
            #expect(!variable.error.contains("--distributor"))
        }
        #expect(first.registrations.elements.isEmpty)
        #expect(second.registrations.elements.count == 2)
    }

    @Test func aDistributorThatIsAwayIsNamed() async throws {
        let fixture = try await PushFixture()
        let first = try await FakeDistributor(on: fixture.bus, .second, name: "a")
        let keys = try await fixture.register()
        let second = try await FakeDistributor(on: fixture.bus, .second, name: "b")
        first.connection.close()
        let again = try await fixture.run("push", "register", "org.example.App")
        #expect(again.code == 0 && again.output.contains(keys.endpoint ?? "-"), "\(again)")
        #expect(again.error.contains("--distributor"))
        let list = try await fixture.run("push", "list")
        #expect(list.output.contains("a (away)"), "\(list)")
        #expect(second.registrations.elements.isEmpty)
        let moved = try await fixture.run(
            "push",
            "register",
            "org.example.App",
            "--distributor",
            "b"
        )
        #expect(moved.code == 0 && moved.error.isEmpty, "\(moved)")
        #expect(second.registrations.elements.count == 1)
    }

    @Test func helpFitsTheTerminal() async throws {
        let help = try await PushFixture.program.run(["--help"], environment: [:])
        for line in help.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test func aServersKeyIsCheckedAndPassedOn() async throws {
        let fixture = try await PushFixture()
        let distributor = try await FakeDistributor(on: fixture.bus, .second)
        let wrong = try await fixture.run("push", "register", "a", "--vapid", "abc")
        #expect(wrong.code == 65 && wrong.error.contains("P-256"), "\(wrong)")
        #expect(distributor.registrations.elements.isEmpty)
        let key = Base64.urlText(of: try PushKeyPair().publicKey)
        let right = try await fixture.run("push", "register", "a", "--vapid", key)
        #expect(right.code == 0 && right.output.contains(key), "\(right)")
        #expect(distributor.registrations.elements.map(\.serverKey) == [key])
    }

    @Test func anAppUnregisters() async throws {
        let fixture = try await PushFixture()
        let distributor = try await FakeDistributor(on: fixture.bus, .second)
        let keys = try await fixture.register("a")
        let token = try #require(distributor.registrations.elements.first?.token)
        let outcome = try await fixture.run("push", "remove", "a")
        #expect(outcome.output == "unregistered a\n")
        #expect(try await distributor.unregistered.first(1) == [token])
        let again = try await fixture.run("push", "remove", "a")
        #expect(again.code == 65 && again.error.contains("\"a\""), "\(again)")
        let message = try await Sender.message("late", to: keys.p256dh, keys.auth)
        #expect(try await distributor.send(message, to: token, id: "1") == nil)
        let list = try await fixture.run("push", "list", "--json")
        #expect(list.output == "[\n\n]\n")
    }

    /// As one does whose user chooses another push server.
    @Test(arguments: FakeDistributor.Version.allCases)
    func aDistributorMayEndARegistrationAndGiveAnother(
        version: FakeDistributor.Version
    ) async throws {
        let fixture = try await PushFixture()
        let distributor = try await FakeDistributor(on: fixture.bus, version)
        let keys = try await fixture.register()
        let token = try #require(distributor.registrations.elements.first?.token)
        try await distributor.end(token)
        let ended = try await fixture.run("push", "list")
        #expect(ended.output.contains("not yet"), "\(ended)")
        // The messages that are on their way are still for the app.
        let message = try await Sender.message("late", to: keys.p256dh, keys.auth)
        _ = try await distributor.send(message, to: token, id: "1")
        #expect(try await fixture.deliveries.first(1)[0].payload.contains("late"))
        await distributor.report("https://push.example/other", of: token)
        try await poll(30, "the other endpoint") {
            let list = try await fixture.run("push", "list")
            return list.output.contains("https://push.example/other") ? () : nil
        }
        let next = try await fixture.register()
        #expect(next.p256dh == keys.p256dh && next.auth == keys.auth)
    }

    @Test func itsFilesAreTheUsersAlone() async throws {
        let fixture = try await PushFixture()
        let distributor = try await FakeDistributor(on: fixture.bus, .second)
        _ = try await fixture.register()
        let folder = "\(fixture.bus.directory)/state/notify-schedule"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.contains("push.sqlite"))
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        withExtendedLifetime(distributor) {}
    }
}
