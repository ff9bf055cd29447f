/// A form of dates in words as the manual lists it.
package struct DateForm: Sendable {
    /// How it is written: words in brackets can be left out, a bar separates alternatives.
    package let patterns: [String]
    /// One that can be typed.
    package let example: String
    /// What it means.
    package let meaning: String

    init<Meaning>(_ form: PhraseForm<Meaning>) {
        patterns = form.parts.map(\.text)
        (example, meaning) = (form.example.text, form.example.meaning)
    }
}

/// The grammar of dates in words: each accepted form once, with an example and its meaning.
///
/// It is read by recursive descent: a ``Part`` reads itself at a place of a phrase and has a typed result. The section
/// of the manual page is made from the same parts.
package enum DateGrammar {
    /// A part of the grammar.
    package struct Section: Sendable {
        /// The name, as `<name>` in the forms of other parts.
        package let name: String
        /// A sentence about the part.
        package let summary: String
        /// Its forms.
        package let forms: [DateForm]

        init<Meaning>(_ name: String, _ summary: String, _ forms: [PhraseForm<Meaning>]) {
            (self.name, self.summary, self.forms) = (name, summary, forms.map(DateForm.init))
        }
    }

    /// The parts of the grammar, in the order of the manual.
    package static let sections: [Section] = [
        Section(
            "moment",
            "What --at, --until, --from, --to, --since, --after and next --at take.",
            moments
        ),
        Section("time", "A time of day. <hour> and <minute> are numbers or words.", times),
        Section("bare", "An hour after \"at\".", bareHours),
        Section("base", "An hour before which minutes stand.", fullHours),
        Section("partTime", "A part of a day, or an hour in it.", partTimes),
        Section("day", "A day. <nth> is 1st or first, <dayNumber> also 1.", days),
        Section("date", "A day that stands in a calendar; it is a <day>, too.", calendarDays),
        Section("ofMonth", "A month that days are counted in.", months),
        Section(
            "span",
            "A length of time; --in takes it, too. Several add up, with and or a comma.",
            spans
        ),
        Section(
            "rule",
            "What --on takes, beside calendar events. It can end with starting or until and a date.",
            rules
        ),
        Section("recurrence", "The days on which a rule holds.", recurrences),
        Section(
            "counted",
            "Days that are counted from the date of --starting, else from the next such day.",
            countedDays
        ),
    ]

    /// What stands in angle brackets that no part of the grammar explains, and what it means.
    package static let slots: [(name: String, meaning: String)] = [
        ("clock", "hour and minute such as 17:30, with seconds or without"),
        ("clocks", "a <time>, or at and <bare>, or several that are joined by commas and and"),
        ("hour", "0 to 23, or one to twelve"),
        ("minute", "1 to 59, or one to fifty-nine"),
        ("minuteWord", "one to fifty-nine"),
        ("spoken", "a <clock>, or an <hour> with or without o'clock"),
        ("compact", "hour and minute in three or four digits, such as 0930"),
        ("basic", "hour and minute in four digits, or with seconds in six"),
        ("hourSign", "an hour such as 15h"),
        ("hourAndMinute", "hour and minute such as 15h30"),
        ("half", "am, a.m., pm or p.m."),
        ("part", "morning, afternoon, evening or night"),
        ("thisPart", "this and a <part>, or tonight"),
        ("weekday", "monday, mon, tues, thurs, …"),
        (
            "weekdays",
            "days of the week, joined by commas and and, or the first and the last with to"
        ),
        ("month", "january, jan, …"),
        ("edge", "first or last"),
        ("nth", "1st to 31st, or first to thirty-first"),
        ("nths", "several of them, joined by commas and and"),
        ("everyNth", "other, or the same as <nth> or <count>"),
        ("ordinal", "1st to 31st"),
        ("dayNumber", "1 to 31, or the same as <nth>"),
        ("dayOfYear", "a day and a month such as 25 dec"),
        ("year", "four digits"),
        ("iso", "a date such as 2027-03-01 or 20270301"),
        ("numeric", "a date such as 25.03.2027, 25/3/2027 or 2027/03/25"),
        ("offset", "UTC, GMT, Z, +0100 or +01:00"),
        ("count", "a whole number such as 2 or two"),
        ("amount", "a number such as 2, 1.5, 3/4 or two"),
        ("unit", "s, min, h, d, w, second, minute, hour, day, week, month or year, also with s"),
    ]

    /// The words that the forms name, for suggestions.
    static let words: [String] = {
        let patterns = sections.flatMap { $0.forms.flatMap(\.patterns) }
        let fixed = patterns.flatMap { pattern in
            pattern.split(separator: "<").flatMap { piece in
                (piece.split(separator: ">", omittingEmptySubsequences: false).last ?? "").split {
                    !$0.isLetter
                }.map(String.init)
            }
        }
        let all =
            fixed.filter { $0.utf8.count > 1 } + NumberWords.all
            + DayPart.allCases.map(\.rawValue) + ["starting", "until", "tonight", "this", "other"]
            + unitWords
        return Set(all).sorted()
    }()

    static let unitWords = [
        "seconds", "second", "minutes", "minute", "hours", "hour", "days", "day", "weeks", "week",
        "months", "month", "years", "year",
    ]

    /// What a whole phrase means by some forms, each meaning once.
    static func meanings<Meaning: Hashable>(
        of phrase: Phrase,
        by forms: [PhraseForm<Meaning>]
    ) -> [Meaning] {
        var found: [Meaning] = []
        for meaning in forms.flatMap({ $0.parts.flatMap { $0.meanings(of: phrase) } })
        where !found.contains(meaning) { found.append(meaning) }
        return found
    }
}
