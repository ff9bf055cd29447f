import NotifyCore
import Testing

@Suite("Spans")
struct TimeSpanTests {
    @Test(
        "lengths",
        arguments: [
            ("500ms", 500_000), ("0.5s", 500_000), ("90s", 90_000_000),
            ("1h30m", 5_400_000_000), ("1h 30min", 5_400_000_000), ("2 days", 172_800_000_000),
            ("1 week", 604_800_000_000), ("1.5h", 5_400_000_000), (".5s", 500_000), ("1us", 1),
            ("0.0000001s", 1), ("1.0000001s", 1_000_001), ("+5min", 300_000_000),
            ("1d2h3m4s5ms6us", 93_784_005_006), (" 2 hours ", 7_200_000_000),
            ("3 H", 10_800_000_000),
            ("0.3s", 300_000), ("0.7h", 2_520_000_000),
        ] as [(String, Int64)]
    )
    func lengths(text: String, microseconds: Int64) throws {
        #expect(try TimeSpan(text).microseconds == microseconds)
    }

    @Test(
        "refusals",
        arguments: [
            ("", 1, "the duration is empty: write one such as 90s, 1h30m or 2 days"),
            ("90", 1, "90 alone can be seconds or minutes: write 90s or 90min"),
            (" 0.10 ", 2, "0.10 alone can be seconds or minutes: write 0.10s or 0.10min"),
            ("0", 1, "a duration must be longer than zero: write 1s or more"),
            ("0s", 1, "a duration must be longer than zero: write 1s or more"),
            ("-5s", 1, "a duration cannot be negative: omit the -"),
            ("5s -1s", 4, "a duration cannot be negative: omit the -"),
            ("5 minuts", 3, "\"minuts\" is not a unit: did you mean minutes?"),
            ("5 months", 3, "months differ in length: write days or weeks"),
            ("5M", 2, "M means months to some programs: write min for minutes, or days"),
            ("1h30", 5, "a unit must follow the number: write s, min, h, d or w"),
            ("s", 1, "a number is expected here: write one such as 90s, 1h30m or 2 days"),
            (
                "99999999999999999999s", 1,
                "the duration is longer than 10,000 years: write a shorter one"
            ),
            (
                "9999999999 weeks", 1,
                "the duration is longer than 10,000 years: write a shorter one"
            ),
        ]
    )
    func refusals(text: String, column: Int, message: String) {
        let error = #expect(throws: TimeSpecError.self) { try TimeSpan(text) }
        #expect(error?.message == message)
        #expect(error?.column == column)
    }

    @Test("in words")
    func words() throws {
        #expect(try TimeSpan("90min").description == "1 h 30 min")
        #expect(TimeSpan(microseconds: 0) == nil)
    }
}
