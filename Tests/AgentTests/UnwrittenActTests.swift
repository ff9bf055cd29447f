import AgentInterface
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
    private let stage: Stage
    private let bubble = BubbleKey(owner: owner, id: 1)

    init() async throws {
        stage = try Stage()
        try await stage.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        try await stage.scheduler.attach(":1.7", to: Self.app)
    }

    /// Lets the store work again and has it tried.
    private func repair(_ statement: String, _ table: String) async throws {
        try stage.store.accept(statement, on: table)
        await stage.scheduler.writeUnwritten()
        await stage.scheduler.reach(Self.app, activationToken: nil)
    }

    private static let faults = [
        ("DELETE", "delivered"), ("INSERT", "response"),
    ]

    @Test(arguments: faults)
    func aClickIsActedOnOnceTheStoreTakesIt(statement: String, table: String) async throws {
        try await stage.show("one", as: bubble)
        try stage.store.refuse(statement, on: table)
        await stage.click(bubble)
        // The server says then that the bubble is gone, and it is too late for that.
        await stage.scheduler.handle(.closed(owner: Self.owner, id: 1, reason: 2))
        // All or nothing: neither has it left the screen in the books, nor was anything started.
        #expect(try stage.state(of: "one") == "shown")
        #expect(stage.responses == [])
        #expect(stage.apps.told.elements == [])
        await stage.scheduler.writeUnwritten()
        #expect(stage.responses == [])
        try await repair(statement, table)
        #expect(stage.responses == ["one \(Self.opened) -"])
        #expect(stage.apps.told.elements == [":1.7 one \(Self.opened)"])
        #expect(try stage.state(of: "one") == nil)
        await stage.scheduler.writeUnwritten()
        #expect(stage.responses.count == 1)
    }

    @Test func aPressOfAResidentOneIsWrittenDownWhole() async throws {
        let press = NotificationAction(identifier: "press", title: "P")
        try await stage.answer("player", as: bubble) {
            try await stage.add("player", actions: [press], isResident: true)
        }
        try stage.store.refuse("INSERT", on: "response")
        await stage.click(bubble, "press")
        #expect(try stage.state(of: "player") == "shown")
        #expect(stage.responses == [])
        try await repair("INSERT", "response")
        #expect(stage.responses == ["player press -"])
        #expect(stage.apps.told.elements == [":1.7 player press"])
        // It is back after use.
        _ = try await stage.server.next("player")
    }

    @Test func aClickOnWhatIsBeingReplacedIsKept() async throws {
        try await stage.show("one", as: bubble, title: "first")
        try stage.store.refuse("INSERT", on: "response")
        try await stage.add("one", title: "second")
        let call = try await stage.server.next("one")
        await stage.click(bubble)
        #expect(stage.responses == [])
        try await repair("INSERT", "response")
        #expect(stage.responses == ["first \(Self.opened) -"])
        #expect(stage.apps.told.elements == [":1.7 one \(Self.opened)"])
        #expect(try stage.state(of: "one") == "delivering")
        call.reply(.shown(owner: Self.owner, id: 2))
    }

    @Test func aDismissalThatFailsSaysSo() async throws {
        try await stage.show("one", as: bubble)
        try stage.store.refuse("DELETE", on: "delivered")
        let selection = RemovalSelection(choice: .all, appID: Self.app)
        let error = await #expect(throws: RequestError.self) {
            try await stage.scheduler.dismiss(selection)
        }
        #expect(error?.code == .storage)
        #expect(try stage.state(of: "one") == "shown")
        try await repair("DELETE", "delivered")
        #expect(try stage.state(of: "one") == "shown")
        #expect(
            try await stage.scheduler.dismiss(selection)
                == [RequestKey(appID: Self.app, identifier: "one")]
        )
    }

    @Test func whatIsHeldAndWhatEndsAreOne() async throws {
        let pay = NotificationAction(
            identifier: "pay",
            title: "P",
            options: .authenticationRequired
        )
        try await stage.answer("bill", as: bubble) { try await stage.add("bill", actions: [pay]) }
        try stage.store.refuse("DELETE", on: "delivered")
        await stage.click(bubble, "pay")
        #expect(try stage.store.held().isEmpty)
        try await repair("DELETE", "delivered")
        await stage.scheduler.releaseHeld()
        // The recorder's own lock is held inside the closure.
        _ = try await stage.told.wait(10, "the response") { told in
            told.contains { if case .responded = $0 { true } else { false } } ? true : nil
        }
        #expect(stage.responses == ["bill pay -"])
    }

    @Test func whatIsPastTheBoundIsLostAlone() async throws {
        let most = UnwrittenActs.most
        for number in 1...(most + 1) {
            try await stage.show(
                "\(number)",
                as: BubbleKey(owner: Self.owner, id: UInt32(number))
            )
        }
        try stage.store.refuse("DELETE", on: "delivered")
        for number in 1...(most + 1) {
            await stage.click(BubbleKey(owner: Self.owner, id: UInt32(number)))
        }
        try await repair("DELETE", "delivered")
        #expect(stage.responses == (1...most).map { "\($0) \(Self.opened) -" })
        // It is on the screen still, where another click counts.
        #expect(try stage.state(of: "\(most + 1)") == "shown")
        await stage.click(BubbleKey(owner: Self.owner, id: UInt32(most + 1)))
        #expect(stage.responses.last == "\(most + 1) \(Self.opened) -")
    }

    @Test func thereAreNotTooMany() {
        var acts = UnwrittenActs()
        let act = UnwrittenActs.Act(
            event: .invoked(action: "a"),
            target: .delivery(1),
            activationToken: nil
        )
        for _ in 0..<UnwrittenActs.most {
            let isAdded = acts.add(act)
            #expect(isAdded)
        }
        let isOverTheBound = acts.add(act)
        #expect(!isOverTheBound)
        #expect(acts.hold(1))
        #expect(!acts.hold(2))
    }
}
