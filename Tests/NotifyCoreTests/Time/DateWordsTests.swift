import Testing

@testable import NotifyCore

@Suite("Dates in words")
struct DateWordsTests {
    /// A Saturday, half past one in Berlin.
    private static let now = "2026-11-21T12:30:00Z"

    private func date(_ text: String) throws -> String? {
        let zone = try TestZone("Europe/Berlin")
        let now = try RFC3339.instant(Self.now)
        let date = try DateSpec(text, now: now, in: zone)
        return date.date(after: now, in: zone).map { "\(WallTime($0, in: zone))" }
    }

    @Test(
        "times",
        arguments: [
            ("5pm", "2026-11-21 17:00"), ("5:30pm", "2026-11-21 17:30"),
            ("6:30 pm", "2026-11-21 18:30"), ("11 a.m.", "2026-11-22 11:00"),
            ("11 A M", "2026-11-22 11:00"), ("12am", "2026-11-22 00:00"),
            ("12 pm", "2026-11-22 12:00"), ("5:30:15 pm", "2026-11-21 17:30:15"),
            ("7:45p", "2026-11-21 19:45"), ("1130am", "2026-11-22 11:30"),
            ("eleven fifteen am", "2026-11-22 11:15"), ("6 o'clock pm", "2026-11-21 18:00"),
            ("at 9", "2026-11-22 09:00"), ("at 2230", "2026-11-21 22:30"),
            ("@ 4pm", "2026-11-21 16:00"), ("at 22h15", "2026-11-21 22:15"),
            ("16h40", "2026-11-21 16:40"), ("midday", "2026-11-22 12:00"),
            ("half past 9", "2026-11-22 09:30"), ("ten to 6pm", "2026-11-21 17:50"),
            ("a quarter after midnight", "2026-11-22 00:15"),
            ("25 minutes past 4 pm", "2026-11-21 16:25"), ("5 in the morning", "2026-11-22 05:00"),
            ("9:20 in the evening", "2026-11-21 21:20"), ("at 10 at night", "2026-11-21 22:00"),
            ("tonight at 7", "2026-11-21 19:00"), ("11 tonight", "2026-11-21 23:00"),
            ("this afternoon at 4:10", "2026-11-21 16:10"), ("about 8pm", "2026-11-21 20:00"),
        ]
    )
    func times(text: String, expected: String) throws {
        #expect(try date(text) == expected)
    }

    @Test(
        "days and times",
        arguments: [
            ("tomorrow at 9", "2026-11-22 09:00"), ("9:00 tomorrow", "2026-11-22 09:00"),
            ("9 tomorrow", "2026-11-22 09:00"), ("tomorrow 12:15 a.m.", "2026-11-22 00:15"),
            ("fri 9 AM", "2026-11-27 09:00"), ("2027-03-01 12:00 PM", "2027-03-01 12:00"),
            ("monday 9am", "2026-11-23 09:00"), ("noon on monday", "2026-11-23 12:00"),
            ("today at 5pm", "2026-11-21 17:00"), ("saturday 5pm", "2026-11-21 17:00"),
            ("saturday 11am", "2026-11-28 11:00"),
            ("the day after tomorrow at 8:15", "2026-11-23 08:15"),
            ("thurs. 20:00", "2026-11-26 20:00"),
            ("25 december 2027 noon", "2027-12-25 12:00"),
            ("at 6pm on Tue, Dec 1", "2026-12-01 18:00"),
            ("sunday evening at 7", "2026-11-22 19:00"),
            ("at 6 tomorrow morning", "2026-11-22 06:00"),
            ("2 march 15:00", "2027-03-02 15:00"), ("next week monday 8am", "2026-11-23 08:00"),
            ("in 3 days at 18:00", "2026-11-24 18:00"), ("in 2 weeks at 9", "2026-12-05 09:00"),
            ("in 2 months at noon", "2027-01-21 12:00"),
        ]
    )
    func daysAndTimes(text: String, expected: String) throws {
        #expect(try date(text) == expected)
    }

