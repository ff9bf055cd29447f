/// A time of day, without a zone.
package struct CivilTime: Hashable, Sendable {
    /// The hour, 0 to 23.
    package var hour: Int
    /// The minute, 0 to 59.
    package var minute: Int
    /// The second, 0 to 59.
    package var second: Int

    /// Makes a time from its parts, which are not checked.
    package init(hour: Int, minute: Int, second: Int = 0) {
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Makes the time a number of seconds after midnight, 0 to 86399.
    package init(secondOfDay: Int) {
        hour = secondOfDay / 3600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
    }

    /// Seconds since midnight, without clock changes.
    package var secondOfDay: Int { hour * 3600 + minute * 60 + second }

    /// Midnight.
    package static let midnight = CivilTime(hour: 0, minute: 0)
}

extension CivilTime: CustomStringConvertible {
    /// The time as `09:00`, with seconds if they are not zero.
    package var description: String {
        let short = "\(padded(hour, 2)):\(padded(minute, 2))"
        return second == 0 ? short : "\(short):\(padded(second, 2))"
    }
}

/// A date and a time of day, without a zone.
package struct WallTime: Hashable, Sendable {
    /// The day.
    package var date: CivilDate
    /// The time of day.
    package var time: CivilTime

    /// Makes a wall time from its day and time of day.
    package init(date: CivilDate, time: CivilTime) {
        self.date = date
        self.time = time
    }

    /// Makes the wall time a number of seconds after 1970-01-01 00:00 local time.
    init(localSecond: Int64) {
        let (day, second) = floorDivide(localSecond, 86_400)
        date = CivilDate(dayNumber: Int(day))
        time = CivilTime(secondOfDay: Int(second))
    }

    /// Makes the wall time of an instant in a zone, without fractions of a second.
    package init(_ instant: Instant, in zone: some ZoneRules) {
        // Clamped, so that adding an offset cannot overflow.
        let second = min(max(instant, .distantPast), .distantFuture).seconds
        self.init(localSecond: second + zone.span(at: second).offset)
    }

    /// Seconds since 1970-01-01 00:00 local time.
    var localSecond: Int64 { Int64(date.dayNumber) * 86_400 + Int64(time.secondOfDay) }
}

extension WallTime {
    /// The wall time as ISO 8601 writes it, such as `2027-03-01T09:00:00`.
    package var localText: String {
        "\(date)T\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
    }

    /// Reads a wall time as `localText` writes it; `nil` for anything else, and if it does not exist.
    package init?(localText text: String) {
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        guard halves.count == 2, let date = CivilDate(String(halves[0])) else { return nil }
        let parts = halves[1].split(separator: ":", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [2, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }), let hour = Int(parts[0]),
            let minute = Int(parts[1]), let second = Int(parts[2])
        else { return nil }
        self.init(date: date, time: CivilTime(hour: hour, minute: minute, second: second))
        guard exists else { return nil }
    }
}

extension WallTime: CustomStringConvertible {
    /// The wall time as `2027-03-01 09:00`.
    package var description: String { "\(date) \(time)" }
}
