import AgentTestSupport
import NotifyCore
import Testing

@testable import SchedulerAgent

/// The connections of apps as events and actions.
@Suite struct AppConnectionsTests {
    private static let app = "org.example.Test"
    private static let first = AppConnections.Listener(name: ":1.1", app: app)
    private static let second = AppConnections.Listener(name: ":1.2", app: app)

    private var connections = AppConnections(startTime: .microseconds(10))

    private mutating func wanted(at now: BootTime = 0) -> AppConnections.Approach? {
        connections.reach(Self.app, now: now)
    }

    private mutating func send(
        _ id: Int64,
        to listener: AppConnections.Listener = first,
        until: BootTime = 100
    ) {
        _ = connections.handle(.sent(id, to: listener, until: until))
    }

    @Test mutating func aProcessGetsOneResponseAfterAnother() throws {
        try connections.attach(":1.1", to: Self.app)
        #expect(wanted() == .handOver(Self.first))
        send(1)
        #expect(connections.excluded == [1])
        #expect(wanted() == nil)
        #expect(
            connections.handle(.answered(Self.first, .taken, now: 5)) == [.noteTaken, .forget]
        )
        #expect(connections.heard == [1])
        // Also while it cannot be removed from the store.
        #expect(connections.excluded == [1])
        #expect(wanted() == .handOver(Self.first))
        _ = connections.handle(.forgotten([1]))
        #expect(connections.excluded == [])
    }

    @Test mutating func theLatestConnectionListensAndASilentOneIsPassedOver() throws {
        try connections.attach(":1.1", to: Self.app)
        try connections.attach(":1.2", to: Self.app)
        #expect(wanted() == .handOver(Self.second))
        send(1, to: Self.second)
        #expect(
            connections.handle(.answered(Self.second, nil, now: 200))
                == [.reportSilence(app: Self.app)]
        )
        #expect(wanted() == .handOver(Self.first))
        // Its late answer counts, and it listens again.
        #expect(
            connections.handle(.answeredLate(1, Self.second, .taken))
                == [.noteTaken, .forget, .reachSoon(app: Self.app)]
        )
        #expect(connections.heard == [1])
        #expect(wanted() == .handOver(Self.second))
    }

    @Test mutating func aSilentProcessAloneHasItsAppStarted() throws {
        try connections.attach(":1.1", to: Self.app)
        send(1)
        _ = connections.handle(.answered(Self.first, nil, now: 200))
        #expect(connections.excluded == [])
        #expect(wanted() == .start(app: Self.app))
    }

    @Test mutating func aProcessThatRefusesListensNoLonger() throws {
        try connections.attach(":1.1", to: Self.app)
        send(1)
        #expect(
            connections.handle(.answered(Self.first, .refused, now: 1))
                == [.markStarted(app: Self.app)]
        )
        #expect(connections.listener(of: Self.app) == nil)
    }

    @Test mutating func aProcessThatAttachesItselfWhileItRefusesGetsItOnceMore() throws {
        try connections.attach(":1.1", to: Self.app)
        send(1)
        try connections.attach(":1.1", to: Self.app)
        #expect(connections.handle(.answered(Self.first, .refused, now: 1)) == [])
        #expect(wanted() == .handOver(Self.first))
    }

    @Test mutating func whoSleptWithTheMachineGetsItOnceMore() throws {
        try connections.attach(":1.1", to: Self.app)
        send(1, until: 100)
        #expect(connections.handle(.answered(Self.first, .tooLate, now: 100)) == [])
        #expect(wanted() == .handOver(Self.first))
        send(1, until: 100)
        #expect(
            connections.handle(.answered(Self.first, .tooLate, now: 99))
                == [.markStarted(app: Self.app)]
        )
    }

    @Test mutating func whatCannotBeReadIsDropped() throws {
        try connections.attach(":1.1", to: Self.app)
        send(1)
        #expect(
            connections.handle(.answered(Self.first, .unreadable("no"), now: 1))
                == [.reportDrop(reason: "no"), .forget]
        )
        #expect(connections.handle(.unreadable(2)) == [.forget])
        #expect(connections.heard == [1, 2])
    }

    @Test mutating func aConnectionThatLeavesHearsNothing() throws {
        try connections.attach(":1.1", to: Self.app)
        send(1)
        #expect(connections.handle(.left(":1.1")) == [])
        #expect(connections.handle(.answered(Self.first, .gone, now: 1)) == [])
        #expect(connections.excluded == [])
        #expect(wanted() == .start(app: Self.app))
    }

    @Test mutating func anAppIsStartedOnceUntilItShouldHaveCome() {
        #expect(wanted(at: 100) == .start(app: Self.app))
        _ = connections.handle(.starting(app: Self.app, now: 100))
        #expect(wanted(at: 104) == .lookLater(app: Self.app, after: .microseconds(6)))
        #expect(wanted(at: 105) == nil)
        #expect(
            connections.handle(.startTimeOver(app: Self.app)) == [.reachSoon(app: Self.app)]
        )
        #expect(wanted(at: 110) == .start(app: Self.app))
    }

    @Test mutating func aStartThatFailedOrCameIsNotWaitedFor() throws {
        _ = connections.handle(.starting(app: Self.app, now: 0))
        _ = connections.handle(.notStarted(app: Self.app))
        #expect(wanted(at: 1) == .start(app: Self.app))
        _ = connections.handle(.starting(app: Self.app, now: 1))
        try connections.attach(":1.1", to: Self.app)
        _ = connections.handle(.detached(Self.first))
        #expect(wanted(at: 2) == .start(app: Self.app))
    }
}
