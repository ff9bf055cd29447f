import NotifyCore
import Synchronization
import Testing

/// Remarks on a date that lies thousands of years ahead: they delay no other caller.
@Suite struct FarRemarkTests {
    /// A zone that counts how often it is asked.
    private final class CountingZone: ZoneRules {
        let zone: TestZone
        let questions = Atomic<Int>(0)
        var identifier: String { zone.identifier }

        init(_ zone: TestZone) {
            self.zone = zone
        }

        func span(at second: Int64) -> ZoneSpan {
            questions.add(1, ordering: .relaxed)
            return zone.span(at: second)
        }
    }

    private static func remarks(
        _ json: String,
        in zone: some ZoneRules
    ) throws -> [String] {
        let rule = try CalendarComponents(json: json).rule().checked()
        return rule.remarks(after: Instant(seconds: 1_700_000_000), in: zone, repeats: false)
    }

    @Test func theClocksOfAllYearsBeforeAreNotLookedAt() throws {
        let zone = CountingZone(try TestZone("Europe/Berlin"))
        let json = #"{"year":9998,"month":12,"day":31,"hour":2,"minute":30}"#
        #expect(try Self.remarks(json, in: zone).isEmpty)
        #expect(zone.questions.load(ordering: .relaxed) < 100)
    }

    @Test func theGapOfThatDayIsRemarkedOn() throws {
        let zone = try TestZone("Europe/Berlin")
        let json = #"{"year":2090,"month":3,"day":26,"hour":2,"minute":30}"#
        #expect(try Self.remarks(json, in: zone).count == 1)
    }
}
