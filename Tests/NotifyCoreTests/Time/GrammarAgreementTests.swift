import NotifyCore
import Testing

@Suite("Grammars agree")
struct GrammarAgreementTests {
    @Test(
        "what is stored reads back",
        arguments: [
            CalendarSpec.components(components([.weekday: 3, .hour: 14])),
            .onCalendar("Tue 14:00 Europe/Berlin"), .cron("0 14 * * 2"),
            .recurrence(
                RecurrenceSeries(
                    start: WallTime(
                        date: CivilDate(year: 2027, month: 1, day: 5),
                        time: CivilTime(hour: 14, minute: 0)
                    ),
                    rule: RecurrenceRule(.weekly, interval: 2)
                )
            ),
        ]
    )
    func stored(spec: CalendarSpec) throws {
        #expect(try CalendarSpec(spec.text, in: spec.grammar) == spec)
    }

    @Test("the zone that a text names")
    func zones() throws {
        let json = "{\"hour\": 9, \"timeZone\": \"Asia/Tokyo\"}"
        #expect(try CalendarSpec(json, in: .components).zoneIdentifier == "Asia/Tokyo")
        #expect(CalendarSpec.onCalendar("daily Europe/Berlin").zoneIdentifier == "Europe/Berlin")
        #expect(CalendarSpec.onCalendar("daily").zoneIdentifier == nil)
        #expect(CalendarSpec.cron("@daily").zoneIdentifier == nil)
    }

    @Test(
        "the zone of a text is the one that its reader finds",
        arguments: [
            "09:00", "Mon 9:05", "*-*-1", "*:*", "Mon", "daily", "UTC", "daily UTC", "Mon UTC ",
            "09:00 Europe/Berlin\t", "09:00\tEurope/Berlin", "  09:00  ", "@1830297600",
            "@1830297600 ", "*-*~7/1 08:00 America/Argentina/Buenos_Aires", "Mon..Fri",
            "09:00 Etc/GMT+5", "",
            "  ", "09:00Europe/Berlin", "09:00 +2", "09:00 ü", "12 * Asia/Tokyo",
        ]
    )
    func zone(text: String) {
        let spec = CalendarSpec.onCalendar(text)
        let read = try? spec.read()
        for _ in 0..<2 { #expect(spec.zoneIdentifier == read?.zoneIdentifier) }
    }

    @Test("a text that was read in one grammar is not taken for one of another")
    func known() throws {
        let text = "0 9 * * 1"
        _ = try CalendarSpec.cron(text).rule()
        #expect(throws: TimeSpecError.self) { try CalendarSpec.onCalendar(text).rule() }
        _ = try CalendarSpec.onCalendar("Mon 09:00").rule()
        #expect(throws: TimeSpecError.self) { try CalendarSpec.cron("Mon 09:00").rule() }
    }

    @Test("a text with a letter that only looks like one of ASCII is not taken for the other")
    func lookAlike() throws {
        _ = try CalendarSpec.onCalendar("weeKly").rule()
        // The sign of the kelvin.
        let other = CalendarSpec.onCalendar("wee\u{212A}ly")
        #expect(other == .onCalendar("weeKly"))
        #expect(throws: TimeSpecError.self) { try other.rule() }
    }

    @Test("a rule is the same however many others were read meanwhile")
    func forgotten() throws {
        let spec = CalendarSpec.onCalendar("Tue 14:00 Asia/Tokyo")
        let rule = try spec.rule()
        for minute in 0..<3_000 {
            let time = "\(minute / 60 % 24):\(minute % 60)"
            let other = CalendarSpec.onCalendar("*-*-\(minute / 1_440 + 1) \(time)")
            #expect(try other.rule() == .fields(CalendarEvent(other.text).rule))
        }
        #expect(try spec.rule() == rule)
        #expect(spec.zoneIdentifier == "Asia/Tokyo")
    }

    @Test(
        "one rule in every grammar gives the same dates",
        arguments: [
            ("{\"hour\": 9}", "09:00", "0 9 * * *"),
            ("{\"weekday\": 3, \"hour\": 14}", "Tue 14:00", "0 14 * * 2"),
            ("{\"day\": 31, \"hour\": 9}", "*-*-31 09:00", "0 9 31 * *"),
            (
                "{\"month\": 2, \"day\": 29, \"hour\": 2, \"minute\": 30}", "*-2-29 02:30",
                "30 2 29 2 *"
            ),
            ("{\"minute\": 30}", "*:30", "30 * * * *"),
            ("{\"day\": 13, \"weekday\": 6, \"hour\": 0}", "Fri *-*-13 00:00", "0 0 */12 * 5"),
            ("{\"hour\": 2, \"minute\": 30}", "02:30", "30 2 * * *"),
            ("{\"month\": 1}", "yearly", "@yearly"),
            ("{\"day\": 1}", "monthly", "@monthly"),
            ("{\"minute\": 0}", "hourly", "@hourly"),
        ]
    )
    func agree(json: String, event: String, cron: String) throws {
        let specs: [CalendarSpec] = [
            .components(try CalendarComponents(json: json)), .onCalendar(event), .cron(cron),
        ]
        for name in ["Europe/Berlin", "Australia/Lord_Howe", "America/Nuuk"] {
            let zone = try TestZone(name)
            let after = try RFC3339.instant("2026-11-21T00:00:00Z")
            let lists = try specs.map { spec in
                try spec.rule().next(count: 200, after: after, in: zone)
            }
            #expect(lists[0] == lists[1], "\(name) \(event)")
            // cron cannot say Friday the 13th alone: a step of 12 has the 1st and the 25th too.
            guard !cron.contains("*/12") else { continue }
            #expect(lists[0] == lists[2], "\(name) \(cron)")
        }
    }
}
