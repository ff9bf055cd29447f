import NotifyCore
import Testing

@Suite("Zones by offset")
struct FixedZoneTests {
    @Test(
        "spellings",
        arguments: [
            ("UTC+05:30", 19_800, "UTC+05:30"), ("GMT+0530", 19_800, "UTC+05:30"),
            ("+05:30", 19_800, "UTC+05:30"), ("-0330", -12_600, "UTC-03:30"),
            ("+5", 18_000, "UTC+05:00"), ("UTC-12", -43_200, "UTC-12:00"),
            ("GMT+002030", 1_230, "UTC+00:20:30"), ("+00:00", 0, "UTC"),
            ("+18:00", 64_800, "UTC+18:00"), ("Z", 0, "UTC"), ("z", 0, "UTC"),
        ] as [(String, Int64, String)]
    )
    func spelling(text: String, offset: Int64, name: String) throws {
        let zone = try #require(FixedZone(named: text))
        #expect(zone.offset == offset)
        #expect(zone.identifier == name)
        #expect(FixedZone(offset: offset).identifier == name)
        #expect(zone.span(at: 0).offset == offset)
    }

    @Test(
        "what is no offset",
        arguments: [
            "", "UTC", "GMT", "+", "05:30", "UTC05:30", "+18:01", "+99", "+05:60", "+5:3", "+530",
            "+05:", "+:30", "+05:30:00:00", "+٠٥", "UTCGMT+1", "UTCZ", "ZZ", "+ 5", "<+0530>-05:30",
            "++5",
            "+00000000000000000000",
        ]
    )
    func refused(text: String) {
        #expect(FixedZone(named: text) == nil)
    }
}
