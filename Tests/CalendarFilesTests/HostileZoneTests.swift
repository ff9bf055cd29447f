import AgentInterface
import NotifyCore
import Testing

@testable import CalendarFiles

/// Time zones of a file whose rules would have dates without end.
@Suite struct HostileZoneTests {
    private static func zone(_ rule: String, start: String = "16010101T000000") -> String {
        """
        BEGIN:VTIMEZONE
        TZID:Nowhere
        BEGIN:STANDARD
        DTSTART:\(start)
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        \(rule)
        END:STANDARD
        END:VTIMEZONE
        """
    }

    private static func error(of zone: String) -> String? {
        let event = ReadCalendar.event("SUMMARY:T", "DTSTART;TZID=Nowhere:20270701T090000")
        do {
            _ = try ReadCalendar(zone, event)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Each date would be looked at, from the first one on.
    @Test(
        "A zone rule finer than yearly is refused by its name",
        arguments: [
            "SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY",
        ],
        ["", ";INTERVAL=0", ";COUNT=100000", ";UNTIL=99991231T000000Z", ";BYSECOND=0,1,2,3"]
    )
    func finerThanYearly(frequency: String, rest: String) throws {
        let error = try #require(Self.error(of: Self.zone("RRULE:FREQ=\(frequency)\(rest)")))
        #expect(error.contains("line 14, \"T\": DTSTART: the time zone \"Nowhere\" has the rule"))
        #expect(error.contains("\"FREQ=\(frequency)\(rest)\", which is finer than FREQ=YEARLY"))
        #expect(error.contains("(line 2); write a name such as Europe/Berlin, or the date in UTC"))
    }

    private static let hours = (0..<24).map(String.init).joined(separator: ",")
    private static let seconds = (0..<60).map(String.init).joined(separator: ",")

    @Test(
        "A yearly zone rule whose lists multiply is refused",
        arguments: [
            ("RRULE:FREQ=YEARLY;BYHOUR=\(hours)", "whose BYHOUR has more than one value"),
            (
                "RRULE:FREQ=YEARLY;BYMONTH=1,2;BYMINUTE=\(seconds);BYSECOND=\(seconds)",
                "whose BYMINUTE has more than one value"
            ),
            ("RRULE:FREQ=YEARLY;BYSECOND=\(seconds)", "whose BYSECOND has more than one value"),
            ("RRULE:FREQ=YEARLY;BYDAY=SU", "more than 100 times in five years"),
            (
                "RRULE:FREQ=YEARLY;BYYEARDAY=\((1...366).map(String.init).joined(separator: ","))",
                "more than 100 times in five years"
            ),
            ("RRULE:FREQ=NEVER", "which cannot be read"), ("EXRULE:FREQ=YEARLY", "has an EXRULE"),
            (
                "RDATE:\((0..<1_001).map { "2027010\(1 + $0 % 9)T000000" }.joined(separator: ","))",
                "has 1001 dates in RDATE, and may have 1000"
            ),
        ]
    )
    func listsOfYearlyRules(rule: String, reason: String) throws {
        let error = try #require(Self.error(of: Self.zone(rule)))
        #expect(error.contains(reason), "\(error)")
    }

    @Test("Too many parts of a zone are refused, and zones after the first twenty are not compared")
    func manyParts() throws {
        let part = Self.zone("").split(separator: "\n").dropFirst(2).dropLast()
            .joined(separator: "\n")
        let parts = (0..<201).map { _ in part }.joined(separator: "\n")
        let zone = "BEGIN:VTIMEZONE\nTZID:Nowhere\n\(parts)\nEND:VTIMEZONE"
        let error = try #require(Self.error(of: zone))
        #expect(error.contains("has 201 parts, and may have 200"), "\(error)")
        let others = (0..<5_000).map { Self.zone("").replacing("Nowhere", with: "Zone \($0)") }
        let unknown = try #require(
            Self.error(of: (others + [Self.zone("")]).joined(separator: "\n"))
        )
        #expect(unknown.contains("the time zone \"Nowhere\" is unknown"), "\(unknown)")
    }

    @Test(
        "Yearly rules are read from any year on",
        arguments: ["00010101T000000", "16010101T000000", "19700101T000000"]
    )
    func anyStart(start: String) throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Nowhere
            BEGIN:STANDARD
            DTSTART:\(start)
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0100
            RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10;BYHOUR=3;BYMINUTE=0
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:\(start)
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3;BYHOUR=2;BYMINUTE=0
            END:DAYLIGHT
            END:VTIMEZONE
            """
        let event = ReadCalendar.event("SUMMARY:T", "DTSTART;TZID=Nowhere:20270701T090000")
        let read = try ReadCalendar(zone, event).read
        let identifier = try #require(read.requests.first?.request.trigger.zoneIdentifier)
        let known = try #require(SystemZone(named: identifier))
        // Central European time in July and in December 2027.
        #expect(known.span(at: 1_814_400_000).offset == 7_200)
        #expect(known.span(at: 1_828_400_000).offset == 3_600)
    }

    @Test("A zone without use does not keep the events from being read")
    func unused() throws {
        let event = ReadCalendar.event("SUMMARY:T", "DTSTART:20270701T090000Z")
        let read = try ReadCalendar(Self.zone("RRULE:FREQ=SECONDLY"), event)
        #expect(read.names == ["u"])
    }
}
