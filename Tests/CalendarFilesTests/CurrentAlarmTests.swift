import AgentInterface
import NotifyCore
import Testing

@testable import CalendarFiles

/// Alarms that are past while their event is not over.
///
/// It is 08:00 UTC on Friday 2027-01-15.
@Suite struct CurrentAlarmTests {
    private static let now = Instant(seconds: 1_800_000_000)

    private static func read(_ lines: String, _ triggers: [String]) throws -> ReadEvents {
        let alarms = triggers.map { "BEGIN:VALARM\nACTION:DISPLAY\n\($0)\nEND:VALARM\n" }.joined()
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:u\nSUMMARY:T\n\(lines)\n\(alarms)END:VEVENT\n"
            + "END:VCALENDAR\n"
        return try CalendarFile.reader(of: Array(text.utf8), now: now, trusts: false).read
    }

    @Test(
        "An alarm that is past is shown at once while its event is not over",
        arguments: [
            ("DTSTART:20270115T082000Z", ["TRIGGER:-PT1H"], ["u 07:20"]),
            // Of several the latest; what is to come stays.
            (
                "DTSTART:20270115T082000Z",
                ["TRIGGER:-P1D", "TRIGGER:-PT1H", "TRIGGER:-PT10M", "TRIGGER:PT0S"],
                ["u/alarm 2 07:20", "u/alarm 3", "u/alarm 4"]
            ),
            (
                "DTSTART:20270115T082000Z", ["TRIGGER:-PT1H\nREPEAT:3\nDURATION:PT15M"],
                ["u/alarm 3 07:50", "u/alarm 4"]
            ),
            // Under way, with an end and without one.
            ("DTSTART:20270115T075000Z\nDURATION:PT1H", ["TRIGGER:PT0S"], ["u 07:50"]),
            ("DTSTART:20270115T075000Z\nDURATION:PT1H", [], ["u 07:50"]),
            ("DTSTART:20270115T075000Z\nDTEND:20270115T080000Z", ["TRIGGER:PT0S"], []),
            ("DTSTART:20270115T075000Z", ["TRIGGER:-PT10M"], []),
            ("DTSTART:20270115T082000Z", ["TRIGGER;VALUE=DATE-TIME:20270110T120000Z"], ["u 12:00"]),
            // A day: today is not over.
            ("DTSTART;VALUE=DATE:20270115", ["TRIGGER:-PT12H"], ["u 12:00"]),
            ("DTSTART;VALUE=DATE:20270114", ["TRIGGER:-PT12H"], []),
            (
                "DTSTART;VALUE=DATE:20270112\nDTEND;VALUE=DATE:20270117", ["TRIGGER:-PT12H"],
                ["u 12:00"]
            ),
            // A series: the date that is to come or under way.
            (
                "DTSTART:20260116T082000Z\nRRULE:FREQ=WEEKLY;BYDAY=FR", ["TRIGGER:-PT1H"],
                ["u 07:20 +"]
            ),
            (
                "DTSTART:20260116T075000Z\nDURATION:PT30M\nRRULE:FREQ=WEEKLY;BYDAY=FR",
                ["TRIGGER:-P1D", "TRIGGER:-PT1H"], ["u", "u/alarm 2 06:50 +"]
            ),
            ("DTSTART:20260116T070000Z\nRRULE:FREQ=WEEKLY;BYDAY=FR", ["TRIGGER:-PT1H"], ["u"]),
            // The last date of a series.
            (
                "DTSTART:20270108T082000Z\nRRULE:FREQ=WEEKLY;COUNT=2", ["TRIGGER:-PT1H"],
                ["u 07:20"]
            ),
            // Dismissed in another program, or not this one.
            (
                "DTSTART:20270115T082000Z", ["TRIGGER:-PT1H\nACKNOWLEDGED:20270115T072500Z"], []
            ),
            ("DTSTART:20270115T082000Z\nX-MOZ-LASTACK:20270115T072500Z", ["TRIGGER:-PT1H"], []),
            (
                "DTSTART:20260116T082000Z\nRRULE:FREQ=WEEKLY\nX-MOZ-LASTACK:20270108T072500Z",
                ["TRIGGER:-PT1H"], ["u 07:20 +"]
            ),
        ] as [(String, [String], [String])]
    )
    func aPastAlarmIsShownAtOnce(lines: String, triggers: [String], expected: [String]) throws {
        let read = try Self.read(lines, triggers)
        let parts = read.events.first?.entry.requests ?? []
        let found = read.requests.map { request, _, current in
            let part = parts.first { $0.key == request.key }
            let time = current.map { " \(WallTime($0, in: FixedZone.utc).time)" } ?? ""
            #expect(part?.isCurrent == (current != nil))
            let hasMore = current != nil && part?.alarm == nil
            return request.identifier + time + (hasMore ? " +" : "")
        }
        #expect(found.sorted() == expected)
        let repetitions = triggers.first?.contains("REPEAT") == true ? 3 : 0
        #expect(read.past == max(1, triggers.count) + repetitions - found.count)
    }

    @Test("The line of such an alarm has its date, and is not settled") func itsLineIsDue() throws {
        let read = try Self.read("DTSTART:20270115T082000Z", ["TRIGGER:-PT1H"])
        let line = try #require(try CalendarFile.lines(of: read, now: Self.now).first)
        let entry = try TransferFormat.entry(line.bytes.dropLast(), number: 1) { _ in 0 }
        guard case .pending(let pending) = try ImportEntry(record: entry).kind else {
            Issue.record("it is not a pending request with dates")
            return
        }
        #expect(pending.due == Self.now.advanced(byMicroseconds: -2_400_000_000))
        #expect(pending.settled < pending.due)
        #expect(pending.added == Self.now)
        let decision = pending.decision(
            on: .one(pending.due),
            available: Self.now.advanced(byMicroseconds: -1),
            in: FixedZone.utc
        )
        #expect(decision == .show(nil))
        // Late only where it was not shown then.
        let late = pending.decision(
            on: .one(pending.due),
            available: Self.now.advanced(byMicroseconds: 3_600_000_000),
            in: FixedZone.utc
        )
        #expect(late != .show(nil))
    }
}
