public import GLibBridge
public import NotifyCore

/// A zone of the system's zone database, as the engine asks for it.
public struct SystemZone: ZoneRules {
    private let zone: ZoneInfo

    /// Wraps a zone that was read already.
    public init(_ zone: ZoneInfo) {
        self.zone = zone
    }

    /// The zone of a name such as `Europe/Berlin`; nil where there is none.
    public init?(named identifier: String) {
        guard let zone = ZoneInfo.named(identifier) else { return nil }
        self.zone = zone
    }

    /// The user's zone now; ask anew after a change of zone.
    public static var local: SystemZone { SystemZone(.local) }

    /// The zone's name, such as `Europe/Berlin`.
    public var identifier: String { zone.identifier }

    /// The span of one offset that holds a second since 1970-01-01T00:00:00Z.
    public func span(at second: Int64) -> ZoneSpan {
        let span = zone.span(at: second)
        return ZoneSpan(start: span.start, end: span.end, offset: span.offset)
    }
}
