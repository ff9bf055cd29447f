import NotifyCore
import Testing

@Suite("RFC 3339")
struct RFC3339Tests {
    @Test(
        "both ways",
        arguments: [
            ("2026-11-24T14:00:00+01:00", 1_795_525_200_000_000, "Europe/Berlin"),
            ("2026-11-24T13:00:00Z", 1_795_525_200_000_000, "UTC"),
            ("2026-11-24T13:00:00+00:00", 1_795_525_200_000_000, "Europe/London"),
            ("2026-11-24T13:00:00.5Z", 1_795_525_200_500_000, "UTC"),
            ("2026-11-24T13:00:00.000001Z", 1_795_525_200_000_001, "UTC"),
            ("1969-12-31T23:59:59.25Z", -750_000, "UTC"),
            ("2026-11-24T02:30:00-10:30", 1_795_525_200_000_000, nil),
            ("0001-01-01T00:00:00Z", -62_135_596_800_000_000, "UTC"),
            ("9999-12-31T23:59:59Z", 253_402_300_799_000_000, "UTC"),
        ] as [(String, Int64, String?)]
    )
    func bothWays(text: String, microseconds: Int64, zone: String?) throws {
        let instant = Instant(microseconds: microseconds)
        #expect(try RFC3339.instant(text) == instant)
        if let zone { #expect(try RFC3339.string(instant, in: TestZone(zone)) == text) }
    }

    @Test("other spellings, and fractions that round up")
    func spellings() throws {
        let expected = Instant(microseconds: 1_795_525_200_000_000)
        #expect(try RFC3339.instant("2026-11-24t13:00:00z") == expected)
        #expect(try RFC3339.instant("2026-11-24 13:00:00Z") == expected)
        #expect(try RFC3339.instant("2026-11-24T13:00Z") == expected)
        #expect(try RFC3339.instant("2026-11-24T14:00+01:00") == expected)
        #expect(try RFC3339.instant("2026-11-24 02:30-10:30") == expected)
        #expect(
            try RFC3339.instant("2026-11-24T13:00:00.0000001Z").microseconds
                == expected.microseconds + 1
        )
        #expect(
            try RFC3339.instant("2026-12-31T23:59:60Z") == RFC3339.instant("2027-01-01T00:00:00Z")
        )
    }

    @Test(
        "refusals",
        arguments: [
            ("", 1, "the year must have 4 digits"),
            ("2026-1-24T13:00:00Z", 6, "the month must have 2 digits"),
            ("2026-13-24T13:00:00Z", 6, "month 13 does not exist: write 1 to 12"),
            ("2026-11-31T13:00:00Z", 9, "November 2026 has no day 31: write a day that exists"),
            ("2027-02-29T13:00:00Z", 9, "February 2027 has no day 29: write a day that exists"),
            ("0000-11-24T13:00:00Z", 1, "year 0 does not exist: write 1 to 9999"),
            ("2026-11-24T24:00:00Z", 12, "hour 24 does not exist: write 0 to 23"),
            ("2026-11-24T13:60:00Z", 15, "minute 60 does not exist: write 0 to 59"),
            ("2026-11-24T13:00:61Z", 18, "second 61 does not exist: write 0 to 60"),
            ("2026-11-24T13:00", 17, "an offset must follow the time: write Z or +01:00"),
            ("2026-11-24T13:00.5Z", 17, "an offset must follow the time: write Z or +01:00"),
            ("2026-11-24T13:00:Z", 18, "the second must have 2 digits"),
            ("2026-11-24T13:00:00.12a4Z", 23, "an offset must follow the time: write Z or +01:00"),
            ("2026-11-24", 11, "a T and a time must follow the date: write 2026-11-24T09:00:00Z"),
            ("2026-11-24T13:00:00", 20, "an offset must follow the time: write Z or +01:00"),
            (
                "2026-11-24T13:00:00.Z", 21,
                "a digit must follow the point: write .5 or leave it out"
            ),
            (
                "2026-11-24T13:00:00+0100", 23,
                "\":\" is expected here: write a date such as 2027-03-01T09:00:00Z"
            ),
            ("2026-11-24T13:00:00Zx", 21, "nothing may follow the offset: end after Z or +01:00"),
        ]
    )
    func refusals(text: String, column: Int, message: String) {
        let error = #expect(throws: TimeSpecError.self) { try RFC3339.instant(text) }
        #expect(error?.message == message)
        #expect(error?.column == column)
    }
}
