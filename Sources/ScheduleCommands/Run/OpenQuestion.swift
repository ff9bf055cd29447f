import AgentInterface
import GLibBridge
import Glibc
import NotifyCore
import Synchronization

/// A question of another program, whose answer a thread of its own waits for.
final class OpenQuestion {
    /// Becomes readable when it has ended.
    let end: Int32
    private let key: RequestKey
    private let state: State
    private let task: BackgroundTask<Result<Question.Answer, any Error>>

    private final class State: Sendable {
        let isWanted = Atomic(true)
    }

    /// Asks; `nil` if there is no descriptor left.
    ///
    /// - Parameter limit: how long to wait, in microseconds; `nil` for no limit.
    init?(_ question: Question, within limit: Int64? = nil) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        let last = ends[1]
        let state = State()
        (end, key, self.state) = (ends[0], question.key, state)
        task = BackgroundTask(name: "question") {
            AgentClient.prepare()
            // A signal ends the loop, which takes the question back.
            defer { close(last) }
            return Result {
                try question.ask(within: limit, until: []) {
                    state.isWanted.load(ordering: .acquiring)
                }
            }
        }
    }

    deinit { close(end) }

    /// Whether it has ended, so that ``answer()`` does not wait.
    var hasEnded: Bool { task.wait(atMost: 0) != nil }

    /// Waits until it has ended after ``withdraw()``, but not for long.
    func waitForEnd() { _ = task.wait(atMost: 5_000) }

    /// The answer, once it has ended.
    func answer() -> Result<Question.Answer, any Error> { task.wait() }

    /// Takes it back, which ends the wait; one that is not there yet is removed as soon as it is.
    func withdraw() {
        state.isWanted.store(false, ordering: .releasing)
        let selection = Variant.dictionary([
            ("appID", .string(key.appID)), ("identifiers", .strings([key.identifier])),
        ])
        _ = try? AgentClient().remove(selection, deadline: RunNotifier.deadline)
    }
}
