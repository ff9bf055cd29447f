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
