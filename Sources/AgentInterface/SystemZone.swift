package import NotifyCore
package import TimeZones

/// A zone of the system's zone database, or one with a fixed offset.
package struct SystemZone: ZoneRules {
    private enum Source {
        case database(ZoneInfo)
        case fixed(FixedZone)
    }

    private let source: Source

    /// Makes a zone from zone data.
    ///
    /// One with a fixed offset is named after it, because the sign in the variable TZ has the opposite meaning,
    /// and its own name would be read as another zone.
    package init(_ zone: ZoneInfo) {
        source = zone.fixedOffset.map { .fixed(FixedZone(offset: $0)) } ?? .database(zone)
    }

    /// Makes the zone of a name such as `Europe/Berlin`, an offset such as `UTC+05:30`, or a rule with daylight
    /// saving time such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil if there is none.
    ///
    /// A rule with only an offset, such as `UTC+5`, is read as an offset, in which plus is east.
    package init?(named identifier: String) {
        if let zone = ZoneInfo.named(identifier) {
            source = .database(zone)
        } else if let zone = FixedZone(named: identifier) {
            source = .fixed(zone)
        } else if let zone = ZoneInfo.rule(identifier), zone.fixedOffset == nil {
            source = .database(zone)
        } else {
            return nil
        }
    }

    /// The user's current zone.
    package static var local: SystemZone { SystemZone(.local) }

    /// The zone's name, such as `Europe/Berlin` or `UTC+05:30`.
    package var identifier: String {
        switch source {
        case .database(let zone): zone.identifier
        case .fixed(let zone): zone.identifier
        }
    }

    /// The zone's name, with a digest of its rules if they come from a file.
    package var edition: String {
        switch source {
        case .database(let zone): "\(zone.identifier) \(zone.digest)"
        case .fixed(let zone): zone.identifier
        }
    }

    /// Returns the span of constant offset that contains a second since 1970-01-01T00:00:00Z.
    package func span(at second: Int64) -> ZoneSpan {
        switch source {
        case .database(let zone):
            let span = zone.span(at: second)
            return ZoneSpan(start: span.start, end: span.end, offset: span.offset)
        case .fixed(let zone):
            return zone.span(at: second)
        }
    }
}

extension ZoneSource {
    /// The system's zone files.
    package static let system: ZoneSource = {
        var source = ZoneSource(
            local: { SystemZone.local },
            named: { SystemZone(named: $0) },
            dropAll: { ZoneInfo.dropAll() },
            edition: { names in
                ([SystemZone.local.edition] + names.map { SystemZone(named: $0)?.edition ?? $0 })
                    .joined(separator: "\n")
            }
        )
        source.names = { ZoneDatabase.names }
        return source
    }()
}
