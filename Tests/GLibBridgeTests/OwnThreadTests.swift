import Foundation
import GLibBridge
import Glibc
import Testing

/// The threads of works that may block.
@Suite struct OwnThreadTests {
    /// What a thread says of itself while its work runs.
    private struct Thread: Sendable, Equatable {
        var isDetached = false
        var name: String?

        // pthread.h shows this one only under _GNU_SOURCE.
        private typealias Look =
            @convention(c) (
                pthread_t, UnsafeMutablePointer<pthread_attr_t>
            ) -> CInt

        static func current() -> Thread {
            guard let look = dlsym(nil, "pthread_getattr_np") else { return Thread() }
            let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
            defer { attributes.deallocate() }
            guard unsafeBitCast(look, to: Look.self)(pthread_self(), attributes) == 0 else {
                return Thread()
            }
            defer { pthread_attr_destroy(attributes) }
            var state: CInt = 0
            pthread_attr_getdetachstate(attributes, &state)
            return Thread(
                isDetached: state == CInt(PTHREAD_CREATE_DETACHED),
                name: try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            )
        }
    }

    /// Nobody joins them, so the process may end before anyone else could detach them.
    @Test func theyAreDetachedBeforeTheirWorkBegins() async {
        let expected = Thread(isDetached: true, name: "a name of fifte\n")
        let name = "a name of fifteen bytes and more"
        #expect(BackgroundTask(name: name) { Thread.current() }.wait() == expected)
        let work = BlockingIOPool(name: name, maxTotal: 1, maxPerOwner: 1)
        let answer = await work.answer(within: 20_000, for: "test") { Thread.current() }
        guard case .done(let thread) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(thread == expected)
    }
}
