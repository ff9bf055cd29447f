import NotifyCore
import Testing

@Suite("Triggers in words")
struct TriggerWordsTests {
    @Test(
        "what fires once has its date",
        arguments: [
            ("*-10-31", nil, "once, on 31 October 2027 at 00:00"),
            ("Tue 14:00", nil, "once, on 12 January 2027 at 14:00"),
            ("Tue 14:00", "UTC", "once, on 12 January 2027 at 14:00 in UTC"),
            ("Tue 14:00", "Europe/Berlin", "once, on 12 January 2027 at 14:00 in Europe/Berlin"),
            // The date of another zone is not known without its rules.
            ("Tue 14:00", "Asia/Tokyo", "once, every Tuesday at 14:00 in Asia/Tokyo"),
            // No date is left.
            ("2026-03-01 09:00", nil, "once, on 1 March 2026 at 09:00"),
        ] as [(String, String?, String)]
    )
    func once(event: String, timeZone: String?, words: String) throws {
        let zone = try TestZone("Europe/Berlin")
        let now = try RFC3339.instant("2027-01-06T12:00:00Z")
        let request = Self.request(
            CalendarTrigger(spec: .onCalendar(event), timeZone: timeZone, repeats: false)
        )
        #expect(request.words(in: zone, after: now) == words)
    }

    @Test("what repeats has its rule")
    func repeating() {
        let request = Self.request(CalendarTrigger(spec: .onCalendar("*-10-31"), repeats: true))
        #expect(
            request.words(in: FixedZone.utc, after: .distantPast)
                == "every year on 31 October at 00:00"
        )
    }

    private static func request(_ trigger: CalendarTrigger) -> NotificationRequest {
        NotificationRequest(
            appID: "org.example.App",
            identifier: "t",
            content: NotificationContent(title: "T"),
            trigger: .calendar(trigger)
        )
    }
}
