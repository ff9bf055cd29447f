/// A form of the grammar of dates in words: how it is written, an example, and what it means.
struct PhraseForm<Meaning: Sendable>: Sendable {
    let patterns: [PhrasePattern]
    let example: String
    /// What it means, for the manual.
    let words: String
    /// The meaning of what the slots read; `nil` if they do not go together.
    let read: @Sendable (PhraseCaptures) -> Meaning?

    init(
        _ patterns: [String],
        _ example: String,
        _ words: String,
        _ read: @escaping @Sendable (PhraseCaptures) -> Meaning?
    ) {
        self.patterns = patterns.map { PhrasePattern($0) }
        self.example = example
        self.words = words
        self.read = read
    }
}

/// A form of dates in words as the manual lists it.
package struct DateForm: Sendable {
    /// How it is written: words in brackets can be left out, a bar separates alternatives.
    package let patterns: [String]
    /// One that can be typed.
    package let example: String
    /// What it means.
    package let meaning: String

    init<Meaning>(_ form: PhraseForm<Meaning>) {
        patterns = form.patterns.map(\.text)
        example = form.example
        meaning = form.words
    }
}

/// The grammar of dates in words: each accepted form once, with an example and its meaning.
///
/// The section of the manual page is made from it.
package enum DateGrammar {
    /// A part of the grammar.
    package struct Section: Sendable {
        /// The name, as `<name>` in the forms of other parts.
        package let name: String
        /// A sentence about the part.
        package let summary: String
        /// Its forms.
        package let forms: [DateForm]
    }

    /// The parts of the grammar, in the order of the manual.
    package static var sections: [Section] {
        [
            Section(
                name: "moment",
                summary: "What --at, --until, --from, --to, --since, --after and next --at take.",
                forms: moments.map(DateForm.init)
            ),
            Section(
                name: "time",
                summary: "A time of day. <hour> and <minute> are numbers or words.",
                forms: times.map(DateForm.init)
            ),
            Section(
                name: "bare",
                summary: "An hour after \"at\".",
                forms: bareHours.map(DateForm.init)
            ),
            Section(
                name: "base",
                summary: "An hour before which minutes stand.",
                forms: fullHours.map(DateForm.init)
            ),
            Section(
                name: "day",
                summary: "A day. <nth> is 1st or first, <dayNumber> also 1.",
                forms: days.map(DateForm.init)
            ),
            Section(
                name: "date",
                summary: "A day that stands in a calendar; it is a <day>, too.",
                forms: calendarDays.map(DateForm.init)
            ),
            Section(
                name: "ofMonth",
                summary: "A month that days are counted in.",
                forms: months.map(DateForm.init)
            ),
            Section(
                name: "span",
                summary:
                    "A length of time; --in takes it, too. Several add up, with and or a comma.",
                forms: spans.map(DateForm.init)
            ),
            Section(
                name: "rule",
                summary: "What --on takes, beside calendar events.",
                forms: rules.map(DateForm.init)
            ),
            Section(
                name: "recurrence",
                summary: "The days on which a rule holds.",
                forms: recurrences.map(DateForm.init)
            ),
            Section(
                name: "counted",
                summary:
                    "Days that are counted from the date of --starting, else from the next such day.",
                forms: countedDays.map(DateForm.init)
            ),
        ]
    }

    /// What stands in angle brackets that no part of the grammar explains, and what it means.
    package static let slots: [(name: String, meaning: String)] = [
        ("clock", "hour and minute such as 17:30, with seconds or without"),
        ("hour", "0 to 23, or one to twelve"),
        ("minute", "1 to 59, or one to fifty-nine"),
        ("minuteWord", "one to fifty-nine"),
        ("compact", "hour and minute in three or four digits, such as 0930"),
        ("hourSign", "an hour such as 15h"),
        ("hourAndMinute", "hour and minute such as 15h30"),
        ("half", "am, a.m., pm or p.m."),
        ("part", "morning, afternoon, evening or night"),
        ("weekday", "monday, mon, tues, thurs, …"),
        ("weekdays", "days of the week, joined by commas and and"),
        ("month", "january, jan, …"),
        ("nth", "1st to 31st, or first to thirty-first"),
        ("dayNumber", "1 to 31, or the same as <nth>"),
        ("year", "four digits"),
        ("iso", "a date such as 2027-03-01"),
        ("amount", "a number such as 2, 1.5, 3/4 or two"),
        ("unit", "s, min, h, d, w, second, minute, hour, day, week, month or year, also with s"),
    ]

    /// The words that the forms name, for suggestions.
    static let words: [String] = {
        func words<Meaning>(_ forms: [PhraseForm<Meaning>]) -> [String] {
            forms.flatMap { $0.patterns.flatMap(\.words) }
        }
        let all =
            words(moments) + words(times) + words(bareHours) + words(fullHours) + words(days)
            + words(calendarDays) + words(months) + words(spans) + words(rules)
            + words(recurrences) + words(countedDays) + NumberWords.all
            + DayPart.allCases.map(\.rawValue) + unitWords
        return Set(all).sorted()
    }()

    private static let unitWords = [
        "seconds", "second", "minutes", "minute", "hours", "hour", "days", "day", "weeks", "week",
        "months", "month", "years", "year",
    ]
}
