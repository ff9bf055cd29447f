import TestSupport

@testable import NotifyCore

extension SeededRandom {
    /// A few values of a range as bits.
    mutating func bits(_ range: ClosedRange<Int>, upTo count: Int) -> UInt64 {
        var bits: UInt64 = 0
        for _ in 0..<pick(1...count) { bits |= 1 << UInt64(pick(range)) }
        return bits
    }
}

/// Rules of every kind, with fields dense enough that most have a date within months.
func randomRule(_ random: inout SeededRandom) -> CalendarRule {
    if random.chance(1, in: 2), let rule = try? randomComponents(&random).rule() { return rule }
    var rule = CalendarRule()
    if random.chance(1, in: 8) { rule.months = UInt16(random.bits(1...12, upTo: 6)) }
    if random.chance(1, in: 3) { rule.days = UInt32(random.bits(1...31, upTo: 6)) }
    if random.chance(1, in: 8) { rule.clampsToMonthEnd = true }
    if random.chance(1, in: 6) {
        rule.days = random.chance(1, in: 2) ? 0 : rule.days
        rule.mirroredDays = UInt32(random.bits(0...30, upTo: 3))
    }
    if random.chance(1, in: 3) { rule.weekdays = UInt8(random.bits(1...7, upTo: 4)) }
    if random.chance(1, in: 5) { rule.matchesEitherDay = true }
    if random.chance(1, in: 6) { rule.ordinals = UInt8(random.bits(1...5, upTo: 2)) }
    if random.chance(1, in: 6) { rule.lastOrdinals = UInt8(random.bits(1...5, upTo: 2)) }
    if random.chance(1, in: 12) { rule.daysOfYear = [random.pick(1...366), random.pick(1...366)] }
    if random.chance(1, in: 8) {
        let week = WeekRule(firstWeekday: random.pick(1...7), minimumDays: random.pick(1...7))
        var weeks = CalendarRule.WeekFilter(rule: week)
        if random.chance(1, in: 2) { weeks.weeksOfYear = random.bits(1...53, upTo: 10) }
        if random.chance(1, in: 2) { weeks.weeksOfMonth = UInt8(random.bits(0...6, upTo: 3)) }
        rule.weeks = weeks
    }
    rule.hours =
        random.chance(1, in: 4)
        ? CalendarRule.everyHour
        : UInt32(random.bits(random.chance(1, in: 2) ? 0...3 : 0...23, upTo: 4))
    rule.minutes = random.bits(0...59, upTo: 4)
    if random.chance(1, in: 4) { rule.seconds = random.bits(0...59, upTo: 3) }
    if random.chance(1, in: 6) {
        rule.isDateOnly = true
        rule.hours = 1
        rule.minutes = 1
        rule.seconds = 1
    }
    return rule.proven(otherwise: TimeSpecError(.never, "never"))
}

/// Components of a few fields with values in their ranges.
func randomComponents(_ random: inout SeededRandom) -> CalendarComponents {
    var parts = CalendarComponents()
    let fields: [(CalendarComponents.Field, Int)] = [
        (.month, 8), (.day, 4), (.weekday, 4), (.quarter, 8), (.weekOfMonth, 10),
        (.weekOfYear, 12), (.dayOfYear, 20), (.hour, 2), (.minute, 2), (.second, 4),
    ]
    for (field, share) in fields where random.chance(1, in: share) {
        parts[field] = random.pick(field.bounds)
    }
    if random.chance(1, in: 3) { parts.hour = random.pick(0...3) }
    if parts.weekday != nil, random.chance(1, in: 4) {
        parts.weekdayOrdinal = random.pick(1...5) * (random.chance(1, in: 2) ? 1 : -1)
    }
    if parts.weekOfYear != nil, random.chance(1, in: 2) { parts.weekRule = .iso8601 }
    if parts.minute == nil, parts.second != nil { parts.minute = 7 }
    return parts
}
