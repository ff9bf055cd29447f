import NotifyCore
import Testing

@testable import ScheduleCommands

@Suite struct DateTextTests {
    /// Lines that follow each other stay aligned in the first second of a minute, too.
    @Test(arguments: [
        (1_800_000_000, "Fri 2027-01-15 08:00:00"), (1_800_000_007, "Fri 2027-01-15 08:00:07"),
    ])
    func secondsAreAlwaysThere(_ row: (seconds: Int64, text: String)) {
        #expect(DateText.withSeconds(Instant(seconds: row.seconds), in: FixedZone.utc) == row.text)
    }
}
