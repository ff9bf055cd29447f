import AgentInterface
import AgentTestSupport
import BusCallers
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What comes over the bus from senders that are not the user, each known by its caller or by its app.
@Suite struct SendersOnTheBusTests {
    private static let machine = String(repeating: "0a", count: 16)

    private static func request(
        _ app: String,
        _ change: (inout NotificationRequest) -> Void = { _ in }
    ) -> NotificationRequest {
        var request = NotificationRequest(
            appID: app,
            identifier: "\(machine)-x/y",
            content: NotificationContent(title: "T"),
            trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false)
        )
        change(&request)
        return request
    }

    private static let apps = [
        AgentNames.forwardedApp, AgentNames.assistantApp, AgentNames.inboxApp, RelayClient.app,
    ]

    @Test(
        "A request of another sender has its limits, whichever program of the user's brings it",
        arguments: apps
    )
    func brought(app: String) async throws {
        let service = try await ServiceFixture()
        let user = try await service.client(ServiceFixture.user)
        let often = Self.request(app) {
            $0.trigger = .calendar(
                CalendarTrigger(spec: .onCalendar("*:*:0/2"), repeats: true)
            )
        }
        let refusal = try await service.refusal(of: often, by: user)
        #expect(refusal?.contains("more often than once a minute") == true, "\(refusal ?? "")")
        let waking = Self.request(app) {
            $0.options.wakes = true
            $0.options.nag = NagRule(interval: 60_000_000, times: 1_000)
        }
        let reply = try await service.call("Add", waking.record, by: user)
        let remarks = reply[0]?["remarks"]?.strings ?? []
        #expect(remarks.contains { $0.contains("does not wake the machine") }, "\(remarks)")
        #expect(remarks.contains { $0.contains("10 times at most") }, "\(remarks)")
        let row = try #require(try service.fixture.store.pending(app: app).first)
        let stored = try row.pending().request
        #expect(!stored.options.wakes && stored.options.nag?.times == 10)
        #expect(stored.sender != nil)
    }

    @Test("The user's own requests have no limits, and nobody says who is the sender")
    func own() async throws {
        let service = try await ServiceFixture()
        let user = try await service.client(ServiceFixture.user)
        let own = Self.request(AgentNames.app) {
            $0.options.wakes = true
            $0.options.nag = NagRule(interval: 60_000_000, times: 1_000)
            $0.sender = Sender(.sandbox, "org.example.Other")
        }
        try await service.call("Add", own.record, by: user)
        let row = try #require(try service.fixture.store.pending(app: AgentNames.app).first)
        let stored = try row.pending().request
        #expect(stored.options.wakes && stored.options.nag?.times == 1_000)
        #expect(stored.sender == nil)
        // A sandbox is known by its caller, whatever it says.
        let app = try await service.client(ServiceFixture.flatpak)
        let other = Self.request("org.example.App") { $0.sender = nil }
        try await service.call("Add", other.record, by: app)
        let its = try #require(try service.fixture.store.pending(app: "org.example.App").first)
        #expect(try its.pending().request.sender == Sender(.sandbox, "org.example.App"))
    }

    @Test("The socket of forward adds 60 notifications in a minute, and the next one hears why not")
    func flood() async throws {
        let service = try await ServiceFixture()
        let user = try await service.client(ServiceFixture.user)
        for number in 1...60 {
            let request = Self.request(AgentNames.forwardedApp) { $0.identifier = "\(number)" }
            #expect(try await service.refusal(of: request, by: user) == nil)
        }
        let more = Self.request(AgentNames.forwardedApp) { $0.identifier = "61" }
        #expect(
            try await service.refusal(of: more, by: user)
                == "60 notifications of the socket of forward were added within a minute, the most that the "
                + "socket of forward may add; try again later"
        )
        let status = try await service.call("Status", by: user)
        #expect(
            status[0]?["limited"]?.strings
                == [
                    "the socket of forward sent more than it may within the last hour: 1 new one was refused"
                ]
        )
        service.fixture.clock.pass(60)
        #expect(try await service.refusal(of: more, by: user) == nil)
    }
}
