import Foundation
import NotifyCore

extension DateComponents {
    /// The value of a field; Foundation's undefined value is nil.
    subscript(field: CalendarComponents.Field) -> Int? {
        let value: Int? =
            switch field {
            case .era: era
            case .year: year
            case .month: month
            case .day: day
            case .weekday: weekday
            case .weekdayOrdinal: weekdayOrdinal
            case .quarter: quarter
            case .weekOfMonth: weekOfMonth
            case .weekOfYear: weekOfYear
            case .yearForWeekOfYear: yearForWeekOfYear
            case .dayOfYear: dayOfYear
            case .hour: hour
            case .minute: minute
            case .second: second
            case .nanosecond: nanosecond
            }
        return value == Int.max ? nil : value
    }

    private mutating func set(_ field: CalendarComponents.Field, to value: Int?) {
        switch field {
        case .era: era = value
        case .year: year = value
        case .month: month = value
        case .day: day = value
        case .weekday: weekday = value
        case .weekdayOrdinal: weekdayOrdinal = value
        case .quarter: quarter = value
        case .weekOfMonth: weekOfMonth = value
        case .weekOfYear: weekOfYear = value
        case .yearForWeekOfYear: yearForWeekOfYear = value
        case .dayOfYear: dayOfYear = value
        case .hour: hour = value
        case .minute: minute = value
        case .second: second = value
        case .nanosecond: nanosecond = value
        }
    }

    /// Makes the components of a rule's components.
    init(_ components: CalendarComponents) {
        self.init()
        for field in CalendarComponents.Field.allCases {
            if let value = components[field] { set(field, to: value) }
        }
        if let name = components.timeZone {
            let fixed = FixedZone(named: name).map { TimeZone(secondsFromGMT: Int($0.offset)) }
            timeZone = fixed ?? TimeZone(identifier: name)
        }
    }

    /// Reads the value of `archived`.
    init?(archived: Data) {
        guard let value = try? PropertyListDecoder().decode(DateComponents.self, from: archived)
        else { return nil }
        self = value
    }

    /// All of the components, with the calendar and the zone.
    var archived: Data? {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return try? encoder.encode(self)
    }
}

extension CalendarComponents {
    /// Makes a rule's components from those of an app.
    ///
    /// Without a calendar they use the user's calendar and its weeks. For calendars that rules do not support,
    /// Foundation computes the days.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if such a calendar has no such day.
    init(
        _ components: DateComponents,
        at now: Date = Date(),
        days count: Int = OtherCalendar.daysAhead
    ) throws(RequestError) {
        self.init()
        for field in Field.allCases { self[field] = components[field] }
        timeZone = components.timeZone.map(Self.name)
        // A calendar with the user's current zone follows the user.
        if timeZone == nil, let zone = components.calendar?.timeZone, zone != .current {
            timeZone = Self.name(of: zone)
        }
        let calendar = components.calendar ?? .current
        if calendar.isGregorian {
            if components.calendar != nil || namesWeeks { weekRule = Self.weekRule(of: calendar) }
        } else if let days = OtherCalendar(components, in: calendar) {
            let zone = components.timeZone ?? components.calendar?.timeZone ?? .current
            dates = days.days(from: CivilDate(now, in: zone), atMost: count)
            guard !dates.isEmpty else {
                throw RequestError(
                    .invalidTrigger,
                    "the calendar \(calendar.identifier) has no such day within a century; set "
                        + "components of an existing day"
                )
            }
            for field in Field.ofDays { self[field] = nil }
        }
    }

    private var namesWeeks: Bool {
        weekOfMonth != nil || weekOfYear != nil || yearForWeekOfYear != nil
    }

    private static func weekRule(of calendar: Calendar) -> WeekRule? {
        let (first, minimum) = (calendar.firstWeekday, calendar.minimumDaysInFirstWeek)
        guard (1...7).contains(first), (1...7).contains(minimum) else { return nil }
        return WeekRule(firstWeekday: first, minimumDays: minimum)
    }

    /// Returns the name of a zone, also of one made from an offset.
    private static func name(of zone: TimeZone) -> String {
        let name = zone.identifier
        let isOffset = name == "GMT" || name.hasPrefix("GMT+") || name.hasPrefix("GMT-")
        return isOffset ? FixedZone(offset: Int64(zone.secondsFromGMT())).identifier : name
    }
}

extension CalendarComponents.Field {
    /// The fields of the day, not of the time.
    fileprivate static let ofDays = allCases.filter {
        ![.hour, .minute, .second, .nanosecond].contains($0)
    }
}

extension Instant {
    /// Makes the instant of a date, rounded up to microseconds and clamped to the range.
    init(_ date: Date) {
        let microseconds = (date.timeIntervalSince1970 * 1e6).rounded(.up)
        let bound = 9.2e18
        self.init(microseconds: Int64(max(-bound, min(bound, microseconds))))
    }

    /// The instant as a date.
    var date: Date {
        Date(timeIntervalSince1970: Double(microseconds) / 1e6)
    }
}
