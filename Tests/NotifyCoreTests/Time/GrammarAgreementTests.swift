import NotifyCore
import Testing

@Suite("Grammars agree")
struct GrammarAgreementTests {
    @Test(
        "what is stored reads back",
        arguments: [
            CalendarSpec.components(components([.weekday: 3, .hour: 14])),
            .onCalendar("Tue 14:00 Europe/Berlin"), .cron("0 14 * * 2"),
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
