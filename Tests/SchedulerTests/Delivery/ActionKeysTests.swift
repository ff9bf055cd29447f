import AgentInterface
import AgentTestSupport
import DesktopBubbles
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// The keys of a bubble that shows one notification after the other.
@Suite struct ActionKeysTests {
    private static let owner = ":1.5"
    private static let bubble = BubbleKey(owner: owner, id: 1)
    private static let stop = NotificationAction(identifier: "action-1", title: "Stop")
    private static let log = NotificationAction(
        identifier: "action-1",
        title: "Log",
        url: "file:///log"
    )
    private static let third = NotificationAction(identifier: "action-1", title: "Third")

    private func fixture() async throws -> SchedulerFixture {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        return fixture
    }

    /// Shows a notification in the bubble, and returns the actions whose keys have a mark.
    private func show(
        _ title: String,
        _ actions: [NotificationAction],
        on fixture: SchedulerFixture
    ) async throws -> Set<String> {
        try await fixture.add("one", title: title, actions: actions)
        let call = try await fixture.server.next("one")
        let count = fixture.reports.elements.count
        call.reply(.shown(owner: Self.owner, id: Self.bubble.id))
        _ = try await fixture.reports.wait(10, "word of it") { $0.count > count ? true : nil }
        return call.marked
    }

    @Test("A click on a button of what the bubble showed before does nothing") func oldButton()
        async throws
    {
        let fixture = try await fixture()
        #expect(try await show("old", [Self.stop], on: fixture) == [])
        #expect(try await show("new", [Self.log], on: fixture) == ["action-1"])
        await fixture.click(Self.bubble, WireAction.key(of: Self.stop))
        #expect(fixture.responses == [])
        #expect(try fixture.state(of: "one") == "shown")
        await fixture.click(Self.bubble, WireAction.key(of: Self.log, isMarked: true))
        #expect(fixture.responses == ["new action-1 -"])
    }

    @Test("The same button keeps its key, and no key comes again for another one") func sameButton()
        async throws
    {
        let fixture = try await fixture()
        #expect(try await show("1", [Self.stop], on: fixture) == [])
        #expect(try await show("2", [Self.stop], on: fixture) == [])
        #expect(try await show("3", [], on: fixture) == [])
        #expect(try await show("4", [Self.log], on: fixture) == ["action-1"])
        #expect(try await show("5", [Self.third], on: fixture) == ["action-1"])
        await fixture.click(Self.bubble, WireAction.key(of: Self.log, isMarked: true))
        #expect(fixture.responses == [])
        #expect(try await show("6", [Self.stop], on: fixture) == [])
        await fixture.click(Self.bubble, "action-1")
        #expect(fixture.responses == ["6 action-1 -"])
    }

    @Test("The next run of the agent knows the keys") func restart() async throws {
        let earlier = try await fixture()
        _ = try await show("old", [Self.stop], on: earlier)
        _ = try await show("new", [Self.log], on: earlier)
        let fixture = try await earlier.successor()
        try await fixture.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        await fixture.click(Self.bubble, WireAction.key(of: Self.stop))
        #expect(fixture.responses == [])
        #expect(try fixture.state(of: "one") == "shown")
        await fixture.click(Self.bubble, WireAction.key(of: Self.log, isMarked: true))
        #expect(fixture.responses == ["new action-1 -"])
    }

    @Test("A bubble of its own starts with plain keys") func newBubble() async throws {
        let fixture = try await fixture()
        _ = try await show("old", [Self.stop], on: fixture)
        _ = try await show("new", [Self.log], on: fixture)
        await fixture.scheduler.handle(.closed(owner: Self.owner, id: 1, reason: 2))
        #expect(try await show("next", [Self.third], on: fixture) == [])
        await fixture.click(Self.bubble, "action-1")
        #expect(fixture.responses.last == "next action-1 -")
    }

    @Test(
        "A server that keeps old buttons gets a new bubble where they differ",
        arguments: [
            ([stop], [stop], false), ([stop], [log], true), ([stop], [], true), ([], [log], true),
            ([], [], false),
        ]
    )
    func keptButtons(
        old: [NotificationAction],
        new: [NotificationAction],
        isClosed: Bool
    ) async throws {
        let fixture = try await fixture()
        fixture.server.profile.keepsButtonsInPlace = false
        fixture.server.profile.keepsOldButtons = true
        _ = try await show("old", old, on: fixture)
        try await fixture.add("one", title: "new", actions: new)
        let call = try await fixture.server.next("one")
        #expect(call.replaced == (isClosed ? nil : Self.bubble))
        #expect(fixture.server.closings.elements == (isClosed ? [Self.bubble] : []))
        call.reply(.shown(owner: Self.owner, id: 2))
    }
}
