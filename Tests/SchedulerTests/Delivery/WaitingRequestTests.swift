import AgentTestSupport
import DesktopBubbles
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// A request without a trigger that waits for a server is delivered for its app, and no longer pending.
@Suite struct WaitingRequestTests {
    private static let app = "org.example.Test"
    private static let owner = ":1.5"

    private static func waiting() async throws -> SchedulerFixture {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: nil, bus: "a bus")
        try await fixture.add("tea")
        return fixture
    }

    private static func schedule(_ identifier: String, on fixture: SchedulerFixture) async throws {
        _ = try await fixture.scheduler.add(
            NotificationRequest(
                appID: app,
                identifier: identifier,
                content: NotificationContent(title: "later"),
                trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false)
            )
        )
    }

    @Test func removingWhatIsPendingLeavesIt() async throws {
        let fixture = try await Self.waiting()
        for choice in [RemovalSelection.Choice.all, .identifiers(["tea"]), .prefix("t")] {
            let selection = RemovalSelection(
                choice: choice,
                appID: Self.app,
                includesDelivered: false
            )
            #expect(try await fixture.scheduler.remove(selection) == [])
        }
        await fixture.scheduler.handle(.ownerChanged(Self.owner))
        _ = try await fixture.server.next("tea")
    }

    @Test func removingWhatWasDeliveredTakesIt() async throws {
        let fixture = try await Self.waiting()
        let selection = RemovalSelection(choice: .all, appID: Self.app, includesPending: false)
        #expect(try await fixture.scheduler.remove(selection).map(\.identifier) == ["tea"])
        await fixture.scheduler.handle(.ownerChanged(Self.owner))
        try await fixture.show("barrier", as: BubbleKey(owner: Self.owner, id: 1))
        #expect(fixture.server.calls.elements.map(\.identifier) == ["barrier"])
    }

    @Test("A scheduled one of its name has one of a provisional app listed")
    func provisional() async throws {
        let fixture = try await Self.waiting()
        try fixture.store.set(permission: .provisional, of: Self.app, isOfUser: true)
        try await Self.schedule("tea", on: fixture)
        #expect(try fixture.state(of: "tea") == "listed")
        await fixture.scheduler.handle(.ownerChanged(Self.owner))
        await fixture.scheduler.deliverDue()
        #expect(fixture.server.calls.elements.isEmpty)
    }

    @Test func aScheduledOneOfItsNameDoesNotReplaceIt() async throws {
        let fixture = try await Self.waiting()
        try await Self.schedule("tea", on: fixture)
        #expect(try await fixture.scheduler.pending(app: Self.app).count == 1)
        await fixture.scheduler.handle(.ownerChanged(Self.owner))
        try await fixture.server.next("tea").reply(.shown(owner: Self.owner, id: 1))
        #expect(try await fixture.scheduler.pending(app: Self.app).count == 1)
        try await fixture.show("barrier", as: BubbleKey(owner: Self.owner, id: 2))
        #expect(fixture.server.calls.elements.map(\.identifier) == ["tea", "barrier"])
    }

    /// Its number is at the app's icon once it is delivered, also where there is nothing else of it.
    @Test(arguments: ["tea", ""]) func itsNumberComesWithIt(title: String) async throws {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: nil, bus: "a bus")
        _ = try await fixture.scheduler.add(
            NotificationRequest(
                appID: Self.app,
                identifier: "tea",
                content: NotificationContent(title: title, badge: 4)
            )
        )
        try await Self.schedule("tea", on: fixture)
        await fixture.scheduler.handle(.ownerChanged(Self.owner))
        if !title.isEmpty {
            try await fixture.server.next("tea").reply(.shown(owner: Self.owner, id: 1))
        }
        _ = try await fixture.badges.wait(10, "the number") { badges in
            badges.contains("\(Self.app) 4") ? true : nil
        }
    }
}
