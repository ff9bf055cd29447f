import NotifyCore
import Testing

@Suite("Rules and lengths in words")
struct RuleWordsTests {
    /// A Saturday, 13:30 UTC.
    private static let now = Instant(seconds: 1_795_267_800)

    private static func words(
        _ text: String,
        dayStart: CivilTime = DayStart.standard
    ) throws(TimeSpecError) -> EventWords {
        let hours = DayHours(start: dayStart)
        return try EventWords(text, hours: { hours }, now: now, in: FixedZone.utc)
    }

    @Test(
        "rules",
        arguments: [
            ("every weekday at 8:30", "Mon..Fri 08:30"), ("weekdays at noon", "Mon..Fri 12:00"),
            ("8:30 every weekday", "Mon..Fri 08:30"), ("every day at 9", "09:00"),
            ("every tuesday 2pm", "Tue 14:00"),
            ("every mon, wed and fri at 10am", "Mon,Wed,Fri 10:00"),
            ("tuesdays and thursdays at 7pm", "Tue,Thu 19:00"),
            ("every sunday evening at 8", "Sun 20:00"), ("weekends at 10", "Sat,Sun 10:00"),
            ("last friday of the month 17:00", "Fri *-*~7/1 17:00"),
            ("first monday of every month at 8am", "Mon *-*-1..7 08:00"),
            ("fifth friday of each month at 8am", "Fri *-*-29..31 08:00"),
            ("15th of every month at noon", "*-*-15 12:00"),
            ("last day of the month at 16:00", "*-*~01 16:00"),
            ("monthly on the last day at 16:00", "*-*~01 16:00"),
            ("every year on may 4 at 11pm", "*-05-04 23:00"),
            ("24 dec every year 18:00", "*-12-24 18:00"), ("every hour", "*:00"),
            ("every 20 minutes", "*:0/20"), ("every 6 hours", "0/6:00"),
            ("Tue 14:00", "Tue 14:00"), ("daily", "daily"),
        ]
    )
    func rules(text: String, event: String) throws {
        let words = try Self.words(text)
        #expect(words.event == event)
        #expect(!words.hasNoTime)
        _ = try CalendarEvent(words.event).rule.checked()
    }

    @Test("a rule without a time begins when days start")
    func dayStart() throws {
        let start = try #require(DayStart.time("07:45"))
        for (text, event) in [
            ("every weekday", "Mon..Fri 07:45"), ("last friday of the month", "Fri *-*~7/1 07:45"),
            ("every day", "07:45"),
        ] {
            let words = try Self.words(text, dayStart: start)
            #expect(words.event == event)
            #expect(words.hasNoTime)
        }
        // Calendar events are those of systemd, where a day begins at midnight.
        #expect(try Self.words("Mon..Fri", dayStart: start).hasNoTime == false)
        #expect(try Self.words("Mon..Fri", dayStart: start).isAtMidnight)
        #expect(try Self.words("daily", dayStart: start).isAtMidnight)
        #expect(try Self.words("Mon..Fri 00:00", dayStart: start).isAtMidnight == false)
        #expect(try Self.words("every day", dayStart: start).isAtMidnight == false)
    }

