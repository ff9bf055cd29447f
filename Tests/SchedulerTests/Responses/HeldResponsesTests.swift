import AgentInterface
import NotifyCore
import Testing

@testable import SchedulerAgent

/// What waits for an unlocked session as events and actions.
@Suite struct HeldResponsesTests {
    private var responses = HeldResponses()

    private static let request = NotificationRequest(
        appID: "org.example.Test",
        identifier: "bill",
        content: NotificationContent(title: "Bill")
    )
    private static let left = AppResponse(
        notification: AppNotification(request: request, date: .distantPast),
        action: "pay"
    )

    private static func held(_ id: Int64) -> HeldResponse {
        let delivery = Delivery(
            request: request,
            scheduled: .distantPast,
            delivered: .distantPast,
            state: .listed
        )
        return HeldResponse(
            id: id,
            response: Response(delivery: delivery, action: "pay"),
            prompt: nil
        )
    }

    private mutating func handle(_ event: HeldResponses.Event) -> [String] {
        responses.handle(event).map { action in
            switch action {
            case .checkSession: "checkSession"
            case .act(let held, let token): "act \(held.id) \(token ?? "-")"
            case .remove(let id, let left, let token):
                "remove \(id) \(left == nil ? "nothing" : "left") \(token ?? "-")"
            case .retryLater: "retryLater"
            }
        }
    }

    @Test mutating func eachIsActedOnAndThenRemoved() {
        responses.hold(1, activationToken: "T")
        #expect(handle(.look) == ["checkSession"])
        #expect(handle(.unlocked([Self.held(1), Self.held(2)])) == ["act 1 T"])
        #expect(
            handle(.acted(1, leaving: Self.left, activationToken: "T")) == ["remove 1 left T"]
        )
        #expect(handle(.removed(1)) == ["act 2 -"])
        #expect(handle(.acted(2, leaving: nil, activationToken: nil)) == ["remove 2 nothing -"])
        #expect(handle(.removed(2)) == [])
        #expect(handle(.look) == ["checkSession"])
        #expect(handle(.nothingToDo) == [])
    }

    @Test mutating func whatWasActedOnIsNotDoneASecondTime() {
        _ = handle(.look)
        _ = handle(.unlocked([Self.held(1), Self.held(2)]))
        _ = handle(.acted(1, leaving: nil, activationToken: nil))
        // The store cannot remove it; the next one has its turn.
        #expect(handle(.failed) == ["retryLater", "act 2 -"])
        #expect(handle(.failed) == ["retryLater"])
        #expect(handle(.look) == ["checkSession"])
        #expect(handle(.unlocked([Self.held(1), Self.held(2)])) == ["remove 1 nothing -"])
        #expect(handle(.removed(1)) == ["act 2 -"])
    }

    @Test mutating func aLookWhileOneIsUnderWayHasTheFirstLookAgain() {
        #expect(handle(.look) == ["checkSession"])
        #expect(handle(.look) == [])
        #expect(handle(.look) == [])
        #expect(handle(.unlocked([Self.held(1)])) == ["act 1 -"])
        _ = handle(.acted(1, leaving: nil, activationToken: nil))
        #expect(handle(.removed(1)) == ["checkSession"])
        #expect(handle(.nothingToDo) == [])
        #expect(handle(.look) == ["checkSession"])
    }

    @Test mutating func aTokenWaitsUntilTheSessionIsUnlocked() {
        responses.hold(1, activationToken: "T")
        #expect(handle(.look) == ["checkSession"])
        #expect(handle(.nothingToDo) == [])
        #expect(handle(.look) == ["checkSession"])
        #expect(handle(.unlocked([Self.held(1)])) == ["act 1 T"])
    }
}
