import NotifyCore
import Testing

@Suite("Recurrence rules as text")
struct RecurrenceRuleTests {
    @Test(
        "what is read is written",
        arguments: [
            ("FREQ=DAILY", "FREQ=DAILY"), ("rrule:freq=weekly;byday=tu", "FREQ=WEEKLY;BYDAY=TU"),
            (
                "FREQ=WEEKLY;WKST=SU;BYDAY=MO,WE;INTERVAL=2",
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;WKST=SU"
            ),
            ("FREQ=MONTHLY;BYDAY=+2TU,-1FR;COUNT=10", "FREQ=MONTHLY;COUNT=10;BYDAY=2TU,-1FR"),
            (
                "FREQ=YEARLY;BYWEEKNO=20,-1;UNTIL=20301231",
                "FREQ=YEARLY;UNTIL=20301231;BYWEEKNO=20,-1"
            ),
            ("FREQ=DAILY;UNTIL=20301231T140000Z;", "FREQ=DAILY;UNTIL=20301231T140000Z"),
            ("FREQ=DAILY;UNTIL=20301231T140000", "FREQ=DAILY;UNTIL=20301231T140000"),
            ("FREQ=DAILY;BYSECOND=60;WKST=MO;INTERVAL=1", "FREQ=DAILY;BYSECOND=60"),
            ("RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=OMIT", "FREQ=YEARLY"),
        ]
    )
    func written(text: String, expected: String) throws {
        let rule = try RecurrenceRule(text)
        #expect(rule.text == expected)
        #expect(try RecurrenceRule(rule.text) == rule)
    }

    @Test(
        "what is invalid is named",
        arguments: [
            ("", "FREQ is missing; begin with it, as in FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
            (
                "FREQ=X",
                "FREQ=X is not one of SECONDLY, MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY"
            ),
            ("FREQ=DAILY;COUNT=0", "COUNT=0 is not a number from 1 to 100000"),
            ("FREQ=DAILY;INTERVAL=x", "INTERVAL=X is not a number from 1 to 2147483647"),
            ("FREQ=DAILY;INTERVAL=1,2", "INTERVAL=1,2 is a list; write one value"),
            ("FREQ=DAILY;FREQ=DAILY", "FREQ is given twice"),
            ("FREQ=DAILY;BYX=1", "the part \"BYX\" is unknown"),
            ("FREQ", "\"FREQ\" is not NAME=VALUE"),
            (
                "FREQ=DAILY;COUNT=2;UNTIL=20301231",
                "COUNT and UNTIL are both an end; keep one of them"
            ),
            (
                "FREQ=DAILY;UNTIL=20300230",
                "UNTIL=20300230 is not a date; write it as 20271231, 20271231T140000 or 20271231T130000Z"
            ),
            ("FREQ=DAILY;BYHOUR=24", "\"24\" of BYHOUR is not a number from 0 to 23"),
            (
                "FREQ=MONTHLY;BYMONTHDAY=0",
                "\"0\" of BYMONTHDAY is not a number from 1 to 31, or negative from the end"
            ),
            ("FREQ=WEEKLY;BYDAY=XX", "\"XX\" is not a weekday; write MO, TU, WE, TH, FR, SA or SU"),
            (
                "FREQ=MONTHLY;BYDAY=0MO",
                "\"0MO\" is not a weekday with a number, such as 2TU or -1FR"
            ),
            (
                "FREQ=WEEKLY;BYDAY=2TU",
                "BYDAY=2TU does not go with FREQ=WEEKLY; leave out the number"
            ),
            (
                "FREQ=YEARLY;BYWEEKNO=20;BYDAY=2TU",
                "BYDAY=2TU does not go with BYWEEKNO; leave out the number"
            ),
            (
                "FREQ=MONTHLY;BYWEEKNO=2",
                "BYWEEKNO does not go with FREQ=MONTHLY, only with FREQ=YEARLY"
            ),
            ("FREQ=DAILY;BYYEARDAY=2", "BYYEARDAY does not go with FREQ=DAILY; write FREQ=YEARLY"),
            (
                "FREQ=WEEKLY;BYMONTHDAY=2",
                "BYMONTHDAY does not go with FREQ=WEEKLY; write FREQ=MONTHLY or FREQ=DAILY"
            ),
            (
                "FREQ=DAILY;BYSETPOS=1",
                "BYSETPOS chooses among the dates of another part; add one such as BYDAY"
            ),
            ("FREQ=YEARLY;RSCALE=CHINESE", "RSCALE=CHINESE is not supported; only GREGORIAN is"),
            (
                "FREQ=MONTHLY;SKIP=BACKWARD",
                "SKIP=BACKWARD is not supported; write BYMONTHDAY=-1 for the last day of each month"
            ),
            (
                "FREQ=MONTHLY;BYMONTHDAY=30;SKIP=BACKWARD",
                "SKIP=BACKWARD is not supported; write FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"
            ),
            (
                "FREQ=MONTHLY;COUNT=9;BYMONTHDAY=31;SKIP=FORWARD",
                "SKIP=FORWARD is not supported; write FREQ=YEARLY;COUNT=9;"
                    + "BYYEARDAY=31,-306,-276,-245,-215,-184,-154,-123,-92,-62,-31,-1"
            ),
            (
                "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;SKIP=FORWARD",
                "SKIP=FORWARD is not supported; write FREQ=YEARLY;BYYEARDAY=60"
            ),
            (
                "FREQ=YEARLY;SKIP=FORWARD",
                "SKIP=FORWARD is not supported; write the first day of the next month as a day of the year, "
                    + "as in FREQ=YEARLY;BYYEARDAY=60 for 29 February, or else 1 March"
            ),
            (
                "FREQ=YEARLY;SKIP=UP",
                "SKIP=UP is not supported; OMIT, BACKWARD and FORWARD are known"
            ),
        ]
    )
    func refused(text: String, message: String) {
        let error = #expect(throws: TimeSpecError.self) { try RecurrenceRule(text) }
        #expect(error?.message == message)
    }

    @Test("a long text is refused, and not read")
    func long() {
        let text = "FREQ=DAILY;BYHOUR=" + String(repeating: "1,", count: 5_000)
        let error = #expect(throws: TimeSpecError.self) { try RecurrenceRule(text) }
        #expect(error?.code == .outOfRange)
    }

    @Test("a series reads back from its text")
    func series() throws {
        let start = try #require(WallTime(localText: "2027-01-05T14:00:00"))
        let other = try #require(WallTime(localText: "2027-01-19T14:00:00"))
        let series = RecurrenceSeries(
            start: start,
            rule: try RecurrenceRule("FREQ=WEEKLY;BYDAY=TU"),
            excluded: [other],
            excludedDays: [CivilDate(year: 2027, month: 2, day: 2)],
            additional: [other],
            offset: -900
        )
        #expect(
            series.text == """
                DTSTART:20270105T140000
                RRULE:FREQ=WEEKLY;BYDAY=TU
                EXDATE:20270119T140000,20270202
                RDATE:20270119T140000
                X-OFFSET:-900
                """
        )
        #expect(try RecurrenceSeries(series.text) == series)
        for text in [
            "", "DTSTART:x", "RRULE:FREQ=DAILY", "DTSTART:20270105T140000\nX:1", "DTSTART",
        ] {
            #expect(throws: TimeSpecError.self) { try RecurrenceSeries(text) }
        }
    }

