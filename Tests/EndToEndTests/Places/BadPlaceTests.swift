import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import RequestFiles
@testable import SchedulerAgent

/// Places that are none: refused at every door, in a sentence that says what may stand there.
@Suite(.serialized) struct BadPlaceTests {
    /// Latitude, longitude and radius as people write them, and what is said.
    private static let places: [(text: String, words: String)] = [
        ("91,13,200", latitude("91.0")), ("-90.0001,13,200", latitude("-90.0001")),
        ("52,181,200", longitude("181.0")), ("52,-180.5,200", longitude("-180.5")),
        ("52,13,0", radius("0.0")), ("52,13,-5", radius("-5.0")),
        ("52,13,1000000000", radius("1000000000.0")), ("52,13,0.999", radius("0.999")),
        ("52,13,1000001", radius("1000001.0")), ("geo:91,13", latitude("91.0")),
        ("geo:52,13;u=0", radius("0.0")), ("nan,13,200", ranges), ("52,inf,200", ranges),
        ("52,13,-inf", radius("-inf", orNone: true)), ("52,13,nan", radius("nan", orNone: true)),
        ("52,13,", radius("", orNone: true)), (",13,200", ranges), ("52,,200", ranges),
        (",,", ranges), ("52,13", ranges), ("52,13,200,1", ranges), ("geo:", ranges),
    ]

    private static let ranges =
        "is not a place; write LAT,LON,METRES as in 52.52,13.405,200, or geo:52.52,13.405;u=200, with -90 "
        + "to 90, -180 to 180 and 1 to 1000000"

    private static func latitude(_ number: String) -> String {
        "the latitude \(number) is not between -90 and 90 degrees"
    }

    private static func longitude(_ number: String) -> String {
        "the longitude \(number) is not between -180 and 180 degrees"
    }

    private static func radius(_ number: String, orNone: Bool = false) -> String {
        orNone
            ? "the radius is not a number of metres, 1 to 1000000"
            : "the radius \(number) is not between 1 and 1000000 metres"
    }

    private static let nowhere =
        "the region is to notify neither on entry nor on exit; choose at least one of them"

    @Test func theCommandLineRefusesThem() async throws {
        let fixture = try await AgentFixture()
        for (text, words) in Self.places {
            let refused = try await fixture.run(["add", "T", "--near", text])
            #expect(refused.code == 65, "\(text)")
            #expect(refused.error.contains("--near \"\(text)\""), "\(refused.error)")
            #expect(refused.error.contains(words), "\(text): \(refused.error)")
        }
        #expect(try await fixture.listed("list") == [])
    }

    @Test func aFileOfRequestsIsRefusedWithThem() throws {
        let zones = ZoneSource(local: { FixedZone.utc }, named: { _ in nil }, dropAll: {})
        let files = Self.places.map { ("Near=\($0.text)", $0.words) }
        for (keys, words) in files + [("Near=1,2,3\nOnEntry=false", Self.nowhere)] {
            let refusal = #expect(throws: RequestFile.Refusal.self, "\(keys)") {
                let file = try RequestFile(
                    "[Request]\nTitle=T\n\(keys)\n",
                    identifier: "a",
                    path: "/f"
                )
                _ = try file.request(now: Instant(seconds: 1_800_000_000), zones: zones)
            }
            let problem = refusal?.problems.first ?? ""
            #expect(problem.hasPrefix("/f:3: Near ") && problem.contains(words), "\(problem)")
        }
    }

    /// Latitude, longitude, radius, and whether in and out count.
    private static let regions: [(numbers: [Double], ways: (Bool, Bool), words: String)] = [
        ([91, 13, 200], (true, true), latitude("91.0")),
        ([.nan, 13, 200], (true, true), latitude("nan")),
        ([.infinity, 13, 200], (true, true), latitude("inf")),
        ([52, 181, 200], (true, true), longitude("181.0")),
        ([52, .nan, 200], (true, true), longitude("nan")),
        ([52, 13, 0], (true, true), radius("0.0")),
        ([52, 13, -5], (true, true), radius("-5.0")),
        ([52, 13, 1e9], (true, true), radius("1000000000.0")),
        ([52, 13, .nan], (true, true), radius("nan")),
        ([52, 13, .infinity], (true, true), radius("inf")),
        ([52, 13, 200], (false, false), nowhere),
    ]

    @Test func theAgentRefusesThem() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        for (numbers, ways, words) in Self.regions {
            let region = CircularRegion(
                center: Coordinate(latitude: numbers[0], longitude: numbers[1]),
                radius: numbers[2],
                notifyOnEntry: ways.0,
                notifyOnExit: ways.1
            )
            let error = await #expect(throws: GLibError.self, "\(words)") {
                try await fixture.add(
                    NotificationRequest(
                        appID: AgentNames.app,
                        identifier: "x",
                        content: NotificationContent(title: "T"),
                        trigger: .location(LocationTrigger(region: region))
                    )
                )
            }
            #expect(error?.message == words)
            #expect(error?.remoteName == "org.notifyschedule.Error.InvalidTrigger")
        }
        #expect(try await fixture.listed("list") == [])
        withExtendedLifetime(agent) {}
    }

    @Test func aFileOfAnExportIsRefusedWithThem() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        for (numbers, ways, words) in Self.regions {
            // JSON has no word for what is no number; the export writes a text there.
            let texts = numbers.map { $0.isFinite ? "\($0)" : "\"\($0)\"" }
            let trigger =
                #"{"type":"location","latitude":\#(texts[0]),"longitude":\#(texts[1]),"#
                + #""radius":\#(texts[2]),"notifyOnEntry":\#(ways.0),"notifyOnExit":\#(ways.1)}"#
            let refused = try await fixture.run(
                ["import", "-"],
                input: #"{"format":"notify-schedule","version":1}"# + "\n"
                    + #"{"list":"pending","request":{"identifier":"x","content":{"title":"T"},"#
                    + #""trigger":\#(trigger)}}"# + "\n"
            )
            #expect(refused.code == 65, "\(trigger)")
            #expect(refused.error.contains("line 2: "), "\(refused.error)")
            let isNumber = numbers.allSatisfy(\.isFinite)
            #expect(
                refused.error.contains(isNumber ? words : "write a number"),
                "\(trigger): \(refused.error)"
            )
        }
        #expect(try await fixture.listed("list") == [])
        withExtendedLifetime(agent) {}
    }
}
