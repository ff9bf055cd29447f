import Foundation
import NotifyCore

/// Finds the days of a calendar that the agent's rules do not support.
///
/// It checks every day, because `Calendar.nextDate` omits days if only a month or a weekday is given, and
/// is slower.
struct OtherCalendar {
    /// The number of days that are sent with a trigger.
    static let daysAhead = 64
    /// The range of the search, in days: a century.
    private static let reach = 36_525
    private static let secondsOfDay = 86_400

    /// In UTC, where each day has a noon.
    private let calendar: Calendar
    private let wanted: DateComponents
    private let parts: Set<Calendar.Component>
    private let hasTime: Bool

    /// Makes a search for components; `nil` if they have only weekdays, which are the same in every calendar.
    init?(_ components: DateComponents, in calendar: Calendar) {
        let set = Self.parts.filter { components[$0.field] != nil }
        guard set.contains(where: { $0.field != .weekday }) else { return nil }
        var utc = calendar
        utc.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        self.calendar = utc
        wanted = components
        hasTime = [.hour, .minute, .second, .nanosecond].contains { components[$0] != nil }
        let named = Set(set.map(\.component))
        // All others follow from these three.
        let whole: Set<Calendar.Component> = [.era, .year, .month, .day]
        let isWhole = named.isSuperset(of: [.year, .month, .day])
        parts = isWhole ? named.intersection(whole) : named
    }

    /// Returns the days that match.
    ///
    /// - Returns: today if it matches, and the next ones; if there is no future one, the last past one; empty if
    ///   there is none within a century.
    func days(from today: CivilDate, atMost count: Int) -> [CivilDate] {
        let first = today.dayNumber
        if parts.isSuperset(of: [.year, .month, .day]) {
            return wholeDate(first).map { [CivilDate(dayNumber: $0)] } ?? []
        }
        var found: [Int] = []
        for day in first...first + Self.reach where isMeant(day) {
            found.append(day)
            if found.count == count + (found[0] == first ? 1 : 0) { break }
        }
        if found.isEmpty,
            let last = stride(from: first - 1, to: first - Self.reach, by: -1)
                .first(where: isMeant)
        {
            found = [last]
        }
        return found.map { CivilDate(dayNumber: $0) }
    }

    /// Returns the day of a complete date; without an era, in the current one.
    private func wholeDate(_ today: Int) -> Int? {
        var date = DateComponents()
        date.era = wanted.era ?? calendar.component(.era, from: Self.noon(of: today))
        (date.year, date.month, date.day) = (wanted.year, wanted.month, wanted.day)
        date.isLeapMonth = wanted.isLeapMonth
        date.hour = 12
        guard let noon = calendar.date(from: date) else { return nil }
        let (number, bound) = ((noon.timeIntervalSince1970 / 86_400).rounded(.down), 4e6)
        guard abs(number) < bound, matches(Int(number)) else { return nil }
        return Int(number)
    }

    /// Returns whether a day matches; without a time and a day, a month or a week matches only its first day.
    private func isMeant(_ day: Int) -> Bool {
        let namesDay = !parts.isDisjoint(with: [.day, .weekday, .dayOfYear])
        return matches(day) && (hasTime || namesDay || !matches(day - 1))
    }

    private func matches(_ day: Int) -> Bool {
        let found = calendar.dateComponents(parts, from: Self.noon(of: day))
        guard !parts.contains(.month) || found.isLeapMonth ?? false == wanted.isLeapMonth ?? false
        else { return false }
        return Self.parts.allSatisfy { part in
            !parts.contains(part.component) || found[part.field] == wanted[part.field]
        }
    }

    private static func noon(of day: Int) -> Date {
        Date(timeIntervalSince1970: Double(day * secondsOfDay + secondsOfDay / 2))
    }

    private static let parts: [(field: CalendarComponents.Field, component: Calendar.Component)] = [
        (.era, .era), (.year, .year), (.month, .month), (.day, .day), (.weekday, .weekday),
        (.weekdayOrdinal, .weekdayOrdinal), (.quarter, .quarter), (.weekOfMonth, .weekOfMonth),
        (.weekOfYear, .weekOfYear), (.yearForWeekOfYear, .yearForWeekOfYear),
        (.dayOfYear, .dayOfYear),
    ]
}

extension Calendar {
    /// Whether the agent's rules support it.
    var isGregorian: Bool { identifier == .gregorian || identifier == .iso8601 }
}

extension CivilDate {
    /// Makes the day of an instant in a zone.
    init(_ date: Date, in zone: TimeZone) {
        let local = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
        self.init(dayNumber: Int((local / 86_400).rounded(.down)))
    }
}
