import NotifyCore
import Testing
import TimeZones

/// A zone of the system for tests; the program's own wrapper lies in a target that imports more.
struct TestZone: ZoneRules {
    let zone: ZoneInfo

    var identifier: String { zone.identifier }

    init(_ name: String) throws {
        zone = try #require(ZoneInfo.named(name), "no zone \(name)")
    }

    func span(at second: Int64) -> ZoneSpan {
        let span = zone.span(at: second)
        return ZoneSpan(start: span.start, end: span.end, offset: span.offset)
    }
}
