/// Days and months in words.
extension DateGrammar {
    static let day = Part<DayPhrase>(forms: "day") { days }
    static let date = Part<DayPhrase>(forms: "date") { calendarDays }
    static let ofMonth = Part<MonthPhrase>(forms: "ofMonth") { months }

    /// The forms of a day.
    static let days: [PhraseForm<DayPhrase>] =
        daysNearToday + periods + calendarDays + daysOfMonths

    private static let daysNearToday = PhraseForms<DayPhrase>.table {
        Example(
            "today",
            "It needs a time, unless a whole day is meant or its start is still to come."
        )
        Part(words: "today", means: .offset(0))
        Example("tomorrow", "The day after today.")
        Part(words: "tomorrow", means: .offset(1))
        Example("the day after tomorrow", "In two days.")
        Part(words: "[the] day after tomorrow", means: .offset(2))
        Example("yesterday", "The day before today, if past dates are allowed.")
        Part(words: "yesterday", means: .offset(-1))
        Example("the day before yesterday", "Two days ago, if past dates are allowed.")
        Part(words: "[the] day before yesterday", means: .offset(-2))
        Example(
            "friday",
            "The next one after today, also by three letters; with a time that is still to come, today as well."
        )
        Part("", weekday) { .weekday($0, isThis: false) }
        Example("this friday", "The next one after today.")
        Part("[this] coming", weekday) { .weekday($0, isThis: true) }
        Part("this", weekday) { .weekday($0, isThis: true) }
        Example("next friday", "The one of the following week; weeks begin on Monday.")
        Part("next", weekday) { .inWeek($0, 1) }
        Part("", weekday, "[of] next week") { .inWeek($0, 1) }
        Part("next week [on]", weekday) { .inWeek($0, 1) }
        Example("friday of this week", "The one of this week; weeks begin on Monday.")
        Part("", weekday, "[of] this week") { .inWeek($0, 0) }
        Example("last friday", "The latest one before today, if past dates are allowed.")
        Part("last", weekday) { .counted($0, -1) }
        Example("3 fridays from now", "The third one after today.")
        Part("", count, "", weekdays, "from now") {
            $0 <= 520 && $1.days.count == 1 ? .counted($1.days[0], $0) : nil
        }
        Example(
            "next working day",
            "The next one from Monday to Friday after today; holidays are not known."
        )
        Part(
            words: "[the] next (working|business) day|[the] next (workday|weekday)",
            means: .workday(1)
        )
        Example("2 weeks from friday", "So many days, weeks, months or years after a day.")
        Part("", span, "(from|after)", day) { $0.days == nil ? nil : .later($1, $0) }
    }

    private static let periods = PhraseForms<DayPhrase>.table {
        Example("next week", "Its Monday.")
        Part(words: "next week", means: .next(.init(days: 7)))
        Part(words: "[the] (start|beginning) of next week", means: .inWeek(2, 1))
        Example("next month", "Its first day.")
        Part(words: "next month", means: .next(.init(months: 1)))
        Example("next year", "1 January.")
        Part(words: "next year", means: .next(.init(months: 12)))
        Example("this weekend", "The Saturday of this week; weeks begin on Monday.")
        Part(words: "(this|[on|at] the) weekend", means: .inWeek(7, 0))
        Example("next weekend", "The Saturday of the next week.")
        Part(words: "next weekend", means: .inWeek(7, 1))
        Example("end of the week", "Its Sunday.")
        Part(words: "[the] end of [the|this] week", means: .inWeek(1, 0))
        Part(words: "[the] end of next week", means: .inWeek(1, 1))
    }

    /// The forms of a day that stands in a calendar.
    static let calendarDays = PhraseForms<DayPhrase>.table {
        Example("2027-03-01", "Year, month and day.")
        Part("", iso) { $0 }
        Example(
            "25.03.2027",
            "With points or slashes, where only one order of the numbers is a date."
        )
        Part("", numeric) { $0 }
        Example("dec 25", "A day of a month, also by three letters; without a year the next one.")
        Part("", month, "[the]", dayNumber) { .inMonth(.day($1), .named($0, year: nil)) }
        Part("", month, "[the]", dayNumber, "[,]", year) {
            .inMonth(.day($1), .named($0, year: $2))
        }
        Part("[the]", dayNumber, "[day] [of]", month) { .inMonth(.day($0), .named($1, year: nil)) }
        Part("[the]", dayNumber, "[day] [of]", month, "[,|of]", year) {
            .inMonth(.day($0), .named($1, year: $2))
        }
        Part("", dayNumber, "(-|/)", month, "(-|/)", year) {
            .inMonth(.day($0), .named($1, year: $2))
        }
    }

    private static let daysOfMonths = PhraseForms<DayPhrase>.table {
        Example("mon, 1 march 2027", "A date with the name of the day, which must be right.")
        Part("", weekday, "[,] [the]", date) { .named($0, $1) }
        Part("", date, "[,]", weekday) { .named($1, $0) }
        Part("", weekday, "[,] [the]", nth) { .named($0, .inMonth(.day($1), .any)) }
        Example("the 15th", "The next such day of a month.")
        Part("the", nth) { .inMonth(.day($0), .any) }
        Part("", ordinal) { .inMonth(.day($0), .any) }
        Example("20th of next month", "A day of a month.")
        Part("[the]", dayNumber, "[day] (of|in)", ofMonth) { .inMonth(.day($0), $1) }
        Example("third tuesday of september", "The first to fifth of a day of the week in a month.")
        Part("[the]", nth, "", weekday, "(of|in)", ofMonth) {
            $0 > 5 ? nil : .inMonth(.weekday($1, $0), $2)
        }
        Example("last friday of the month", "The last one of a day of the week in a month.")
        Part("[the] last", weekday, "(of|in)", ofMonth) { .inMonth(.weekday($0, -1), $1) }
        Example(
            "last working day of the month",
            "The first or last day from Monday to Friday in a month."
        )
        Part("[the]", edge, "(working day|workday|weekday) (of|in)", ofMonth) {
            .inMonth(.workday($0), $1)
        }
        Example("end of month", "The last day of a month.")
        Part("[the] (last day|end) (of|in)", ofMonth) { .inMonth(.day(-1), $0) }
        Example(
            "second last day of may",
            "A day counted from the end of a month; the last day is the first."
        )
        Part("[the]", nth, "last day (of|in)", ofMonth) { .inMonth(.day(-$0), $1) }
        Example("start of next month", "The first day of a month.")
        Part("[the] (start|beginning) of", ofMonth) { .inMonth(.day(1), $0) }
        Example("end of the year", "31 December of this year.")
        Part(
            words: "[the] (last day|end) of [the|this] year",
            means: .inMonth(.day(31), .ofYear(12, 0))
        )
        Example("start of next year", "1 January of the next year.")
        Part(
            words: "[the] (start|beginning|first day) of next year",
            means: .inMonth(.day(1), .ofYear(1, 1))
        )
    }

    /// The forms of a month that days are counted in.
    static let months = PhraseForms<MonthPhrase>.table {
        Example("this month", "The current month.")
        Part(words: "month|the [current] month|this month", means: .relative(0))
        Example("next month", "The month after the current one.")
        Part(words: "[the] (next|coming|following) month", means: .relative(1))
        Example("march 2027", "A month by its name; without a year the next one that has the day.")
        Part("", month) { .named($0, year: nil) }
        Part("", month, "[,|of]", year) { .named($0, year: $1) }
    }
}
