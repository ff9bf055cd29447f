import NotifyCore
import Testing

@testable import SchedulerAgent

/// What the store could not take as events and actions.
@Suite struct WriteRetryQueueTests {
    private var queue = WriteRetryQueue()

    private static func act(_ id: Int64) -> WriteRetryQueue.Act {
        WriteRetryQueue.Act(
            event: .invoked(action: "a"),
            target: .delivery(id),
            activationToken: nil
        )
    }

    private mutating func handle(_ event: WriteRetryQueue.Event) -> [String] {
        queue.handle(event).map { action in
            switch action {
            case .wait(let wait): return "\(wait)"
            case .write(let act):
                guard case .delivery(let id) = act.target else { return "write" }
                return "write \(id)"
            case .deliver: return "deliver"
            case .retryOthers: return "retryOthers"
            }
        }
    }

    private mutating func keep(_ act: WriteRetryQueue.Act) -> [String] {
        queue.keep(act).map { "\($0)" }
    }

    @Test mutating func actsAreWrittenInOrder() {
        #expect(keep(Self.act(1)) == ["retryLater"])
        #expect(keep(Self.act(2)) == [])
        #expect(handle(.retry) == ["write 1"])
        #expect(handle(.done) == ["write 2"])
        #expect(handle(.done) == ["deliver", "retryOthers"])
        #expect(handle(.retry) == ["deliver", "retryOthers"])
    }

    @Test mutating func theFirstThatFailsAgainKeepsTheOthersBehindIt() {
        _ = keep(Self.act(1))
        _ = keep(Self.act(2))
        #expect(handle(.retry) == ["write 1"])
        #expect(handle(.failedAgain) == ["retryLater", "retryOthers"])
        #expect(handle(.retry) == ["write 1"])
    }

    @Test mutating func whatFailsWhileOthersAreWrittenIsWrittenToo() {
        _ = keep(Self.act(1))
        #expect(handle(.retry) == ["write 1"])
        #expect(keep(Self.act(2)) == ["retryLater"])
        // A second run ends at once.
        #expect(handle(.retry) == ["retryOthers"])
        #expect(handle(.done) == ["write 2"])
        #expect(handle(.done) == ["deliver", "retryOthers"])
    }

    @Test mutating func otherFailuresShareTheTimer() {
        #expect(queue.storeFailed().map { "\($0)" } == ["retryLater"])
        #expect(queue.storeFailed().map { "\($0)" } == [])
        #expect(keep(Self.act(1)) == [])
        #expect(handle(.retry) == ["write 1"])
    }

    @Test mutating func actsAreBounded() {
        for id in 0..<WriteRetryQueue.maxActs { _ = keep(Self.act(Int64(id))) }
        #expect(keep(Self.act(-1)) == ["reportLoss"])
        #expect(queue.hasAct(on: 0))
        #expect(!queue.hasAct(on: -1))
    }

    @Test mutating func itKnowsWhatABubbleShows() {
        let bubble = BubbleKey(owner: ":1.1", id: 3)
        let shown = WriteRetryQueue.Act(
            event: .shown(bubble),
            target: .delivery(9),
            activationToken: nil
        )
        _ = keep(shown)
        #expect(queue.delivery(shownBy: bubble) == 9)
        #expect(queue.delivery(shownBy: BubbleKey(owner: ":1.1", id: 4)) == nil)
    }
}
