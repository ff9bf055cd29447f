import DesktopBubbles
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// A request without a trigger that waits for a server is delivered for its app, and pending no more.
@Suite struct WaitingRequestTests {
    private static let app = "org.example.Test"
    private static let owner = ":1.5"

    private static func waiting() async throws -> Stage {
        let stage = try Stage()
        try await stage.scheduler.start(serverOwner: nil, bus: "a bus")
        try await stage.add("tea")
        return stage
    }

    private static func schedule(_ identifier: String, on stage: Stage) async throws {
        _ = try await stage.scheduler.add(
            NotificationRequest(
                appID: app,
                identifier: identifier,
                content: NotificationContent(title: "later"),
                trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false)
            )
        )
    }

    @Test func removingWhatIsPendingLeavesIt() async throws {
        let stage = try await Self.waiting()
        for choice in [RemovalSelection.Choice.all, .identifiers(["tea"]), .prefix("t")] {
            let selection = RemovalSelection(
                choice: choice,
                appID: Self.app,
                includesDelivered: false
            )
            #expect(try await stage.scheduler.remove(selection) == [])
        }
        await stage.scheduler.handle(.ownerChanged(Self.owner))
        _ = try await stage.server.next("tea")
    }

    @Test func removingWhatWasDeliveredTakesIt() async throws {
        let stage = try await Self.waiting()
        let selection = RemovalSelection(choice: .all, appID: Self.app, includesPending: false)
        #expect(try await stage.scheduler.remove(selection).map(\.identifier) == ["tea"])
        await stage.scheduler.handle(.ownerChanged(Self.owner))
        try await stage.show("barrier", as: BubbleKey(owner: Self.owner, id: 1))
        #expect(stage.server.calls.elements.map(\.identifier) == ["barrier"])
    }

    @Test func aScheduledOneOfItsNameDoesNotReplaceIt() async throws {
        let stage = try await Self.waiting()
        try await Self.schedule("tea", on: stage)
        #expect(try await stage.scheduler.pending(app: Self.app).count == 1)
        await stage.scheduler.handle(.ownerChanged(Self.owner))
        try await stage.server.next("tea").reply(.shown(owner: Self.owner, id: 1))
        #expect(try await stage.scheduler.pending(app: Self.app).count == 1)
        try await stage.show("barrier", as: BubbleKey(owner: Self.owner, id: 2))
        #expect(stage.server.calls.elements.map(\.identifier) == ["tea", "barrier"])
    }
}
