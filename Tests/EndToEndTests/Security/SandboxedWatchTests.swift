import AgentInterface
import AgentTestSupport
import DesktopBubbles
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What a program inside a sandbox hears of requests.
@Suite struct SandboxedWatchTests {
    private static func request(
        _ identifier: String,
        of app: String,
        trigger: NotificationTrigger = .timeInterval(
            microseconds: 3_600_000_000,
            repeats: false
        )
    ) -> NotificationRequest {
        NotificationRequest(
            appID: app,
            identifier: identifier,
            content: NotificationContent(title: identifier),
            trigger: trigger,
            openURL: "https://example.org/"
        )
    }

    @Test(arguments: ["", "org.example.Other"])
    func itHearsOfItsOwnAlone(watched: String) async throws {
        let service = try await ServiceFixture()
        let app = try await service.client(ServiceFixture.flatpak)
        let user = try await service.client(ServiceFixture.user)
        try await service.call("Watch", .string(watched), .string(""), by: app)
        let secret = Self.request("secret", of: "org.example.Other")
        try await service.call("Add", secret.record, by: user)
        // Whatever it claims to be.
        let own = Self.request("own", of: "org.example.Other")
        try await service.call("Add", own.record, by: app)
        let first = try await app.events.next(30)
        #expect(first.key == RequestKey(appID: "org.example.App", identifier: "own"))
    }

    @Test func itDoesNotHearWhatTheUserHasConfigured() async throws {
        let service = try await ServiceFixture()
        let app = try await service.client(ServiceFixture.flatpak)
        let user = try await service.client(ServiceFixture.user)
        for client in [app, user] {
            try await service.call("Watch", .string(""), .string(""), by: client)
        }
        try await service.show(
            Self.request("own", of: "", trigger: .immediate),
            as: 7,
            by: app
        )
        await service.fixture.click(BubbleKey(owner: ServiceFixture.owner, id: 7))
        for (client, arguments) in [
            (app, []), (user, ["/usr/bin/browser", "--profile=own", "https://example.org/"]),
        ] {
            let response = try await client.events.wait(30, "the response") { events in
                events.first { $0.event == "responded" }
            }
            #expect(response.url == "https://example.org/")
            #expect(response.arguments == arguments)
        }
    }

    @Test func whoDoesNotWatchHearsNothing() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let bystander = try fixture.bus.connect()
        let heard = Recorder<BusSignal>()
        let subscription = await bystander.subscribe(to: nil, interface: AgentNames.interface) {
            heard.append($0)
        }
        try await fixture.add("Code 1234", "--id", "secret", "--open", "https://example.org/?t=1")
        let bubble = try await server.call(titled: "Code 1234")
        try await fixture.waitForDeliveries()
        await server.close(bubble.id, .dismissed)
        _ = try await fixture.waitForResponses()
        _ = try await bystander.call(
            "Watch",
            on: AgentNames.destination,
            .tuple([.string(""), .string("")])
        )
        try await fixture.add("Later", "--id", "later", "--in", "1h")
        // The first signal of all is the one that it asked for.
        let first = try await heard.next(30)
        #expect(first.name == "Happened")
        #expect(first.parameters[0]?["identifier"]?.string == "later")
        withExtendedLifetime(subscription) {}
    }

    @Test func programsInsideSandboxesLeaveRoomForOthers() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        for number in 1...Watchers.maxConfined {
            try await fixture.scheduler.addWatcher(
                ":2.\(number)",
                for: .all,
                isConfined: true
            )
        }
        let error = await #expect(throws: RequestError.self) {
            try await fixture.scheduler.addWatcher(":3.1", for: .all, isConfined: true)
        }
        #expect(
            error?.message == "500 programs inside sandboxes watch already; end one of them"
        )
        try await fixture.scheduler.addWatcher(":3.1", for: .all)
        await fixture.scheduler.left(":2.1")
        try await fixture.scheduler.addWatcher(":3.2", for: .all, isConfined: true)
    }
}