    @Test(
        "days",
        arguments: [
            ("saturday", "2026-11-28"), ("this monday", "2026-11-23"),
            ("next friday", "2026-11-27"), ("next saturday", "2026-11-28"),
            ("next sunday", "2026-11-29"), ("wednesday of next week", "2026-11-25"),
            ("sunday of this week", "2026-11-22"), ("dec 25", "2026-12-25"),
            ("the 1st of march", "2027-03-01"), ("third of january", "2027-01-03"),
            ("february the twenty-eighth", "2027-02-28"), ("Feb. 29", "2028-02-29"),
            ("Sept 7, 2028", "2028-09-07"), ("7-Sep-2028", "2028-09-07"),
            ("7sep2028", "2028-09-07"),
            ("2027-1-9", "2027-01-09"), ("Mon, 1 March 2027", "2027-03-01"),
            ("monday the 30th", "2026-11-30"), ("the 20th", "2026-12-20"),
            ("on the thirty-first", "2026-12-31"), ("5th of next month", "2026-12-05"),
            ("28 of this month", "2026-11-28"), ("end of month", "2026-11-30"),
            ("the end of next month", "2026-12-31"), ("last day of february 2028", "2028-02-29"),
            ("first day of july", "2027-07-01"), ("third last day of july", "2027-07-29"),
            ("start of next month", "2026-12-01"), ("end of the year", "2026-12-31"),
            ("beginning of next year", "2027-01-01"),
            ("last friday of the month", "2026-11-27"),
            ("second wednesday of november", "2027-11-10"),
            ("the fifth monday in november", "2026-11-30"),
            ("2 tuesdays from now", "2026-12-01"), ("a week from tomorrow", "2026-11-29"),
            ("two months from the 30th", "2027-01-30"), ("10 days after dec 25", "2027-01-04"),
            ("2 years from today", "2028-11-21"),
        ]
    )
    func days(text: String, expected: String) throws {
        #expect(try date(text) == "\(expected) 00:00")
        let zone = try TestZone("Europe/Berlin")
        #expect(try DateSpec(text, now: RFC3339.instant(Self.now), in: zone).hasNoTime)
    }

    @Test(
        "distances",
        arguments: [
            ("in half an hour", "2026-11-21 14:00"), ("now + 1 hour", "2026-11-21 14:30"),
            ("+2h", "2026-11-21 15:30"), ("in 2 weeks", "2026-12-05 13:30"),
            ("in an hour and 5 minutes", "2026-11-21 14:35"),
            ("in 3/4 h", "2026-11-21 14:15"), ("three hours from now", "2026-11-21 16:30"),
            ("in a quarter of an hour", "2026-11-21 13:45"),
            ("in 1 day, 2 hours and ten minutes", "2026-11-22 15:40"),
            ("in a month", "2026-12-21 13:30"), ("in 2 years and 3 days", "2028-11-24 13:30"),
            ("a fortnight from now", "2026-12-05 13:30"),
            ("in two and a half days", "2026-11-24 01:30"),
        ]
    )
    func distances(text: String, expected: String) throws {
        #expect(try date(text) == expected)
    }

    @Test(
        "refusals",
        arguments: [
            (
                "3/4", "3/4 can be 3 April or 4 March: write 3 april or 4 march"
            ),
            ("30/4 at 5pm", "30/4 is 30 April: write 30 april"),
            ("on 5.6", "5/6 can be 5 June or 6 May: write 5 june or 6 may"),
            ("at 5", "5 can be in the morning or in the afternoon: write 5am or 5pm"),
            (
                "half past 6 on monday",
                "6:30 can be in the morning or in the afternoon: write 6:30am or 6:30pm"
            ),
            ("2h", "2h can be a time or a length: write 02:00 or in 2h"),
            ("1h30", "1h30 can be a time or a length: write 01:30 or in 1h 30min"),
            ("tonight at 3", "\"tonight\": it has no such hour: write the time as 14:00"),
            (
                "5pm CET",
                "\"CET\": no zone is read here: give it with --tz, such as --tz Europe/Berlin"
            ),
            ("in several days", "\"several\": it is not a number: write one such as 3"),
            ("every day at 9", "\"every\": it repeats: write --on \"every day at 9\""),
            ("december", "December alone names no day: write one such as 1 december"),
            ("in december", "December alone names no day: write one such as 1 december"),
            (
                "Sun, 1 March 2027",
                "1 March 2027 is a Monday and no Sunday: write Monday, or another day"
            ),
            ("30 february 2027", "February 2027 has no day 30: write a day that exists"),
            (
                "fifth friday of february 2027",
                "February 2027 has no fifth Friday: write a day that exists"
            ),
            ("nov 21", "21 November 2026 is today: write today 18:00, or a date with its year"),
            ("this saturday", "today is a Saturday: write today 18:00 or next saturday"),
            ("dec 25 2020", "2020-12-25T00:00:00+01:00 is past: write a later date"),
            ("last friday", "2026-11-20T00:00:00+01:00 is past: write a later date"),
            ("2 days ago", "what is ago is past: write in, as in in 2 days"),
            (
                "in a month and 2 hours",
                "months and hours do not add up to one date: write days, or a date such as dec 25 17:00"
            ),
            ("in 20000 years", "the date is beyond the years 1 to 9999: write one in between"),
            (
                "friday after next",
                "\"after next\": two days are meant by it: write one such as 2 fridays from now"
            ),
            ("next fryday", "\"fryday\" is not a word of dates: did you mean friday?"),
            (
                "friday next monday",
                "these words together are not a date: write one such as tomorrow at 9, fri 18:30, dec 25, in 2 hours or 2027-03-01 09:00"
            ),
        ]
    )
    func refusals(text: String, message: String) throws {
        let error = #expect(throws: TimeSpecError.self) { try date(text) }
        #expect(error?.message == message)
    }

