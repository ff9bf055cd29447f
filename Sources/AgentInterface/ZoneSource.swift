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

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - local: the user's zone now.
    ///   - named: the zone of a name; `nil` where there is none.
    ///   - dropAll: forgets what was read.
    public init(
        local: @escaping @Sendable () -> any ZoneRules,
        named: @escaping @Sendable (String) -> (any ZoneRules)?,
        dropAll: @escaping @Sendable () -> Void
    ) {
        self.local = local
        self.named = named
        self.dropAll = dropAll
    }

    /// The system's zone files.
    public static let system = ZoneSource(
        local: { SystemZone.local },
        named: { SystemZone(named: $0) },
        dropAll: { ZoneInfo.dropAll() }
    )
}
