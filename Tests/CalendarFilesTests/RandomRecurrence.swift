import NotifyCore
import TestSupport

/// A random recurrence rule with its first date.
struct RandomRecurrence {
    let start: WallTime
    private(set) var rule: RecurrenceRule

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let year = random.pick(1_990...2_030)
        let days = CivilDate(year: year + 1, month: 1, day: 1).dayNumber
        let first = CivilDate(year: year, month: 1, day: 1).dayNumber
        start = WallTime(
            date: CivilDate(dayNumber: random.pick(first...days - 1)),
            time: CivilTime(
                hour: random.pick(0...23),
                minute: random.pick([0, 15, 30, 59]),
                second: random.pick([0, 0, 0, 7])
            )
        )
        let frequency = random.pick(RecurrenceRule.Frequency.allCases)
        rule = RecurrenceRule(
            frequency,
            interval: random.chance(oneIn: 2) ? 1 : random.pick([2, 3, 4, 5, 7, 10, 12, 18])
        )
        addDays(&random)
        addTimes(&random)
        let hasParts =
            ![rule.months, rule.monthDays, rule.yearDays, rule.weeks, rule.hours, rule.minutes]
            .allSatisfy(\.isEmpty) || !rule.weekdays.isEmpty
        if hasParts, random.chance(oneIn: 4) {
            rule.positions = Self.some(of: [1, 2, 3, 5, -1, -2], &random, upTo: 2)
        }
        if random.chance(oneIn: 4) { rule.weekStart = random.pick(1...7) }
        // libical takes lists as they are, also where the week begins with another day.
        let weekStart = rule.weekStart
        rule.weekdays.sort { ($0.weekday - weekStart + 7) % 7 < ($1.weekday - weekStart + 7) % 7 }
        switch random.pick(0...5) {
        case 0: rule.end = .count(random.pick(1...60))
        case 1:
            let end = CivilDate(dayNumber: start.date.dayNumber + random.pick(1...4_000))
            rule.end = .wall(WallTime(date: end, time: start.time))
        default: break
        }
    }

    /// The last year of the dates that are compared: libical steps through each minute or second.
    var lastYear: Int { start.date.year + (rule.frequency == .hourly ? 10 : isFine ? 2 : 100) }

    /// Whether its periods are shorter than a day.
    var isFine: Bool { [.hourly, .minutely, .secondly].contains(rule.frequency) }

    private mutating func addDays(_ random: inout SeededRandom) {
        // One part, which the start matches: libical takes hours for what is rare.
        if isFine {
            switch random.pick(rule.frequency == .secondly ? 2...5 : 0...5) {
            case 0: rule.months = Array(Set([start.date.month, random.pick(1...12)]))
            case 1: rule.monthDays = Array(Set([start.date.day, random.pick(1...31)]))
            case 2: rule.weekdays = [.init(start.date.weekday), .init(start.date.weekday % 7 + 1)]
            case 3 where rule.frequency != .secondly: rule.yearDays = [start.date.dayOfYear, -1]
            default: break
            }
            return
        }
        if random.chance(oneIn: 3) {
            rule.months = Self.some(of: Array(1...12), &random, upTo: 4).sorted()
        }
        let isYearly = rule.frequency == .yearly
        if isYearly, random.chance(oneIn: 4) {
            rule.weeks = Self.some(of: [1, 2, 5, 20, 26, 51, 52, 53, -1, -2], &random, upTo: 3)
        }
        if isYearly, rule.weeks.isEmpty, random.chance(oneIn: 6) {
            rule.yearDays = Self.some(
                of: [1, 59, 60, 100, 200, 365, 366, -1, -60],
                &random,
                upTo: 3
            )
        }
        if rule.frequency != .weekly, rule.weeks.isEmpty, random.chance(oneIn: 4) {
            let days = [1, 2, 13, 15, 28, 29, 30, 31, -1, -3, -31]
            rule.monthDays = Self.some(of: days, &random, upTo: 3)
        }
        guard random.chance(oneIn: 2) else { return }
        let hasOrdinals =
            [.monthly, .yearly].contains(rule.frequency) && rule.weeks.isEmpty
            && random.chance(oneIn: 2)
        let isOfYear = isYearly && rule.months.isEmpty
        let ordinals = isOfYear ? [1, 5, 20, 53, -1, -10] : [1, 2, 4, 5, -1, -2]
        rule.weekdays = Self.some(of: Array(1...7), &random, upTo: 3).map { day in
            RecurrenceRule.Weekday(day, ordinal: hasOrdinals ? random.pick(ordinals) : 0)
        }
    }

    private mutating func addTimes(_ random: inout SeededRandom) {
        guard !isFine || rule.frequency == .hourly, random.chance(oneIn: 3) else { return }
        rule.hours = Self.some(of: Array(0...23), &random, upTo: 3).sorted()
        if random.chance(oneIn: 2) {
            rule.minutes = Self.some(of: [0, 5, 30, 45, 59], &random, upTo: 2).sorted()
        }
        if random.chance(oneIn: 4) {
            rule.seconds = Self.some(of: [0, 1, 30, 59], &random, upTo: 2).sorted()
        }
    }

    /// Returns some elements, each once.
    private static func some(
        of values: [Int],
        _ random: inout SeededRandom,
        upTo count: Int
    ) -> [Int] {
        Array(values.shuffled(using: &random).prefix(random.pick(1...count)))
    }
}
