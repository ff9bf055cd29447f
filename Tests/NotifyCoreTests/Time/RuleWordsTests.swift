import NotifyCore
import Testing

@Suite("Rules and lengths in words")
struct RuleWordsTests {
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
        let words = try EventWords(text, dayStart: DayStart.standard)
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
            let words = try EventWords(text, dayStart: start)
            #expect(words.event == event)
            #expect(words.hasNoTime)
        }
        // Calendar events are those of systemd, where a day begins at midnight.
        #expect(try EventWords("Mon..Fri", dayStart: start).hasNoTime == false)
    }

    @Test(
        "refusals",
        arguments: [
            (
                "every second tuesday 14:00",
                "no rule counts weeks from a first one: write --every 14d when it is due, or import a calendar"
            ),
            (
                "every 3 days at 9 starting tomorrow",
                "no rule counts days from a first one: write --every 3d when it is due, or import a calendar"
            ),
            (
                "every month",
                "the rule names no day: write one such as every monday, 15th of every month, or every year on dec 25"
            ),
            ("every day at 6", "6 can be in the morning or in the afternoon: write 6am or 6pm"),
            ("every fryday", "\"fryday\" is not a word of dates: did you mean friday?"),
            (
                "every 7 minutes",
                "these words together are not a rule: write one such as every weekday at 8:30, 15th of every month or Mon..Fri 09:00"
            ),
            (
                "Tuesdy 14:00",
                "\"Tuesdy\" is neither a weekday nor a word such as daily: did you mean Tuesday?"
            ),
        ]
    )
    func refusals(text: String, message: String) {
        let error = #expect(throws: TimeSpecError.self) {
            try EventWords(text, dayStart: DayStart.standard)
        }
        #expect(error?.message == message)
    }

    @Test(
        "lengths",
        arguments: [
            ("1 hour and 30 minutes", "1 h 30 min"), ("1:30", "1 h 30 min"),
            ("0:00:20", "20 s"), ("an hour", "1 h"), ("half an hour", "30 min"),
            ("two days", "2 d"), ("an hour and a half", "1 h 30 min"),
            ("2 and a half hours", "2 h 30 min"), ("a couple of minutes", "2 min"),
            ("1h30m", "1 h 30 min"), ("90", "1 min 30 s"), ("1/4 h", "15 min"),
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
            ("0:00", "a span must be longer than zero: write 1s or more"),
            ("5M", "M means months to some programs: write min for minutes, or days"),
            ("an our", "a number is expected here: write one such as 90s, 1h30m or 2 days"),
        ]
    )
    func refusedLengths(text: String, message: String) {
        let error = #expect(throws: TimeSpecError.self) { try TimeSpan(words: text) }
        #expect(error?.message == message)
    }
}
