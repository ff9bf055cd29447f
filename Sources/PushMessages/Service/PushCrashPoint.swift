import GLibBridge
import Glibc

/// A place in the way of a message at which a test ends notify-push, as SIGKILL does.
///
/// Only debug builds support this.
enum PushCrashPoint: String {
    /// The message is stored, and the distributor has no acknowledgement.
    case stored
    /// The agent has the message, and the store has it still.
    case delivered

    #if DEBUG
    /// The environment variable with the point.
    private static let variable = "NOTIFY_PUSH_CRASH_AT"
    private static let wanted = Environment[variable].flatMap { PushCrashPoint(rawValue: $0) }
    #endif

    /// Ends the process if the variable names this point.
    @inline(__always)
    static func reached(_ point: PushCrashPoint) {
        #if DEBUG
        if point == wanted { kill(getpid(), SIGKILL) }
        #endif
    }
}
