import AgentInterface
import AgentTestSupport
import DesktopBubbles
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What the user does while the store takes nothing.
@Suite struct UnwrittenActTests {
    private static let app = "org.example.Test"
    private static let owner = ":1.5"
    private static let opened = NotificationAction.defaultIdentifier
    private let fixture: SchedulerFixture
    private let bubble = BubbleKey(owner: owner, id: 1)

    init() async throws {
        fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        try await fixture.scheduler.attach(":1.7", to: Self.app)
    }

    /// Lets the store work again and has it tried.
    private func repair(_ statement: String, _ table: String) async throws {
        try fixture.store.accept(statement, on: table)
        await fixture.scheduler.retryStore()
        await fixture.scheduler.reach(Self.app, activationToken: nil)
    }

    private static let faults = [
        ("DELETE", "delivered"), ("INSERT", "response"),
    ]

    @Test(arguments: faults)
    func aClickIsActedOnOnceTheStoreTakesIt(statement: String, table: String) async throws {
        try await fixture.show("one", as: bubble)
        try fixture.store.refuse(statement, on: table)
        await fixture.click(bubble)
        // The server says then that the bubble is gone, and it is too late for that.
        await fixture.scheduler.handle(.closed(owner: Self.owner, id: 1, reason: 2))
        // All or nothing: neither has it left the screen in the records, nor was anything started.
        #expect(try fixture.state(of: "one") == "shown")
        #expect(fixture.responses == [])
        #expect(fixture.apps.responses.elements == [])
        await fixture.scheduler.retryStore()
        #expect(fixture.responses == [])
        try await repair(statement, table)
        #expect(fixture.responses == ["one \(Self.opened) -"])
        #expect(fixture.apps.responses.elements == [":1.7 one \(Self.opened)"])
        #expect(try fixture.state(of: "one") == nil)
        await fixture.scheduler.retryStore()
        #expect(fixture.responses.count == 1)
    }

    @Test func aPressOfAResidentOneIsWrittenDownWhole() async throws {
        let press = NotificationAction(identifier: "press", title: "P")
        try await fixture.answer("player", as: bubble) {
            try await fixture.add("player", actions: [press], isResident: true)
        }
        try fixture.store.refuse("INSERT", on: "response")
        await fixture.click(bubble, "press")
        #expect(try fixture.state(of: "player") == "shown")
        #expect(fixture.responses == [])
        try await repair("INSERT", "response")
        #expect(fixture.responses == ["player press -"])
        #expect(fixture.apps.responses.elements == [":1.7 player press"])
        // It is back after use.
        _ = try await fixture.server.next("player")
    }

    @Test func aClickOnWhatIsBeingReplacedIsKept() async throws {
        try await fixture.show("one", as: bubble, title: "first")
        try fixture.store.refuse("INSERT", on: "response")
        try await fixture.add("one", title: "second")
        let call = try await fixture.server.next("one")
        await fixture.click(bubble)
        #expect(fixture.responses == [])
        try await repair("INSERT", "response")
        #expect(fixture.responses == ["first \(Self.opened) -"])
        #expect(fixture.apps.responses.elements == [":1.7 one \(Self.opened)"])
        #expect(try fixture.state(of: "one") == "delivering")
        call.reply(.shown(owner: Self.owner, id: 2))
    }

    @Test func aDismissalThatFailsSaysSo() async throws {
        try await fixture.show("one", as: bubble)
        try fixture.store.refuse("DELETE", on: "delivered")
        let selection = RemovalSelection(choice: .all, appID: Self.app)
        let error = await #expect(throws: RequestError.self) {
            try await fixture.scheduler.dismiss(selection)
        }
        #expect(error?.code == .storage)
        #expect(try fixture.state(of: "one") == "shown")
        try await repair("DELETE", "delivered")
        #expect(try fixture.state(of: "one") == "shown")
        #expect(
            try await fixture.scheduler.dismiss(selection)
                == [RequestKey(appID: Self.app, identifier: "one")]
        )
    }

    @Test func whatIsHeldAndWhatEndsAreOne() async throws {
        let pay = NotificationAction(
            identifier: "pay",
            title: "P",
            options: .authenticationRequired
        )
        try await fixture.answer("bill", as: bubble) {
            try await fixture.add("bill", actions: [pay])
        }
        try fixture.store.refuse("DELETE", on: "delivered")
        await fixture.click(bubble, "pay")
        #expect(try fixture.store.held().isEmpty)
        try await repair("DELETE", "delivered")
        await fixture.scheduler.releaseHeld()
        // The recorder's own lock is held inside the closure.
        _ = try await fixture.reports.wait(10, "the response") { told in
            told.contains { $0.event == "responded" } ? true : nil
        }
        #expect(fixture.responses == ["bill pay -"])
    }

    @Test func whatIsPastTheBoundIsLostAlone() async throws {
        let limit = WriteRetryQueue.maxCount
        for number in 1...(limit + 1) {
            try await fixture.show(
                "\(number)",
                as: BubbleKey(owner: Self.owner, id: UInt32(number))
            )
        }
        try fixture.store.refuse("DELETE", on: "delivered")
        for number in 1...(limit + 1) {
            await fixture.click(BubbleKey(owner: Self.owner, id: UInt32(number)))
        }
        try await repair("DELETE", "delivered")
        #expect(fixture.responses == (1...limit).map { "\($0) \(Self.opened) -" })
        // It is on the screen still, where another click counts.
        #expect(try fixture.state(of: "\(limit + 1)") == "shown")
        await fixture.click(BubbleKey(owner: Self.owner, id: UInt32(limit + 1)))
        #expect(fixture.responses.last == "\(limit + 1) \(Self.opened) -")
    }
}
