import ConfigurationFiles
import NotifyCore

extension DayStart {
    /// What to note where a date without a time was given its time.
    static func remark(_ time: CivilTime) -> String {
        "no time was given, so it is \(time) ([Time] DayStart= in agent.conf)"
    }
}

extension TimeOptions {
    /// What to note where `--at` or `--on` says no time of day.
    func dayStartRemark(now: Instant) -> String? {
        let hasNoTime: Bool
        if let date, let rules = try? zoneRules() {
            hasNoTime = (try? DateSpec(date, now: now, in: rules))?.hasNoTime ?? false
        } else if let onCalendar {
            let words = try? EventWords(onCalendar, dayStart: DayStart.standard)
            hasNoTime = words?.hasNoTime ?? false
        } else {
            hasNoTime = false
        }
        return hasNoTime ? DayStart.remark(DayStart.configured()) : nil
    }
}
