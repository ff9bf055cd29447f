import NotifyCore
import Testing

@Suite("Dates of recurrence rules")
struct RecurrenceDatesTests {
    /// A rule, its start, and its first dates; the time is left out where it is the start's.
    struct Row: Sendable, CustomTestStringConvertible {
        let rule: String
        var start = "1997-09-02T09:00:00"
        let dates: [String]
        /// Whether the dates are all that there are.
        var isAll = false

        var testDescription: String { rule }
    }

    private static func dates(of row: Row, count: Int) throws -> [String] {
        let start = try #require(WallTime(localText: row.start))
        let series = RecurrenceSeries(start: start, rule: try RecurrenceRule(row.rule))
        let rule = try CalendarSpec.recurrence(series).rule()
        let found = rule.next(count: count, after: .distantPast, in: FixedZone.utc)
        return found.map { instant in
            let wall = WallTime(instant, in: FixedZone.utc)
            return wall.time == start.time ? "\(wall.date)" : "\(wall)"
        }
    }

    /// A search steps from period to period, from a date to the next one that has the right time of day.
    @Test(
        "Rules that come to a time of day seldom have the dates that they have",
        arguments: [
            // Once in 86,400 steps of a day and a second.
            (
                "FREQ=SECONDLY;INTERVAL=86401;BYHOUR=0;BYMINUTE=0;BYSECOND=0", "1970-01-01",
                "2206-07-24"
            ),
            ("FREQ=HOURLY;INTERVAL=25;BYHOUR=0", "1970-01-01", "1970-01-26"),
            ("FREQ=MINUTELY;INTERVAL=1441;BYHOUR=0;BYMINUTE=0", "1970-01-01", "1973-12-12"),
            (
                "FREQ=SECONDLY;INTERVAL=7;BYMONTH=2;BYMONTHDAY=29;BYHOUR=0;BYMINUTE=0;BYSECOND=0",
                "1972-02-29", nil
            ),
        ] as [(String, String, String?)]
    )
    func seldomTimes(rule: String, start: String, second: String?) throws {
        let row = Row(rule: rule, start: "\(start)T00:00:00", dates: [])
        let dates = try Self.dates(of: row, count: 2)
        #expect(dates.first == start)
        if let second { #expect(dates.last == second) }
    }

    /// These are found when the rule is read, which any program may have the agent do.
    @Test("The last of many dates within days is found without counting, or refused")
    func countsWithinDays() throws {
        func series(_ rule: String) throws -> RecurrenceDates {
            let start = try #require(WallTime(localText: "0001-01-01T00:00:00"))
            return try RecurrenceDates(
                RecurrenceSeries(start: start, rule: try RecurrenceRule(rule))
            )
        }
        let days = try series("FREQ=SECONDLY;INTERVAL=86401;COUNT=100000")
        let last = try #require(days.previous(before: .distantFuture, in: FixedZone.utc))
        // 99,999 days and as many seconds after the first one.
        #expect("\(WallTime(last, in: FixedZone.utc))" == "0274-10-17 03:46:39")
        #expect(try series("FREQ=HOURLY;BYDAY=MO;COUNT=100000").first != nil)
        let error = #expect(throws: TimeSpecError.self) {
            try series("FREQ=SECONDLY;INTERVAL=7;BYHOUR=5;BYMINUTE=3;BYSECOND=1;COUNT=100000")
        }
        #expect(
            error?.message
                == "the 100000 dates of COUNT are too far apart to be counted; write UNTIL and the last date"
        )
    }

    /// A first date that the clock skips moves no other date.
    @Test func aFirstDateInAGapIsAsWritten() throws {
        let zone = try TestZone("Europe/Berlin")
        let text = SeriesText(
            starting: "2027-03-28 02:30",
            except: ["2027-03-28 02:30"],
            also: ["2027-03-28 02:45"]
        )
        let series = try text.series(
            RecurrenceRule("FREQ=DAILY;COUNT=3"),
            dayStart: .midnight,
            now: Instant(seconds: 1_800_000_000),
            in: zone
        )
        #expect("\(series.start)" == "2027-03-28 02:30")
        #expect(series.excluded.map { "\($0)" } == ["2027-03-28 02:30"])
        #expect(series.additional.map { "\($0)" } == ["2027-03-28 02:45"])
    }

    /// Only a rule with an end has a last date, and the request may end before it.
    @Test(
        arguments: [
            ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", false, nil),
            ("FREQ=DAILY;COUNT=3", false, "fires for the last time on 1997-09-04 09:00"),
            ("FREQ=DAILY;COUNT=3", true, nil),
        ] as [(String, Bool, String?)]
    )
    func itsLastDateIsNamed(rule: String, endsOtherwise: Bool, remark: String?) throws {
        let start = try #require(WallTime(localText: "1997-09-02T09:00:00"))
        let series = RecurrenceSeries(start: start, rule: try RecurrenceRule(rule))
        let remarks = try RecurrenceDates(series).remarks(
            after: .distantPast,
            in: FixedZone.utc,
            endsOtherwise: endsOtherwise
        )
        #expect(remarks.first { $0.contains("last time") } == remark)
    }

    /// The examples of RFC 5545, section 3.8.5.3, and of its errata.
    static let examples = [
        Row(
            rule: "FREQ=DAILY;COUNT=3",
            dates: ["1997-09-02", "1997-09-03", "1997-09-04"],
            isAll: true
        ),
        Row(rule: "FREQ=DAILY;INTERVAL=2", dates: ["1997-09-02", "1997-09-04", "1997-09-06"]),
        Row(
            rule: "FREQ=DAILY;INTERVAL=10;COUNT=5",
            dates: ["1997-09-02", "1997-09-12", "1997-09-22", "1997-10-02", "1997-10-12"],
            isAll: true
        ),
        Row(
            rule: "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA",
            start: "1998-01-01T09:00:00",
            dates: ["1998-01-01", "1998-01-02", "1998-01-03"]
        ),
        Row(rule: "FREQ=WEEKLY;COUNT=2", dates: ["1997-09-02", "1997-09-09"], isAll: true),
        Row(
            rule: "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
            dates: ["1997-09-02", "1997-09-16", "1997-09-30", "1997-10-14"]
        ),
        Row(
            rule: "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
            dates: [
                "1997-09-02", "1997-09-04", "1997-09-09", "1997-09-11", "1997-09-16", "1997-09-18",
                "1997-09-23", "1997-09-25", "1997-09-30", "1997-10-02",
            ],
            isAll: true
        ),
        Row(
            rule: "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
            start: "1997-09-01T09:00:00",
            dates: [
                "1997-09-01", "1997-09-03", "1997-09-05", "1997-09-15", "1997-09-17", "1997-09-19",
                "1997-09-29",
            ]
        ),
        Row(
            rule: "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
            start: "1997-09-05T09:00:00",
            dates: [
                "1997-09-05", "1997-10-03", "1997-11-07", "1997-12-05", "1998-01-02", "1998-02-06",
                "1998-03-06", "1998-04-03", "1998-05-01", "1998-06-05",
            ],
            isAll: true
        ),
        Row(
            rule: "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
            start: "1997-09-07T09:00:00",
            dates: [
                "1997-09-07", "1997-09-28", "1997-11-02", "1997-11-30", "1998-01-04", "1998-01-25",
                "1998-03-01", "1998-03-29", "1998-05-03", "1998-05-31",
            ],
            isAll: true
        ),
        Row(
            rule: "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO",
            start: "1997-09-22T09:00:00",
            dates: [
                "1997-09-22", "1997-10-20", "1997-11-17", "1997-12-22", "1998-01-19", "1998-02-16",
            ],
            isAll: true
        ),
        Row(
            rule: "FREQ=MONTHLY;BYMONTHDAY=-3",
            start: "1997-09-28T09:00:00",
            dates: [
                "1997-09-28", "1997-10-29", "1997-11-28", "1997-12-29", "1998-01-29", "1998-02-26",
            ]
        ),
        Row(
            rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15",
            dates: [
                "1997-09-02", "1997-09-15", "1997-10-02", "1997-10-15", "1997-11-02", "1997-11-15",
                "1997-12-02", "1997-12-15", "1998-01-02", "1998-01-15",
            ],
            isAll: true
        ),
        Row(
            rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
            start: "1997-09-30T09:00:00",
            dates: [
                "1997-09-30", "1997-10-01", "1997-10-31", "1997-11-01", "1997-11-30", "1997-12-01",
                "1997-12-31", "1998-01-01", "1998-01-31", "1998-02-01",
            ],
            isAll: true
        ),
        Row(
            rule: "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
            start: "1997-09-10T09:00:00",
            dates: [
                "1997-09-10", "1997-09-11", "1997-09-12", "1997-09-13", "1997-09-14", "1997-09-15",
                "1999-03-10", "1999-03-11", "1999-03-12", "1999-03-13",
            ],
            isAll: true
        ),
        Row(
            rule: "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU",
            dates: [
                "1997-09-02", "1997-09-09", "1997-09-16", "1997-09-23", "1997-09-30", "1997-11-04",
            ]
        ),
        Row(
            rule: "FREQ=YEARLY;COUNT=10;BYMONTH=6,7",
            start: "1997-06-10T09:00:00",
            dates: [
                "1997-06-10", "1997-07-10", "1998-06-10", "1998-07-10", "1999-06-10", "1999-07-10",
                "2000-06-10", "2000-07-10", "2001-06-10", "2001-07-10",
            ],
            isAll: true
        ),
        Row(
            rule: "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3",
            start: "1997-03-10T09:00:00",
            dates: [
                "1997-03-10", "1999-01-10", "1999-02-10", "1999-03-10", "2001-01-10", "2001-02-10",
                "2001-03-10", "2003-01-10", "2003-02-10", "2003-03-10",
            ],
            isAll: true
        ),
        Row(
            rule: "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
            start: "1997-01-01T09:00:00",
            dates: [
                "1997-01-01", "1997-04-10", "1997-07-19", "2000-01-01", "2000-04-09", "2000-07-18",
                "2003-01-01", "2003-04-10", "2003-07-19", "2006-01-01",
            ],
            isAll: true
        ),
        Row(
            rule: "FREQ=YEARLY;BYDAY=20MO",
            start: "1997-05-19T09:00:00",
            dates: ["1997-05-19", "1998-05-18", "1999-05-17"]
        ),
        Row(
            rule: "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
            start: "1997-05-12T09:00:00",
            dates: ["1997-05-12", "1998-05-11", "1999-05-17"]
        ),
        Row(
            rule: "FREQ=YEARLY;BYMONTH=3;BYDAY=TH",
            start: "1997-03-13T09:00:00",
            dates: ["1997-03-13", "1997-03-20", "1997-03-27", "1998-03-05", "1998-03-12"]
        ),
        Row(
            rule: "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
            dates: ["1998-02-13", "1998-03-13", "1998-11-13", "1999-08-13", "2000-10-13"]
        ),
        Row(
            rule: "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
            start: "1997-09-13T09:00:00",
            dates: ["1997-09-13", "1997-10-11", "1997-11-08", "1997-12-13", "1998-01-10"]
        ),
        // The day of presidential elections in the United States.
        Row(
            rule: "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
            start: "1996-11-05T09:00:00",
            dates: ["1996-11-05", "2000-11-07", "2004-11-02"]
        ),
        Row(
            rule: "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3",
            start: "1997-09-04T09:00:00",
            dates: ["1997-09-04", "1997-10-07", "1997-11-06"],
            isAll: true
        ),
        Row(
            rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
            start: "1997-09-29T09:00:00",
            dates: ["1997-09-29", "1997-10-30", "1997-11-27", "1997-12-30", "1998-01-29"]
        ),
        Row(
            rule: "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z",
            dates: ["1997-09-02", "1997-09-02 12:00", "1997-09-02 15:00"],
            isAll: true
        ),
        Row(
            rule: "FREQ=MINUTELY;INTERVAL=15;COUNT=6",
            dates: [
                "1997-09-02", "1997-09-02 09:15", "1997-09-02 09:30", "1997-09-02 09:45",
                "1997-09-02 10:00", "1997-09-02 10:15",
            ],
            isAll: true
        ),
        Row(
            rule: "FREQ=MINUTELY;INTERVAL=90;COUNT=4",
            dates: ["1997-09-02", "1997-09-02 10:30", "1997-09-02 12:00", "1997-09-02 13:30"],
            isAll: true
        ),
        Row(
            rule: "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10",
            dates: [
                "1997-09-02", "1997-09-02 09:20", "1997-09-02 09:40", "1997-09-02 10:00",
                "1997-09-02 10:20", "1997-09-02 10:40", "1997-09-03",
            ]
        ),
        // The day on which weeks begin matters.
        Row(
            rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO",
            start: "1997-08-05T09:00:00",
            dates: ["1997-08-05", "1997-08-10", "1997-08-19", "1997-08-24"],
            isAll: true
        ),
        Row(
            rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
            start: "1997-08-05T09:00:00",
            dates: ["1997-08-05", "1997-08-17", "1997-08-19", "1997-08-31"],
            isAll: true
        ),
        // 30 February does not exist.
        Row(
            rule: "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5",
            start: "2007-01-15T09:00:00",
            dates: ["2007-01-15", "2007-01-30", "2007-02-15", "2007-03-15", "2007-03-30"],
            isAll: true
        ),
    ]

    /// What the RFC's table says of parts that its examples do not have.
    static let others = [
        Row(
            rule: "FREQ=MONTHLY",
            start: "2027-01-31T09:00:00",
            dates: ["2027-01-31", "2027-03-31", "2027-05-31"]
        ),
        Row(
            rule: "FREQ=YEARLY",
            start: "2024-02-29T09:00:00",
            dates: ["2024-02-29", "2028-02-29", "2032-02-29"]
        ),
        // A start that does not match is no date, and does not count.
        Row(
            rule: "FREQ=WEEKLY;BYDAY=TU;COUNT=2",
            start: "2027-01-06T09:00:00",
            dates: ["2027-01-12", "2027-01-19"],
            isAll: true
        ),
        Row(
            rule: "FREQ=YEARLY;BYWEEKNO=1",
            start: "2026-12-28T09:00:00",
            dates: ["2027-01-04", "2028-01-03"]
        ),
        Row(
            rule: "FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU",
            start: "2026-01-01T09:00:00",
            dates: ["2027-01-03", "2028-01-02"]
        ),
        Row(
            rule: "FREQ=YEARLY;BYMONTHDAY=31",
            start: "2027-01-31T09:00:00",
            dates: ["2027-01-31", "2027-03-31"]
        ),
        Row(
            rule: "FREQ=YEARLY;BYYEARDAY=-1,366",
            start: "2027-01-01T09:00:00",
            dates: ["2027-12-31", "2028-12-31"]
        ),
        Row(
            rule: "FREQ=DAILY;BYMONTHDAY=-1;BYDAY=FR",
            start: "2027-01-01T09:00:00",
            dates: ["2027-04-30", "2027-12-31"]
        ),
        Row(
            rule: "FREQ=WEEKLY;BYDAY=MO,TU;BYHOUR=9,17;BYSETPOS=2,-1",
            start: "2027-01-04T09:00:00",
            dates: ["2027-01-04 17:00", "2027-01-05 17:00", "2027-01-11 17:00"]
        ),
        Row(
            rule: "FREQ=HOURLY;BYHOUR=22,23;BYMINUTE=0,30;BYSETPOS=-1",
            start: "2027-01-04T09:00:00",
            dates: ["2027-01-04 22:30", "2027-01-04 23:30", "2027-01-05 22:30"]
        ),
        Row(
            rule: "FREQ=SECONDLY;INTERVAL=7;BYHOUR=9;BYMINUTE=1;COUNT=3",
            start: "2027-01-04T09:00:00",
            dates: ["2027-01-04 09:01:03", "2027-01-04 09:01:10", "2027-01-04 09:01:17"],
            isAll: true
        ),
        Row(
            rule: "FREQ=HOURLY;INTERVAL=36;BYHOUR=21",
            start: "2027-01-04T09:00:00",
            dates: ["2027-01-05 21:00", "2027-01-08 21:00"]
        ),
    ]

    @Test("the RFC's examples and its table", arguments: examples + others)
    func example(row: Row) throws {
        let found = try Self.dates(of: row, count: row.dates.count + (row.isAll ? 1 : 0))
        #expect(found == row.dates)
    }

    @Test(
        "a rule without dates says so, and soon",
        arguments: [
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;INTERVAL=7;BYDAY=MO",
            "FREQ=HOURLY;INTERVAL=12;BYHOUR=8", "FREQ=DAILY;BYHOUR=9;BYSETPOS=2;COUNT=50",
            "FREQ=SECONDLY;INTERVAL=2;BYSECOND=1,3",
            "FREQ=MINUTELY;INTERVAL=1440;BYDAY=MO;BYHOUR=8",
            "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31", "FREQ=MONTHLY;INTERVAL=12;BYMONTH=3",
            "FREQ=WEEKLY;INTERVAL=2147483647;BYDAY=MO",
            "FREQ=YEARLY;BYDAY=MO;BYSETPOS=60", "FREQ=YEARLY;INTERVAL=400;BYMONTHDAY=1;BYDAY=2SU",
        ]
    )
    func never(rule: String) throws {
        let start = try #require(WallTime(localText: "2027-01-05T09:00:00"))
        let series = RecurrenceSeries(start: start, rule: try RecurrenceRule(rule))
        let dates = try RecurrenceDates(series)
        #expect(dates.next(after: .distantPast, in: FixedZone.utc) == nil)
        #expect(dates.previous(before: .distantFuture, in: FixedZone.utc) == nil)
        let error = #expect(throws: TimeSpecError.self) { try dates.checked() }
        #expect(
            error?.message
                == "no date matches the rule from 2027-01-05 09:00 on; change its days or its interval"
        )
    }

    @Test("what is excluded is left out, and what is added comes in order")
    func exceptions() throws {
        let day = { (text: String) in try #require(WallTime(localText: text)) }
        var series = RecurrenceSeries(
            start: try day("2027-01-05T14:00:00"),
            rule: try RecurrenceRule("FREQ=WEEKLY;COUNT=5"),
            excluded: [try day("2027-01-12T14:00:00"), try day("2027-01-13T14:00:00")],
            excludedDays: [CivilDate(year: 2027, month: 1, day: 26)],
            additional: [try day("2027-01-20T10:00:00"), try day("2027-01-05T14:00:00")]
        )
        let found = { (series: RecurrenceSeries) in
            try CalendarSpec.recurrence(series).rule()
                .next(count: 9, after: .distantPast, in: FixedZone.utc)
                .map { WallTime($0, in: FixedZone.utc).description }
        }
        #expect(
            try found(series) == [
                "2027-01-05 14:00", "2027-01-19 14:00", "2027-01-20 10:00", "2027-02-02 14:00",
            ]
        )
        series.rule = nil
        #expect(try found(series) == ["2027-01-05 14:00", "2027-01-20 10:00"])
        series.excludedDays.append(CivilDate(year: 2027, month: 1, day: 5))
        series.additional = []
        let error = #expect(throws: TimeSpecError.self) { try RecurrenceDates(series).checked() }
        #expect(error?.code == .never)
    }

    @Test("a series has its bounds")
    func bounds() throws {
        let start = try #require(WallTime(localText: "2027-01-05T14:00:00"))
        let many = Array(repeating: start, count: RecurrenceSeries.maxDates + 1)
        var bad = start
        bad.date.day = 99
        var late = start
        late.time.hour = 24
        for series in [
            RecurrenceSeries(start: start, excluded: many),
            RecurrenceSeries(start: start, additional: many),
            RecurrenceSeries(start: bad), RecurrenceSeries(start: start, additional: [late]),
            RecurrenceSeries(start: start, offset: .min),
            RecurrenceSeries(start: start, offset: .max),
            RecurrenceSeries(start: start, excludedDays: [bad.date]),
        ] {
            #expect(throws: TimeSpecError.self) { try RecurrenceDates(series) }
        }
    }

    // MARK: Zones

    private static func dates(
        _ rule: String,
        _ start: String,
        _ zone: String,
        count: Int,
        offset: Int = 0
    ) throws -> [String] {
        let zone = try TestZone(zone)
        let series = RecurrenceSeries(
            start: try #require(WallTime(localText: start)),
            rule: try RecurrenceRule(rule),
            offset: offset
        )
        let found = try CalendarSpec.recurrence(series).rule()
            .next(count: count, after: .distantPast, in: zone)
        return found.map { RFC3339.string($0, in: zone) }
    }

    @Test("clock changes: a gap moves a time, an overlap does not repeat it")
    func clockChanges() throws {
        #expect(
            try Self.dates("FREQ=DAILY", "2027-03-27T02:30:00", "Europe/Berlin", count: 3) == [
                "2027-03-27T02:30:00+01:00", "2027-03-28T03:30:00+02:00",
                "2027-03-29T02:30:00+02:00",
            ]
        )
        #expect(
            try Self.dates("FREQ=DAILY", "2027-10-30T02:30:00", "Europe/Berlin", count: 3) == [
                "2027-10-30T02:30:00+02:00", "2027-10-31T02:30:00+02:00",
                "2027-11-01T02:30:00+01:00",
            ]
        )
        // Each hour is real time, as for `*:30`; each second hour is not.
        #expect(
            try Self.dates("FREQ=HOURLY", "2027-10-31T01:30:00", "Europe/Berlin", count: 4) == [
                "2027-10-31T01:30:00+02:00", "2027-10-31T02:30:00+02:00",
                "2027-10-31T02:30:00+01:00",
                "2027-10-31T03:30:00+01:00",
            ]
        )
        #expect(
            try Self.dates(
                "FREQ=HOURLY;INTERVAL=2",
                "2027-03-28T00:00:00",
                "Europe/Berlin",
                count: 3
            ) == [
                "2027-03-28T00:00:00+01:00", "2027-03-28T03:00:00+02:00",
                "2027-03-28T04:00:00+02:00",
            ]
        )
        // A day that never was.
        #expect(
            try Self.dates("FREQ=DAILY", "2011-12-29T09:00:00", "Pacific/Apia", count: 2) == [
                "2011-12-29T09:00:00-10:00", "2011-12-31T09:00:00+14:00",
            ]
        )
    }

    @Test("an alarm is before its date, not before its rule")
    func offsets() throws {
        // The event is on Mondays at 00:05.
        #expect(
            try Self.dates(
                "FREQ=WEEKLY;BYDAY=MO",
                "2027-01-04T00:05:00",
                "Europe/Berlin",
                count: 2,
                offset: -900
            ) == ["2027-01-03T23:50:00+01:00", "2027-01-10T23:50:00+01:00"]
        )
        // A day before keeps the wall time, hours before are elapsed time.
        #expect(
            try Self.dates(
                "FREQ=DAILY;COUNT=1",
                "2027-03-28T12:00:00",
                "Europe/Berlin",
                count: 2,
                offset: -86_400
            ) == ["2027-03-27T12:00:00+01:00"]
        )
        #expect(
            try Self.dates(
                "FREQ=DAILY;COUNT=1",
                "2027-03-28T12:00:00",
                "Europe/Berlin",
                count: 2,
                offset: -86_400 - 43_200
            ) == ["2027-03-27T00:00:00+01:00"]
        )
    }

    @Test("an end that is an instant counts in the zone")
    func until() throws {
        let last = { (until: String, zone: String) in
            try Self.dates("FREQ=HOURLY;UNTIL=\(until)", "2027-10-31T00:30:00", zone, count: 9).last
        }
        #expect(try last("20271031T003000Z", "Europe/Berlin") == "2027-10-31T02:30:00+02:00")
        #expect(try last("20271031T013000Z", "Europe/Berlin") == "2027-10-31T02:30:00+01:00")
        #expect(try last("20271031T003000Z", "America/New_York") == nil)
    }

    @Test("the last date before an instant is the one after which it is next")
    func previous() throws {
        let zone = try TestZone("Europe/Berlin")
        for (rule, offset) in [
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU", 0), ("FREQ=DAILY;COUNT=400", -900),
            ("FREQ=HOURLY;COUNT=300", 0),
            ("FREQ=MONTHLY;BYMONTHDAY=31", 86_400 * 3), ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", 0),
        ] {
            let series = RecurrenceSeries(
                start: try #require(WallTime(localText: "2027-03-02T02:30:00")),
                rule: try RecurrenceRule(rule),
                offset: offset
            )
            let dates = try RecurrenceDates(series)
            let all = DateRule.series(dates).next(count: 60, after: .distantPast, in: zone)
            #expect(dates.previous(before: all[0], in: zone) == nil)
            for (earlier, later) in zip(all, all.dropFirst()) {
                #expect(dates.previous(before: later, in: zone) == earlier, "\(rule)")
            }
        }
    }

    @Test("a rule and the same calendar event have the same dates in each zone")
    func agreement() throws {
        for (rule, start, event) in [
            ("FREQ=DAILY", "2026-01-01T02:30:00", "02:30"),
            ("FREQ=WEEKLY;BYDAY=SU,MO", "2026-01-04T00:15:00", "Sun,Mon 00:15"),
            ("FREQ=MONTHLY;BYDAY=-1SU", "2026-01-25T02:30:00", "Sun *-*~7/1 02:30"),
            ("FREQ=HOURLY", "2026-01-01T00:00:00", "*:00"),
            ("FREQ=MINUTELY;INTERVAL=30", "2026-01-01T00:00:00", "*:0/30"),
            ("FREQ=DAILY;BYHOUR=0,1,2,3", "2026-01-01T00:30:00", "0..3:30"),
        ] {
            let series = RecurrenceSeries(
                start: try #require(WallTime(localText: start)),
                rule: try RecurrenceRule(rule)
            )
            let ours = try CalendarSpec.recurrence(series).rule()
            let theirs = try CalendarSpec.onCalendar(event).rule()
            for name in [
                "Europe/Berlin", "Australia/Lord_Howe", "America/Nuuk", "Antarctica/Troll",
            ] {
                let zone = try TestZone(name)
                let after = Instant(seconds: 1_770_000_000)
                let count = rule.contains("LY;I") || rule == "FREQ=HOURLY" ? 12_000 : 900
                #expect(
                    ours.next(count: count, after: after, in: zone)
                        == theirs.next(count: count, after: after, in: zone),
                    "\(rule) in \(name)"
                )
            }
        }
    }
}
