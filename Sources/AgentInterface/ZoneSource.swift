import GLibBridge
public import NotifyCore

/// Where time zones come from; a parameter, so that tests own the zones.
public struct ZoneSource: Sendable {
    /// The user's zone now.
    public var local: @Sendable () -> any ZoneRules
    /// The zone of a name; `nil` where there is none.
    public var named: @Sendable (String) -> (any ZoneRules)?
    /// Forgets what was read, so that updated zone files are seen.
    public var dropAll: @Sendable () -> Void
    /// What the user's zone and those of some names are, in few words: others where one of them or its rules have
    /// changed; `nil` where that cannot be told.
    public var edition: @Sendable ([String]) -> String?

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - local: the user's zone now.
    ///   - named: the zone of a name; `nil` where there is none.
    ///   - dropAll: forgets what was read.
    ///   - edition: what tells the zones' rules from others.
    public init(
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
    public static let system = ZoneSource(
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
    /// The zone in which a trigger is read: its own, or the user's.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `InvalidTrigger` where there is no such zone.
    public func zone(of trigger: NotificationTrigger) throws(RequestError) -> any ZoneRules {
        guard let name = trigger.zoneIdentifier else { return local() }
        guard let zone = named(name) else {
            throw RequestError(
                .invalidTrigger,
                "the time zone \(name.quoted) is unknown; write a name such as Europe/Berlin, "
                    + "or an offset such as +05:30"
            )
        }
        return zone
    }
}
