import AgentInterface
import GLibBridge
import NotifyCore

extension RequestKey {
    /// The name on the command line: the identifier, with the app before it if it is not the command line.
    var name: String {
        appID == AgentNames.app ? identifier : "\(appID)/\(identifier)"
    }

    /// The app in a table: the command for its own requests, else the app's id.
    var appName: String {
        appID == AgentNames.app ? AgentNames.shortApp : appID
    }
}

extension NotificationRequest {
    /// The app in a table: who speaks, where that is said.
    var appName: String {
        appID == AgentNames.app ? key.appName : bubble.appName ?? appID
    }

    /// The file of requests.d that it comes from; `nil` for other requests.
    var fileOrigin: String? { appID == AgentNames.requestFilesApp ? requester : nil }
}

extension NotificationRequest {
    /// The text in a table.
    var headline: String {
        content.isWorthDelivering ? content.headline : run.map { "runs \($0)" } ?? ""
    }

    /// Returns when it fires, as text; dates are in the zone that the rule names, if any.
    func words(forUserIn zone: SystemZone) -> String {
        let own = trigger.shownZone.flatMap(SystemZone.init(named:))
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        return words(in: own ?? zone, after: now)
    }
}

extension NotificationTrigger {
    /// The name of the zone of its dates; `nil` for the user's.
    ///
    /// An instant such as `2027-03-01T09:00:00+01:00` is stored in UTC and has no zone.
    var shownZone: String? {
        guard case .calendar(let calendar) = self else { return nil }
        if case .components = calendar.spec, !calendar.repeats, calendar.timeZone == "UTC" {
            return nil
        }
        return calendar.zoneIdentifier
    }
}

extension NotificationContent {
    /// The text in a table.
    var headline: String { title.isEmpty ? body : title }
}
