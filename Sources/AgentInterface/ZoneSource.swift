package import NotifyCore
import TimeZones

/// A source of time zones, which tests replace.
package struct ZoneSource: Sendable {
    /// Returns the user's current zone.
    package var local: @Sendable () -> any ZoneRules
    /// Returns the zone of a name; `nil` if there is none.
    package var named: @Sendable (String) -> (any ZoneRules)?
    /// Clears the cache, so that updated zone files are read.
    package var dropAll: @Sendable () -> Void
    /// Returns a fingerprint of the user's zone and some named zones, which changes with the zones or their
    /// rules; `nil` if it cannot be determined.
    package var edition: @Sendable ([String]) -> String?

    /// Makes a source.
    ///
    /// - Parameter named: returns the zone of a name; `nil` if there is none.
    package init(
        local: @escaping @Sendable () -> any ZoneRules,
        named: @escaping @Sendable (String) -> (any ZoneRules)?,
        dropAll: @escaping @Sendable () -> Void,
        edition: @escaping @Sendable ([String]) -> String? = { _ in nil }
    ) {
        self.local = local
        self.named = named
        self.dropAll = dropAll
        self.edition = edition
    }

    /// The system's zone files.
    package static let system = ZoneSource(
        local: { SystemZone.local },
        named: { SystemZone(named: $0) },
        dropAll: { ZoneInfo.dropAll() },
        edition: { names in
            ([SystemZone.local.edition] + names.map { SystemZone(named: $0)?.edition ?? $0 })
                .joined(separator: "\n")
        }
    )
}

extension ZoneSource {
    /// Returns the zone of a trigger: its own, or the user's.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `InvalidTrigger` if there is no such zone.
    package func zone(of trigger: NotificationTrigger) throws(RequestError) -> any ZoneRules {
        guard let name = trigger.zoneIdentifier else { return local() }
        guard let zone = named(name) else {
            throw RequestError(
                .invalidTrigger,
                .timeZone,
                value: name.quoted,
                reason: "is unknown",
                wayOut: "write a name such as Europe/Berlin, or an offset such as +05:30"
            )
        }
        return zone
    }
}
