import Foundation
import TestSupport
import Testing

@testable import TimeZones

/// Values of TZ as POSIX writes them, compared with what the C library's `date` makes of them.
@Suite("POSIX zones")
struct PosixZoneTests {
    /// Both signs, quoted names, all forms of a day, times before midnight and beyond a day, both
    /// hemispheres, and daylight saving time that is negative or lasts all year.
    static let rules = [
        "UTC+5", "UTC-5", "GMT+3", "UTC0", "EST5", "XYZ-14:59:59", "<+0330>-3:30", "<-03>3",
        "ABC+24",
        "CET-1CEST,M3.5.0,M10.5.0/3", "CET-1CEST,M3.5.0/2:00:00,M10.5.0/3:00:00",
        "EST5EDT4,M3.2.0,M11.1.0", "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1",
        "AEST-10AEDT,M10.1.0,M4.1.0/3", "NZST-12NZDT,M9.5.0,M4.1.0/3",
        "LHST-10:30LHDT-11,M10.1.0,M4.1.0", "IST-1GMT0,M10.5.0,M3.5.0/1",
        "AAA-3BBB,J60,J300", "AAA-3BBB,59/4,299", "AAA3BBB,J2/0,J364/23", "AAA-3BBB,1/0,J364/24",
        "AAA-2BBB,M2.4.5/1,364/5:30:15", "AAA3BBB,M3.2.0/50,M11.1.0/-30",
        "AAA3BBB,M3.2.0/167,M11.1.0/-167", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
    ]

    @Test("rules say what the C library's date says", arguments: rules)
    func agreesWithDate(rule: String) async throws {
        let zone = try #require(ZoneInfo.zone(variable: rule))
        // All hours of the day in the four years of a leap cycle, and both sides of each change.
        var seconds = stride(from: Int64(1_767_225_600), to: 1_893_456_000, by: 7 * 3_600 + 1_234)
            .map { $0 }
        var span = zone.span(at: seconds[0])
        while span.end < seconds[seconds.count - 1] {
            seconds += [span.end - 1, span.end]
            span = zone.span(at: span.end)
        }
        let offsets = try await Self.offsets(at: seconds, in: rule)
        #expect(offsets.count == seconds.count)
        let wrong = zip(seconds, offsets).filter { zone.span(at: $0).offset != $1 }
        #expect(wrong.isEmpty, "\(rule): \(wrong.prefix(4))")
    }

    /// The C library looks at the changes of one year of UTC alone, and is wrong for hours around its end.
    @Test("a change that lies in another year in UTC")
    func newYear() throws {
        let zone = try #require(ZoneInfo.zone(variable: "AAA3BBB,J1/0,J365/23"))
        // 2025-12-31 22:00 to 2026-01-01 00:00 outside daylight saving time, on the clock of AAA.
        let end: Int64 = 1_767_229_200
        #expect(zone.span(at: end - 1).offset == -7_200)
        #expect(zone.span(at: end) == ZoneInfo.Span(start: end, end: end + 7_200, offset: -10_800))
        #expect(zone.span(at: end + 7_200).offset == -7_200)
        let always = try #require(ZoneInfo.zone(variable: "XXX3EDT4,0/0,J365/23"))
        #expect(always.span(at: end).offset == -14_400)
    }

    @Test("what the C library takes for UTC without a word, or reads in part, is no zone")
    func unreadable() {
        let texts = [
            "/etc/passwd", "/nonexistent", "/usr/share/zoneinfo", "nonsense", "nonsense!", "UTC+",
            "UTC+25", "UTC+5:60", "AB5", "<AB>5", "<+05-5", "<+5 >-5", "CET-1CEST,M3.5.0",
            "CET-1CEST,M3.5.0,", "CET-1CEST,M3.5.0,M10.5.0/3x", "CET-1CEST,M13.5.0,M10.5.0",
            "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "AAA3BBB,J0,J300",
            "AAA3BBB,J1,J366", "AAA3BBB,0,366", "AAA3BBB,M3.2.0/168,M11.1.0", "+5", "::UTC",
            "Europe/Berlin ", "../UTC",
        ]
        for text in texts { #expect(ZoneInfo.zone(variable: text) == nil, "\(text)") }
    }

    @Test("a rule without dates has those of the United States, and its name has them too")
    func withoutDates() throws {
        let zone = try #require(ZoneInfo.zone(variable: "AAA3BBB"))
        let dated = try #require(ZoneInfo.zone(variable: "AAA3BBB,M3.2.0,M11.1.0"))
        #expect(zone.identifier == dated.identifier)
        for second in stride(from: Int64(1_767_225_600), to: 1_798_761_600, by: 86_400) {
            #expect(zone.span(at: second) == dated.span(at: second))
        }
    }

    @Test("a file of the zone database has its name, with a colon before it or not")
    func files() throws {
        let path = "/usr/share/zoneinfo/Asia/Kolkata"
        for text in [path, ":\(path)", "Asia/Kolkata", ":Asia/Kolkata"] {
            #expect(ZoneInfo.zone(variable: text)?.identifier == "Asia/Kolkata", "\(text)")
        }
    }

    @Test("a value that cannot be read leaves the machine's zone")
    func fallsBack() {
        let zone = ZoneInfo.local(
            variable: "/etc/passwd",
            file: "/usr/share/zoneinfo/Asia/Tokyo"
        )
        #expect(zone.identifier == "Asia/Tokyo")
    }

    /// The offsets that `date` has at each second.
    private static func offsets(at seconds: [Int64], in rule: String) async throws -> [Int64] {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "dates-\(UInt64.random(in: 1 ... .max))")
        try seconds.map { "@\($0)\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try await Program(path: "/bin/date").run(
            ["-f", file.path, "+%::z"],
            environment: ["LC_ALL": "C", "TZ": rule]
        )
        return outcome.output.split(separator: "\n").compactMap { line in
            let parts = line.dropFirst().split(separator: ":").compactMap { Int64($0) }
            guard parts.count == 3 else { return nil }
            let offset = parts[0] * 3_600 + parts[1] * 60 + parts[2]
            return line.hasPrefix("-") ? -offset : offset
        }
    }
}
