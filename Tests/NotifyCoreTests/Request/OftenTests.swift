import NotifyCore
import Testing

/// Which triggers fire more often than once a minute.
@Suite struct OftenTests {
    private static func on(_ text: String, repeats: Bool = true) -> NotificationTrigger {
        .calendar(CalendarTrigger(spec: .onCalendar(text), repeats: repeats))
    }

    private static func components(_ json: String) throws -> NotificationTrigger {
        let components = try CalendarComponents(json: json)
        return .calendar(CalendarTrigger(spec: .components(components), repeats: true))
    }

    @Test(
        arguments: [
            (on("*:*:*"), true), (on("*:*:0/30"), true), (on("Mon 10:00:00,59"), true),
            (on("2027-01-01 *:*:*"), true), (on("*:*:*", repeats: false), false),
            (on("*:*"), false), (on("*:*:30"), false), (on("minutely"), false),
            (.calendar(CalendarTrigger(spec: .cron("* * * * *"), repeats: true)), false),
            (.timeInterval(microseconds: 60_000_000, repeats: true), false),
            (.timeInterval(microseconds: 1_000_000, repeats: false), false), (.immediate, false),
        ] as [(NotificationTrigger, Bool)]
    )
    func whatFiresTwiceAMinuteIsOften(trigger: NotificationTrigger, expected: Bool) {
        #expect(trigger.firesReallyOften == expected)
    }

    @Test func componentsAreOftenByWhatTheyLeaveOut() throws {
        #expect(try Self.components("{\"nanosecond\":5}").firesReallyOften)
        #expect(try !Self.components("{\"second\":5}").firesReallyOften)
        #expect(try !Self.components("{\"minute\":5}").firesReallyOften)
    }

    /// The dates of a rule within a minute are its seconds, whatever the rule.
    @Test(arguments: ["*:*:*", "*:*:0/30", "*:*", "*:*:59", "10..11:*:1,2", "Mon *:0/5:0/59"])
    func whatIsOftenHasTwoDatesWithinAMinute(text: String) throws {
        let trigger = Self.on(text)
        var date = Instant(seconds: 1_800_000_000)
        var shortest = Int64.max
        for _ in 0..<1_000 {
            guard let next = trigger.nextDate(after: date, added: date, in: FixedZone.utc) else {
                break
            }
            if date != Instant(seconds: 1_800_000_000) {
                shortest = min(shortest, next.microseconds - date.microseconds)
            }
            date = next
        }
        #expect(trigger.firesReallyOften == (shortest < 60_000_000))
    }
}
