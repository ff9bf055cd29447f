import Foundation
import TestSupport
import Testing

@testable import NotifyCore

@Suite("Properties of rules")
struct CalendarRulePropertyTests {
    static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Antarctica/Troll",
        "America/Nuuk", "America/Santiago", "Asia/Beirut", "Pacific/Apia", "America/St_Johns",
        "Pacific/Chatham", "Africa/Casablanca", "Asia/Kolkata", "UTC", "Europe/Dublin",
        "Africa/Cairo", "America/Havana", "Asia/Gaza", "America/Toronto", "Asia/Tehran",
    ]

    static let seed = Stress.seed

    @Test("random rules agree with the slow walk, forwards and backwards, and never go back")
    func agreesWithReference() throws {
        var random = SeededRandom(seed: Self.seed)
        let zones = try Self.zones.map { try TestZone($0) }
        let days = Stress.isLong ? 1000 : 150
        for number in 0..<Stress.count(2000, upTo: 100_000) {
            let zone = zones[random.pick(0...zones.count - 1)]
            let change = change(&random, zone)
            let after = change + Int64.random(in: -180_000...90_000, using: &random)
            var rule = randomRule(&random)
            if random.chance(1, in: 2) { focus(&rule, on: change, in: zone, &random) }
            let note = "seed \(Self.seed), case \(number), \(zone.identifier), after \(after)"
            let found = rule.next(after: Instant(seconds: after), in: zone)?.seconds
            let expected =
                rule.canMatch
                ? SlowReference(rule: rule, zone: zone)
                    .next(after: after - (rule.roundsUp ? 1 : 0), days: days) : nil
            if let expected {
                guard found == expected else {
                    Issue.record(
                        "\(note): found \(String(describing: found)), expected \(expected), \(rule)"
                    )
                    return
                }
            } else if let found, found < after + Int64(days - 8) * 86_400 {
                Issue.record("\(note): found \(found), expected none, \(rule)")
                return
            }
            guard let found else { continue }
            let later = Instant(seconds: found)
            #expect(found > after, "\(note)")
            // Nothing lies between, seen from either side.
            let back = rule.previous(before: later, in: zone)
            if let back, back.seconds > after {
                Issue.record("\(note): \(back.seconds) lies before \(found), \(rule)")
                return
            }
            if let back, rule.next(after: back, in: zone) != later {
                Issue.record("\(note): next of \(back.seconds) is not \(found), \(rule)")
                return
            }
            let between = Int64.random(in: after...found, using: &random)
            if between < found, rule.next(after: Instant(seconds: between), in: zone) != later {
                Issue.record("\(note): from \(between) another date is found, \(rule)")
                return
            }
        }
    }

    /// A change of the zone's offset; in zones that have none near, any second.
    private func change(_ random: inout SeededRandom, _ zone: TestZone) -> Int64 {
        let isOld = random.chance(1, in: 4)
        let second = Int64.random(
            in: (isOld ? -2_208_988_800 : 631_152_000)...4_417_977_600,
            using: &random
        )
        let span = zone.span(at: second)
        return span.start > -2_208_988_800 ? span.start : second
    }

    /// Turns a rule towards the wall times at a change of the clock, where mistakes would hide.
    private func focus(
        _ rule: inout CalendarRule,
        on change: Int64,
        in zone: TestZone,
        _ random: inout SeededRandom
    ) {
        let before = WallTime(localSecond: change + zone.span(at: change - 1).offset)
        let after = WallTime(Instant(seconds: change), in: zone)
        rule.weeks = nil
        rule.daysOfYear = []
        if random.chance(1, in: 2) {
            rule = CalendarRule()
            rule.days = 1 << UInt32(random.chance(1, in: 2) ? before.date.day : after.date.day)
            if random.chance(1, in: 2) { rule.months = 1 << UInt16(after.date.month) }
        }
        if random.chance(1, in: 4) {
            rule.isDateOnly = true
            rule.hours = 1
            rule.minutes = 1
            rule.seconds = 1
        } else {
            rule.isDateOnly = false
            rule.minutes = random.bits(0...59, upTo: 3)
            let hours = [before.time.hour, after.time.hour, 23, 0].map { UInt32(1) << UInt32($0) }
            rule.hours = hours[random.pick(0...3)] | hours[random.pick(0...3)]
            if random.chance(1, in: 3) { rule.hours = CalendarRule.everyHour }
        }
        rule.never = nil
        rule = rule.proven(otherwise: TimeSpecError(.never, "never"))
    }

    @Test("Foundation's strict search gives the same where it is undisputed")
    func agreesWithFoundation() throws {
        var random = SeededRandom(seed: Self.seed)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for number in 0..<Stress.count(200, upTo: 5000) {
            var parts = CalendarComponents()
            parts.hour = random.pick(0...23)
            parts.minute = random.pick(0...59)
            switch random.pick(0...3) {
            case 0: parts.second = random.pick(0...59)
            case 1: parts.weekday = random.pick(1...7)
            case 2: parts.day = random.pick(1...28)
            default:
                parts.day = random.pick(1...28)
                parts.month = random.pick(1...12)
            }
            let after = Int64.random(in: 1_500_000_000...2_500_000_000, using: &random)
            var wanted = DateComponents()
            wanted.hour = parts.hour
            wanted.minute = parts.minute
            wanted.second = parts.second ?? 0
            wanted.weekday = parts.weekday
            wanted.day = parts.day
            wanted.month = parts.month
            let expected = calendar.nextDate(
                after: Date(timeIntervalSince1970: Double(after)),
                matching: wanted,
                matchingPolicy: .strict
            )
            let found = try parts.rule().next(after: Instant(seconds: after), in: FixedZone.utc)
            #expect(
                found?.seconds == expected.map { Int64($0.timeIntervalSince1970) },
                "seed \(Self.seed), case \(number), after \(after), \(parts.dictionary)"
            )
        }
    }
}
