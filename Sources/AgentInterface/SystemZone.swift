public import GLibBridge
public import NotifyCore

/// A zone of the system's zone database, or one of a fixed offset, as the engine asks for it.
public struct SystemZone: ZoneRules {
    private enum Source {
        case database(ZoneInfo)
        case fixed(FixedZone)
    }

    private let source: Source

    /// Wraps a zone that was read already.
    public init(_ zone: ZoneInfo) {
        source = .database(zone)
    }

    /// The zone of a name such as `Europe/Berlin`, or of an offset such as `UTC+05:30`; nil where there is
    /// none.
    public init?(named identifier: String) {
        if let zone = ZoneInfo.named(identifier) {
            source = .database(zone)
        } else if let zone = FixedZone(named: identifier) {
            source = .fixed(zone)
        } else {
            return nil
        }
    }

    /// The user's zone now; ask anew after a change of zone.
    public static var local: SystemZone { SystemZone(.local) }

    /// The zone's name, such as `Europe/Berlin` or `UTC+05:30`.
    public var identifier: String {
        switch source {
        case .database(let zone): zone.identifier
        case .fixed(let zone): zone.identifier
        }
    }

    /// The zone's name, with what tells its rules from others where they come from a file.
    public var edition: String {
        switch source {
        case .database(let zone): "\(zone.identifier) \(zone.digest)"
        case .fixed(let zone): zone.identifier
        }
    }

    /// The span of one offset that holds a second since 1970-01-01T00:00:00Z.
    public func span(at second: Int64) -> ZoneSpan {
        switch source {
        case .database(let zone):
            let span = zone.span(at: second)
            return ZoneSpan(start: span.start, end: span.end, offset: span.offset)
        case .fixed(let zone):
            return zone.span(at: second)
        }
    }
}