    @Test(
        "what is no date",
        arguments: [
            "hello", "1 apple", "the one", "this is it", "25", "7 30", "half", "at", "on", "the",
            "may", "a", "palm", "4a", "at noonish", "at 555.123.4567", "B 52", "second", "one two",
            "in", "+", "now +", "am", "at pm", "friday friday", "5pm 6pm", "tomorrow tomorrow",
            "32 december", "13pm", "0am", "25:61pm", "the 32nd", "the 2th", "@", "-",
        ]
    )
    func noDates(text: String) {
        #expect(throws: TimeSpecError.self) { try date(text) }
    }

    @Test("a text that is too long is refused, whatever it says")
    func bound() throws {
        for word in ["tomorrow ", "1 hour and ", "the ", "a week from ", "(", "5", "ü"] {
            let text = String(repeating: word, count: 400)
            #expect(throws: TimeSpecError.self) { try date(text) }
            #expect(throws: TimeSpecError.self) { try date("in \(text)") }
        }
        let text = "a week from " + String(repeating: "a day from ", count: 9) + "tomorrow"
        #expect(text.utf8.count < Phrase.maxLength)
        #expect(try date(text) == "2026-12-08 00:00")
    }

    @Test("each form that the manual lists has an example that is read")
    func examples() throws {
        let zone = try TestZone("Europe/Berlin")
        let now = try RFC3339.instant(Self.now)
        for section in DateGrammar.sections {
            #expect(!section.forms.isEmpty)
            for form in section.forms {
                let text = form.example
                switch section.name {
                case "span": _ = try TimeSpan(words: text)
                case "rule", "recurrence", "counted":
                    _ = try EventWords(text, now: now, in: zone)
                default:
                    let before = [
                        "bare": "at ", "partTime": "in the ", "base": "10 past ",
                        "ofMonth": "end of ",
                    ]
                    _ = try DateSpec(
                        mayBePast: (before[section.name] ?? "") + text,
                        now: now,
                        in: zone
                    )
                }
            }
        }
    }

    @Test("each slot that a form names is explained in the manual")
    func slots() {
        let known = Set(DateGrammar.sections.map(\.name) + DateGrammar.slots.map(\.name))
        var named: Set<String> = []
        for pattern in DateGrammar.sections.flatMap(\.forms).flatMap(\.patterns) {
            named.formUnion(pattern.matches(of: /<(\w+)>/).map { String($0.1) })
        }
        #expect(named.isSubset(of: known), "\(named.subtracting(known))")
        #expect(known.subtracting(named).subtracting(["moment", "rule"]).isEmpty)
    }

