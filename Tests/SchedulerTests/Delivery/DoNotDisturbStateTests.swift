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
    ) throws -> DeliveryID {
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

    @Test func whatWaitsIsReleasedAsOne() throws {
        let state = HeldDeliveries(store)
        #expect(try state.release() == HeldDeliveries.Release())
        let one = try deliver(request("one"))
        try state.keep([one])
        #expect(try state.release() == HeldDeliveries.Release(shown: [one]))
        let two = try deliver(request("two"))
        try state.keep([two, 1_000])
        let release = try state.release()
        #expect(release.shown == [])
        #expect(release.summary.map(\.id) == [one, two])
        #expect(release.summary.map(\.text) == ["one", "two"])
        try state.forget()
        #expect(try state.release() == HeldDeliveries.Release())
    }

    @Test("Urgent notifications are shown themselves, and the earliest of many are in the summary")
    func urgentOnes() throws {
        let state = HeldDeliveries(store)
        let ordinary = try deliver(request("ordinary"))
        try state.keep([ordinary])
        var urgent: [DeliveryID] = []
        for number in 0...HeldDeliveries.maxShown {
            let level = number.isMultiple(of: 2) ? InterruptionLevel.critical : .timeSensitive
            urgent.append(try deliver(request("urgent \(number)", level: level)))
        }
        try state.keep(urgent, isUrgent: true)
        let release = try state.release()
        #expect(release.shown == Array(urgent.dropFirst()))
        #expect(release.summary.map(\.id) == [ordinary, urgent[0]])
    }

    @Test("Many ordinary notifications do not push an urgent one out")
    func urgentOnesHaveRoomOfTheirOwn() throws {
        let state = HeldDeliveries(store)
        let urgent = try deliver(request("urgent", level: .critical))
        try state.keep([urgent], isUrgent: true)
        try state.keep((0..<HeldDeliveries.maxWithheld).map { DeliveryID(Int64(1_000_000 + $0)) })
        #expect(try state.release() == HeldDeliveries.Release(shown: [urgent]))
        try state.forget()
        #expect(try state.release() == HeldDeliveries.Release())
    }

    /// It was clicked in the list, or shown again, meanwhile.
    @Test func whatIsNotInTheListAnyMoreIsNotReleased() throws {
        let state = HeldDeliveries(store)
        let shown = try deliver(request("shown"), .delivering)
        let gone = try deliver(request("gone"))
        try state.keep([shown, gone])
        try store.end(delivered: gone, .process)
        #expect(try state.release() == HeldDeliveries.Release())
    }

    @Test func theOldestStayInTheList() throws {
        let state = HeldDeliveries(store)
        let first = try deliver(request("first"))
        try state.keep([first])
        try state.keep((0..<HeldDeliveries.maxWithheld).map { DeliveryID(Int64(1_000_000 + $0)) })
        #expect(try state.release() == HeldDeliveries.Release())
    }
}
