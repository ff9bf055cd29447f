import AgentInterface
import GLibBridge
import NotifyCore

extension TimeOptions {
    /// Returns the options with the zone of TZ if it differs from the agent's, because a date without a zone is in
    /// the zone of the caller.
    ///
    /// - Returns: the options with that zone; `nil` if the trigger is right as it is.
    /// - Throws: ``UsageError`` if the agent does not know the zone of TZ, or what prevents asking it.
    func inZoneOfCaller(
        _ trigger: NotificationTrigger,
        _ client: AgentClient
    ) throws -> TimeOptions? {
        guard isOfClock, trigger.zoneIdentifier == nil, Environment["TZ"] != nil else { return nil }
        let own = try ZoneOption.local().identifier
        let status = try client.statusOfStartedAgent()
        guard let other = status["timeZone"]?.string, other != own else { return nil }
        guard SystemZone(named: own) != nil else {
            throw UsageError(
                "TZ is the zone \(own.quoted), but the agent's is \(other); name yours, as in "
                    + "--tz Europe/Berlin"
            )
        }
        var zoned = self
        zoned.zone = own
        return zoned
    }
}