    @Test(
        "dates that may be past",
        arguments: [
            ("monday", "2026-11-16", "2026-11-23"), ("saturday", "2026-11-21", "2026-11-21"),
            ("09:00", "2026-11-21 09:00", "2026-11-22 09:00"),
            ("14:00", "2026-11-20 14:00", "2026-11-21 14:00"),
            ("yesterday", "2026-11-20", "2026-11-20"), ("today", "2026-11-21", "2026-11-21"),
            ("yesterday at 5pm", "2026-11-20 17:00", "2026-11-20 17:00"),
            ("last friday", "2026-11-20", "2026-11-20"),
            ("2 days ago", "2026-11-19 13:30", "2026-11-19 13:30"),
            ("a month ago", "2026-10-21 13:30", "2026-10-21 13:30"),
            ("dec 25", "2025-12-25", "2026-12-25"), ("the 31st", "2026-10-31", "2026-12-31"),
            ("feb 29", "2024-02-29", "2028-02-29"), ("2020-01-01", "2020-01-01", "2020-01-01"),
            ("2020-01-01T09:00", "2020-01-01 09:00", "2020-01-01 09:00"),
            ("tomorrow", "2026-11-22", "2026-11-22"),
        ]
    )
    func past(text: String, latest: String, coming: String) throws {
        let zone = try TestZone("Europe/Berlin")
        let now = try RFC3339.instant(Self.now)
        for (isLatest, expected) in [(true, latest), (false, coming)] {
            let date = try DateSpec(mayBePast: text, now: now, in: zone, isLatest: isLatest)
            let wall = date.date(after: .distantPast, in: zone).map { "\(WallTime($0, in: zone))" }
            #expect(wall == (expected.count > 10 ? expected : "\(expected) 00:00"))
        }
    }

    @Test(
        "the last moment of a day that is named",
        arguments: [
            ("today", "2026-11-21 23:59:59"), ("end of month", "2026-11-30 23:59:59"),
            ("next friday", "2026-11-27 23:59:59"), ("friday 5pm", "2026-11-27 17:00"),
            ("2026-11-21", "2026-11-21 23:59:59"), ("the 21st", "2026-11-21 23:59:59"),
            ("in 2 weeks", "2026-12-05 13:30"),
        ]
    )
    func lastMoment(text: String, expected: String) throws {
        let zone = try TestZone("Europe/Berlin")
        let now = try RFC3339.instant(Self.now)
        let date = try DateSpec.lastMoment(text, now: now, in: zone)
        #expect(date.map { "\(WallTime($0, in: zone))" } == expected)
    }

    @Test("a date without a time has the time at which days start")
    func dayStart() throws {
        let zone = try TestZone("Europe/Berlin")
        let now = try RFC3339.instant(Self.now)
        let day = try DateSpec("next friday", now: now, in: zone)
        let start = try #require(DayStart.time("8:15"))
        let date = day.starting(at: start).date(after: now, in: zone)
        #expect(date.map { "\(WallTime($0, in: zone))" } == "2026-11-27 08:15")
        let timed = try DateSpec("next friday 17:00", now: now, in: zone)
        #expect(timed.starting(at: start) == timed)
        for text in ["", "9", "9:5", "24:00", "09:60", "noon", "9:00:00", "٩:٠٠", "-1:00"] {
            #expect(DayStart.time(text) == nil, "\(text)")
        }
    }

    @Test(
        "a length counts from the day that the words mean alone",
        arguments: [
            ("2 weeks after the 15th", "2026-12-29 00:00"),
            ("5 weeks from the 1st", "2027-01-05 00:00"),
            ("10 months after march 1", "2028-01-01 00:00"),
            ("1 year after march 1", "2028-03-01 00:00"),
            ("2 days after 15th of march", "2027-03-17 00:00"),
            ("2 days after tomorrow", "2026-11-24 00:00"),
            ("a week from friday", "2026-12-04 00:00"),
            ("fifth friday of february", "2036-02-29 00:00"),
        ]
    )
    func lengthsFromADay(text: String, expected: String) throws {
        #expect(try date(text) == expected)
    }

    @Test(
        "what names another day, or is no date",
        arguments: [
            ("1 week after monday, 25 december", TimeSpecError.Code.contradiction),
            ("tomorrow at 9.30", .ambiguous), ("tomorrow at 5.30pm", .ambiguous),
            ("in 1.5 months", .unknownName), ("in 30", .ambiguous), ("in 1.5", .ambiguous),
            ("2027-13-01", .outOfRange),
        ]
    )
    func refusedForms(text: String, code: TimeSpecError.Code) throws {
        let error = #expect(throws: TimeSpecError.self) { try date(text) }
        #expect(error?.code == code, "\(error.map { "\($0)" } ?? "")")
        #expect(error?.message.contains("9/30") == false)
    }

    @Test(
        "a length that may be past counts from now",
        arguments: [("in 500ms", 500_000), ("in 90s", 90_000_000)]
    )
    func lengthsThatMayBePast(text: String, microseconds: Int64) throws {
        let now = try RFC3339.instant(Self.now)
        let date = try DateSpec(mayBePast: text, now: now, in: FixedZone.utc)
        #expect(
            date.date(after: now, in: FixedZone.utc) == now.advanced(byMicroseconds: microseconds)
        )
    }
}
