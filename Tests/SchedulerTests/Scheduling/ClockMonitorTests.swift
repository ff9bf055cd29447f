import AgentTestSupport
import NotifyCore
import Testing

@testable import SchedulerAgent

/// What the clocks show, and what follows from it.
@Suite struct ClockMonitorTests {
    private func reading(
        wall: Int64,
        boot: Int64,
        suspended: Int64 = 0,
        of name: String = "b"
    ) -> ClockReading {
        ClockReading(
            now: Instant(seconds: wall),
            sinceBoot: .start + .seconds(boot),
            suspended: .seconds(suspended),
            boot: name
        )
    }

    private func started(at wall: Int64 = 1_000) -> ClockMonitor {
        var clocks = ClockMonitor()
        _ = clocks.handle(.started(last: nil), at: reading(wall: wall, boot: 10))
        return clocks
    }

    @Test func theFirstStartChecksThePlanAndRemembersTheTime() {
        var clocks = ClockMonitor()
        let actions = clocks.handle(.started(last: nil), at: reading(wall: 1_000, boot: 10))
        #expect(actions == [.forgetReached, .restorePlan(returnedBy: nil), .remember])
        #expect(clocks.isTrusted)
        #expect(clocks.available == Instant(seconds: 1_000))
    }

    @Test func aClockThatWasSetForwardBetweenTwoRunsGoesOn() {
        var clocks = ClockMonitor()
        let last = RememberedClock(
            boot: "b",
            now: Instant(seconds: 1_000),
            sinceBoot: .start + .seconds(10)
        )
        let actions = clocks.handle(.started(last: last), at: reading(wall: 1_060, boot: 20))
        #expect(actions == [.restorePlan(returnedBy: .seconds(50)), .remember])
    }

    /// The numbers of a damaged store are read as they are.
    @Test("The farthest stored times end no agent", arguments: [Int64.min, .max])
    func theFarthestTimes(number: Int64) throws {
        for text in ["b \(number) 0", "b 0 \(number)", "b \(number) \(number)"] {
            var clocks = ClockMonitor()
            let last = try #require(RememberedClock(text))
            let actions = clocks.handle(.started(last: last), at: reading(wall: 1_060, boot: 20))
            #expect(actions.last == (clocks.isTrusted ? .remember : .restorePlan(returnedBy: nil)))
        }
    }

    @Test func timeThatPassesAsItShouldIsNoStep() {
        var clocks = started()
        #expect(clocks.handle(.looked, at: reading(wall: 1_100, boot: 110)) == [])
        #expect(clocks.available == Instant(seconds: 1_000))
    }

    @Test func aStepForwardGoesOnAndMakesWhatWasDueLate() {
        var clocks = started()
        let actions = clocks.handle(.looked, at: reading(wall: 1_110, boot: 20))
        #expect(
            actions == [
                .alignIntervals, .invalidatePlan, .goOn(returnedBy: .seconds(100)), .remember,
            ]
        )
        #expect(clocks.available == Instant(seconds: 1_110))
        // A second look finds nothing.
        #expect(clocks.handle(.looked, at: reading(wall: 1_110, boot: 20)) == [])
    }

    @Test func aStepBackMovesSinceWhenSomethingCanBeShown() {
        var clocks = started()
        let actions = clocks.handle(.looked, at: reading(wall: 910, boot: 20))
        #expect(actions == [.alignIntervals, .invalidatePlan, .remember])
        #expect(clocks.available == Instant(seconds: 900))
    }

    @Test func suspendMakesWhatWasDueLate() {
        var clocks = started()
        #expect(clocks.handle(.looked, at: reading(wall: 1_100, boot: 110, suspended: 90)) == [])
        #expect(clocks.available == Instant(seconds: 1_100))
    }

    @Test func aClockThatCannotBeRightGetsTimeToBeSet() {
        var clocks = ClockMonitor()
        let last = RememberedClock(boot: "a", now: Instant(seconds: 5_000))
        let start = clocks.handle(.started(last: last), at: reading(wall: 1_000, boot: 10))
        #expect(start == [.forgetReached, .reportWrong, .restorePlan(returnedBy: nil)])
        #expect(!clocks.isTrusted)
        #expect(clocks.gracePeriod?.ends == .start + .seconds(610))
        _ = clocks.handle(.accepted(7), at: reading(wall: 1_001, boot: 11))
        #expect(clocks.handle(.looked, at: reading(wall: 1_010, boot: 20)) == [])
        let set = clocks.handle(.looked, at: reading(wall: 6_000, boot: 21))
        #expect(
            set == [
                .alignIntervals, .invalidatePlan, .reportRight, .alignIntervals,
                .restart([7], at: Instant(seconds: 6_000)), .replan, .remember,
            ]
        )
        #expect(clocks.isTrusted)
        #expect(clocks.available == Instant(seconds: 6_000))
    }

    @Test func aClockThatNobodySetsIsTrustedInTheEnd() {
        var clocks = ClockMonitor()
        let last = RememberedClock(boot: "a", now: Instant(seconds: 5_000))
        _ = clocks.handle(.started(last: last), at: reading(wall: 1_000, boot: 10))
        #expect(clocks.handle(.looked, at: reading(wall: 1_599, boot: 609)) == [])
        let end = clocks.handle(.looked, at: reading(wall: 1_600, boot: 610))
        #expect(end == [.reportRight, .alignIntervals, .replan, .remember])
    }

    /// What is accepted once the clock is trusted begins where it was accepted.
    @Test func anAcceptedRequestUnderARightClockIsNotRestarted() {
        var clocks = started()
        #expect(clocks.handle(.accepted(1), at: reading(wall: 1_001, boot: 11)) == [])
        #expect(clocks.gracePeriod == nil)
    }

    @Test func theTimeIsRememberedNowAndThen() {
        var clocks = started()
        _ = clocks.handle(.remembered, at: reading(wall: 1_000, boot: 10))
        #expect(!clocks.isRememberedLongAgo(at: reading(wall: 1_600, boot: 610)))
        #expect(clocks.isRememberedLongAgo(at: reading(wall: 1_601, boot: 611)))
    }

    @Test func whatBecameAvailableIsLateBefore() {
        var clocks = started()
        #expect(
            clocks.handle(
                .becameAvailable(at: Instant(seconds: 1_005)),
                at: reading(wall: 1_005, boot: 15)
            ) == []
        )
        #expect(clocks.available == Instant(seconds: 1_005))
    }
}
