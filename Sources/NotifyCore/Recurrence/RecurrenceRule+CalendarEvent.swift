extension RecurrenceRule {
    private static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    private static let weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// Returns the rule as a calendar event of systemd.time(7); `nil` if that cannot express it.
    ///
    /// The caller handles the first date, the end and the count, and should compare some dates as well.
    ///
    /// - Parameters:
    ///   - start: the first date, which has the parts that the rule leaves out.
    ///   - shift: the seconds to add to each date.
    /// - Returns: the event, such as `Tue *-*-* 14:0:0`.
    package func calendarEvent(from start: WallTime, shiftedBy shift: Int) -> String? {
        guard interval == 1,
            Set(parts.keys).isDisjoint(with: [
                "BYSETPOS", "BYWEEKNO", "BYYEARDAY", "RSCALE", "SKIP",
            ])
        else { return nil }
        let clock = [
            times("BYHOUR", start.time.hour, repeatsFrom: [.hourly, .minutely, .secondly]),
            times("BYMINUTE", start.time.minute, repeatsFrom: [.minutely, .secondly]),
            times("BYSECOND", start.time.second, repeatsFrom: [.secondly]),
        ]
        guard let time = Self.time(clock, shiftedBy: shift),
            let days = days(from: start, shiftedBy: time.days)
        else { return nil }
        return "\(days) \(time.text)"
    }

    private func times(_ part: String, _ start: Int, repeatsFrom: Set<Frequency>) -> [Int]? {
        if let values = parts[part] { return values.compactMap(Int.init) }
        return repeatsFrom.contains(frequency) ? nil : [start]
    }

    private static func time(
        _ clock: [[Int]?],
        shiftedBy shift: Int
    ) -> (text: String, days: Int)? {
        guard shift != 0 else {
            let fields = clock.map { values in
                values.map { $0.map(String.init).joined(separator: ",") } ?? "*"
            }
            return (fields.joined(separator: ":"), 0)
        }
        let single = clock.compactMap { $0?.count == 1 ? $0?.first : nil }
        guard single.count == 3 else { return nil }
        let second = single[0] * 3_600 + single[1] * 60 + single[2] + shift
        let day = (second - (second % 86_400 + 86_400) % 86_400) / 86_400
        let time = CivilTime(secondOfDay: second - day * 86_400)
        return ("\(time.hour):\(time.minute):\(time.second)", day)
    }

    private func days(from start: WallTime, shiftedBy shift: Int) -> String? {
        var months = parts["BYMONTH"]
        var monthDays = parts["BYMONTHDAY"]?.compactMap(Int.init)
        var byDay = (parts["BYDAY"] ?? []).compactMap(Self.weekday)
        guard byDay.count == parts["BYDAY"]?.count ?? 0 else { return nil }
        switch frequency {
        case .weekly where byDay.isEmpty: byDay = [(0, (start.date.weekday + 5) % 7)]
        case .monthly where byDay.isEmpty: monthDays = monthDays ?? [start.date.day]
        case .yearly:
            // Without a month the ordinal counts in the year.
            if months == nil, byDay.contains(where: { $0.turn != 0 }) { return nil }
            if byDay.isEmpty, monthDays == nil {
                monthDays = [start.date.day]
                months = months ?? ["\(start.date.month)"]
            }
        default: break
        }
        let turns = Set(byDay.map(\.turn))
        guard turns.count <= 1 else { return nil }
        let turn = turns.first ?? 0
        if turn != 0 {
            guard frequency == .monthly || frequency == .yearly, monthDays == nil else {
                return nil
            }
            let last = abs(turn) * 7
            monthDays = (last - 6...last).map { turn < 0 ? -$0 : $0 }
        }
        if shift != 0 {
            guard months == nil, monthDays == nil else { return nil }
            byDay = byDay.map { ($0.turn, (($0.day + shift) % 7 + 7) % 7) }
        }
        return Self.date(byDay.map(\.day), months, monthDays)
    }

    /// Returns the ordinal of a weekday, 0 for each, and its number from Monday, 0.
    private static func weekday(_ text: String) -> (turn: Int, day: Int)? {
        guard let day = weekdays.firstIndex(of: String(text.suffix(2))) else { return nil }
        let turn = text.dropLast(2)
        guard turn.isEmpty || Int(turn) != nil else { return nil }
        return (Int(turn) ?? 0, day)
    }

    private static func date(
        _ weekdays: [Int],
        _ months: [String]?,
        _ days: [Int]?
    ) -> String? {
        let days = days ?? []
        guard days.allSatisfy({ $0 > 0 }) || days.allSatisfy({ $0 < 0 }) else { return nil }
        let list = days.map { "\(abs($0))" }.joined(separator: ",")
        let text =
            "*-\(months?.joined(separator: ",") ?? "*")"
            + "\(days.first ?? 1 < 0 ? "~" : "-")\(days.isEmpty ? "*" : list)"
        guard !weekdays.isEmpty else { return text }
        return weekdays.map { weekdayNames[$0] }.joined(separator: ",") + " " + text
    }
}
