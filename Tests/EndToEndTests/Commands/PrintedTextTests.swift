import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// What strangers wrote, in all that the command prints and the agent logs.
@Suite(.serialized) struct PrintedTextTests {
    /// Moves the cursor, sets a title, turns the text around, and hides.
    private static let hostile =
        "A\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{202E}\u{2066}\u{200B}\rB\nnotify-schedule: all is well"

    /// Whether a text has nothing but what is seen, and ends of its own lines.
    private static func isPrintable(_ text: String) -> Bool {
        text.printable == text && !text.contains("\nnotify-schedule: all is well")
    }

    private static func server(
        _ fixture: AgentFixture,
        _ behaviour: FakeNotificationServer.Behaviour = .show
    ) async throws -> FakeNotificationServer {
        var profile = ServerProfile.standard
        profile.identity = ServerIdentity(name: hostile, vendor: hostile, version: hostile)
        profile.capabilities.append(hostile)
        return try await FakeNotificationServer(on: fixture.bus, as: profile, behaviour: behaviour)
    }

    @Test func theServersNameIsPrintable() async throws {
        let fixture = try await AgentFixture()
        let server = try await Self.server(fixture)
        let log = try await fixture.startAgent(["NOTIFY_SCHEDULE_LOG": "trace"])
        try await fixture.add("T", "--id", "t")
        _ = try await server.call(titled: "T")
        for verb in [["agent", "status"], ["doctor"], ["show", "t"], ["list", "delivered"]] {
            let outcome = try await fixture.run(verb)
            #expect(Self.isPrintable(outcome.output), "\(verb) \(outcome.output)")
            #expect(Self.isPrintable(outcome.error), "\(verb) \(outcome.error)")
        }
        let status = try await fixture.run(["agent", "status"])
        #expect(status.output.contains("server    A<U+001B>]0;owned<U+0007><U+001B>[2J<U+009B>31m"))
        #expect(Self.isPrintable(log.error), "\(log.error)")
        let json = try await fixture.run(["agent", "status", "--json"]).output
        #expect(Self.isPrintable(json))
        struct Status: Decodable {
            struct Server: Decodable { let name: String }
            let server: Server
        }
        let status2 = try JSONDecoder().decode(Status.self, from: Data(json.utf8))
        #expect(Array(status2.server.name.utf8) == Array(Self.hostile.utf8))
    }

    @Test func theServersErrorIsPrintable() async throws {
        let fixture = try await AgentFixture()
        let server = try await Self.server(
            fixture,
            .fail(name: "org.example.Error.No", message: Self.hostile)
        )
        let log = try await fixture.startAgent(["NOTIFY_SCHEDULE_LOG": "trace"])
        let watch = try AgentFixture.command.start(
            ["watch"],
            environment: fixture.bus.environment(timeZone: AgentFixture.timeZone)
        )
        let json = try AgentFixture.command.start(
            ["watch", "--json"],
            environment: fixture.bus.environment(timeZone: AgentFixture.timeZone)
        )
        for running in [watch, json] {
            // What is added before it hears is not for it.
            for _ in 0..<200 where running.output.isEmpty {
                try await fixture.add("H", "--id", "h", "--in", "1h")
            }
            #expect(!running.output.isEmpty)
        }
        try await fixture.add("T", "--id", "t")
        try await watch.waitForOutput("refused by the notification server", within: 30)
        try await json.waitForOutput("\"refused\"", within: 30)
        for verb in [["history"], ["show", "t"], ["history", "--json"], ["add", "W", "--wait"]] {
            let outcome = try await fixture.run(verb)
            #expect(Self.isPrintable(outcome.output), "\(verb) \(outcome.output)")
            #expect(Self.isPrintable(outcome.error), "\(verb) \(outcome.error)")
            #expect((outcome.output + outcome.error).contains("owned"), "\(verb)")
        }
        #expect(Self.isPrintable(watch.output), "\(watch.output)")
        #expect(Self.isPrintable(json.output), "\(json.output)")
        #expect(Self.isPrintable(log.error), "\(log.error)")
        #expect(log.error.contains("owned"))
        withExtendedLifetime(server) {}
    }

    /// What an app may choose: its id, the identifier, the title and the text.
    @Test func whatAnAppChoseIsPrintable() async throws {
        let fixture = try await AgentFixture()
        let server = try await Self.server(fixture)
        let turned = "x\u{202E}gnp.\u{200B}y"
        try await fixture.add("Start", "--in", "1h", "--id", "start")
        let request = NotificationRequest(
            appID: turned,
            identifier: turned,
            content: NotificationContent(
                title: turned,
                subtitle: turned,
                body: "\(turned)\n\(turned)"
            ),
            trigger: .timeInterval(microseconds: 3_600_000_000, repeats: true),
            actions: [NotificationAction(identifier: turned, title: turned, url: "x:\u{202E}y")],
            openURL: "x:\u{202E}y"
        )
        _ = try await fixture.client.call(
            "Add",
            on: AgentNames.destination,
            .tuple([request.record])
        )
        let verbs = [
            ["list"], ["show", turned], ["next", turned], ["simulate"], ["apps"], ["history"],
            ["skip", turned], ["pause", "\(turned)/\(turned)"], ["resume", "\(turned)/\(turned)"],
            ["snooze", turned, "10m"], ["apps", "allow", turned], ["show", "y\(turned)"],
            ["open", "x:\u{202E}y"], ["open", turned], ["list", "--app", turned],
            ["list", "--app", "y\(turned)"], ["dismiss", turned], ["export"], [turned],
            ["list", "--json"], ["show", turned, "--json"], ["list", turned],
            ["list", "--\(turned)"],
            ["remove", "\(turned)/\(turned)"],
        ]
        for verb in verbs {
            let outcome = try await fixture.run(verb)
            #expect(Self.isPrintable(outcome.output), "\(verb) \(outcome.output)")
            #expect(Self.isPrintable(outcome.error), "\(verb) \(outcome.error)")
        }
        withExtendedLifetime(server) {}
    }

    /// An error of the bus, from whoever owns the agent's name.
    @Test func theBussErrorIsPrintable() async throws {
        let fixture = try await AgentFixture()
        let peer = try await BusPeer(
            on: fixture.bus,
            at: AgentNames.path,
            interface: AgentNames.interface,
            xml: AgentNames.interfaceXML,
            answer: { call in
                call.fail("org.example.Error.No", Self.hostile)
                return true
            }
        )
        #expect(try peer.connection.requestName(AgentNames.bus) == .owned)
        for verb in [["list"], ["add", "T"], ["agent", "status"], ["remove", "x"]] {
            let outcome = try await fixture.run(verb)
            #expect(outcome.error.contains("owned"))
            #expect(Self.isPrintable(outcome.error), "\(verb) \(outcome.error)")
        }
    }
}
