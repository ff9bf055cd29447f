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
        let time = DayStart.configured
        if let onCalendar {
            let words = try? EventWords(
                onCalendar,
                starting: try recurrence.start(now: now, in: zone),
                dayStart: time,
                now: now,
                in: zone
            )
            guard let words else { return nil }
            if words.isAtMidnight { return DayStart.remark(ofMidnight: onCalendar, time) }
            return words.hasNoTime ? DayStart.remark(time) : nil
        }
        let hasNoTime =
            if let date {
                (try? DateSpec(date, now: now, in: zone))?.hasNoTime ?? false
            } else if recurrence.rule != nil || interval != nil && recurrence.starting != nil {
                recurrence.hasNoTime(now: now, in: zone)
            } else {
                false
            }
        return hasNoTime ? DayStart.remark(time) : nil
    }
}
