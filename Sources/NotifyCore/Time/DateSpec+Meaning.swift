extension DateSpec {
    /// Returns a trigger that fires once at this date.
    ///
    /// - Parameter timeZone: the zone of a wall time; `nil` for the user's.
    package func trigger(timeZone: String?) -> NotificationTrigger {
        switch self {
        case .wall(let components):
            return .calendar(CalendarTrigger(spec: .components(components), timeZone: timeZone))
        case .instant(let instant):
            var components = CalendarComponents(WallTime(instant, in: FixedZone.utc))
            components.nanosecond = Int(instant.microseconds - instant.seconds * 1_000_000) * 1_000
            return .calendar(CalendarTrigger(spec: .components(components), timeZone: "UTC"))
        case .span(let microseconds, _):
            return .timeInterval(microseconds: microseconds, repeats: false)
        }
    }

    /// Parses the last instant at which a trigger may fire: a date, or a whole day, which may be today.
    package static func lastMoment(
        _ text: String,
        now: Instant,
        in zone: some ZoneRules
    ) throws(TimeSpecError) -> Instant? {
        let date: DateSpec
        do throws(TimeSpecError) {
            date = try DateSpec(text, now: now, in: zone)
        } catch {
            // Today's start is past, but its end is not.
            let today = WallTime(now, in: zone).date
            guard let spec = try? DateSpec(mayBePast: text, now: now, in: zone),
                case .wall(let day) = spec, day.hour == nil, day.year == today.year,
                day.month == today.month, day.day == today.day
            else { throw error }
            date = spec
        }
        return date.withWholeDay.date(after: now, in: zone)
    }

    /// The last second of a day that is given without a time; else the date itself.
    package var withWholeDay: DateSpec {
        guard case .wall(var components) = self, components.hour == nil else { return self }
        components.hour = 23
        components.minute = 59
        components.second = 59
        return .wall(components)
    }
}
