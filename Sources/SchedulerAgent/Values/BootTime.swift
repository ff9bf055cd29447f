import NotifyCore

/// A time on the clock that runs since boot, also in suspend, and that nobody sets.
struct BootTime: Hashable, Comparable, Sendable {
    /// Microseconds since boot.
    let microseconds: Int64

    /// The boot.
    static let start = BootTime(microseconds: 0)
    /// A time that never comes.
    static let never = BootTime(microseconds: .max)

    static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }

    /// Returns the time after a span; ``never`` where no number has it.
    static func + (time: Self, span: Duration) -> Self {
        let (sum, isTooLarge) = time.microseconds.addingReportingOverflow(span.microseconds)
        return isTooLarge ? never : BootTime(microseconds: sum)
    }

    static func - (time: Self, span: Duration) -> Self { time + (.zero - span) }

    /// Returns the span from one time to another.
    static func - (end: Self, start: Self) -> Duration {
        // A duration has room for the distance of any two stored numbers.
        .microseconds(end.microseconds) - .microseconds(start.microseconds)
    }
}

extension Duration {
    /// The span without its direction.
    var magnitude: Duration { self < .zero ? .zero - self : self }

    /// The span in whole microseconds, clamped.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !isTooLarge else { return seconds < 0 ? .min : .max }
        let (sum, isPast) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return isPast ? (seconds < 0 ? .min : .max) : sum
    }

    /// The span in whole milliseconds, rounded up so that a timer does not fire before its end, and clamped.
    var milliseconds: UInt32 {
        let (sum, isTooLarge) = microseconds.addingReportingOverflow(999)
        return isTooLarge ? .max : UInt32(clamping: sum / 1_000)
    }
}

extension Instant {
    /// Returns the instant after a span.
    func advanced(by span: Duration) -> Instant { advanced(byMicroseconds: span.microseconds) }

    /// Returns the span until another instant.
    func span(to other: Instant) -> Duration {
        .microseconds(other.microseconds) - .microseconds(microseconds)
    }
}
