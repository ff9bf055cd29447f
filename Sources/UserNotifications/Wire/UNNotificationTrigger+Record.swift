import Foundation
import NotifyCore

extension NotificationTrigger {
    /// Makes a trigger for the agent.
    ///
    /// - Parameter trigger: the app's trigger; `nil` for at once.
    init(
        _ trigger: UNNotificationTrigger?,
        _ privateInfo: inout PrivateUserInfo
    ) throws(RequestError) {
        switch trigger {
        case nil:
            self = .immediate
        case let trigger as UNTimeIntervalNotificationTrigger:
            self = try Self.interval(trigger, &privateInfo)
        case let trigger as UNCalendarNotificationTrigger:
            let components = try CalendarComponents(
                trigger.dateComponents,
                days: trigger.repeats ? OtherCalendar.daysAhead : 1
            )
            if DateComponents(components) != trigger.dateComponents,
                let data = trigger.dateComponents.archived
            {
                privateInfo["dateComponents"] = .data([UInt8](data))
            }
            self = .calendar(
                CalendarTrigger(spec: .components(components), repeats: trigger.repeats)
            )
        #if Location
        case let trigger as UNLocationNotificationTrigger:
            self = .location(try LocationTrigger(trigger))
        #endif
        case let trigger?:
            throw RequestError(
                .invalidTrigger,
                "a \(type(of: trigger)) does not fire by itself; use a time interval, a calendar trigger or none"
            )
        }
    }

    private static func interval(
        _ trigger: UNTimeIntervalNotificationTrigger,
        _ privateInfo: inout PrivateUserInfo
    ) throws(RequestError) -> NotificationTrigger {
        let seconds = trigger.timeInterval
        let microseconds = (seconds * 1e6).rounded(.up)
        guard let count = Int64(exactly: microseconds) else {
            throw RequestError(
                .invalidTrigger,
                "the time interval \(seconds) is not a valid number of seconds"
            )
        }
        if Double(count) / 1e6 != seconds { privateInfo["timeInterval"] = .real(seconds) }
        return .timeInterval(microseconds: count, repeats: trigger.repeats)
    }

    /// Returns the trigger for the app.
    func object(_ privateInfo: PrivateUserInfo) -> UNNotificationTrigger? {
        switch self {
        case .immediate:
            return privateInfo.isPushed ? UNPushNotificationTrigger() : nil
        case .timeInterval(let microseconds, let repeats):
            return UNTimeIntervalNotificationTrigger(
                timeInterval: privateInfo.real("timeInterval") ?? Double(microseconds) / 1e6,
                repeats: repeats
            )
        case .calendar(let trigger):
            let kept = privateInfo.data("dateComponents").flatMap(DateComponents.init(archived:))
            var components = DateComponents()
            if let kept {
                components = kept
            } else if case .components(let parts) = trigger.spec {
                components = DateComponents(parts)
            }
            // Rules in other grammars are from the command line and have no components.
            return UNCalendarNotificationTrigger(
                dateMatching: components,
                repeats: trigger.repeats
            )
        case .location(let trigger):
            #if Location
            return trigger.object
            #else
            return UNNotificationTrigger(repeats: trigger.repeats)
            #endif
        }
    }
}
