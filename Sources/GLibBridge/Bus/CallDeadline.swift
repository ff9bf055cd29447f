/// How long a caller waits for a reply.
package struct CallDeadline: Sendable {
    let milliseconds: Int32

    /// A number of milliseconds, at least one.
    package static func milliseconds(_ count: Int32) -> CallDeadline {
        CallDeadline(milliseconds: max(1, count))
    }

    /// GDBus's default: 25 seconds.
    package static let standard = CallDeadline(milliseconds: -1)

    /// None: only the reply or the end of the called program ends the wait.
    package static let none = CallDeadline(milliseconds: .max)

    /// Returns what is left of it after a part of a call, at least a millisecond.
    package func left(since start: ContinuousClock.Instant) -> CallDeadline {
        guard milliseconds != .max else { return self }
        let whole = milliseconds < 0 ? 25_000 : milliseconds
        let passed = (ContinuousClock.now - start) / .milliseconds(1)
        return .milliseconds(whole - Int32(min(passed, Double(whole))))
    }
}
