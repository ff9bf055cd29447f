import Foundation
import NotifyCore

extension DateComponents {
    /// The value of a part by the rules' name of it; what Foundation calls undefined is not there.
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

    /// The components that stand for a rule's.
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

    /// Reads what `archived` gives.
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
    /// The rule's form of components as an app gives them.
    ///
    /// - Throws: ``NotifyCore/RequestError`` for a calendar that the rules do not know.
    init(_ components: DateComponents) throws(RequestError) {
        self.init()
        for field in Field.allCases { self[field] = components[field] }
        if let calendar = components.calendar {
            guard calendar.identifier == .gregorian || calendar.identifier == .iso8601 else {
                throw RequestError(
                    .invalidTrigger,
                    "the components are of the calendar \(calendar.identifier); give them in the "
                        + "Gregorian calendar"
                )
            }
            if (1...7).contains(calendar.firstWeekday),
                (1...7).contains(calendar.minimumDaysInFirstWeek)
            {
                weekRule = WeekRule(
                    firstWeekday: calendar.firstWeekday,
                    minimumDays: calendar.minimumDaysInFirstWeek
                )
            }
        }
        timeZone = components.timeZone.map(Self.name)
        // A calendar of the zone that the user is in anyway follows the user.
        if timeZone == nil, let zone = components.calendar?.timeZone, zone != .current {
            timeZone = Self.name(of: zone)
        }
    }

    /// The name of a zone, also of one that was made from an offset.
    private static func name(of zone: TimeZone) -> String {
        let name = zone.identifier
        let isOffset = name == "GMT" || name.hasPrefix("GMT+") || name.hasPrefix("GMT-")
        return isOffset ? FixedZone(offset: Int64(zone.secondsFromGMT())).identifier : name
    }
}

extension Instant {
    /// The instant of a date, rounded up to the microsecond; clamped where it does not fit.
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
