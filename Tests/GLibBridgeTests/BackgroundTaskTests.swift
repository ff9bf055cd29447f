import Dispatch
import GLibBridge
import Synchronization
import Testing

@Suite struct BackgroundTaskTests {
    private final class Count: Sendable {
        let value = Mutex(0)
        func add() { value.withLock { $0 += 1 } }
        var now: Int { value.withLock { $0 } }
    }

    @Test func itGoesOnBesideAndIsDoneOnceItWasWaitedFor() {
        let count = Count()
        let gate = DispatchSemaphore(value: 0)
        let works = (0..<20).map { _ in
            BackgroundTask(name: "test") {
                // Done on this thread, it would wait in vain.
                if gate.wait(timeout: .now() + 20) == .success { count.add() }
            }
        }
        #expect(count.now == 0)
        for _ in works { gate.signal() }
        for work in works {
            work.wait()
            work.wait()
        }
        #expect(count.now == 20)
    }

    @Test func oneThatNobodyWaitsForGoesItsWay() {
        let (gate, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        _ = BackgroundTask(name: "test") {
            gate.wait()
            end.signal()
        }
        gate.signal()
        #expect(end.wait(timeout: .now() + 20) == .success)
    }
}
