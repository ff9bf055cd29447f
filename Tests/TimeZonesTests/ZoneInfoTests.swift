import Foundation
import TestSupport
import Testing

@testable import TimeZones

@Suite("Zone files")
struct ZoneInfoTests {
    /// With daylight saving time of either half of the year, of half an hour, of two hours and negative, and with
    /// changes at midnight, by the moon and of the date.
    private static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Antarctica/Troll",
        "America/Nuuk", "America/Santiago", "Asia/Beirut", "Pacific/Apia", "America/St_Johns",
        "Pacific/Chatham", "Africa/Casablanca", "Asia/Kolkata", "Europe/Dublin", "Africa/Cairo",
        "America/Havana", "Asia/Gaza", "America/Toronto", "Asia/Tehran", "America/Asuncion",
        "Africa/El_Aaiun",
    ]

    @Test("spans agree with zdump, beyond the years that files list too")
    func agreesWithZdump() async throws {
        for name in Self.zones {
            let zone = try #require(ZoneInfo.named(name))
            var count = 0
            for (second, offset) in try await ZoneDump.changes(of: name) {
                #expect(zone.span(at: second).offset == offset, "\(name) at \(second)")
                count += 1
            }
            #expect(count > 4, "\(name)")
        }
    }

    @Test("spans join without a seam", arguments: ["Europe/Dublin", "Africa/Casablanca", "UTC"])
    func joins(name: String) throws {
        let zone = try #require(ZoneInfo.named(name))
        var span = zone.span(at: -4_000_000_000)
        #expect(span.start == .min)
        while span.end != .max, span.end < 10_000_000_000 {
            let following = zone.span(at: span.end)
            #expect(following.start == span.end)
            #expect(following.offset != span.offset)
            #expect(zone.span(at: span.end - 1) == span)
            span = following
        }
    }

    @Test(
        "what is no name of a zone",
        arguments: [
            "", "Nowhere/City", "../../etc/passwd", "Europe/../UTC", "/etc/localtime", "+02:00",
            "CET-1CEST,M3.5.0,M10.5.0/3", "zone.tab", "America", "Europe/", ":UTC",
            "Europe/Berlin ", "Europe//Berlin",
        ]
    )
    func unknown(name: String) {
        #expect(ZoneInfo.named(name) == nil)
    }

    @Test("the value of TZ in all its forms")
    func variable() throws {
        let summer: Int64 = 1_814_400_000
        func offset(_ variable: String) -> Int64 {
            ZoneInfo.local(variable: variable, file: "/none").span(at: summer).offset
        }
        #expect(offset("Europe/Berlin") == 7200)
        #expect(offset(":Europe/Berlin") == 7200)
        #expect(offset("/usr/share/zoneinfo/Asia/Kolkata") == 19_800)
        #expect(offset("CET-1CEST,M3.5.0,M10.5.0/3") == 7200)
        #expect(offset("IST-1GMT0,M10.5.0,M3.5.0/1") == 3600)
        #expect(offset("<+0330>-3:30") == 12_600)
        #expect(offset("EST5EDT") == -14_400)
        #expect(offset("nonsense!") == 0)
        #expect(offset("") == 0)
        #expect(
            ZoneInfo.local(variable: "Europe/Berlin", file: "/none").identifier == "Europe/Berlin"
        )
    }

    @Test("a localtime file that is a link, a copy, or missing; and a change of it")
    func localtime() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "zones-\(UInt64.random(in: 1 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appending(path: "link").path
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: "/usr/share/zoneinfo/Asia/Tokyo"
        )
        #expect(ZoneInfo.local(variable: nil, file: link).identifier == "Asia/Tokyo")
        let copy = folder.appending(path: "copy").path
        try FileManager.default.copyItem(atPath: "/usr/share/zoneinfo/Asia/Kolkata", toPath: copy)
        let held = ZoneInfo.local(variable: nil, file: copy)
        #expect(held.span(at: 0).offset == 19_800)
        #expect(ZoneInfo.local(variable: nil, file: folder.path + "/none").identifier == "UTC")

        try FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: "/usr/share/zoneinfo/Asia/Tokyo", toPath: copy)
        ZoneInfo.dropAll()
        #expect(held.span(at: 0).offset == 32_400)
    }

    @Test("damaged files are no zones", arguments: [0, 10, 43, 44, 60, 200, 500])
    func damaged(length: Int) throws {
        let bytes = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin"))
        let file = FileManager.default.temporaryDirectory
            .appending(path: "zone-\(UInt64.random(in: 1 ... .max))")
        try bytes.prefix(length).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(ZoneTable(file: file.path) == nil)
    }

    @Test("a zone's digest changes with its file")
    func digest() throws {
        let berlin = try #require(ZoneInfo.named("Europe/Berlin"))
        let paris = try #require(ZoneInfo.named("Europe/Paris"))
        #expect(!berlin.digest.isEmpty)
        #expect(berlin.digest != paris.digest)
        #expect(try #require(ZoneInfo.rule("CET-1")).digest.isEmpty)
        // The first two of the published examples of FNV-1a.
        #expect(ZoneFile.checksum([]) == "cbf29ce484222325")
        #expect(ZoneFile.checksum([UInt8(ascii: "a")]) == "af63dc4c8601ec8c")
    }

    @Test("what is no regular file is no zone")
    func otherKinds() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "zones-\(UInt64.random(in: 1 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pipe = folder.appending(path: "pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(ZoneTable(file: pipe) == nil)
        #expect(ZoneTable(file: folder.path) == nil)
    }
}
