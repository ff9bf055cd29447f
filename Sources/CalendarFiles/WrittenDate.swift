import AgentInterface
import NotifyCore

/// Reads dates as programs write them, also those that are evident, but not as RFC 5545 has them.
enum WrittenDate {
    /// Reads a date.
    ///
    /// - Parameters:
    ///   - text: such a date; or one with `-` and `:`, without seconds, with a fraction of one, with an offset, with the
    ///     hour 24, or with a letter too many.
    ///   - isDay: whether it is said to be a date without a time, which midnight is then.
    /// - Returns: the date as RFC 5545 writes it, such as `20270301T090000Z`; `nil` if it is none.
    static func basic(_ text: String, isDay: Bool = false) -> String? {
        let parts = text.uppercased().trimmed
            .split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let day = day(first) else { return nil }
        guard parts.count == 2 else { return day.exists ? day.basicText : nil }
        guard let (given, offset) = time(parts[1]), day.exists else { return nil }
        if isDay, given % 86_400 == 0 { return day.basicText }
        // A leap second has a number of its own.
        let isLeap = parts[1].dropFirst(4).hasPrefix("60")
        let seconds = isLeap ? given - 1 : given
        let shift = seconds - (offset ?? 0)
        let wall = WallTime(date: day, time: .midnight).advanced(by: shift)
        guard wall.date.isInRange else { return nil }
        return wall.basicText + (offset == nil ? "" : "Z")
    }

    /// Reads a day, which need not exist.
    private static func day(_ text: Substring) -> CivilDate? {
        var digits = text.filter { !$0.isWhitespace }
        let parts = digits.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count == 3 {
            guard parts.map(\.count) == [4, 2, 2] else { return nil }
            digits = parts.joined()
        }
        guard digits.count == 8, digits.allSatisfy(\.isDecimalDigit),
            let year = Int(digits.prefix(4)), let month = Int(digits.dropFirst(4).prefix(2)),
            let day = Int(digits.suffix(2)), year > 0
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// Reads a time of day, and its offset from UTC; `nil` for none.
    private static func time(_ text: Substring) -> (seconds: Int, offset: Int?)? {
        var text = text.filter { !$0.isWhitespace && $0 != ":" }[...]
        var offset: Int?
        while text.last == "Z" {
            text = text.dropLast()
            offset = 0
        }
        if offset == nil, let sign = text.firstIndex(where: { $0 == "+" || $0 == "-" }) {
            let digits = text[text.index(after: sign)...]
            guard digits.count == 4 || digits.count == 2, digits.allSatisfy(\.isDecimalDigit),
                let hour = Int(digits.prefix(2)), let minute = Int("0\(digits.dropFirst(2))"),
                hour < 24, minute < 60
            else { return nil }
            offset = (text[sign] == "-" ? -60 : 60) * (hour * 60 + minute)
            text = text[..<sign]
        }
        let whole = text.prefix { $0 != "." && $0 != "," }
        guard whole.count == 6 || whole.count == 4, whole.allSatisfy(\.isDecimalDigit),
            let hour = Int(whole.prefix(2)), let minute = Int(whole.dropFirst(2).prefix(2)),
            let second = Int("0\(whole.dropFirst(4))"), minute < 60, second <= 60,
            hour < 24 || hour == 24 && minute == 0 && second == 0
        else { return nil }
        return (hour * 3_600 + minute * 60 + second, offset)
    }

    /// Returns why a text is not read as a date.
    static func reason(_ text: String, of name: String) -> String {
        text.prefix(8).count { $0.isDecimalDigit } == 8
            ? "\(name): \(text.shortened.quoted) is not a date"
            : "\(name): \(text.shortened.quoted) cannot be read"
    }

    /// Finds the day of a series of days that a date names.
    ///
    /// - Parameter date: a day, or a time that is midnight in some zone: its own, the user's, or one that the date is
    ///   not written in.
    static func day(_ date: CalendarTime) -> CivilDate {
        let second = date.wall.time.secondOfDay
        guard !date.isDay, second != 0, date.zone == .utc, let instant = date.instant else {
            return date.wall.date
        }
        let local = WallTime(instant, in: SystemZone.local)
        if local.time == .midnight { return local.date }
        // Midnight east of Greenwich is on the day before in UTC.
        return second > 43_200 ? CivilDate(dayNumber: date.wall.date.dayNumber + 1) : date.wall.date
    }
}

extension Character {
    /// Whether it is one of 0 to 9.
    var isDecimalDigit: Bool { ("0"..."9").contains(self) }
}
