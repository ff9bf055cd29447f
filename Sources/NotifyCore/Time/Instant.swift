/// A moment on the real-time line: whole microseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// Microseconds in 64 bits reach every year that RFC 3339 can write (0001 to 9999); finer steps are
/// rounded up where they arrive, so that nothing is ever early.
public struct Instant: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microseconds: Int64

    /// Makes an instant from microseconds since 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Makes an instant at a whole second since 1970-01-01T00:00:00Z; clamped where it does not fit.
    public init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        microseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// The whole second at or before this instant, since 1970-01-01T00:00:00Z.
    public var seconds: Int64 {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The first second of year 1 in the Gregorian calendar, the earliest instant that is written.
    public static let distantPast = Instant(seconds: -62_135_596_800)

    /// The last second of year 9999 in the Gregorian calendar, the latest instant that is written.
    public static let distantFuture = Instant(seconds: 253_402_300_799)

    /// This instant moved by a number of microseconds; clamped where it does not fit.
    public func advanced(byMicroseconds delta: Int64) -> Instant {
        let (sum, overflow) = microseconds.addingReportingOverflow(delta)
        return Instant(microseconds: overflow ? (delta < 0 ? .min : .max) : sum)
    }

    /// Whether one instant is earlier than another.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.microseconds < right.microseconds
    }
}
