import AgentInterface
import GLibBridge
import NotifyCore

/// Where the scheduler gets its time zones; a parameter, so that tests own the zones.
struct ZoneSource: Sendable {
    /// The user's zone now.
    var local: @Sendable () -> any ZoneRules
    /// The zone of a name; `nil` where there is none.
    var named: @Sendable (String) -> (any ZoneRules)?
    /// Forgets what was read, so that updated zone files are seen.
    var dropAll: @Sendable () -> Void

    /// The system's zone files.
    static let system = ZoneSource(
        local: { SystemZone.local },
        named: { SystemZone(named: $0) },
        dropAll: { ZoneInfo.dropAll() }
    )
}
