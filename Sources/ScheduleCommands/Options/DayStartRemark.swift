import ConfigurationFiles
import NotifyCore

extension DayStart {
    /// Returns the remark for a date that got this time of day.
    static func remark(_ time: CivilTime) -> String {
        "no time was given, so it is \(time) ([Time] DayStart= in agent.conf)"
    }

    /// What to note where a calendar event without a time is at midnight.
    static func remark(ofMidnight event: String, _ time: CivilTime) -> String {
        let hasWord = CalendarEvent.words.contains(event.lowercased())
        return "a calendar event without a time is at 00:00; for \(time) write "
            + (hasWord ? "one such as \"every day at \(time)\"" : "\"\(event) \(time)\"")
    }
}

extension TimeOptions {
    /// Returns the remark for `--at`, `--on` or `--starting` without a time of day; `nil` if there is one.
    func dayStartRemark(now: Instant) -> String? {
        guard let zone = try? zoneRules() else { return nil }
        if onCalendar != nil || recurrence.rule != nil {
            return recurrence.dayStartRemark(event: onCalendar, now: now, in: zone)
        }
        let hasNoTime =
            if let date {
                (try? DateSpec(date, now: now, in: zone))?.hasNoTime ?? false
            } else {
                interval != nil && recurrence.starting != nil
                    && recurrence.hasNoTime(now: now, in: zone)
            }
        return hasNoTime ? DayStart.remark(DayStart.configured) : nil
    }
}

extension RecurrenceOptions {
    /// Returns the remark for `--on`, or else for `--rrule`, without a time of day; `nil` if there is one.
    func dayStartRemark(event: String?, now: Instant, in zone: some ZoneRules) -> String? {
        let time = DayStart.configured
        guard let event else { return hasNoTime(now: now, in: zone) ? DayStart.remark(time) : nil }
        let words = try? EventWords(
            event,
            starting: try start(now: now, in: zone),
            dayStart: time,
            now: now,
            in: zone
        )
        guard let words else { return nil }
        if words.isAtMidnight { return DayStart.remark(ofMidnight: event, time) }
        return words.hasNoTime ? DayStart.remark(time) : nil
    }
}
