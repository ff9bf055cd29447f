import AgentInterface
import NotifyCore
import Testing

@testable import CalendarFiles

/// Zones that a file describes and the system does not know by their names.
///
/// It is 08:00 UTC on Friday 2027-01-15.
@Suite struct SuppliedZoneTests {
    private static let now = Instant(seconds: 1_800_000_000)

    private static func part(_ name: String, _ from: String, _ to: String, _ rule: String) -> String
    {
        let rule = rule.isEmpty ? "" : "RRULE:FREQ=YEARLY;\(rule)\n"
        let start = rule.contains("BYMONTH=3") ? "19700329T020000" : "19701025T030000"
        return
            "BEGIN:\(name)\nDTSTART:\(start)\nTZOFFSETFROM:\(from)\nTZOFFSETTO:\(to)\n\(rule)END:\(name)\n"
    }

    private static func zone(_ name: String, _ parts: String...) throws -> String? {
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VTIMEZONE
            TZID:\(name)
            \(parts.joined())END:VTIMEZONE
            BEGIN:VEVENT
            UID:u
            SUMMARY:T
            DTSTART;TZID=\(name):20270701T090000
            END:VEVENT
            END:VCALENDAR
            """
        let read = try CalendarFile.reader(of: Array(text.utf8), now: now, trusts: false).read
        return try #require(read.requests.first).request.trigger.zoneIdentifier
    }

    private static let european = [
        part("DAYLIGHT", "+0100", "+0200", "BYMONTH=3;BYDAY=-1SU"),
        part("STANDARD", "+0200", "+0100", "BYMONTH=10;BYDAY=-1SU"),
    ].joined()

    @Test(
        arguments: [
            ("Company/Berlin", european, "Europe/Berlin"),
            ("Kolkata time", part("STANDARD", "+0530", "+0530", ""), "UTC+05:30"),
            ("Office", part("STANDARD", "+0000", "+0000", ""), "UTC"),
            // The changes of Europe six hours further east, which no zone of the system has.
            (
                "Nowhere",
                part("DAYLIGHT", "+0700", "+0800", "BYMONTH=3;BYDAY=-1SU")
                    + part("STANDARD", "+0800", "+0700", "BYMONTH=10;BYDAY=-1SU"),
                "<+0700>-7:00<+0800>-8:00,M3.5.0/2:0:0,M10.5.0/3:0:0"
            ),
        ] as [(String, String, String)]
    )
    func itsRulesAreFound(name: String, parts: String, zone: String) throws {
        #expect(try Self.zone(name, parts) == zone)
        let known = try #require(SystemZone(named: zone))
        // 1 July 2027, in summer.
        let offset = known.span(at: 1_814_400_000).offset
        #expect(
            offset == ["Europe/Berlin": 7_200, "UTC+05:30": 19_800, "UTC": 0][zone] ?? 28_800
        )
    }

    @Test func aNameThatTheSystemKnowsIsTakenAsItIs() throws {
        #expect(try Self.zone("America/New_York", Self.european) == "America/New_York")
    }

    @Test func aZoneWithoutRulesIsUnknown() {
        let error = #expect(throws: RequestError.self) { try Self.zone("Nowhere") }
        #expect(error?.message.contains("the time zone \"Nowhere\" is unknown") == true)
    }
}
