/// Days in words that are counted from a first one.
extension DateGrammar {
    /// The forms of days that are counted from a first one.
    static let countedDays: [PhraseForm<RecurrenceRule>] = [
        PhraseForm(
            ["(every|each) (other|<nth>) <weekday>", "every <amount> <weekdays>"],
            "every second tuesday",
            "A day of the week, in each second, third or so week."
        ) { found in
            guard let count = interval(found), count > 1 else { return nil }
            return weekly(count, found.weekdays ?? found.weekday.map { 1 << UInt8($0) } ?? 0)
        },
        PhraseForm(
            ["every (other|<nth>) week on <weekdays>", "every <amount> weeks on <weekdays>"],
            "every 2 weeks on monday and thursday",
            "Several of them."
        ) { found in
            interval(found).flatMap { count in found.weekdays.map { weekly(count, $0) } }
        },
        PhraseForm(
            ["every (other|<nth>) day", "every <amount> days"],
            "every 3 days",
            "Each second, third or so day."
        ) { counted(.daily, $0) },
        PhraseForm(
            ["every (other|<nth>) week", "every <amount> weeks"],
            "every other week",
            "The first date's day of the week."
        ) { counted(.weekly, $0) },
        PhraseForm(
            ["every (other|<nth>) month", "every <amount> months"],
            "every 2 months",
            "The first date's day of the month; shorter months are left out."
        ) { counted(.monthly, $0) },
        PhraseForm(
            ["every (other|<nth>) month on the last day", "every <amount> months on the last day"],
            "every 3 months on the last day",
            "The last day of these months."
        ) { found in
            var rule = counted(.monthly, found)
            rule?.monthDays = [-1]
            return rule
        },
        PhraseForm(
            ["every (other|<nth>) year", "every <amount> years"],
            "every 2 years",
            "The first date's day of the year."
        ) { counted(.yearly, $0) },
    ]

    private static func counted(
        _ frequency: RecurrenceRule.Frequency,
        _ found: PhraseCaptures
    ) -> RecurrenceRule? {
        interval(found).map { RecurrenceRule(frequency, interval: $0) }
    }

    private static func weekly(_ interval: Int, _ weekdays: UInt8) -> RecurrenceRule {
        var rule = RecurrenceRule(.weekly, interval: interval)
        rule.weekdays = [2, 3, 4, 5, 6, 7, 1].filter { weekdays >> UInt8($0) & 1 == 1 }
            .map { .init($0) }
        return rule
    }

    /// The number of periods; 2 for `other`.
    private static func interval(_ found: PhraseCaptures) -> Int? {
        let count = if let amount = found.amount { amount.whole } else { found.nth ?? 2 }
        guard let count, (1...10_000).contains(count) else { return nil }
        return count
    }
}
