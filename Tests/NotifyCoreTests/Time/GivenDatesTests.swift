import NotifyCore
import Testing

/// Components that are bound to given days.
@Suite struct GivenDatesTests {
    private static func components(_ json: String) throws -> CalendarComponents {
        try CalendarComponents(json: json)
    }

    @Test func theyFireOnThoseDaysAlone() throws {
        let parts = try Self.components(
            #"{"dates":["2027-03-28","2027-10-31","2028-02-29"],"hour":2,"minute":30}"#
        )
        #expect(try Self.components(parts.json) == parts)
        let rule = try parts.rule().checked()
        let zone = try TestZone("Europe/Berlin")
        let dates = rule.next(count: 9, after: Instant(seconds: 1_700_000_000), in: zone)
        // The first is read with the offset before the gap, the second is the first pass.
        #expect(
            dates.map { RFC3339.string($0, in: zone) } == [
                "2027-03-28T03:30:00+02:00", "2027-10-31T02:30:00+02:00",
                "2028-02-29T02:30:00+01:00",
            ]
        )
        let last = rule.previous(before: .distantFuture, in: zone)
        #expect(last == dates.last)
        #expect(rule.words == "on 28 March 2027, 31 October 2027 and 29 February 2028 at 02:30")
        #expect(rule.recurrenceRule(from: WallTime(dates[0], in: zone)) == nil)
    }

    @Test func otherPartsHoldToo() throws {
        let zone = try TestZone("UTC")
        let parts = try Self.components(
            #"{"dates":["2027-01-01","2027-01-02","2027-01-04"],"weekday":2}"#
        )
        let rule = try parts.rule().checked()
        let dates = rule.next(count: 9, after: Instant(seconds: 0), in: zone)
        #expect(dates.map { RFC3339.string($0, in: zone) } == ["2027-01-04T00:00:00Z"])
        let never = try Self.components(#"{"dates":["2027-01-01"],"weekday":2}"#)
        #expect(throws: TimeSpecError.self) { try never.rule().checked() }
    }

    @Test func manyAreSaidInShort() throws {
        let parts = try Self.components(
            #"{"dates":["2027-01-01","2027-01-02","2027-01-03","2027-01-04"]}"#
        )
        #expect(
            try parts.rule().words == "on 4 days from 1 January 2027 to 4 January 2027 at 00:00"
        )
    }

    @Test(
        arguments: [
            #"{"dates":["2027-02-29"]}"#, #"{"dates":["2027-01-02","2027-01-01"]}"#,
            #"{"dates":["2027-01-01","2027-01-01"]}"#, #"{"dates":["2027-1-1"]}"#,
            #"{"dates":"2027-01-01"}"#, #"{"dates":[1]}"#, #"{"dates":["2027-01-01"}"#,
            #"{"dates":[]}"#, #"{"dates":["0000-01-01"]}"#, #"{"dates":["+027-01-01"]}"#,
        ]
    )
    func badOnesAreRefused(json: String) {
        #expect(throws: TimeSpecError.self) { try Self.components(json).rule() }
    }
}
