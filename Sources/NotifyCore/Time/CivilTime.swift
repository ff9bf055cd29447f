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
    /// The time as `09:00`, with seconds where they are not zero.
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

extension WallTime: CustomStringConvertible {
    /// The wall time as `2027-03-01 09:00`.
    package var description: String { "\(date) \(time)" }
}
