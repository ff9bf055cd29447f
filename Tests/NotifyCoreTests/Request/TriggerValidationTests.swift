import NotifyCore
import TestSupport
import Testing

@Suite struct TriggerValidationTests {
    @Test(
        arguments: [
            (
                0, false,
                "a time interval must be longer than 0; leave it out to show the notification now"
            ),
            (
                -5_000_000, false,
                "a time interval must be longer than 0; leave it out to show the notification now"
            ),
            (
                .min, true,
                "a time interval must be longer than 0; leave it out to show the notification now"
            ),
            (
                3_155_760_000_000_001, false,
                "a time interval must be at most 100 years; use a date instead"
            ),
            (.max, true, "a time interval must be at most 100 years; use a date instead"),
            (
                59_999_999, true,
                "a repeating time interval must be at least 60 s; take a longer one or do not repeat it"
            ),
            (
                1, true,
                "a repeating time interval must be at least 60 s; take a longer one or do not repeat it"
            ),
        ] as [(Int64, Bool, String)]
    )
    func anIntervalOutOfBoundsIsRefused(microseconds: Int64, repeats: Bool, message: String) {
        let trigger = NotificationTrigger.timeInterval(microseconds: microseconds, repeats: repeats)
        expectRefusal(.invalidTrigger, message) { try trigger.validate() }
    }

    @Test(arguments: [(1, false), (60_000_000, true), (3_155_760_000_000_000, true)])
    func anIntervalAtItsBoundHolds(microseconds: Int64, repeats: Bool) throws {
        try NotificationTrigger.timeInterval(microseconds: microseconds, repeats: repeats)
            .validate()
    }

    @Test(
        arguments: [
            (
                .components(components([.month: 2, .day: 30])),
                "February never has a day 30: write day 29 or less, or another month"
            ),
            (
                .components(components([.year: 2027, .month: 2, .day: 29])),
                "2027 has no 29 February: write day 28, or leave year out"
            ),
            (
                .components(components([.month: 5, .quarter: 1])),
                "May lies in quarter 2, not 1: leave quarter out"
            ),
            (
                .components(components([.weekday: 8])),
                "weekday 8 does not exist: write 1 (Sunday) to 7 (Saturday)"
            ),
        ] as [(CalendarSpec, String)]
    )
    func aCalendarThatNeverMatchesIsRefused(spec: CalendarSpec, message: String) {
        expectRefusal(.invalidTrigger, message) {
            try NotificationTrigger.calendar(CalendarTrigger(spec: spec)).validate()
        }
    }

    @Test(
        arguments: [
            .components(components([.weekday: 8])), .components(components([.hour: 24])),
            .components(CalendarComponents()), .onCalendar("*-02-30"), .onCalendar("nonsense"),
            .onCalendar(""), .cron("* * * *"), .cron("60 * * * *"), .cron("0 0 30 2 *"),
        ] as [CalendarSpec]
    )
    func aCalendarThatDoesNotHoldIsRefusedInASentence(spec: CalendarSpec) {
        let error = #expect(throws: RequestError.self) {
            try NotificationTrigger.calendar(CalendarTrigger(spec: spec)).validate()
        }
        #expect(error?.code == .invalidTrigger)
        // What the grammar says, not a translation of it.
        let reason = #expect(throws: TimeSpecError.self) { try spec.rule().checked() }
        #expect(error?.message == reason?.message)
        #expect(error?.message.isEmpty == false)
    }

    @Test(arguments: [
        ("", "\"\""), ("a", "\"a\""), ("a\"b", "\"a\"b\""), ("a\nb", "\"a<U+000A>b\""),
        ("\0\u{1b}\u{7f}\u{9f}", "\"<U+0000><U+001B><U+007F><U+009F>\""),
        (String(repeating: "a", count: 80), "\"" + String(repeating: "a", count: 80) + "\""),
        (String(repeating: "ä", count: 81), "\"" + String(repeating: "ä", count: 80) + "…\""),
    ])
    func aTextIsQuotedForAMessage(text: String, quoted: String) {
        #expect(text.quoted == quoted)
    }
}
