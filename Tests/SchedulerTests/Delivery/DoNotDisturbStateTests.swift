import AgentInterface
import AgentTestSupport
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What waits for the end of do-not-disturb, over a real store.
@Suite struct DoNotDisturbStateTests {
    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(path: "\(folder.path)/store.sqlite")
    }

    private func request(
        _ identifier: String,
        level: InterruptionLevel = .active
    ) -> NotificationRequest {
        NotificationRequest(
            appID: "org.example.Test",
            identifier: identifier,
            content: NotificationContent(title: identifier, interruptionLevel: level)
        )
    }

    private func deliver(
        _ request: NotificationRequest,
        _ state: DeliveryState = .listed
    ) throws -> Int64 {
        let delivery = Delivery(
            request: request,
            scheduled: SchedulerFixture.start,
            delivered: SchedulerFixture.start,
            state: state
        )
        return try store.write(.process) { database in
            try Store.insert(delivery, record: request.record.serialized, database)
        }
    }

    @Test func urgentOnesAreNeverHeld() {
        var state = DoNotDisturb(store)
        #expect(!state.holds(request("a"), serverKeeps: false))
        state.change(to: true)
        #expect(state.holds(request("a"), serverKeeps: false))
        #expect(state.holds(request("a", level: .passive), serverKeeps: false))
        #expect(!state.holds(request("a"), serverKeeps: true))
        for level in [InterruptionLevel.timeSensitive, .critical] {
            #expect(!state.holds(request("a", level: level), serverKeeps: false))
        }
        // Nobody says any more whether it is on.
        state.change(to: nil)
        #expect(!state.holds(request("a"), serverKeeps: false))
    }

    @Test func whatWaitsIsReleasedAsOne() throws {
        let state = DoNotDisturb(store)
        #expect(try state.release() == nil)
        let one = try deliver(request("one"))
        try state.keep([one])
        #expect(try state.release() == .one(one))
        let two = try deliver(request("two"))
        try state.keep([two, 1_000])
        guard case .summary(let entries) = try state.release() else {
            Issue.record("two are one bubble")
            return
        }
        #expect(entries.map(\.id) == [one, two])
        #expect(entries.map(\.title) == ["one", "two"])
        try state.forget()
        #expect(try state.release() == nil)
    }

    /// It was clicked in the list, or shown again, meanwhile.
    @Test func whatIsNotInTheListAnyMoreIsNotReleased() throws {
        let state = DoNotDisturb(store)
        let shown = try deliver(request("shown"), .delivering)
        let gone = try deliver(request("gone"))
        try state.keep([shown, gone])
        try store.end(delivered: gone, .process)
        #expect(try state.release() == nil)
    }

    @Test func theOldestStayInTheList() throws {
        let state = DoNotDisturb(store)
        let first = try deliver(request("first"))
        try state.keep([first])
        try state.keep((0..<DoNotDisturb.maxWithheld).map { Int64(1_000_000 + $0) })
        #expect(try state.release() == nil)
    }
}
