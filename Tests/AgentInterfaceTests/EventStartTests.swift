import AgentInterface
import NotifyCore
import Testing

/// When the event of a reminder starts, in words.
@Suite struct EventStartTests {
    private static let berlin = SystemZone(named: "Europe/Berlin")

    private static func instant(_ text: String) throws -> Instant {
        try RFC3339.instant(text)
    }

    /// It is a reminder in Berlin, and the user is in Berlin, too.
    @Test(
        arguments: [
            ("2027-03-01T13:50:00+01:00", 600, false, 0, "in 10 min, 14:00"),
            // Shown a moment later, the minutes are the same.
            ("2027-03-01T13:50:00+01:00", 600, false, 20, "in 10 min, 14:00"),
            ("2027-03-01T13:50:00+01:00", 600, false, 300, "in 5 min, 14:00"),
            ("2027-03-01T14:00:00+01:00", 0, false, 0, "now, 14:00"),
            ("2027-03-01T14:00:00+01:00", 0, false, 600, "10 min ago, 14:00"),
            ("2027-03-01T14:05:00+01:00", -300, false, 0, "5 min ago, 14:00"),
            ("2027-03-01T14:00:00+01:00", 86_400, false, 0, "in 1 day, Tue 2 Mar 14:00"),
            ("2027-12-31T14:00:00+01:00", 86_400, false, 0, "in 1 day, Sat 1 Jan 2028 14:00"),
            // The clock is set forward that night: a day on the clock has 23 hours.
            ("2027-03-27T14:00:00+01:00", 86_400, false, 0, "in 23 h, Sun 28 Mar 14:00"),
            ("2027-03-01T09:00:00+01:00", -32_400, true, 0, "today"),
            ("2027-02-28T12:00:00+01:00", 43_200, true, 0, "tomorrow"),
            ("2027-02-28T00:00:00+01:00", 172_800, true, 0, "Tue 2 Mar"),
        ] as [(String, Int64, Bool, Int64, String)]
    )
    func itsWordsAreShort(
        reminder: String,
        offset: Int64,
        isDay: Bool,
        delay: Int64,
        words: String
    ) throws {
        let zone = try #require(Self.berlin)
        let scheduled = try Self.instant(reminder)
        let event = EventStart(.after(seconds: offset), isDay: isDay)
        let start = event.date(ofReminder: scheduled, in: zone)
        let now = scheduled.advanced(byMicroseconds: delay * 1_000_000)
        #expect(event.words(for: start, now: now, local: zone) == words)
    }

    @Test func itsTimeIsThatOfTheUser() throws {
        let zone = try #require(Self.berlin)
        let local = try #require(SystemZone(named: "America/New_York"))
        let scheduled = try Self.instant("2027-03-01T13:50:00+01:00")
        let event = EventStart(.after(seconds: 600))
        let start = event.date(ofReminder: scheduled, in: zone)
        #expect(
            event.words(for: start, now: scheduled, local: local) == "in 10 min, 08:00"
        )
    }

    /// An alarm at a date of its own is in UTC, and the day that it announces begins where the user is.
    @Test(arguments: ["Europe/Berlin", "America/New_York"])
    func aDayFollowsTheUser(zone: String) throws {
        let local = try #require(SystemZone(named: zone))
        // 2 March begins in Berlin.
        let scheduled = try Self.instant("2027-03-01T17:00:00Z")
        let event = EventStart(.after(seconds: 6 * 3_600), isDay: true)
        let start = event.date(ofReminder: scheduled, in: FixedZone.utc)
        #expect(event.words(for: start, now: scheduled, local: local) == "tomorrow")
    }

    @Test func aReminderThatMovesKeepsTheStart() throws {
        let zone = try #require(Self.berlin)
        let scheduled = try Self.instant("2027-03-01T13:50:00+01:00")
        var request = NotificationRequest(
            appID: "app",
            identifier: "a",
            content: NotificationContent(title: "T", event: EventStart(.after(seconds: 600)))
        )
        let kept = request.keepingEventStart(ofReminder: scheduled, in: zone)
        #expect(
            kept.content.event == EventStart(.at(try Self.instant("2027-03-01T14:00:00+01:00")))
        )
        #expect(kept.keepingEventStart(ofReminder: .distantPast, in: zone) == kept)
        #expect(try NotificationRequest(record: kept.record) == kept)
        #expect(try NotificationRequest(record: request.record) == request)
        request.content.event = EventStart(.after(seconds: .max))
        #expect(throws: RequestError.self) { try request.validate() }
    }
}
