import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// What a program sees of a server, on a connection of its own.
private final class Desktop: Sendable {
    let bus: PrivateBus
    let double: FakeNotificationServer
    let client: BusConnection
    let signals = Recorder<String>()
    let subscription: BusSubscription

    @GLibActor init(as profile: ServerProfile = .gnomeShell) async throws {
        bus = try await PrivateBus()
        client = try bus.connect()
        let signals = signals
        subscription = client.subscribe(
            to: nil,
            interface: NotificationServer.name,
            sender: NotificationServer.name
        ) { signals.append("\($0.name) \($0.parameters)") }
        double = try await FakeNotificationServer(on: bus, as: profile)
    }

    static let destination = BusDestination(
        name: NotificationServer.name,
        path: NotificationServer.path,
        interface: NotificationServer.name
    )

    func ask(
        _ method: String,
        _ parameters: Variant = .tuple([])
    ) async throws(GLibError) -> Variant {
        try await client.call(method, on: Self.destination, parameters)
    }

    static func arguments(
        _ summary: String,
        replacing id: UInt32 = 0,
        actions: [String] = [],
        hints: [(key: String, value: Variant)] = [],
        expireTimeout: Int32 = -1
    ) -> Variant {
        .tuple([
            .string("App"), .uint32(id), .string("icon"), .string(summary), .string("body"),
            .strings(actions), .dictionary(hints), .int32(expireTimeout),
        ])
    }

    /// A signal's text, given its name and its second argument.
    static func aboutFirst(_ text: String) -> String {
        let parts = text.split(separator: " ", maxSplits: 1)
        return "\(parts[0]) (1, \(parts[1]))"
    }

    func notify(_ summary: String, replacing id: UInt32 = 0) async throws(GLibError) -> Int64? {
        try await ask("Notify", Self.arguments(summary, replacing: id))[0]?.integer
    }
}

