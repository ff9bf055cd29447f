import AgentInterface
import AgentTestSupport
import DesktopBubbles
import Foundation
import Glibc
import NotificationServer
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// A bubble that was on the screen while no agent ran: how it ended is not known.
@Suite(.serialized) struct UnheardBubbleTests {
    private static func state(_ fixture: AgentFixture, _ name: String) async throws -> String? {
        try await fixture.listed("list", "delivered").first { $0.identifier == name }?.state
    }

    /// Shows a bubble and waits until that is written down.
    private static func show(
        _ fixture: AgentFixture,
        _ server: FakeNotificationServer
    ) async throws -> UInt32 {
        try await fixture.add("Shown", "--id", "shown", "--action", "Go=https://example.org/")
        let bubble = try await server.call(titled: "Shown")
        try await fixture.barrier(server)
        #expect(try await state(fixture, "shown") == "shown")
        return bubble.id
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func afterAGapItIsUnknownUntilTheServerSaysMore(signal: Int32) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(
            on: fixture.bus,
            as: TestSupport.ServerProfile.standard.with(audience: .everyone)
        )
        let bubble = try await Self.show(fixture, server)
        try await fixture.endAgent(signal)
        #expect(try await Self.state(fixture, "shown") == "unknown")
        let show = try await fixture.run(["show", "shown"])
        #expect(show.output.contains("while no agent was running"), "\(show)")
        #expect(server.count(titled: "Shown") == 1)
        // It may be there still, and is answerable then.
        await server.close(bubble, .dismissed)
        try await within(30, "the end of the notification") {
            while try await Self.state(fixture, "shown") != nil {}
        }
    }

    /// `again` makes a bubble that the agent knows.
    @Test func oneThatIsShownAgainIsKnown() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(
            on: fixture.bus,
            as: TestSupport.ServerProfile.standard.with(audience: .everyone)
        )
        _ = try await Self.show(fixture, server)
        try await fixture.endAgent(SIGKILL)
        #expect(try await fixture.run(["again", "shown"]).code == 0)
        try await server.waitForCalls(titled: "Shown", 2)
        try await fixture.barrier(server)
        #expect(try await Self.state(fixture, "shown") == "shown")
    }

    /// An agent that takes another one's place has listened all the time.
    @Test func aTakeoverLeavesNoGap() async throws {
        let earlier = try SchedulerFixture.withManualServer()
        let owner = ":1.1"
        try await earlier.scheduler.start(serverOwner: owner, bus: "a bus")
        try await earlier.show("tea", as: BubbleKey(owner: owner, id: 7))
        await earlier.scheduler.end(isReplaced: true)
        let second = try await earlier.successor()
        try await second.scheduler.start(serverOwner: owner, bus: "a bus")
        #expect(try await Self.states(second) == ["shown"])
        // It dies, and the next one knows no more; nor does the one that takes that one's place.
        let third = try await second.successor()
        try await third.scheduler.start(serverOwner: owner, bus: "a bus")
        #expect(try await Self.states(third) == ["unknown"])
        await third.scheduler.end(isReplaced: true)
        let fourth = try await third.successor()
        try await fourth.scheduler.start(serverOwner: owner, bus: "a bus")
        #expect(try await Self.states(fourth) == ["unknown"])
    }

    /// The bubbles of another server have gone with it.
    @Test func afterAChangeOfTheServerItComesBack() async throws {
        let earlier = try SchedulerFixture.withManualServer()
        try await earlier.scheduler.start(serverOwner: ":1.1", bus: "a bus")
        try await earlier.show("tea", as: BubbleKey(owner: ":1.1", id: 7))
        let second = try await earlier.successor()
        try await second.scheduler.start(serverOwner: ":1.2", bus: "a bus")
        try await second.server.next("tea").reply(.shown(owner: ":1.2", id: 1))
        try await second.show("barrier", as: BubbleKey(owner: ":1.2", id: 2))
        #expect(try await Self.states(second) == ["shown", "shown"])
    }

    private static func states(_ fixture: SchedulerFixture) async throws -> [String] {
        try await fixture.scheduler.delivered(app: nil).map(\.state)
    }
}
