import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// Private texts while the session is locked, with real processes.
@Suite(.serialized) struct HiddenTextTests {
    private let fixture: AgentFixture
    private let server: FakeNotificationServer
    private let logind: FakeLogind
    private let agent: RunningProgram

    init() async throws {
        fixture = try await AgentFixture()
        server = try await FakeNotificationServer(on: fixture.bus)
        logind = try await FakeLogind(on: fixture.bus, isLocked: true)
        // The fixture's bus is the system's, too.
        agent = try await fixture.startAgent(["DBUS_SYSTEM_BUS_ADDRESS": fixture.bus.address])
    }

    private func icon(_ call: NotifyCall) -> String? {
        call.hints.first { $0.name == "image-path" }?.value.string
    }

    @Test("The bubble of --private has no texts and buttons of its own before the unlock")
    func content() async throws {
        try await fixture.add(
            "Ann",
            "Meet me at nine",
            "--private",
            "--subtitle",
            "About the surprise",
            "--icon",
            "emblem-favorite",
            "--hint",
            "string:x-example:secret",
            "--action",
            "Reply to Ann=https://example.org/ann",
            "--id",
            "one"
        )
        let hidden = try await server.next(within: 30)
        #expect(hidden.call.summary == "Notify Schedule")
        #expect(hidden.call.body == "Notification")
        #expect(!"\(hidden.call)".contains("Ann"))
        #expect(!"\(hidden.call)".contains("surprise"))
        #expect(!"\(hidden.call)".contains("secret"))
        #expect(icon(hidden.call) == nil)
        try await fixture.waitForDeliveries()
        // The command shows it: a locked screen is not in the way of who is logged in.
        #expect(try await fixture.run(["show", "one"]).output.contains("Meet me at nine"))
        try await logind.set(isLocked: false)
        let shown = try await server.next(within: 30)
        #expect(shown.call.replacesID == hidden.id)
        #expect(shown.call.summary == "Ann")
        #expect(shown.call.body == "About the surprise\nMeet me at nine")
        #expect(shown.call.actions.map(\.label).contains("Reply to Ann"))
        // Its sound was played the first time.
        #expect(shown.call.hints.contains { $0.name == "suppress-sound" })
        try await fixture.add("Bob", "--private")
        #expect(try await server.next(within: 30).call.summary == "Bob")
    }

    @Test("apps allow --private hides the texts of an app, until that is taken back")
    func app() async throws {
        let app = "org.example.Bank"
        let allowed = try await fixture.run(["apps", "allow", app, "--private"])
        #expect(
            allowed.output == "allowed \(app), its texts hidden while the session is locked\n"
        )
        try await fixture.add("Balance", "1,000 left", "--app", app)
        let hidden = try await server.next(within: 30).call
        #expect(hidden.body == "Notification")
        #expect(!"\(hidden)".contains("Balance"))
        let list = try await fixture.run(["apps"]).output
        #expect(list.contains("allowed, private"), "\(list)")
        #expect(try await fixture.run(["apps", "--json"]).output.contains("\"private\" : true"))
        // Another setting does not take it back, and neither does an answer.
        for options in [["--through-dnd"], ["--no-through-dnd"], []] {
            let again = try await fixture.run(["apps", "allow", app] + options)
            #expect(again.output.contains("its texts hidden"), "\(again)")
        }
        #expect(try await fixture.run(["apps"]).output.contains("allowed, private"))
        let open = try await fixture.run(["apps", "allow", app, "--no-private"])
        #expect(open.output == "allowed \(app)\n")
        try await fixture.add("Open", "--app", app)
        #expect(try await server.next(within: 30).call.summary == "Open")
    }
}