    @Test(
        "words",
        arguments: [
            (
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
                "every 2 weeks on Tuesday at 14:00, from 5 January 2027"
            ),
            ("FREQ=WEEKLY;BYDAY=FR,MO", "every Monday and Friday at 14:00, from 5 January 2027"),
            ("FREQ=WEEKLY;COUNT=1", "every week on Tuesday at 14:00, from 5 January 2027, 1 date"),
            (
                "FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20281231",
                "every month on the last day at 14:00, from 5 January 2027, until 31 December 2028"
            ),
            (
                "FREQ=MONTHLY;BYDAY=2TU",
                "every month on the second Tuesday at 14:00, from 5 January 2027"
            ),
            ("FREQ=YEARLY", "every year on 5 January at 14:00, from 5 January 2027"),
            (
                "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1",
                "every month on Monday and Tuesday, only the last of each month at 14:00, from 5 January 2027"
            ),
            (
                "FREQ=HOURLY;INTERVAL=3;BYDAY=MO",
                "every 3 hours on Monday at minute 0, from 5 January 2027"
            ),
            (
                "FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0",
                "every day at 09:00 and 17:00, from 5 January 2027"
            ),
        ]
    )
    func words(rule: String, expected: String) throws {
        let start = try #require(WallTime(localText: "2027-01-05T14:00:00"))
        let series = RecurrenceSeries(start: start, rule: try RecurrenceRule(rule))
        #expect(series.words == expected)
    }

    @Test("single dates and the offset in words")
    func otherWords() throws {
        let start = try #require(WallTime(localText: "2027-01-05T14:00:00"))
        var series = RecurrenceSeries(start: start, additional: [start], offset: -900)
        #expect(
            series.words
                == "15 min before each of: on 5 January 2027 at 14:00, also on 5 January 2027 at 14:00"
        )
        series.additional = []
        series.offset = 0
        series.excludedDays = (1...4).map { CivilDate(year: 2027, month: 2, day: $0) }
        #expect(series.words == "on 5 January 2027 at 14:00, except 4 dates")
    }
}
