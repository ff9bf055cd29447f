/// The offsets of a time zone from UTC.
///
/// The engine has no time zone data of its own; callers pass an implementation that reads the system's zone
/// files.
package protocol ZoneRules: Sendable {
    /// The zone's name, such as `Europe/Berlin`.
    var identifier: String { get }

    /// Returns the span of constant offset that contains a second.
    ///
    /// - Parameter second: seconds since 1970-01-01T00:00:00Z.
    func span(at second: Int64) -> ZoneSpan
}

/// A span of time in which a zone has one offset.
package struct ZoneSpan: Hashable, Sendable {
    /// The first second of the span, since 1970-01-01T00:00:00Z; `Int64.min` if there is no earlier span.
    package var start: Int64
    /// The first second after the span; `Int64.max` if there is no later span.
    package var end: Int64
    /// Seconds to add to UTC to get local time.
    package var offset: Int64

    /// Makes a span from its bounds and offset, all in seconds.
    package init(start: Int64, end: Int64, offset: Int64) {
        self.start = start
        self.end = end
        self.offset = offset
    }
}

/// A zone with a constant offset.
package struct FixedZone: ZoneRules {
    /// The zone's name.
    package let identifier: String
    /// Seconds to add to UTC to get local time.
    package let offset: Int64

    /// Makes a zone with one offset.
    package init(identifier: String, offset: Int64) {
        self.identifier = identifier
        self.offset = offset
    }

    /// Coordinated Universal Time.
    package static let utc = FixedZone(identifier: "UTC", offset: 0)

    /// Returns the only span, which is unlimited.
    package func span(at second: Int64) -> ZoneSpan {
        ZoneSpan(start: .min, end: .max, offset: offset)
    }
}
