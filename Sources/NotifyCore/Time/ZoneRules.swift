/// The offsets of a time zone from UTC, as the engine asks for them.
///
/// The engine knows no time zone data of its own: an implementation over the system's zone files is a
/// parameter of every call.
public protocol ZoneRules: Sendable {
    /// The zone's name as it was asked for, such as `Europe/Berlin`.
    var identifier: String { get }

    /// The span of one offset that holds the given second.
    ///
    /// - Parameter second: seconds since 1970-01-01T00:00:00Z.
    /// - Returns: the span, with the bounds up to which its offset holds.
    func span(at second: Int64) -> ZoneSpan
}

/// A stretch of time in which a zone keeps one offset.
public struct ZoneSpan: Hashable, Sendable {
    /// The first second of the span, since 1970-01-01T00:00:00Z; `Int64.min` where there is no earlier one.
    public var start: Int64
    /// The first second after the span; `Int64.max` where there is no later one.
    public var end: Int64
    /// Seconds to add to UTC to get local time.
    public var offset: Int64

    /// Makes a span from its bounds and offset, all in seconds.
    public init(start: Int64, end: Int64, offset: Int64) {
        self.start = start
        self.end = end
        self.offset = offset
    }
}

/// A zone of one offset without changes.
public struct FixedZone: ZoneRules {
    /// The zone's name.
    public let identifier: String
    /// Seconds to add to UTC to get local time.
    public let offset: Int64

    /// Makes a zone with one offset.
    public init(identifier: String, offset: Int64) {
        self.identifier = identifier
        self.offset = offset
    }

    /// Coordinated Universal Time.
    public static let utc = FixedZone(identifier: "UTC", offset: 0)

    /// The one span, which has no bounds.
    public func span(at second: Int64) -> ZoneSpan {
        ZoneSpan(start: .min, end: .max, offset: offset)
    }
}
