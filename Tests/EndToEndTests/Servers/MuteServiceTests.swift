import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// A service that has its name and never answers: what is due comes all the same.
@Suite(.serialized) struct MuteServiceTests {
    private static let propertiesXML = """
        <node><interface name="org.freedesktop.DBus.Properties"><method name="Get">
        <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/>
        </method><method name="GetAll"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/>
        </method></interface></node>
        """

    /// Takes a name and keeps every call to an object of it.
    private static func mute(
        _ name: String,
        at path: String,
        interface: String = "org.freedesktop.DBus.Properties",
        xml: String = propertiesXML,
        on bus: PrivateBus
    ) async throws -> BusPeer {
        let peer = try await BusPeer(on: bus, at: path, interface: interface, xml: xml)
        _ = try peer.connection.requestName(name)
        return peer
    }

    private static func muteLogind(on bus: PrivateBus) async throws -> BusPeer {
        try await mute(
            "org.freedesktop.login1",
            at: "/org/freedesktop/login1/session/auto",
            on: bus
        )
    }

    /// Something is due, and somebody asks.
    private static func expectLife(
        _ fixture: AgentFixture,
        _ server: FakeNotificationServer
    ) async throws {
        try await fixture.add("Due", "--in", "1s")
        let due = try await server.call(titled: "Due")
        // A late one says when it was due.
        #expect(due.call.body == "")
        #expect(try await fixture.run(["list"]).code == 0)
    }

    private static func environment(_ fixture: AgentFixture) -> [String: String] {
        ["DBUS_SYSTEM_BUS_ADDRESS": fixture.bus.address]
    }

    @Test func logind() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let logind = try await Self.muteLogind(on: fixture.bus)
        let agent = try await fixture.startAgent(Self.environment(fixture))
        try await fixture.addBill()
        await server.click(try await server.call(titled: "Bill").id, "pay")
        _ = try await logind.calls.next()
        try await Self.expectLife(fixture, server)
        withExtendedLifetime(agent) {}
    }

    @Test(
        "A private one comes without its texts while logind is busy, and with them after its answer"
    )
    func busyLogind() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let logind = try await Self.muteLogind(on: fixture.bus)
        let agent = try await fixture.startAgent(Self.environment(fixture))
        try await fixture.add("Secret", "--private")
        let question = try await logind.calls.next()
        let hidden = try await server.next(within: 30).call
        #expect(hidden.body == "Notification")
        try await Self.expectLife(fixture, server)
        // The agent looks once more by itself, for an unlock while the bubble was on its way.
        _ = try await logind.calls.next()
        // The answer is still in time for the bus, and has the session looked at again.
        let unlocked = [Variant.variant(.boolean(false))]
        question.reply(unlocked)
        let answers = Task {
            while true { try await logind.calls.next().reply(unlocked) }
        }
        defer { answers.cancel() }
        #expect(try await server.call(titled: "Secret").call.summary == "Secret")
        withExtendedLifetime(agent) {}
    }

    @Test func geoClue() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let geoclue = try await Self.mute(
            "org.freedesktop.GeoClue2",
            at: "/org/freedesktop/GeoClue2/Manager",
            interface: "org.freedesktop.GeoClue2.Manager",
            xml: """
                <node><interface name="org.freedesktop.GeoClue2.Manager"><method name="GetClient">
                <arg type="o" direction="out"/></method></interface></node>
                """,
            on: fixture.bus
        )
        let agent = try await fixture.startAgent(Self.environment(fixture))
        try await fixture.add("Office", "--near", "52.52,13.405,200", "--id", "office")
        _ = try await geoclue.calls.next()
        try await Self.expectLife(fixture, server)
        withExtendedLifetime(agent) {}
    }

    /// There is nothing to show anything on; whoever asks is answered, and what is due waits.
    @Test func portal() async throws {
        let fixture = try await AgentFixture()
        let portal = try await Self.mute(
            "org.freedesktop.portal.Desktop",
            at: "/org/freedesktop/portal/desktop",
            on: fixture.bus
        )
        let agent = try await fixture.startAgent(["NOTIFY_SCHEDULE_PORTAL": "always"])
        try await fixture.add("Due", "--in", "1s", "--id", "due")
        #expect(try await fixture.listed("list").map(\.identifier) == ["due"])
        #expect(try await fixture.run(["agent", "stop"]).code == 0)
        #expect(try await agent.waitForExit().code == 0)
        withExtendedLifetime(portal) {}
    }
}
