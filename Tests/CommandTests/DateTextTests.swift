import NotifyCore
import Testing

@testable import ScheduleCommands

@Suite struct DateTextTests {
    /// Lines that follow each other stay aligned in the first second of a minute, too.
    @Test(arguments: [
        (1_800_000_000, "Fri 2027-01-15 08:00:00"), (1_800_000_007, "Fri 2027-01-15 08:00:07"),
    ])
    func secondsAreAlwaysThere(_ row: (seconds: Int64, text: String)) {
        let text = DateText.withSeconds(
            Instant(seconds: row.seconds),
            in: FixedZone.utc,
            isTerminal: true
        )
        #expect(text == row.text)
    }

    @Test("A column has seconds where one date has some, and RFC 3339 where no terminal reads it")
    func column() {
        let dates = [Instant(seconds: 1_800_000_000), Instant(microseconds: 1_800_000_007_500_000)]
        let zone = FixedZone.utc
        #expect(
            DateText.column(dates, in: zone, isTerminal: true)
                == ["Fri 2027-01-15 08:00:00", "Fri 2027-01-15 08:00:07"]
        )
        #expect(DateText.column([dates[0]], in: zone, isTerminal: true) == ["Fri 2027-01-15 08:00"])
        #expect(
            DateText.column(dates, in: zone, isTerminal: false)
                == ["2027-01-15T08:00:00Z", "2027-01-15T08:00:07Z"]
        )
        #expect(JSONOutput.date(dates[1]) == "2027-01-15T08:00:07Z")
    }
}
