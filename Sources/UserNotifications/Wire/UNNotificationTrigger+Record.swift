import Foundation
import NotifyCore

extension NotificationTrigger {
    /// A trigger as the agent keeps it.
    ///
    /// - Parameters:
    ///   - trigger: the app's; `nil` for at once.
    ///   - reserve: takes what the agent's record has no place for.
    /// - Throws: ``NotifyCore/RequestError`` for one that cannot fire.
    init(_ trigger: UNNotificationTrigger?, _ reserve: inout Reserve) throws(RequestError) {
        switch trigger {
        case nil:
            self = .immediate
        case let trigger as UNTimeIntervalNotificationTrigger:
            self = try Self.interval(trigger, &reserve)
        case let trigger as UNCalendarNotificationTrigger:
            let components = try CalendarComponents(trigger.dateComponents)
            if DateComponents(components) != trigger.dateComponents,
                let data = trigger.dateComponents.archived
            {
                reserve["dateComponents"] = .data([UInt8](data))
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
                "a \(type(of: trigger)) does not fire by itself; give a time interval, dates, or none"
            )
        }
    }

    private static func interval(
        _ trigger: UNTimeIntervalNotificationTrigger,
        _ reserve: inout Reserve
    ) throws(RequestError) -> NotificationTrigger {
        let seconds = trigger.timeInterval
        let microseconds = (seconds * 1e6).rounded(.up)
        guard let count = Int64(exactly: microseconds) else {
            throw RequestError(
                .invalidTrigger,
                "the time interval \(seconds) is not a number of seconds that a clock can count"
            )
        }
        if Double(count) / 1e6 != seconds { reserve["timeInterval"] = .real(seconds) }
        return .timeInterval(microseconds: count, repeats: trigger.repeats)
    }

    /// The trigger that the agent kept, as the app gave it.
    func object(_ reserve: Reserve) -> UNNotificationTrigger? {
        switch self {
        case .immediate:
            return nil
        case .timeInterval(let microseconds, let repeats):
            return UNTimeIntervalNotificationTrigger(
                timeInterval: reserve.real("timeInterval") ?? Double(microseconds) / 1e6,
                repeats: repeats
            )
        case .calendar(let trigger):
            let kept = reserve.data("dateComponents").flatMap(DateComponents.init(archived:))
            var components = DateComponents()
            if let kept {
                components = kept
            } else if case .components(let parts) = trigger.spec {
                components = DateComponents(parts)
            }
            // Rules of other grammars come from the command line and have no components.
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