@Suite struct NotificationServerTests {
    @Test func aWholeCallIsRecorded() async throws {
        let desktop = try await Desktop()
        let hints: [(key: String, value: Variant)] = [
            ("urgency", .byte(2)), ("desktop-entry", .string("org.example.App")),
            ("transient", .boolean(true)),
        ]
        let reply = try await desktop.ask(
            "Notify",
            Desktop.arguments(
                "Grüße",
                replacing: 9,
                actions: ["default", "Open", "a", "A & B", "odd one out"],
                hints: hints,
                expireTimeout: 1500
            )
        )
        #expect(reply == .tuple([.uint32(1)]))
        let expected = NotifyCall(
            sender: desktop.client.uniqueName,
            appName: "App",
            replacesID: 9,
            icon: "icon",
            summary: "Grüße",
            body: "body",
            actions: [
                NotifyCall.Action(key: "default", label: "Open"),
                NotifyCall.Action(key: "a", label: "A & B"),
            ],
            hints: hints.map { NotifyCall.Hint(name: $0.key, value: $0.value) },
            expireTimeout: 1500
        )
        #expect(
            try await desktop.double.next()
                == FakeNotificationServer.Received(call: expected, id: 1)
        )
        #expect(expected.hint("urgency") == .byte(2))
        #expect(expected.hasDefaultAction)
        #expect(expected.buttons.map(\.key) == ["a"])
    }

    @Test func idsAscendAndAreReplaced() async throws {
        let desktop = try await Desktop()
        #expect(try await desktop.notify("a") == 1)
        #expect(try await desktop.notify("b") == 2)
        #expect(try await desktop.notify("a again", replacing: 1) == 1)
        await desktop.double.close(1)
        #expect(try await desktop.notify("too late", replacing: 1) == 3)
        #expect(try await desktop.notify("c") == 4)
    }

    @Test func aProfileMayKeepUnknownIDs() async throws {
        let desktop = try await Desktop(as: .dunst)
        #expect(try await desktop.notify("a", replacing: 77) == 77)
    }

    @Test(arguments: [
        ServerProfile.gnomeShell, .plasma, .dunst, .notificationDaemon, .plain,
        .plain.with(capabilities: []),
    ])
    func profilesTellWhatTheyAre(profile: ServerProfile) async throws {
        let desktop = try await Desktop(as: profile)
        let identity = profile.identity
        #expect(
            try await desktop.ask("GetServerInformation")
                == .tuple([
                    .string(identity.name), .string(identity.vendor), .string(identity.version),
                    .string(identity.specVersion),
                ])
        )
        #expect(
            try await desktop.ask("GetCapabilities") == .tuple([.strings(profile.capabilities)])
        )
    }

    @Test(arguments: [
        (
            ServerProfile.gnomeShell, FakeNotificationServer.SignalOrder.actionFirst,
            ["ActivationToken 't'", "ActionInvoked 'a'", "NotificationClosed 2"]
        ),
        (
            .plasma, .actionFirst,
            ["ActivationToken 't'", "ActionInvoked 'a'", "NotificationClosed 3"]
        ),
        (
            .notificationDaemon.with(audience: .sender), .closedFirst,
            ["NotificationClosed 2", "ActionInvoked 'a'"]
        ),
        (.dunst, .actionFirst, ["ActionInvoked 'a'"]),
    ])
    func aClickSendsWhatTheServerSends(
        profile: ServerProfile,
        order: FakeNotificationServer.SignalOrder,
        expected: [String]
    ) async throws {
        let desktop = try await Desktop(as: profile)
        #expect(try await desktop.notify("x") == 1)
        await desktop.double.click(1, "a", token: "t", order: order)
        #expect(try await desktop.notify("y") == 2)
        await desktop.double.reply(2, "end")
        let signals = try await desktop.signals.first(expected.count + 1)
        #expect(signals == expected.map(Desktop.aboutFirst) + ["NotificationReplied (2, 'end')"])
    }

    @Test(arguments: [SignalAudience.everyone, .sender])
    func signalsGoToEveryoneOrToTheSender(audience: SignalAudience) async throws {
        let desktop = try await Desktop(as: .plain.with(audience: audience))
        let other = try desktop.bus.connect()
        #expect(try await desktop.notify("mine") == 1)
        let reply = try await other.call(
            "Notify",
            on: Desktop.destination,
            Desktop.arguments("the other's")
        )
        #expect(reply[0]?.integer == 2)
        await desktop.double.close(2, .expired)
        await desktop.double.close(1)
        let mine = "NotificationClosed (1, 2)"
        let others = "NotificationClosed (2, 1)"
        switch audience {
        case .everyone: #expect(try await desktop.signals.first(2) == [others, mine])
        case .sender: #expect(try await desktop.signals.first(1) == [mine])
        }
    }

    @Test func aProgramClosesItsBubble() async throws {
        let desktop = try await Desktop()
        #expect(try await desktop.notify("x") == 1)
        #expect(try await desktop.ask("CloseNotification", .tuple([.uint32(1)])) == .tuple([]))
        #expect(try await desktop.ask("CloseNotification", .tuple([.uint32(8)])) == .tuple([]))
        #expect(desktop.double.closings.elements == [1, 8])
        #expect(try await desktop.signals.next() == "NotificationClosed (1, 3)")
        #expect(desktop.signals.elements.count == 1)
    }

    @Test func anErrorAndAZeroArePlayed() async throws {
        let desktop = try await Desktop()
        await desktop.double.setBehaviour(.fail(name: "org.example.Full", message: "too many"))
        do {
            _ = try await desktop.notify("x")
            Issue.record("shown")
        } catch {
            #expect(error.remoteName == "org.example.Full")
            #expect(error.message == "too many")
        }
        await desktop.double.setBehaviour(.answer(0))
        #expect(try await desktop.notify("y") == 0)
        #expect(desktop.double.calls.elements.map(\.id) == [0, 0])
    }

    @Test func aHangingServerAnswersLate() async throws {
        let desktop = try await Desktop()
        await desktop.double.setBehaviour(.hang)
        async let first = desktop.notify("first")
        _ = try await desktop.double.waitForCalls(1)
        async let second = desktop.notify("second")
        let calls = try await desktop.double.waitForCalls(2)
        #expect(calls.map(\.id) == [1, 2])
        do {
            _ = try await desktop.client.call(
                "GetCapabilities",
                on: Desktop.destination,
                deadline: .milliseconds(50)
            )
            Issue.record("answered")
        } catch {
            #expect(error.isTimeout)
        }
        await desktop.double.release()
        #expect(try await first == 1)
        #expect(try await second == 2)
        #expect(try await desktop.notify("third") == 3)
    }

    @Test func anOwnerChangeStartsIDsAnew() async throws {
        let desktop = try await Desktop()
        let owners = Recorder<String?>()
        let watch = await desktop.client.watchName(NotificationServer.name) { owners.append($0) }
        #expect(try await desktop.notify("x") == 1)
        try await desktop.double.changeOwner(to: .plasma)
        // The name's first owner may be reported, too, if the watch started before its signal arrived.
        let owner = try await owners.wait(10, "the new owner") { owners in
            owners.drop { $0 != nil }.dropFirst().first.flatMap { $0 }
        }
        let name = await desktop.double.uniqueName
        #expect(owner == name)
        #expect(try await desktop.notify("y") == 1)
        #expect(try await desktop.ask("GetServerInformation")[0]?.string == "Plasma")
        withExtendedLifetime(watch) {}
    }

    @Test func aCrashLeavesTheCallerWithAnError() async throws {
        let desktop = try await Desktop()
        await desktop.double.setBehaviour(.hang)
        async let answer = desktop.notify("x")
        _ = try await desktop.double.next()
        await desktop.double.crash()
        do {
            _ = try await answer
            Issue.record("answered")
        } catch {
            #expect((error as? GLibError)?.remoteName == "org.freedesktop.DBus.Error.NoReply")
        }
        try await desktop.double.restart()
        await desktop.double.setBehaviour(.show)
        #expect(try await desktop.notify("y") == 1)
    }

    @Test func aSecondServerIsToldWhoRuns() async throws {
        let desktop = try await Desktop()
        do {
            _ = try await FakeNotificationServer(on: desktop.bus)
            Issue.record("started")
        } catch let ServerStartError.nameTaken(holder, processID) {
            #expect(await holder == desktop.double.uniqueName)
            #expect(processID != nil)
        }
        #expect(try await desktop.notify("x") == 1)
    }

    @Test func theBusGoesAndComesBack() async throws {
        let desktop = try await Desktop()
        desktop.bus.kill()
        try await desktop.bus.restart()
        try await desktop.double.restart()
        let client = try desktop.bus.connect()
        let reply = try await client.call("GetCapabilities", on: Desktop.destination)
        #expect(reply[0]?.strings == ServerProfile.gnomeShell.capabilities)
    }
}
