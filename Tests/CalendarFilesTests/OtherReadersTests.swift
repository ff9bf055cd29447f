import AgentInterface
import Foundation
import NotifyCore
import TestSupport
import Testing

@testable import CalendarFiles

/// Exported rules in other programs: their readers find the engine's dates.
@Suite struct OtherReadersTests {
    /// The number of rules.
    private static let rules = 500
    /// The number of dates of each that are compared.
    private static let compared = 25
    /// 08:00 UTC on Friday 2027-01-15.
    private static let now = Instant(seconds: 1_800_000_000)

    /// An exported request with the dates that the engine finds, as seconds of wall time.
    private struct Exported {
        var uid: String
        var rule: String
        var dates: [Int64]
    }

    /// `icalendar` with `recurring-ical-events`, and `vobject`, as Debian has them.
    @Test(arguments: ["icalendar", "vobject"])
    func otherReadersFindTheSameDates(reader: String) async throws {
        var writer = EventWriter(now: Self.now)
        var exported: [Exported] = []
        var seed = Stress.seed &* 1_000_000
        while exported.count < Self.rules {
            seed += 1
            try Self.export(seed, &writer).map { exported.append($0) }
        }
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/rules.ics"
        try writer.text().write(toFile: file, atomically: true, encoding: .utf8)
        let outcome = try await Program(path: "/usr/bin/python3").run(
            [Self.script, reader, file],
            environment: ["TZ": "UTC", "PYTHONDONTWRITEBYTECODE": "1"],
            input: exported.map { "\($0.uid) \($0.dates.last ?? 0)\n" }.joined(),
            within: 240
        )
        try #require(outcome.code == 0, "\(outcome.error)")
        var found: [String: [Int64]] = [:]
        for line in outcome.output.split(separator: "\n") {
            let words = line.split(separator: " ")
            found[String(words[0])] = words.dropFirst().compactMap { Int64($0) }
        }
        for rule in exported {
            #expect(found[rule.uid] == rule.dates, "\(rule.uid): \(rule.rule)")
        }
    }

    private static var script: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Readers/dates.py").path
    }

    /// Writes a random request; `nil` where it has no dates or iCalendar has no rule for them.
    private static func export(_ seed: UInt64, _ writer: inout EventWriter) throws -> Exported? {
        var random = SeededRandom(seed: seed)
        guard let trigger = try trigger(&random, seed), let rule = try? trigger.rule() else {
            return nil
        }
        let name = trigger.zoneIdentifier ?? "UTC"
        let zone: any ZoneRules = try #require(SystemZone(named: name))
        let instants = rule.next(count: compared, after: now, in: zone)
        guard let due = instants.first else { return nil }
        let request = NotificationRequest(
            appID: AgentNames.app,
            identifier: "rule-\(seed)",
            content: NotificationContent(title: "Rule"),
            trigger: .calendar(trigger)
        )
        let before = writer.remarks.count
        let next = ExportedSeries(
            of: request,
            due: due,
            fired: 0,
            in: name == "UTC" ? .utc : .named(name),
            now: now
        )
        guard next.isWhole else { return nil }
        try writer.add(
            PendingRequest.entry(
                record: request.record,
                added: now,
                due: due,
                settled: now,
                fired: 0,
                pause: nil
            ),
            line: []
        )
        try #require(writer.remarks.count == before)
        // A series has its past dates as well.
        let isSeries = if case .series = rule { true } else { false }
        let all =
            isSeries ? rule.next(count: compared, after: .distantPast, in: zone) : instants
        let walls = all.map { WallTime($0, in: zone) }.map { FixedZone.instant(of: $0).seconds }
        return Exported(
            uid: ExportedEvent.uid(of: "\(AgentNames.app)/rule-\(seed)", added: now),
            rule: "\(trigger.spec.text) from \(next.dates.start)",
            dates: walls
        )
    }

    /// A random rule in one of the grammars; at hours that no clock change touches.
    private static func trigger(
        _ random: inout SeededRandom,
        _ seed: UInt64
    ) throws -> CalendarTrigger? {
        let zone = random.pick(["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"])
        let time = "\(random.pick(10...22)):\(random.pick([10, 15, 30, 45]))"
        let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        var isMonthEnd = false
        let spec: CalendarSpec
        switch random.pick(0...7) {
        case 0: spec = .onCalendar("\(random.pick(days)) \(time)")
        case 1:
            spec = .onCalendar(
                "\(random.pick(days)),\(random.pick(days)) \(time):\(random.pick(10...59))"
            )
        case 2: spec = .onCalendar("*-*-\(random.pick(1...28)) \(time)")
        case 3: spec = .onCalendar("*-\(random.pick(1...12))~0\(random.pick(1...5)) \(time)")
        case 4:
            isMonthEnd = true
            spec = .onCalendar("*-*-\(random.pick(29...31)) \(time)")
        case 5:
            let first = random.pick([1, 8, 15, 22])
            spec = .onCalendar("\(random.pick(days)) *-*-\(first)..\(first + 6) \(time)")
        case 6:
            let fields = [
                "\(random.pick(0...59)) \(random.pick(10...22)) * * 1-5",
                "\(random.pick(0...59)) 8,\(random.pick(10...22)) 1,15 \(random.pick(1...12)) *",
                "0,30 \(random.pick(10...22)) * * \(random.pick(0...6))",
            ]
            spec = .cron(random.pick(fields))
        default:
            let recurrence = RandomRecurrence(seed: seed)
            guard !recurrence.isFine, recurrence.start.date.year > 2_000 else { return nil }
            var series = RecurrenceSeries(start: recurrence.start, rule: recurrence.rule)
            series.start.time.hour = random.pick(10...22)
            if recurrence.rule.hours.contains(where: { $0 < 4 }) { return nil }
            guard isReadAlike(recurrence.rule) else { return nil }
            // icalendar 4.0 reads one digit of such a number alone.
            if recurrence.rule.weekdays.contains(where: { abs($0.ordinal) > 9 }) { return nil }
            spec = .recurrence(series)
        }
        return CalendarTrigger(spec: spec, timeZone: zone, repeats: true, monthEnd: isMonthEnd)
    }

    /// Whether the readers, both of which use dateutil, follow a rule as RFC 5545 says.
    ///
    /// Without a day they take all days of a week, and not the weekday of the start. Of several years they count a week
    /// that reaches into the next one to the wrong one. The week of the start begins with the start, so that they choose
    /// other positions in it.
    private static func isReadAlike(_ rule: RecurrenceRule) -> Bool {
        if !rule.weeks.isEmpty { return !rule.weekdays.isEmpty && rule.interval == 1 }
        return rule.positions.isEmpty || rule.frequency != .weekly
    }
}
