import NotifyCore
import Testing

@testable import CalendarFiles

/// Rules, dates and lengths as programs write them.
@Suite struct EvidentRuleTests {
    struct Row: Sendable {
        let rule: String
        var start = "DTSTART:20270201T090000Z"
        let dates: [String]
        let remarks: [String]
        /// Whether there are no more dates.
        var isAll = false
    }

    private static let daily = ["2027-02-01 09:00", "2027-02-02 09:00", "2027-02-03 09:00"]
    private static let weekly = ["2027-02-01 09:00", "2027-02-08 09:00", "2027-02-15 09:00"]

    static let rows = [
        Row(
            rule: "FREQ=DAILY;INTERVAL=0",
            dates: daily,
            remarks: ["RRULE: INTERVAL=0 is not a number from 1 to 2147483647; it is left out"]
        ),
        Row(
            rule: "FREQ=DAILY;UNTIL=20270202T090000ZZ",
            dates: Array(daily.prefix(2)),
            remarks: [
                "RRULE: UNTIL=20270202T090000ZZ is not a date; UNTIL=20270202T090000ZZ is read as 20270202T090000Z"
            ]
        ),
        Row(
            rule: "FREQ=DAILY;UNTIL=2027-02-02",
            dates: Array(daily.prefix(2)),
            remarks: ["RRULE: UNTIL=2027-02-02 is not a date; UNTIL=2027-02-02 is read as 20270202"]
        ),
        Row(
            rule: "FREQ=DAILY;INTERVAL=14;UNTIL=20270229",
            dates: ["2027-02-01 09:00", "2027-02-15 09:00"],
            remarks: ["RRULE: UNTIL=20270229 is not a date; UNTIL=20270229 is read as 20270228"]
        ),
        Row(
            rule: "FREQ=DAILY;UNTIL=soon",
            dates: daily,
            remarks: ["RRULE: UNTIL=SOON is not a date; it is left out"]
        ),
        Row(
            rule: "FREQ=WEEKLY;BYDAY=",
            dates: weekly,
            remarks: ["RRULE: \"BYDAY=\" is not NAME=VALUE; it is left out"]
        ),
        Row(
            rule: "FREQ=DAILY;COUNT=2;UNTIL=20270301",
            dates: Array(daily.prefix(2)),
            remarks: ["RRULE: COUNT and UNTIL are both an end; the earlier one counts"]
        ),
        Row(
            rule: "FREQ=DAILY;COUNT=20;UNTIL=20270202T235959Z",
            dates: Array(daily.prefix(2)),
            remarks: ["RRULE: COUNT and UNTIL are both an end; the earlier one counts"]
        ),
        Row(
            rule: "FREQ=DAILY\\;COUNT=2",
            dates: Array(daily.prefix(2)),
            remarks: ["RRULE: it has a \\; that is left out"]
        ),
        Row(rule: "freq=daily; count=2;", dates: Array(daily.prefix(2)), remarks: []),
        Row(
            rule: "FREQ=DAILY;COUNT=0",
            dates: daily,
            remarks: ["RRULE: COUNT=0 is not a number from 1 to 100000; it is left out"]
        ),
        Row(
            rule: "FREQ=DAILY;COUNT=500000",
            dates: daily,
            remarks: [
                "RRULE: COUNT=500000 is not a number from 1 to 100000; COUNT=500000 is read as 100000"
            ]
        ),
        Row(
            rule: "FREQ=WEEKLY;BYDAY=1MO",
            dates: weekly,
            remarks: ["RRULE: BYDAY=1MO does not go with FREQ=WEEKLY; BYDAY=1MO is read as MO"]
        ),
        Row(
            rule: "FREQ=WEEKLY;BYDAY=MON,WED",
            dates: ["2027-02-01 09:00", "2027-02-03 09:00", "2027-02-08 09:00"],
            remarks: ["RRULE: \"MON\" is not a weekday; BYDAY=MON,WED is read as MO,WE"]
        ),
        Row(
            rule: "FREQ=WEEKLY;BYDAY=MO;WE",
            dates: ["2027-02-01 09:00", "2027-02-03 09:00", "2027-02-08 09:00"],
            remarks: ["RRULE: BYDAY is not one list; all of its values count"]
        ),
        Row(
            rule: "FREQ=MONTHLY;BYDAY=1MO,XX",
            dates: ["2027-02-01 09:00", "2027-03-01 09:00", "2027-04-05 09:00"],
            remarks: ["RRULE: \"XX\" is not a weekday; BYDAY=1MO,XX is read as 1MO"]
        ),
        Row(
            rule: "FREQ=WEEKLY;WKST=MONDAY",
            dates: weekly,
            remarks: ["RRULE: \"MONDAY\" is not a weekday; WKST=MONDAY is read as MO"]
        ),
        Row(
            rule: "FREQ=WEEKLY;BYSETPOS=1",
            dates: weekly,
            remarks: ["RRULE: BYSETPOS chooses among the dates of another part; it is left out"]
        ),
        Row(
            rule: "FREQ=WEEKLY;BYMONTHDAY=1",
            dates: weekly,
            remarks: ["RRULE: BYMONTHDAY does not go with FREQ=WEEKLY; it is left out"]
        ),
        Row(
            rule: "FREQ=MONTHLY;BYMONTHDAY=1,32",
            dates: ["2027-02-01 09:00", "2027-03-01 09:00", "2027-04-01 09:00"],
            remarks: [
                "RRULE: \"32\" of BYMONTHDAY is not a number from 1 to 31, or negative from the end; "
                    + "BYMONTHDAY=1,32 is read as 1"
            ]
        ),
        Row(
            rule: "FREQ=DAILY;X-OWN=1",
            dates: daily,
            remarks: ["RRULE: the part \"X-OWN\" is unknown; it is left out"]
        ),
        Row(
            rule: "FREQ=DAILY;COUNT=2\nRRULE:FREQ=DAILY;COUNT=2",
            dates: Array(daily.prefix(2)),
            remarks: ["RRULE: the same rule is given twice"]
        ),
        Row(
            rule: "FREQ=DAILY,COUNT=2",
            dates: Array(daily.prefix(2)),
            remarks: [
                "RRULE: a comma is in place of a semicolon; \"FREQ=DAILY;COUNT=2\" is read"
            ]
        ),
        Row(
            rule: "FREQ=DAILY,BYDAY=MO,TU,COUNT=2",
            dates: Array(daily.prefix(2)),
            remarks: [
                "RRULE: a comma is in place of a semicolon; \"FREQ=DAILY;BYDAY=MO,TU;COUNT=2\" is read"
            ]
        ),
        Row(
            rule: "FREQ=DAILY;COUNT=2\nRRULE:",
            dates: Array(daily.prefix(2)),
            remarks: []
        ),
        Row(
            rule: "FREQ=WEEKLY;COUNT=2\nRRULE:FREQ=DAILY;COUNT=2",
            dates: ["2027-02-01 09:00", "2027-02-02 09:00", "2027-02-08 09:00"],
            remarks: [],
            isAll: true
        ),
        Row(
            rule: "FREQ=DAILY;COUNT=4\nEXRULE:FREQ=DAILY;INTERVAL=2",
            dates: ["2027-02-02 09:00", "2027-02-04 09:00"],
            remarks: []
        ),
        Row(
            rule: "FREQ=NEVER",
            dates: ["2027-02-01 09:00"],
            remarks: [
                "RRULE: FREQ=NEVER is not one of SECONDLY, MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY; "
                    + "the rule is left out"
            ]
        ),
        Row(
            rule: "INTERVAL=2",
            dates: ["2027-02-01 09:00"],
            remarks: [
                "RRULE: FREQ is missing; begin with it, as in FREQ=WEEKLY;INTERVAL=2;BYDAY=TU; the rule is left out"
            ]
        ),
        // The days of a month that years count are those of the month of the start.
        Row(
            rule: "FREQ=YEARLY;BYMONTHDAY=29",
            start: "DTSTART:20270329T090000Z",
            dates: ["2027-03-29 09:00", "2028-03-29 09:00", "2029-03-29 09:00"],
            remarks: []
        ),
        Row(
            rule: "FREQ=DAILY;BYHOUR=9,17;BYMINUTE=30;BYSECOND=0;COUNT=2",
            start: "DTSTART;VALUE=DATE:20270201",
            dates: ["2027-02-01 09:00", "2027-02-02 09:00"],
            remarks: [
                "RRULE: BYHOUR does not go with a date without a time; it is left out",
                "RRULE: BYMINUTE does not go with a date without a time; it is left out",
                "RRULE: BYSECOND does not go with a date without a time; it is left out",
                "it has no alarm and no time; it is shown at 09:00",
            ]
        ),
        // RFC 7529: days that a month does not have.
        Row(
            rule: "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD",
            start: "DTSTART:20270131T090000Z",
            dates: [
                "2027-01-31 09:00", "2027-03-01 09:00", "2027-03-31 09:00", "2027-05-01 09:00",
            ],
            remarks: []
        ),
        Row(
            rule: "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD",
            start: "DTSTART:20240229T090000Z",
            dates: ["2027-03-01 09:00", "2028-02-29 09:00", "2029-03-01 09:00"],
            remarks: []
        ),
        Row(
            rule: "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD",
            start: "DTSTART:20270130T090000Z",
            dates: ["2027-01-30 09:00", "2027-02-28 09:00", "2027-03-30 09:00"],
            remarks: []
        ),
    ]

