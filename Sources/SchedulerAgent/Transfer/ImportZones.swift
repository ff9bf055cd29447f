import AgentInterface
import NotifyCore

/// The zones of the triggers that one call of `Import` brings, each looked up once.
struct ImportZones {
    private let source: ZoneSource
    private var local: (any ZoneRules)?
    private var named: [String: any ZoneRules] = [:]

    init(_ source: ZoneSource) {
        self.source = source
    }

    /// The zone in which a trigger is read: its own, or the user's.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `InvalidTrigger` where there is no such zone.
    mutating func zone(of trigger: NotificationTrigger) throws(RequestError) -> any ZoneRules {
        guard let name = trigger.zoneIdentifier else {
            let zone = local ?? source.local()
            local = zone
            return zone
        }
        if let zone = named[name] { return zone }
        let zone = try source.zone(of: trigger)
        named[name] = zone
        return zone
    }
}
