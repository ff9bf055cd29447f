import AgentInterface
import AgentTestSupport
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// How the agent meets apps on the bus.
@Suite(.serialized) struct AppBusTests {
    fileprivate static let app = "org.example.Some-App"
    private static let notification = AppNotification(
        request: NotificationRequest(
            appID: app,
            identifier: "one",
            content: NotificationContent(title: "T")
        ),
        date: Instant(seconds: 1_800_000_000)
    )

    @Test func anAppThatTheBusStartsIsActivatedWithTheToken() async throws {
        let bus = try await PrivateBus(activatable: [Self.app: "/bin/false"])
        let peer = try await BusPeer.application(on: bus)
        let link = AppLink(connection: try bus.connect())
        async let isStarted = link.start(Self.app, activationToken: "leave")
        let call = try await peer.calls.next()
        #expect(call.method == "Activate")
        #expect(
            call.parameters[0]
                == .dictionary([
                    ("activation-token", .string("leave")),
                    ("desktop-startup-id", .string("leave")),
                ])
        )
        call.reply()
        #expect(try await isStarted)
    }

    @Test func anAppThatTheBusCannotStartIsAnError() async throws {
        let bus = try await PrivateBus(activatable: [Self.app: "/bin/false"])
        let link = AppLink(connection: try bus.connect())
        await #expect(throws: RequestError.self) {
            try await link.start(Self.app, activationToken: nil)
        }
        #expect(try await !link.start("org.example.Nowhere", activationToken: nil))
        #expect(try await !link.start("/a/path", activationToken: nil))
    }

    @Test func anAppThatDoesNotSayHowIsGivenUp() async throws {
        let bus = try await PrivateBus()
        let peer = try await BusPeer.attachable(on: bus)
        let link = AppLink(connection: try bus.connect(), answerDeadline: .milliseconds(50))
        let name = peer.connection.uniqueName
        await #expect(throws: RequestError.self) {
            try await link.willPresent(Self.notification, at: name)
        }
        #expect(try await peer.calls.next().parameters[0] == Self.notification.record)
    }

    private static let answers: [(Variant, PresentationOptions?)] = [
        (.dictionary([]), nil),
        (PresentationOptions.answer([.banner, .badge]), [.banner, .badge]),
        (PresentationOptions.answer([]), []),
    ]

    @Test(arguments: answers)
    func itsAnswerIsRead(answer: Variant, options: PresentationOptions?) async throws {
        let bus = try await PrivateBus()
        let peer = try await BusPeer.attachable(on: bus)
        let link = AppLink(connection: try bus.connect())
        let name = peer.connection.uniqueName
        async let read = link.willPresent(Self.notification, at: name)
        try await peer.calls.next().reply([answer])
        #expect(try await read == options)
    }

    @Test func anAnswerThatDoesNotHoldIsRefused() {
        #expect(throws: RequestError.self) {
            try PresentationOptions.reading(
                answer: .dictionary([("options", .strings(["banner", "loud"]))])
            )
        }
    }

    /// What an app answers that was built in another way: an answer of another type, or none.
    @Test(
        arguments: [
            ("", []), ("s", [.string("banner")]), ("as", [.strings(["banner"])]),
            ("a{sv}", [.dictionary([("options", .string("banner"))])]),
        ] as [(String, [Variant])]
    )
    func aMalformedAnswerCountsAsNone(type: String, answer: [Variant]) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        let result = type.isEmpty ? "" : "<arg type='\(type)' direction='out'/>"
        let peer = try await BusPeer(
            on: fixture.bus,
            at: AppNames.path,
            interface: AppNames.interface,
            xml: """
                <node><interface name="\(AppNames.interface)">
                <method name="WillPresent"><arg type="a{sv}" direction="in"/>\(result)</method>
                <method name="DidReceive"><arg type="a{sv}" direction="in"/>\(result)</method>
                </interface></node>
                """
        ) { call in
            call.reply(answer)
            return true
        }
        _ = try await peer.connection.call(
            "Attach",
            on: AgentNames.destination,
            .tuple([.string(Self.app)])
        )
        try await fixture.add(Self.notification.request)
        // As if the app had not been asked.
        let shown = try await server.call(titled: "T")
        await server.click(shown.id)
        #expect(try await fixture.waitForResponses().map(\.identifier) == ["one"])
        #expect(try fixture.agentID() == agent.id)
    }

    @Test func whatBecomesOfAResponseIsTold() async throws {
        let bus = try await PrivateBus()
        let peer = try await BusPeer.attachable(on: bus)
        let link = AppLink(connection: try bus.connect())
        let name = peer.connection.uniqueName
        let response = HandedResponse(
            AppResponse(notification: Self.notification, action: "yes", userText: "t"),
            id: 7,
            until: 1_000_000
        )
        async let first = link.didReceive(response, at: name)
        let call = try await peer.calls.next()
        #expect(try HandedResponse(record: call.parameters[0]) == response)
        call.reply()
        #expect(await first == .taken)
        async let second = link.didReceive(response, at: name)
        try await peer.calls.next().fail("org.example.Error", "not now")
        #expect(await second == .refused)
        async let late = link.didReceive(response, at: name)
        try await peer.calls.next().fail("org.notifyschedule.Error.TooLate", "busy")
        #expect(await late == .tooLate)
        // One that was built earlier does not know all the keys.
        async let plain = link.didReceive(response, at: name)
        try await peer.calls.next().fail(RequestError(.malformed, "").busName, "unknown key id")
        let again = try await peer.calls.next()
        #expect(again.parameters[0] == response.response.record)
        again.reply()
        #expect(await plain == .taken)
        for name in [
            RequestError(.malformed, "").busName, "org.freedesktop.DBus.Error.InvalidArgs",
        ] {
            async let end = link.didReceive(response, at: peer.connection.uniqueName)
            for _ in 0..<2 { try await peer.calls.next().fail(name, "no key") }
            #expect(await end == .unreadable("no key"))
        }
        async let third = link.didReceive(response, at: name)
        _ = try await peer.calls.next()
        peer.connection.close()
        #expect(await third == .gone)
        #expect(await link.didReceive(response, at: name) == .gone)
    }

    @Test func aConnectionThatLeavesIsReported() async throws {
        let bus = try await PrivateBus()
        let link = AppLink(connection: try bus.connect())
        let (one, two) = (try bus.connect(), try bus.connect())
        await link.watch(one.uniqueName)
        two.close()
        await link.watch(two.uniqueName)
        var departures = link.departures.makeAsyncIterator()
        #expect(await departures.next() == two.uniqueName)
        one.close()
        #expect(await departures.next() == one.uniqueName)
    }
}

@GLibActor
extension BusPeer {
    fileprivate static func application(on bus: PrivateBus) throws -> BusPeer {
        let peer = try BusPeer(
            on: bus,
            at: "/org/example/Some_App",
            interface: "org.freedesktop.Application",
            xml: """
                <node><interface name="org.freedesktop.Application"><method name="Activate">
                <arg type="a{sv}" direction="in"/></method></interface></node>
                """
        )
        _ = try peer.connection.requestName(AppBusTests.app)
        return peer
    }

    static func attachable(on bus: PrivateBus) throws -> BusPeer {
        try BusPeer(
            on: bus,
            at: AppNames.path,
            interface: AppNames.interface,
            xml: AppNames.interfaceXML
        )
    }
}
