import Glibc
import Synchronization

/// A place in the order of writes at which a test ends the agent, as SIGKILL does.
///
/// Only debug builds support this.
enum CrashPoint: String, CaseIterable, Sendable {
    /// A transaction is written and not committed.
    case inTransaction
    /// A transaction has just been committed.
    case committed
    /// A step of a migration is written and not committed.
    case migrating
    /// A request is accepted and not stored.
    case adding
    /// A request is stored and its caller has no reply.
    case added
    /// A delivery is stored and not sent to a server.
    case begun
    /// The server has answered, and the answer is not stored.
    case shown
    /// The bubble is stored.
    case delivered
    /// A delivery of an earlier run is about to be shown.
    case showingAgain
    /// A response of the user is not stored.
    case acting
    /// A response of the user is stored and not carried out.
    case acted
    /// A response is about to be sent to its app.
    case responding
    /// The app has received the response, and the store still has it.
    case responded
    /// The received response is removed from the store.
    case forgotten
    /// The request of a snooze is stored and its caller has no reply.
    case snoozed
    /// The run of a command is stored and not started.
    case running
    /// A command has ended, and the end is not stored.
    case ran
    /// A call has come and is not handled.
    case received
    /// What a call changes is written and not committed.
    case changing
    /// What a call changes is stored and its caller has no reply.
    case changed
    /// A part of an import is kept until the last one.
    case staged
    /// A removal is about to be stored.
    case removing
    /// A removal is stored and its caller has no reply.
    case removed

    /// The environment variable with the point and, after a colon, how often it is reached before the agent ends.
    static let variable = "NOTIFY_SCHEDULE_CRASH_AT"

    /// Ends the process if the variable names this point.
    @inline(__always)
    static func reached(_ point: CrashPoint) {
        #if DEBUG
        CrashPlan.wanted?.note(point)
        #endif
    }
}

#if DEBUG
/// When the process ends.
private final class CrashPlan: Sendable {
    static let wanted = CrashPlan(getenv(CrashPoint.variable).map { String(cString: $0) } ?? "")

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
