extension DateSpec {
    /// The trigger that fires once at this date.
    ///
    /// - Parameter timeZone: the zone in which a wall time is meant; `nil` follows the user's.
    /// - Returns: the trigger.
    public func trigger(timeZone: String?) -> NotificationTrigger {
        switch self {
        case .wall(let components):
            return .calendar(CalendarTrigger(spec: .components(components), timeZone: timeZone))
        case .instant(let instant):
            var components = CalendarComponents(WallTime(instant, in: FixedZone.utc))
            components.nanosecond = Int(instant.microseconds - instant.seconds * 1_000_000) * 1_000
            return .calendar(CalendarTrigger(spec: .components(components), timeZone: "UTC"))
        }
    }

    /// Reads the last moment at which something may fire: a date, or a day that counts whole, today too.
    ///
    /// - Throws: what is wrong and in which column, as ``init(_:now:in:)`` does.
    public static func lastMoment(
        _ text: String,
        now: Instant,
        in zone: some ZoneRules
    ) throws(TimeSpecError) -> Instant? {
        let date: DateSpec
        do throws(TimeSpecError) {
            date = try DateSpec(text, now: now, in: zone)
        } catch {
            // Today has begun already, and its end is not past.
            let today = WallTime(now, in: zone).date
            let yesterday = now.advanced(byMicroseconds: -86_400_000_000)
            guard case .wall(let day)? = try? DateSpec(text, now: yesterday, in: zone),
                day.hour == nil, day.year == today.year, day.month == today.month,
                day.day == today.day
            else { throw error }
            date = .wall(day)
        }
        guard case .wall(var components) = date, components.hour == nil else {
            return date.date(after: now, in: zone)
        }
        components.hour = 23
        components.minute = 59
        components.second = 59
        return DateSpec.wall(components).date(after: now, in: zone)
    }
}
