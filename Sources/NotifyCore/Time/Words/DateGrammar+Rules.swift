/// Rules in words, which become calendar events.
extension DateGrammar {
    /// The forms of a rule: the event and its time.
    static let rules: [PhraseForm<RulePhrase>] = [
        PhraseForm(
            ["<recurrence>"],
            "every weekday",
            "Without a time, at the time of DayStart in agent.conf."
        ) { found in
            found.recurrence.map { RulePhrase(days: $0) }
        },
        PhraseForm(
            [
                "<recurrence> [,] [at|@] <time>", "<recurrence> [,] (at|@) <bare>",
                "[at|@] <time> [,] <recurrence>", "(at|@) <bare> [,] <recurrence>",
            ],
            "every weekday at 8:30",
            "At a time of these days."
        ) { found in
            guard let days = found.recurrence, let time = found.time else { return nil }
            return RulePhrase(days: days, time: time)
        },
        PhraseForm(
            [
                "<recurrence> <part> [at|@] (<clock>|<hour> [o ' clock|oclock])",
                "[at|@] (<clock>|<hour> [o ' clock|oclock]) <recurrence> <part>",
            ],
            "every friday evening at 8",
            "The hour that lies in this part of these days."
        ) { found in
            guard let days = found.recurrence else { return nil }
            return inPart(found, otherwise: .evening).map {
                RulePhrase(days: days, time: .time($0))
            }
        },
        PhraseForm(
            ["every hour", "hourly"],
            "every hour",
            "At each full hour."
        ) { _ in RulePhrase(event: "*:00") },
        PhraseForm(
            ["every half [an] hour"],
            "every half hour",
            "At the full hour and 30 minutes later."
        ) { _ in RulePhrase(event: "*:0/30") },
        PhraseForm(
            ["every (quarter hour|quarter of an hour)"],
            "every quarter of an hour",
            "Each 15 minutes, from the full hour."
        ) { _ in RulePhrase(event: "*:0/15") },
        PhraseForm(
            ["every <amount> (minutes|min|mins)"],
            "every 10 minutes",
            "From the full hour; the number divides 60."
        ) { found in
            guard let count = found.amount?.whole, (2...30).contains(count), 60 % count == 0 else {
                return nil
            }
            return RulePhrase(event: "*:0/\(count)")
        },
        PhraseForm(
            ["every <amount> (hours|h|hrs)"],
            "every 2 hours",
            "From midnight; the number divides 24."
        ) { found in
            guard let count = found.amount?.whole, (2...12).contains(count), 24 % count == 0 else {
                return nil
            }
            return RulePhrase(event: "0/\(count):00")
        },
        PhraseForm(
            ["<counted>"],
            "every second tuesday",
            "At the time of --starting, else that of DayStart in agent.conf."
        ) { found in
            found.counted.map { RulePhrase(counted: $0) }
        },
        PhraseForm(
            ["<counted> [,] [at|@] <time>", "<counted> [,] (at|@) <bare>"],
            "every 3 days at 9",
            "At a time of these days."
        ) { found in
            guard let rule = found.counted, let time = found.time else { return nil }
            return RulePhrase(counted: rule, time: time)
        },
    ]

    /// The forms of the days on which a rule holds, as calendar events have them.
    static let recurrences: [PhraseForm<String>] = [
        PhraseForm(["every day", "each day", "daily"], "every day", "All days.") { _ in "" },
        PhraseForm(
            ["(every|each) (weekday|workday|working day)", "[on] (weekdays|workdays)"],
            "every weekday",
            "Monday to Friday."
        ) { _ in "Mon..Fri" },
        PhraseForm(
            ["(every|each) weekend [day]", "[on|at] weekends"],
            "every weekend",
            "Saturday and Sunday."
        ) { _ in "Sat,Sun" },
        PhraseForm(
            ["(every|each) <weekdays>"],
            "every monday and thursday",
            "Days of the week."
        ) { found in
            found.weekdays.map { weekdayNames($0) }
        },
        PhraseForm(["[on] <weekdays>"], "mondays", "The same, where each ends in s.") { found in
            found.hasPlurals ? found.weekdays.map { weekdayNames($0) } : nil
        },
        PhraseForm(
            [
                "[every|on] [the] <nth> <weekday> (of|in) (the|every|each) month",
                "[the] <nth> <weekday> of the month",
            ],
            "first monday of the month",
            "The first to fifth of a day of the week in each month."
        ) { found in
            guard let nth = found.nth, let weekday = found.weekday, (1...5).contains(nth) else {
                return nil
            }
            let days = nth == 5 ? "29..31" : "\(nth * 7 - 6)..\(nth * 7)"
            return "\(shortName(weekday)) *-*-\(days)"
        },
        PhraseForm(
            ["[every|on] [the] last <weekday> (of|in) (the|every|each) month"],
            "last friday of the month",
            "The last one in each month."
        ) { found in
            found.weekday.map { "\(shortName($0)) *-*~7/1" }
        },
        PhraseForm(
            [
                "[on] [the] <nth> (of|in) (the|every|each) month",
                "(monthly|every month) on the <nth>",
            ],
            "15th of every month",
            "A day of each month; shorter months are left out without --month-end."
        ) { found in
            found.nth.map { "*-*-\(padded($0, 2))" }
        },
        PhraseForm(
            [
                "[on] [the] (last day|end) of (the|every|each) month",
                "(monthly|every month) on the last day",
            ],
            "last day of the month",
            "The last day of each month."
        ) { _ in "*-*~01" },
        PhraseForm(
            [
                "(yearly|every year) on [the] (<dayNumber> [of] <month>|<month> [the] <dayNumber>)",
                "(<dayNumber> [of] <month>|<month> [the] <dayNumber>) (every|each) year",
                "every (<dayNumber> [of] <month>|<month> [the] <dayNumber>)",
            ],
            "every year on dec 25",
            "A day of each year."
        ) { found in
            guard let day = found.day, let month = found.month else { return nil }
            return "*-\(padded(month, 2))-\(padded(day, 2))"
        },
    ]

    /// Rules that are understood and name no day: how they begin, and what to write instead.
    static let missingRules: [PhraseForm<String>] = [
        PhraseForm(
            ["every (week|month|year)"],
            "every month",
            "Names no day."
        ) { _ in
            "the rule names no day: write one such as every monday, 15th of every month, or every year on dec 25"
        }
    ]

    static func shortName(_ weekday: Int) -> String {
        String(Names.weekday(weekday).prefix(3))
    }

    static func weekdayNames(_ bits: UInt8) -> String {
        [2, 3, 4, 5, 6, 7, 1].filter { bits >> UInt8($0) & 1 == 1 }.map(shortName)
            .joined(separator: ",")
    }
}

/// A rule in words: a calendar event, or one that counts.
struct RulePhrase: Hashable, Sendable {
    /// The event but for its time; with its time if there is none to add.
    let event: String
    /// The rule that counts from a first date, in place of the event.
    let counted: RecurrenceRule?
    let time: ClockPhrase?
    /// Whether a time belongs to it.
    let takesTime: Bool

    init(days: String, time: ClockPhrase? = nil) {
        (event, counted, self.time, takesTime) = (days, nil, time, true)
    }

    init(counted: RecurrenceRule, time: ClockPhrase? = nil) {
        (event, self.counted, self.time, takesTime) = ("", counted, time, true)
    }

    init(event: String) {
        (self.event, counted, time, takesTime) = (event, nil, nil, false)
    }
}
