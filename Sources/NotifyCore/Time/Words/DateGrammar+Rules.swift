/// Rules in words, which become calendar events, or series that count from a first date.
extension DateGrammar {
    static let recurrence = Part<String>(forms: "recurrence") { recurrences }
    static let counted = Part<RecurrenceRule>(forms: "counted") { countedDays }

    /// The forms of a rule: the event and its time.
    static let rules = PhraseForms<RulePhrase>.table {
        Example("every weekday", "Without a time, at the time of DayStart in agent.conf.")
        Part("", recurrence) { RulePhrase(event: $0) }
        Example(
            "every weekday at 8:30",
            "At a time of these days, or several that have the same minutes."
        )
        Part("", recurrence, "[,]", clocks) { RulePhrase(event: $0, times: $1) }
        Part("", clocks, "[,]", recurrence) { RulePhrase(event: $1, times: $0) }
        Example("every friday evening", "A part of these days, or an hour in it.")
        Part("", recurrence, "[in the|at]", partTime) { RulePhrase(event: $0, times: [$1]) }
        Part("(every|each)", partTime) { RulePhrase(times: [$0]) }
        Part("[at|@]", spoken, "", recurrence, "", part) { time, days, part in
            inPart(time, part).map { RulePhrase(event: days, times: [$0]) }
        }
        Example("every minute", "Each minute.")
        Part(words: "every minute", means: RulePhrase(clock: "*:*"))
        Example("every hour", "At each full hour.")
        Part(words: "every hour|hourly", means: RulePhrase(clock: "*:00"))
        Example("every half hour", "At the full hour and 30 minutes later.")
        Part(words: "every half [an] hour", means: RulePhrase(clock: "*:0/30"))
        Example("every quarter of an hour", "Each 15 minutes, from the full hour.")
        Part(words: "every (quarter hour|quarter of an hour)", means: RulePhrase(clock: "*:0/15"))
        Example("every 10 minutes", "From the full hour; the number divides 60.")
        Part("every", count, "(minutes|min|mins)") {
            (2...30).contains($0) && 60 % $0 == 0 ? RulePhrase(clock: "*:0/\($0)") : nil
        }
        Example("every 2 hours", "From midnight; the number divides 24.")
        Part("every", count, "(hours|h|hrs)") {
            (2...12).contains($0) && 24 % $0 == 0 ? RulePhrase(clock: "0/\($0):00") : nil
        }
        Example(
            "every second tuesday",
            "At the time of --starting, else that of DayStart in agent.conf."
        )
        Part("", counted) { RulePhrase(counted: $0) }
        Example("every 3 days at 9", "At a time of these days, or several.")
        Part("", counted, "[,]", clocks) { RulePhrase(counted: $0, times: $1) }
    }

    /// The forms of the days on which a rule holds, as calendar events have them.
    static let recurrences = PhraseForms<String>.table {
        Example("every day", "All days.")
        Part(words: "every day|each day|daily", means: "")
        Example("every weekday", "Monday to Friday.")
        Part(
            words: "(every|each) (weekday|workday|working day)|[on] (weekdays|workdays)",
            means: "Mon..Fri"
        )
        Example("every weekend", "Saturday and Sunday.")
        Part(words: "(every|each) weekend [day]|[on|at] weekends", means: "Sat,Sun")
        Example("every monday and thursday", "Days of the week.")
        Part("(every|each) [week on]", weekdays) { $0.names }
        Part("weekly [on]", weekdays) { $0.names }
        Example("mondays", "The same, where each ends in s.")
        Part("[on]", weekdays) { $0.isPlural ? $0.names : nil }
        Example("monday to friday", "The same, for several of them.")
        Part("[from|on]", weekdays) { $0.days.count > 1 && !$0.isPlural ? $0.names : nil }
        Example(
            "first monday of the month",
            "The first to fifth of a day of the week in each month."
        )
        Part("[every|on] [the]", nth, "", weekday, "(of|in) (the|every|each) month") {
            $0 > 5 ? nil : inMonths($1, [$0])
        }
        Part("every", nth, "", weekday) { $0 == 1 ? inMonths($1, [1]) : nil }
        Example("1st and 3rd saturday", "Several of them.")
        Part("[every|on] [the]", nths, "", weekday, "[(of|in) (the|every|each) month]") {
            inMonths($1, $0)
        }
        Example("last friday of the month", "The last one in each month.")
        Part("[every|on] [the] last", weekday, "(of|in) (the|every|each) month") {
            "\(shortName($0)) *-*~7/1"
        }
        Part("every last", weekday) { "\(shortName($0)) *-*~7/1" }
        Example(
            "15th of every month",
            "A day of each month; shorter months are left out without --month-end."
        )
        Part("[every|on] [the]", nth, "(of|in) (the|every|each) month") { onDays([$0]) }
        Part("(monthly|every month) on the", nth) { onDays([$0]) }
        Part("every", ordinal) { onDays([$0]) }
        Example("1st and 15th of every month", "Several of them.")
        Part("[every|on] [the]", nths, "(of|in) (the|every|each) month") { onDays($0) }
        Part("(every|monthly on the|every month on the)", nths) { onDays($0) }
        Example("last day of the month", "The last day of each month.")
        Part(
            words:
                "[on] [the] (last day|end) of (the|every|each) month|(monthly|every month) on the last day",
            means: "*-*~01"
        )
        Example("every quarter", "The first day of January, April, July and October.")
        Part(words: "every quarter", means: "*-01,04,07,10-01")
        Example("every year on dec 25", "A day of each year.")
        Part("(yearly|every year) on [the]", dayOfYear) { $0 }
        Part("", dayOfYear, "(every|each) year") { $0 }
        Part("every", dayOfYear) { $0 }
    }

