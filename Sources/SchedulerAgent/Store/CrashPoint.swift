import GLibBridge
import Glibc
import Synchronization

/// A place of the write order where a test has the agent die, as by SIGKILL.
///
/// A debug build alone can do that.
enum CrashPoint: String, CaseIterable, Sendable {
    /// All of a transaction is written, and it is not committed.
    case inTransaction
    /// A transaction has just been committed.
    case committed
    /// A step of a migration is written, and it is not committed.
    case migrating
    /// A request holds and is not written down.
    case adding
    /// A request is written down and its caller does not know.
    case added
    /// What was due is marked, and no server has it.
    case begun
    /// The server has answered, and that is not written down.
    case shown
    /// The bubble is written down.
    case delivered
    /// One that an earlier run marked or left is about to be shown.
    case showingAgain
    /// What the user did is known and not written down.
    case acting
    /// What the user did is written down, and nothing has followed.
    case acted
    /// A response is about to go to its app.
    case responding
    /// The app has the response, and that is not written down.
    case responded
    /// It is written down that the app has it.
    case forgotten
    /// What is to be shown once more later is written down, and its caller does not know.
    case snoozed
    /// A removal is about to be written down.
    case removing
    /// A removal is written down and its caller does not know.
    case removed

    /// The variable that names a point; after a colon, how often it is reached before the end.
    static let variable = "NOTIFY_SCHEDULE_CRASH_AT"

    /// Says that this place is reached.
    @inline(__always)
    static func reached(_ point: CrashPoint) {
        #if DEBUG
        CrashPlan.wanted?.note(point)
        #endif
    }
}

#if DEBUG
/// When the process is to die.
private final class CrashPlan: Sendable {
    static let wanted = CrashPlan(Environment[CrashPoint.variable] ?? "")

    private let point: CrashPoint
    private let left: Atomic<Int>

    private init?(_ text: String) {
        let parts = text.split(separator: ":")
        guard let name = parts.first, let point = CrashPoint(rawValue: String(name)) else {
            return nil
        }
        self.point = point
        left = Atomic(parts.dropFirst().first.flatMap { Int($0) } ?? 1)
    }

    func note(_ reached: CrashPoint) {
        guard reached == point,
            left.wrappingSubtract(1, ordering: .relaxed).newValue == 0
        else { return }
        kill(getpid(), SIGKILL)
    }
}
#endif