    @Test("A rule of a calendar is read as it is evidently meant, with the reason", arguments: rows)
    func anEvidentRule(row: Row) throws {
        let read = try ReadCalendar(ReadCalendar.event("SUMMARY:T", row.start, "RRULE:\(row.rule)"))
        #expect(try read.dates(row.dates.count) == row.dates.map { "\($0) T" })
        let isWhole = try read.dates(row.dates.count + 1).count == row.dates.count
        #expect(isWhole == (row.isAll || row.dates.count < 3))
        let texts = read.remarks.map { $0.drop { $0 != ":" }.dropFirst(2) }.map(String.init)
        #expect(texts == row.remarks)
    }

    @Test(
        "A date is read as it is evidently meant",
        arguments: [
            ("20270301T090000Z", "20270301T090000Z"), ("20270301t090000z", "20270301T090000Z"),
            ("2027-03-01T09:00:00Z", "20270301T090000Z"), ("2027-03-01", "20270301"),
            ("20270301T0900", "20270301T090000"), ("20270301T090000ZZ", "20270301T090000Z"),
            ("20270301T090000.000Z", "20270301T090000Z"),
            ("20270301T090000+0100", "20270301T080000Z"),
            ("2027-03-01T00:30:00+01:00", "20270228T233000Z"),
            ("20270228T240000", "20270301T000000"), ("20270301T235960Z", "20270301T235959Z"),
            ("20270230", nil), ("20270301T250000", nil), ("20270301T", nil), ("soon", nil),
            ("", nil),
            ("20270301T240001", nil), ("00000101", nil), ("202703010900", nil),
        ] as [(String, String?)]
    )
    func anEvidentDate(text: String, basic: String?) {
        #expect(WrittenDate.basic(text) == basic)
    }

