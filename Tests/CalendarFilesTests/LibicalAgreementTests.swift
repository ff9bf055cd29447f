import NotifyCore
import TestSupport
import Testing

/// Random recurrence rules against libical's iterator.
@Suite struct LibicalAgreementTests {
    /// The number of rules that are compared.
    private static let count = Stress.count(60, upTo: 10_000)
    /// Whether the run is a plain one, which compares ten years and not a century.
    private static let isShort = Stress.seconds == nil

    /// What libical 3.0.16 does otherwise than RFC 5545 says, so that its dates show nothing.
    private static func fault(_ rule: RecurrenceRule) -> String? {
        let isMonthly = rule.frequency == .monthly || rule.frequency == .yearly
        let isShort = [.hourly, .minutely, .secondly].contains(rule.frequency)
        let times = [rule.hours, rule.minutes, rule.seconds]
        if !rule.weeks.isEmpty {
            return "BYWEEKNO: it reads memory that is not its own"
        }
        if !rule.positions.isEmpty, !isMonthly || times.contains(where: { $0.count > 1 }) {
            return "BYSETPOS: it chooses among days, and only in months and years"
        }
        if !rule.positions.isEmpty, (rule.monthDays + rule.yearDays).contains(where: { $0 < 0 }) {
            return "BYSETPOS: a day that is named from both ends of its month or year counts twice"
        }
        if !isMonthly, (rule.monthDays + rule.yearDays).contains(where: { $0 < 0 }) {
            return "BYMONTHDAY and BYYEARDAY: days from the end limit no frequency below months"
        }
        if isShort, !times.allSatisfy(\.isEmpty) {
            return
                "BYHOUR below days: the interval is ignored, and the first of these hours may be, too"
        }
        if rule.frequency == .yearly, !rule.monthDays.isEmpty, rule.months.isEmpty {
            return "BYMONTHDAY of years: it looks at the month of the start alone"
        }
        if !rule.yearDays.isEmpty, !rule.months.isEmpty || !rule.monthDays.isEmpty {
            return "BYYEARDAY with BYMONTH or BYMONTHDAY: it refuses that"
        }
        return nil
    }

    /// Whether libical skips the week of the start, which it does in some weeks that begin with another day than Monday.
    ///
    /// By RFC 5545 the start is the first date, if it matches.
    private static func skipsItsWeek(_ rule: RecurrenceRule, from start: WallTime) -> Bool {
        guard rule.frequency == .weekly, rule.interval > 1, rule.weekStart != 2 else {
            return false
        }
        var dates = LibicalDates(rule.text, from: start)
        return dates?.next() != start
    }

    /// The seed of a run decides its rules; with libical's faults left out all dates must be the same.
    @Test func datesAreLibicals() throws {
        var compared = 0
        var dates = 0
        var seed = Stress.seed &* 1_000_000
        while compared < Self.count {
            seed += 1
            let random = RandomRecurrence(seed: seed)
            guard Self.fault(random.rule) == nil else { continue }
            // Where the start does not match, the RFC leaves the dates open, and libical counts weeks otherwise.
            let series = RecurrenceSeries(start: random.start, rule: random.rule)
            guard let start = try RecurrenceDates(series).firstOfRule else {
                #expect(!Self.hasDates(random), "\(random.rule.text) from \(random.start)")
                compared += 1
                continue
            }
            guard !Self.skipsItsWeek(random.rule, from: start) else { continue }
            let difference = try Self.difference(random, from: start, &dates)
            #expect(difference == nil, "seed \(seed): \(random.rule.text) from \(start)")
            compared += 1
        }
        #expect(dates > Self.count * 100)
    }

    /// Whether libical finds a date of a rule within the years that are compared.
    private static func hasDates(_ random: RandomRecurrence) -> Bool {
        guard
            let first = LibicalDates(random.rule.text, from: random.start)?.first(where: { _ in true
            })
        else { return false }
        return first.date.year < random.lastYear
    }

    /// Compares all dates up to the last year; 10,000 of those within days.
    private static func difference(
        _ random: RandomRecurrence,
        from start: WallTime,
        _ dates: inout Int
    ) throws -> String? {
        let series = RecurrenceSeries(start: start, rule: random.rule)
        let ours = try RecurrenceDates(series)
        var theirs = try #require(LibicalDates(random.rule.text, from: start))
        let years = random.lastYear - random.start.date.year
        let lastYear = start.date.year + (isShort ? min(years, 10) : years)
        let limit = random.isFine ? (isShort ? 1_000 : 10_000) : Int.max
        var last = Instant.distantPast
        var count = 0
        while count < limit {
            let next = ours.next(after: last, in: FixedZone.utc)
            let wall = next.map { WallTime($0, in: FixedZone.utc) }
            let own = wall.flatMap { $0.date.year < lastYear ? $0 : nil }
            let other = theirs.next().flatMap { $0.date.year < lastYear ? $0 : nil }
            guard own == other else {
                return
                    "date \(count): \(own?.description ?? "none"), not \(other?.description ?? "none")"
            }
            guard let next, own != nil else { break }
            last = next
            count += 1
        }
        dates += count
        return nil
    }
}
