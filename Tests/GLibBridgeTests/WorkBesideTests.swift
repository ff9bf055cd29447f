import GLibBridge
import Synchronization
import Testing

@Suite struct WorkBesideTests {
    @Test func itIsDoneOnceItWasWaitedFor() {
        final class Count: Sendable {
            let value = Mutex(0)
        }
        let count = Count()
        let works = (0..<20).map { _ in
            WorkBeside(name: "test") { count.value.withLock { $0 += 1 } }
        }
        for work in works {
            work.wait()
            work.wait()
        }
        #expect(count.value.withLock { $0 } == 20)
        // One that nobody waits for goes its way.
        _ = WorkBeside(name: "test") { count.value.withLock { $0 += 1 } }
    }
}
