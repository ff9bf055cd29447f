/// Days and months in words.
extension DateGrammar {
    /// The forms of a day.
    static let days: [PhraseForm<DayPhrase>] = daysNearToday + calendarDays + daysOfMonths

    private static let daysNearToday: [PhraseForm<DayPhrase>] = [
        PhraseForm(["today"], "today", "It needs a time, unless a whole day is meant.") { _ in
            .offset(0)
        },
        PhraseForm(["tomorrow"], "tomorrow", "The day after today.") { _ in .offset(1) },
        PhraseForm(
            ["[the] day after tomorrow"],
            "the day after tomorrow",
            "In two days."
        ) { _ in .offset(2) },
        PhraseForm(
            ["yesterday"],
            "yesterday",
            "The day before today, if past dates are allowed."
        ) { _ in .offset(-1) },
        PhraseForm(
            ["[the] day before yesterday"],
            "the day before yesterday",
            "Two days ago, if past dates are allowed."
        ) { _ in .offset(-2) },
        PhraseForm(
            ["<weekday>"],
            "friday",
            "The next one after today, also by three letters; with a time that is still to come, today as well."
        ) { found in
            found.weekday.map { .weekday($0, isThis: false) }
        },
        PhraseForm(
            ["[this] coming <weekday>", "this <weekday>"],
            "this friday",
            "The next one after today."
        ) { found in
            found.weekday.map { .weekday($0, isThis: true) }
        },
        PhraseForm(
            ["next <weekday>", "<weekday> [of] next week", "next week [on] <weekday>"],
            "next friday",
            "The one of the following week; weeks begin on Monday."
        ) { found in
            found.weekday.map { .inWeek($0, 1) }
        },
        PhraseForm(
            ["<weekday> [of] this week"],
            "friday of this week",
            "The one of this week; weeks begin on Monday."
        ) { found in
            found.weekday.map { .inWeek($0, 0) }
        },
        PhraseForm(
            ["last <weekday>"],
            "last friday",
            "The latest one before today, if past dates are allowed."
        ) { found in
            found.weekday.map { .counted($0, -1) }
        },
        PhraseForm(
            ["<amount> <weekdays> from now"],
            "3 fridays from now",
            "The third one after today."
        ) { found in
            guard let count = found.amount?.whole, (1...520).contains(count),
                let bits = found.weekdays, bits.nonzeroBitCount == 1
            else { return nil }
            return .counted(bits.trailingZeroBitCount, count)
        },
        PhraseForm(
            ["<span> (from|after) <day>"],
            "2 weeks from friday",
            "So many days, weeks, months or years after a day."
        ) { found in
            guard let span = found.span, span.days != nil, let day = found.date else { return nil }
            return .later(day, span)
        },
    ]

    /// The forms of a day that stands in a calendar.
    static let calendarDays: [PhraseForm<DayPhrase>] = [
        PhraseForm(["<iso>"], "2027-03-01", "Year, month and day.") { $0.date },
        PhraseForm(
            [
                "<month> [the] <dayNumber> [[,] <year>]",
                "[the] <dayNumber> [day] [of] <month> [[,|of] <year>]",
                "<dayNumber> - <month> - <year>", "<dayNumber> / <month> / <year>",
            ],
            "dec 25",
            "A day of a month, also by three letters; without a year the next one."
        ) { found in
            guard let day = found.day, let month = found.month else { return nil }
            return .inMonth(.day(day), .named(month, year: found.year))
        },
    ]

    private static let daysOfMonths: [PhraseForm<DayPhrase>] = [
        PhraseForm(
            ["<weekday> [,] [the] <date>", "<date> [,] <weekday>", "<weekday> [,] [the] <nth>"],
            "mon, 1 march 2027",
            "A date with the name of the day, which must be right."
        ) { found in
            guard let weekday = found.weekday else { return nil }
            let day = found.date ?? found.nth.map { .inMonth(.day($0), .any) }
            return day.map { .named(weekday, $0) }
        },
        PhraseForm(["the <nth>"], "the 15th", "The next such day of a month.") { found in
            found.nth.map { .inMonth(.day($0), .any) }
        },
        PhraseForm(
            ["[the] <dayNumber> [day] (of|in) <ofMonth>"],
            "20th of next month",
            "A day of a month."
        ) { found in
            guard let day = found.day, let month = found.ofMonth else { return nil }
            return .inMonth(.day(day), month)
        },
        PhraseForm(
            ["[the] <nth> <weekday> (of|in) <ofMonth>"],
            "third tuesday of september",
            "The first to fifth of a day of the week in a month."
        ) { found in
            guard let nth = found.nth, nth <= 5, let weekday = found.weekday,
                let month = found.ofMonth
            else { return nil }
            return .inMonth(.weekday(weekday, nth), month)
        },
        PhraseForm(
            ["[the] last <weekday> (of|in) <ofMonth>"],
            "last friday of the month",
            "The last one of a day of the week in a month."
        ) { found in
            guard let weekday = found.weekday, let month = found.ofMonth else { return nil }
            return .inMonth(.weekday(weekday, -1), month)
        },
        PhraseForm(
            ["[the] (last day|end) (of|in) <ofMonth>"],
            "end of month",
            "The last day of a month."
        ) { found in
            found.ofMonth.map { .inMonth(.day(-1), $0) }
        },
        PhraseForm(
            ["[the] <nth> last day (of|in) <ofMonth>"],
            "second last day of may",
            "A day counted from the end of a month; the last day is the first."
        ) { found in
            guard let nth = found.nth, let month = found.ofMonth else { return nil }
            return .inMonth(.day(-nth), month)
        },
        PhraseForm(
            ["[the] (start|beginning) of <ofMonth>"],
            "start of next month",
            "The first day of a month."
        ) { found in
            found.ofMonth.map { .inMonth(.day(1), $0) }
        },
        PhraseForm(
            ["[the] (last day|end) of [the|this] year"],
            "end of the year",
            "31 December of this year."
        ) { _ in .inMonth(.day(31), .ofYear(12, 0)) },
        PhraseForm(
            ["[the] (start|beginning|first day) of next year"],
            "start of next year",
            "1 January of the next year."
        ) { _ in .inMonth(.day(1), .ofYear(1, 1)) },
    ]

    /// The forms of a month that days are counted in.
    static let months: [PhraseForm<MonthPhrase>] = [
        PhraseForm(
            ["month", "the [current] month", "this month"],
            "this month",
            "The current month."
        ) { _ in .relative(0) },
        PhraseForm(
            ["[the] (next|coming|following) month"],
            "next month",
            "The month after the current one."
        ) { _ in .relative(1) },
        PhraseForm(
            ["<month> [[,|of] <year>]"],
            "march 2027",
            "A month by its name; without a year the next one that has the day."
        ) { found in
            found.month.map { .named($0, year: found.year) }
        },
    ]
}
