/// A point in time: whole microseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// Microseconds in 64 bits cover every year of RFC 3339 (0001 to 9999). Smaller units are rounded up when
/// they are parsed, so that nothing is early.
package struct Instant: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    package var microseconds: Int64

    /// Makes an instant from microseconds since 1970-01-01T00:00:00Z.
    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Makes an instant from seconds since 1970-01-01T00:00:00Z, clamped to the range.
    package init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        microseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// The whole second at or before this instant, since 1970-01-01T00:00:00Z.
    package var seconds: Int64 {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The first second of year 1 in the Gregorian calendar, the earliest instant in texts.
    package static let distantPast = Instant(seconds: -62_135_596_800)

    /// The last second of year 9999 in the Gregorian calendar, the latest instant in texts.
    package static let distantFuture = Instant(seconds: 253_402_300_799)

    /// Returns this instant moved by microseconds, clamped to the range.
    package func advanced(byMicroseconds delta: Int64) -> Instant {
        let (sum, overflow) = microseconds.addingReportingOverflow(delta)
        return Instant(microseconds: overflow ? (delta < 0 ? .min : .max) : sum)
    }

    /// Whether one instant is earlier than another.
    package static func < (left: Instant, right: Instant) -> Bool {
        left.microseconds < right.microseconds
    }
}
