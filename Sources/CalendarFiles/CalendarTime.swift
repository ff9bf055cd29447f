import AgentInterface
import CICal
import NotifyCore

/// A date or a date with a time of a calendar file, and its zone.
struct CalendarTime {
    var wall: WallTime
    /// Whether it is a date without a time.
    var isDay: Bool
    var zone: CalendarZone

    init(wall: WallTime, isDay: Bool, zone: CalendarZone) {
        self.wall = wall
        self.isDay = isDay
        self.zone = zone
    }

    /// Reads the value of a property.
    ///
    /// - Parameter text: the value, such as `20270301T090000Z`.
    /// - Throws: ``NotifyCore/RequestError`` if it is not a date.
    init(_ text: String, in zone: CalendarZone) throws(RequestError) {
        let time = icaltime_from_string(text)
        guard icaltime_is_null_time(time) == 0, icaltime_is_valid_time(time) != 0,
            (1...9_999).contains(time.year), Self.isThere(time, text)
        else {
            throw RequestError(
                .invalidContent,
                .init("", ""),
                value: text.quoted,
                reason: "is not a date"
            )
        }
        self.init(time, in: icaltime_is_utc(time) != 0 ? .utc : zone)
    }

    /// Returns whether such a date exists, because libical normalises others.
    private static func isThere(_ time: icaltimetype, _ text: String) -> Bool {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "T") && $0 != UInt8(ascii: "Z") }
            .compactMap { (48...57).contains($0) ? Int($0) - 48 : nil }
        guard digits.count == (time.is_date != 0 ? 8 : 14) else { return false }
        let number = { (range: Range<Int>) in digits[range].reduce(0) { $0 * 10 + $1 } }
        guard (1...12).contains(number(4..<6)) else { return false }
        let date = CivilDate(year: number(0..<4), month: number(4..<6), day: number(6..<8))
        guard date == CivilDate(dayNumber: date.dayNumber) else { return false }
        // A minute can have a leap second.
        return time.is_date != 0
            || number(8..<10) < 24 && number(10..<12) < 60 && number(12..<14) <= 60
    }

    fileprivate init(_ time: icaltimetype, in zone: CalendarZone) {
        isDay = time.is_date != 0
        wall = WallTime(
            date: CivilDate(
                year: Int(time.year),
                month: Int(time.month),
                day: Int(time.day)
            ),
            time: isDay
                ? .midnight
                : CivilTime(
                    hour: Int(time.hour),
                    minute: Int(time.minute),
                    second: min(Int(time.second), 59)
                )
        )
        self.zone = zone
    }

    /// The instant; a time that the clock skips is read with the offset before the change.
    var instant: Instant? { zone.instant(of: wall) }
}

/// The zone of a date in a calendar file.
enum CalendarZone: Hashable {
    /// None; it follows the user.
    case floating
    case utc
    /// One of the system's zones.
    case named(String)

    /// The name for a trigger; `nil` if it follows the user.
    var identifier: String? {
        switch self {
        case .floating: nil
        case .utc: "UTC"
        case .named(let name): name
        }
    }

    /// The rules of the zone, or of the user's zone.
    var rules: any ZoneRules {
        switch self {
        case .floating: SystemZone.local
        case .utc: FixedZone.utc
        case .named(let name): SystemZone(named: name) ?? SystemZone.local
        }
    }

    func instant(of wall: WallTime) -> Instant? {
        DateSpec.wall(CalendarComponents(wall)).date(after: .distantPast, in: rules)
    }
}