    @Test("Midnight of a day is the day")
    func midnightOfADay() {
        #expect(WrittenDate.basic("20261222T000000", isDay: true) == "20261222")
        #expect(WrittenDate.basic("20261222T000000Z", isDay: true) == "20261222")
        #expect(WrittenDate.basic("20261222T090000", isDay: true) == "20261222T090000")
    }

    @Test(
        "A length is read as it is evidently meant",
        arguments: [
            ("-PT15M", -900, true), ("P1DT2H", 93_600, true), ("+P1W", 604_800, true),
            ("PT0S", 0, true), ("-PT1H30M", -5_400, true), ("PT-2H", -7_200, false),
            ("-P1H", -3_600, false), ("-pt15m", -900, true), ("-P15M", -900, false),
            ("-15M", -900, false), ("-P1DT", -86_400, false), ("-PT1D", -86_400, false),
            ("-P-1D", -86_400, false), ("P1W2D", 777_600, false), ("PT", nil, false),
            ("-P", nil, false), ("", nil, false), ("PT15", nil, false), ("15", nil, false),
            ("P1Y", nil, false), ("-P99999999999D", nil, false), ("P999999999W", nil, false),
        ] as [(String, Int?, Bool)]
    )
    func anEvidentLength(text: String, seconds: Int?, isRegular: Bool) {
        let length = try? CalendarDuration(text)
        #expect(length?.seconds == seconds)
        if let length { #expect(length.isRegular == isRegular) }
    }

    @Test(
        "An event whose only alarm cannot be read is shown at its start, or as it is evidently meant",
        arguments: [
            ("DTSTART:20270301T090000Z", "PT-2H", "2027-03-01 07:00", "is read as -PT2H"),
            ("DTSTART:20270301T090000Z", "-P1H", "2027-03-01 08:00", "is read as -PT1H"),
            ("DTSTART:20270301T090000Z", "soon", "2027-03-01 09:00", "; it is shown at its start"),
            ("DTSTART:20270301T090000Z", "-PT", "2027-03-01 09:00", "; it is shown at its start"),
            ("DTSTART;VALUE=DATE:20270301", "-PT", "2027-03-01 09:00", "; it is shown at 09:00"),
        ]
    )
    func anUnreadableAlarm(start: String, trigger: String, date: String, remark: String) throws {
        let alarm = ReadCalendar.alarm("TRIGGER:\(trigger)")
        let read = try ReadCalendar(ReadCalendar.event("SUMMARY:T", start, alarm))
        #expect(try read.dates(2) == ["\(date) T"])
        #expect(read.names == ["u"])
        #expect(read.remarks.count == 1)
        #expect(read.remarks.first?.hasPrefix("line 8, \"T\": TRIGGER: ") == true)
        #expect(read.remarks.first?.hasSuffix(remark) == true, "\(read.remarks)")
        #expect(read.read.events.first?.kept == [])
    }

    @Test("An event is not lost because one of its parts cannot be read")
    func oneBadPart() throws {
        let read = try ReadCalendar(
            ReadCalendar.event(
                "SUMMARY:T",
                "DTSTART:20270201T090000Z",
                "RRULE:FREQ=DAILY;COUNT=3",
                "EXDATE;TZID=Mars/Base:20270202T090000",
                ReadCalendar.alarm("TRIGGER:-PT5M\nREPEAT:many\nDURATION:soon")
            )
        )
        #expect(
            try read.dates() == ["2027-02-01 08:55 T", "2027-02-02 08:55 T", "2027-02-03 08:55 T"]
        )
        #expect(read.remarks.contains { $0.hasPrefix("line 7, \"T\": EXDATE: the time zone") })
    }

    @Test("Of a period the start is read, and of a list what can be read")
    func periodsAndLists() throws {
        let read = try ReadCalendar(
            ReadCalendar.event(
                "SUMMARY:T",
                "DTSTART:20270201T090000Z",
                "RDATE;VALUE=PERIOD:20270203T090000Z/PT1H,20270205T090000Z/20270205T100000Z",
                "RDATE:20270207T090000Z,soon",
                "EXDATE:20270205T090000Z,"
            )
        )
        #expect(
            try read.dates() == ["2027-02-01 09:00 T", "2027-02-03 09:00 T", "2027-02-07 09:00 T"]
        )
        #expect(
            read.remarks == ["line 7, \"T\": RDATE: \"soon\" cannot be read; the line is skipped"]
        )
    }
}
