import AgentInterface
import AgentTestSupport
import DesktopBubbles
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// When a request takes the place of another one's bubble.
@Suite struct BubblePlaceTests {
    private static let owner = ":1.5"
    private static let bubble = BubbleKey(owner: owner, id: 7)

    private let fixture: SchedulerFixture

    init() async throws {
        fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        try await fixture.show("old", as: Self.bubble)
    }

    private static func request(
        _ identifier: String,
        _ trigger: NotificationTrigger
    ) -> NotificationRequest {
        var request = NotificationRequest(
            appID: "org.example.Other",
            identifier: identifier,
            content: NotificationContent(title: identifier),
            trigger: trigger,
            actions: [NotificationAction(identifier: "new", title: "N")]
        )
        request.bubble.replaces = bubble.id
        return request
    }

    @Test func aRequestThatIsRefusedLeavesItAlone() async throws {
        let never = NotificationTrigger.timeInterval(microseconds: -1, repeats: false)
        let error = await #expect(throws: RequestError.self) {
            try await fixture.scheduler.add(Self.request("new", never))
        }
        #expect(error?.code == .invalidTrigger)
        try await fixture.show("barrier", as: BubbleKey(owner: Self.owner, id: 8))
        #expect(try fixture.state(of: "old") == "shown")
        await fixture.click(Self.bubble, "yes")
        #expect(fixture.responses == ["old yes -"])
    }

    @Test func aScheduledOneTakesItWhenItFires() async throws {
        let later = NotificationTrigger.timeInterval(microseconds: 60_000_000, repeats: false)
        _ = try await fixture.scheduler.add(Self.request("later", later))
        try await fixture.show("barrier", as: BubbleKey(owner: Self.owner, id: 8))
        #expect(try fixture.state(of: "old") == "shown")
        fixture.clock.pass(60)
        await fixture.scheduler.deliverSoon()
        let call = try await fixture.server.next("later")
        #expect(call.replaced == Self.bubble)
        // Until the server has it, the old one is on the screen.
        #expect(try fixture.state(of: "old") == "shown")
        let count = fixture.reports.elements.count
        call.reply(.shown(owner: Self.owner, id: Self.bubble.id))
        _ = try await fixture.reports.wait(30, "the delivery") { $0.count > count ? true : nil }
        #expect(try fixture.state(of: "old") == "listed")
        await fixture.click(Self.bubble, "new")
        #expect(fixture.responses == ["later new -"])
    }

    /// The user answers what the bubble shows as long as the new one waits for the server.
    @Test func itIsAnsweredUntilAnotherOneIsThere() async throws {
        _ = try await fixture.scheduler.add(Self.request("new", .immediate))
        await fixture.scheduler.deliverSoon()
        let call = try await fixture.server.next("new")
        await fixture.click(Self.bubble, "yes")
        #expect(fixture.responses == ["old yes -"])
        // The new one comes in this very bubble, which must stay then.
        #expect(fixture.server.closings.elements == [])
        let count = fixture.reports.elements.count
        call.reply(.shown(owner: Self.owner, id: Self.bubble.id))
        _ = try await fixture.reports.wait(30, "the delivery") { $0.count > count ? true : nil }
        await fixture.click(Self.bubble, "new")
        #expect(fixture.responses == ["old yes -", "new new -"])
    }

    @Test func aPlaceOfWhatWasRemovedMakesRoomForAnother() async throws {
        let later = NotificationTrigger.timeInterval(microseconds: 60_000_000, repeats: false)
        for number in 1...BubblePlaces.maxPlaces {
            _ = try await fixture.scheduler.add(Self.request("\(number)", later))
        }
        let all = RemovalSelection(choice: .all, appID: "org.example.Other")
        _ = try await fixture.scheduler.remove(all)
        _ = try await fixture.scheduler.add(Self.request("last", later))
        fixture.clock.pass(60)
        await fixture.scheduler.deliverSoon()
        #expect(try await fixture.server.next("last").replaced == Self.bubble)
    }
}