    /// A day of each year, as calendar events have it.
    private static let dayOfYear = Part<String>(
        oneOf: "dayOfYear",
        Part("", dayNumber, "[of]", month) { "*-\(padded($1, 2))-\(padded($0, 2))" },
        Part("", month, "[the]", dayNumber) { "*-\(padded($0, 2))-\(padded($1, 2))" }
    )

    /// The forms of days that are counted from a first one.
    static let countedDays = PhraseForms<RecurrenceRule>.table {
        Example(
            "every second tuesday",
            "A day of the week, in each second week; others are written as every 3 weeks on friday."
        )
        Part("(every|each)", everyOther, "", weekday) { counting(.weekly, $0, [$1]) }
        Part("every", count, "", weekdays) { $0 > 1 ? counting(.weekly, $0, $1.days) : nil }
        Example("every 2 weeks on monday and thursday", "Several of them.")
        Part("every", everyNth, "(week|weeks) on", weekdays) { counting(.weekly, $0, $1.days) }
        Part("(biweekly|fortnightly|every fortnight) [on]", weekdays) {
            counting(.weekly, 2, $0.days)
        }
        Example("every 3 days", "Each second, third or so day.")
        Part("every", everyNth, "(day|days)") { counting(.daily, $0) }
        Example("every other week", "The first date's day of the week.")
        Part("every", everyNth, "(week|weeks)") { counting(.weekly, $0) }
        Part(words: "every week", means: counting(.weekly, 1))
        Part(words: "biweekly|fortnightly|every fortnight", means: counting(.weekly, 2))
        Example("every 2 months", "The first date's day of the month; shorter months are left out.")
        Part("every", everyNth, "(month|months)") { counting(.monthly, $0) }
        Part(words: "every month", means: counting(.monthly, 1))
        Example("every 3 months on the last day", "The last day of these months.")
        Part("every", everyNth, "(month|months) on the last day") {
            var rule = counting(.monthly, $0)
            rule.monthDays = [-1]
            return rule
        }
        Example(
            "last working day of the month",
            "The first or last day from Monday to Friday of each month."
        )
        Part("[every|on] [the]", edge, "(working day|workday|weekday) of (the|every|each) month") {
            var rule = counting(.monthly, 1, [2, 3, 4, 5, 6])
            rule.positions = [$0]
            return rule
        }
        Example("every 2 years", "The first date's day of the year.")
        Part("every", everyNth, "(year|years)") { counting(.yearly, $0) }
        Part(words: "every year", means: counting(.yearly, 1))
    }

    /// The number of periods.
    private static let everyNth = Part<Int>(oneOf: "everyNth", nth, count, other)
    /// The number of weeks; the third friday can be that of a month, and the first one is.
    private static let everyOther = Part<Int>(
        oneOf: "everyNth",
        Part("", nth) { $0 != 2 && $0 <= 5 ? nil : $0 },
        other
    )
    private static let other = Part(words: "other", means: 2)

    private static func counting(
        _ frequency: RecurrenceRule.Frequency,
        _ interval: Int,
        _ weekdays: [Int] = []
    ) -> RecurrenceRule {
        var rule = RecurrenceRule(frequency, interval: interval)
        rule.weekdays = weekdays.map { .init($0) }
        return rule
    }

    /// The nth days of the week in each month, as calendar events have them.
    private static func inMonths(_ weekday: Int, _ nths: [Int]) -> String? {
        guard nths.allSatisfy({ $0 <= 5 }) else { return nil }
        let days = Set(nths).sorted().map { $0 == 5 ? "29..31" : "\($0 * 7 - 6)..\($0 * 7)" }
        return "\(shortName(weekday)) *-*-\(days.joined(separator: ","))"
    }

    private static func onDays(_ days: [Int]) -> String {
        "*-*-" + Set(days).sorted().map { padded($0, 2) }.joined(separator: ",")
    }

    private static func shortName(_ weekday: Int) -> String {
        String(Names.weekday(weekday).prefix(3))
    }
}

/// A rule in words: a calendar event, or one that counts.
struct RulePhrase: Hashable, Sendable {
    /// The event but for its time; with its time if there is none to add.
    var event = ""
    /// The rule that counts from a first date, in place of the event.
    var counted: RecurrenceRule?
    var times: [ClockPhrase] = []
    /// Whether a time belongs to it.
    var takesTime = true

    init(event: String = "", times: [ClockPhrase] = []) {
        (self.event, self.times) = (event, times)
    }

    init(counted: RecurrenceRule, times: [ClockPhrase] = []) {
        (self.counted, self.times) = (counted, times)
    }

    init(clock: String) { (event, takesTime) = (clock, false) }
}
