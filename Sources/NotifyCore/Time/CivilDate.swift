/// A day of the proleptic Gregorian calendar, without a zone.
package struct CivilDate: Hashable, Sendable {
    /// The year, 1 to 9999 for a date that can fire.
    package var year: Int
    /// The month, 1 to 12.
    package var month: Int
    /// The day of the month, from 1.
    package var day: Int

    /// Makes a date from its parts, which are not checked; see `exists`.
    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Makes the date a number of days after 1970-01-01.
    package init(dayNumber: Int) {
        let (cycle, inCycle) = floorDivide(dayNumber + CivilDate.daysBefore1970, 146_097)
        // The last century of a cycle and the last year of four have one more day, hence the limits.
        let century = min(inCycle / 36_524, 3)
        let inCentury = inCycle - century * 36_524
        let quad = inCentury / 1461
        let inQuad = inCentury - quad * 1461
        let yearOfQuad = min(inQuad / 365, 3)
        let dayOfYear = inQuad - yearOfQuad * 365
        year = cycle * 400 + century * 100 + quad * 4 + yearOfQuad + 1
        let leap = CivilDate.isLeap(year)
        // No month is longer than 31 days, so the quotient is the month or the one before it.
        var guess = dayOfYear / 31 + 1
        if guess < 12, dayOfYear >= CivilDate.days(beforeMonth: guess + 1, leap: leap) {
            guess += 1
        }
        month = guess
        day = dayOfYear - CivilDate.days(beforeMonth: guess, leap: leap) + 1
    }

    /// Days since 1970-01-01; negative before.
    package var dayNumber: Int {
        CivilDate.dayNumber(ofYear: year)
            + CivilDate.days(beforeMonth: month, leap: CivilDate.isLeap(year)) + day - 1
    }

    /// Whether the calendar has this day: 30 February does not exist.
    package var exists: Bool {
        (1...12).contains(month) && day >= 1
            && day <= CivilDate.length(ofMonth: month, leap: CivilDate.isLeap(year))
    }

    /// The day of the week, 1 for Sunday to 7 for Saturday.
    package var weekday: Int { CivilDate.weekday(ofDayNumber: dayNumber) }

    /// The day of the year, from 1.
    package var dayOfYear: Int {
        CivilDate.days(beforeMonth: month, leap: CivilDate.isLeap(year)) + day
    }

    /// The ordinal of this day's weekday in the month.
    package var weekdayOrdinal: Int { (day - 1) / 7 + 1 }

    /// The quarter of the year, 1 to 4.
    package var quarter: Int { (month - 1) / 3 + 1 }

    private static let daysBefore1970 = 719_162

    /// Whether a year has a 29 February.
    package static func isLeap(_ year: Int) -> Bool {
        year & 3 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    static func dayNumber(ofYear year: Int) -> Int {
        let past = year - 1
        return past * 365 + floorDivide(past, 4).quotient - floorDivide(past, 100).quotient
            + floorDivide(past, 400).quotient - daysBefore1970
    }

    static func days(beforeMonth month: Int, leap: Bool) -> Int {
        (367 * month - 362) / 12 - (month <= 2 ? 0 : leap ? 1 : 2)
    }

    static func length(ofMonth month: Int, leap: Bool) -> Int {
        month == 2 ? (leap ? 29 : 28) : 30 + ((month + (month >> 3)) & 1)
    }

    static func weekday(ofDayNumber number: Int) -> Int {
        // 1970-01-01 was a Thursday.
        floorDivide(number + 4, 7).remainder + 1
    }
}

extension CivilDate: Comparable {
    /// Whether one day is earlier than another.
    package static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CivilDate: CustomStringConvertible {
    /// The date as ISO 8601 writes it, such as `2027-03-01`.
    package var description: String {
        "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}

extension CivilDate {
    /// Reads a date as `description` writes it; `nil` for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: "-") }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

/// Returns the quotient rounded down, and the remainder, which is never negative for a positive divisor.
@inline(__always)
func floorDivide<T: SignedInteger>(_ value: T, _ divisor: T) -> (quotient: T, remainder: T) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

/// Returns a decimal number, padded with zeros to a width.
func padded(_ value: some BinaryInteger, _ width: Int) -> String {
    // The fast path, because lists print thousands of dates.
    if value >= 0, var rest = UInt32(exactly: value), rest < 10_000, width == 2 || width == 4,
        width == 4 || rest < 100
    {
        return String(unsafeUninitializedCapacity: width) { digits in
            for index in (0..<width).reversed() {
                digits[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            return width
        }
    }
    let digits = String(value.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (value < 0 ? "-" : "") + zeros + digits
}