    @Test(
        "refusals",
        arguments: [
            (
                "Mon 09:00 Europe/Berlin starting tomorrow",
                "\"Mon 09:00 Europe/Berlin\" takes no first date; write a rule in words such as every monday at 9"
            ),
            (
                "every 3 days starting yesterdy",
                "\"yesterdy\" is not a date: write one such as 09:00, tomorrow 9:00, fri 18:30, in 2 hours or 2027-03-01 09:00"
            ),
            ("every day at 6", "6 can be in the morning or in the afternoon: write 6am or 6pm"),
            ("every fryday", "\"fryday\" is not a word of dates: did you mean friday?"),
            ("every 7 minutes", "it counts from now: write --every \"7 minutes\""),
            (
                "every monday at 25",
                "these words together are not a rule: write one such as every weekday at 8:30, 15th of every month or Mon..Fri 09:00"
            ),
            (
                "Tuse",
                "\"Tuse\" is neither a weekday nor a word such as daily: did you mean Tue?"
            ),
            (
                "Tuesdy 14:00",
                "\"Tuesdy\" is neither a weekday nor a word such as daily: did you mean Tuesday?"
            ),
        ]
    )
    func refusals(text: String, message: String) {
        let error = #expect(throws: TimeSpecError.self) {
            try Self.words(text)
        }
        #expect(error?.message == message)
    }

    @Test("an hour that is meant twice a day has its column")
    func columnOfAnHour() {
        for (text, column) in [("every tuesday at 2", 18), ("at 2 every tuesday", 4)] {
            let error = #expect(throws: TimeSpecError.self) {
                try Self.words(text)
            }
            #expect(error?.column == column)
        }
    }

    @Test(
        "rules that count from a first date",
        arguments: [
            ("every second tuesday", "20261124T090000", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
            ("every other tuesday at 2pm", "20261124T140000", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
            (
                "every 3 weeks on saturday at noon", "20261128T120000",
                "FREQ=WEEKLY;INTERVAL=3;BYDAY=SA"
            ),
            (
                "every 3 weeks on saturday at 2pm", "20261121T140000",
                "FREQ=WEEKLY;INTERVAL=3;BYDAY=SA"
            ),
            ("every 2 weeks", "20261122T090000", "FREQ=WEEKLY;INTERVAL=2"),
            (
                "every 2 weeks on mon and thu at 5pm", "20261123T170000",
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"
            ),
            ("every 3 days at 9 starting tomorrow", "20261122T090000", "FREQ=DAILY;INTERVAL=3"),
            ("every 3 days starting 2027-01-05 10:00", "20270105T100000", "FREQ=DAILY;INTERVAL=3"),
            (
                "every 3 days at 9 starting 2020-01-05 10:00", "20200105T090000",
                "FREQ=DAILY;INTERVAL=3"
            ),
            (
                "every second tuesday starting 2027-01-06", "20270112T090000",
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"
            ),
            ("every other day", "20261122T090000", "FREQ=DAILY;INTERVAL=2"),
            (
                "every 2 months on the last day", "20261130T090000",
                "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1"
            ),
            ("every 2 years", "20261122T090000", "FREQ=YEARLY;INTERVAL=2"),
        ]
    )
    func counted(text: String, start: String, rule: String) throws {
        let words = try Self.words(text)
        #expect(words.event == "DTSTART:\(start)\nRRULE:\(rule)")
        #expect(words.hasNoTime == (start.hasSuffix("T090000") && !text.contains("at 9")))
        let first = try words.spec.rule().next(after: .distantPast, in: FixedZone.utc)
        #expect(first.map { WallTime($0, in: FixedZone.utc).basicText } == start)
    }

    @Test(
        "lengths",
        arguments: [
            ("1 hour and 30 minutes", "1 h 30 min"), ("1:30", "1 h 30 min"),
            ("0:00:20", "20 s"), ("an hour", "1 h"), ("half an hour", "30 min"),
            ("two days", "2 d"), ("an hour and a half", "1 h 30 min"),
            ("2 and a half hours", "2 h 30 min"), ("a couple of minutes", "2 min"),
            ("1h30m", "1 h 30 min"), ("90s", "1 min 30 s"), ("1/4 h", "15 min"),
            ("1.25 hours", "1 h 15 min"), ("a fortnight", "2 w"),
        ]
    )
    func lengths(text: String, expected: String) throws {
        #expect(try TimeSpan(words: text).description == expected)
    }

    @Test(
        "lengths that are refused",
        arguments: [
            (
                "2 months",
                "months differ in length: write days or weeks, or --at \"in 2 months\""
            ),
            ("5", "5 alone can be seconds or minutes: write 5s or 5min"),
            ("1.5", "1.5 alone can be seconds or minutes: write 1.5s or 1.5min"),
            ("0", "a duration must be longer than zero: write 1s or more"),
            ("0:00", "a duration must be longer than zero: write 1s or more"),
            ("5M", "M means months to some programs: write min for minutes, or days"),
            ("an our", "\"our\" is not a word of dates: did you mean hour?"),
        ]
    )
    func refusedLengths(text: String, message: String) {
        let error = #expect(throws: TimeSpecError.self) { try TimeSpan(words: text) }
        #expect(error?.message == message)
    }
}
