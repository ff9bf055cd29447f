extension CalendarRule {
    /// The rule in RFC 5545, section 3.3.10; `nil` if that cannot express it, or the rule has years.
    package var recurrenceRule: String? {
        guard years.isAny, daysOfYear.isEmpty, dates.isEmpty, weeks == nil, !matchesEitherDay,
            !clampsToMonthEnd
        else { return nil }
        let turns = Self.bits(UInt64(ordinals)) + Self.bits(UInt64(lastOrdinals)).map { -$0 }
        // Bit 30 is the last day.
        let days =
            Self.bits(UInt64(mirroredDays)).map { $0 - 31 } + Self.bits(UInt64(self.days))
        let namesDays = self.days != Self.everyDay
        guard turns.isEmpty || !namesDays else { return nil }
        var text = "FREQ=\(turns.isEmpty && !namesDays ? "DAILY" : "MONTHLY")"
        if months != Self.everyMonth {
            text += Self.part("BYMONTH", Self.bits(UInt64(months)).map(String.init))
        }
        if namesDays { text += Self.part("BYMONTHDAY", days.map(String.init)) }
        if weekdays != Self.everyWeekday || !turns.isEmpty {
            let names = Self.bits(UInt64(weekdays)).map { Self.weekdayNames[$0 - 1] }
            let all =
                turns.isEmpty ? names : turns.flatMap { turn in names.map { "\(turn)\($0)" } }
            text += Self.part("BYDAY", all)
        }
        return text + Self.part("BYHOUR", Self.bits(UInt64(hours)).map(String.init))
            + Self.part("BYMINUTE", Self.bits(minutes).map(String.init))
            + Self.part("BYSECOND", Self.bits(seconds).map(String.init))
    }

    private static let weekdayNames = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

    private static func part(_ name: String, _ values: [String]) -> String {
        ";\(name)=\(values.joined(separator: ","))"
    }

    private static func bits(_ mask: UInt64) -> [Int] {
        (0..<64).filter { mask >> UInt64($0) & 1 == 1 }
    }
}
