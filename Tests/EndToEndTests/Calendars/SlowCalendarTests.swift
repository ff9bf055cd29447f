import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import TestSupport
import Testing

/// Calendars of a few bytes that take very long to read, with the real programs.
@Suite(.serialized) struct SlowCalendarTests {
    private let fixture: AgentFixture
    private let folder: String

    init() async throws {
        fixture = try await AgentFixture()
        let made = "\(fixture.directory)/calendars"
        try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
        folder = URL(filePath: made).resolvingSymlinksInPath().path(percentEncoded: false)
    }

    private func write(_ name: String, _ text: String) throws {
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }

    private static func event(_ uid: String, title: String? = nil, _ lines: String...) -> String {
        let all = ["UID:\(uid)", "SUMMARY:\(title ?? uid)", "DTSTART:20990301T090000Z"] + lines
        return ImportAgainTests.calendar(all.joined(separator: "\n"))
    }

    /// Rules each of whose dates is one of thousands of steps, as exceptions of a rule without end.
    private static var slow: String {
        let rules = (0..<2_880).map { number in
            "EXRULE:FREQ=MINUTELY;INTERVAL=\(number % 2 == 0 ? 1_441 : 1_439);BYHOUR=\(number / 120);"
                + "BYMINUTE=\(number / 2 % 60)"
        }
        return ImportAgainTests.calendar(
            (["UID:slow", "SUMMARY:slow", "DTSTART:19700101T030700Z", "RRULE:FREQ=MINUTELY"]
                + rules).joined(separator: "\n")
        )
    }

    /// What the agent remembers of the files.
    private func files() async throws -> [FileEntry] {
        let reply = try await fixture.client.call(
            "Calendars",
            on: AgentNames.destination,
            .tuple([.string(folder)])
        )
        return try CalendarEntry(record: reply[0]?[0]).files
    }

    private static let reason =
        "reading it takes longer than 2 s and 4 s for each MiB; leave out or correct the rules that have very many "
        + "dates, or split it"

    /// The zone of a file of 275 bytes, each second of which would be looked at from the year 1601 on.
    @Test("A zone that changes its clock each second is refused at once, by its name")
    func hostileZone() async throws {
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VTIMEZONE
            TZID:Evil
            BEGIN:STANDARD
            DTSTART:16010101T000000
            TZOFFSETFROM:+0000
            TZOFFSETTO:+0100
            RRULE:FREQ=SECONDLY
            END:STANDARD
            END:VTIMEZONE
            BEGIN:VEVENT
            UID:u
            SUMMARY:S
            DTSTART;TZID=Evil:20990101T090000
            END:VEVENT
            END:VCALENDAR

            """
        let outcome = try await fixture.run(["import", "--format", "ical", "-"], input: text)
        #expect(outcome.code == 65)
        #expect(
            outcome.error
                == "notify-schedule: line 14, \"S\": DTSTART: the time zone \"Evil\" has the rule \"FREQ=SECONDLY\", "
                + "which is finer than FREQ=YEARLY (line 2); write a name such as Europe/Berlin, or the date in UTC\n"
        )
        try write("evil.ics", text)
        try write("good.ics", Self.event("good"))
        let followed = try await fixture.run(["import", "--follow", folder])
        #expect(followed.output.hasPrefix("imported 1 pending"), "\(followed)")
        let problem = "evil.ics: line 14, \"S\": DTSTART: the time zone \"Evil\""
        #expect(followed.error.contains(problem), "\(followed)")
        let doctor = try await fixture.run(["doctor"]).output
        #expect(doctor.contains("evil.ics: line 14"), "\(doctor)")
    }

    @Test("A file that takes too long delays no other, is named, and is not tried again")
    func slowFile() async throws {
        try write("a-slow.ics", Self.slow)
        try write("good.ics", Self.event("good"))
        let alone = try await fixture.run(["import", "\(folder)/a-slow.ics"])
        #expect(alone.code == 65)
        #expect(alone.error == "notify-schedule: \(Self.reason)\n", "\(alone)")
        let first = try await fixture.run(["import", "--follow", folder])
        #expect(first.output == "imported 1 pending; follows \(folder)\n", "\(first)")
        #expect(first.error.contains("\(folder)/a-slow.ics: \(Self.reason)"), "\(first)")
        let words = "a-slow.ics: reading it takes longer than 2 s"
        #expect(try await fixture.run(["calendars"]).error.contains(words))
        #expect(try await fixture.run(["doctor"]).output.contains(words))
        // Its stamp is remembered, so that a change of another file leaves it alone.
        let files = try await files()
        #expect(files.map(\.name) == ["a-slow.ics", "good.ics"])
        #expect(files.allSatisfy { !$0.stamp.isEmpty })
        try write("good.ics", Self.event("good", title: "Changed"))
        try await poll(30, "the change") {
            try await fixture.listed("list").map(\.content.title) == ["Changed"] ? true : nil
        }
        #expect(try await fixture.run(["calendars"]).error.contains(words))
        // Once it is corrected, it is read.
        try write("a-slow.ics", Self.event("slow"))
        try await poll(30, "the correction") {
            try await fixture.listed("list").map(\.identifier).sorted() == ["good", "slow"]
                ? true : nil
        }
        #expect(try await fixture.run(["calendars"]).error == "")
    }

    @Test("What the agent refuses of a file keeps no other one out")
    func refusedFile() async throws {
        #expect(try await fixture.run(["import", "--follow", folder]).code == 0)
        // More than an import may have.
        let alarms = String(
            repeating: ImportAgainTests.alarm("-PT1M").replacing(
                "END:VALARM",
                with: "REPEAT:100\nDURATION:PT1M\nEND:VALARM"
            ) + "\n",
            count: 2_500
        )
        try write("a-many.ics", Self.event("many", alarms))
        try write("good.ics", Self.event("good"))
        try await poll(60, "the good file") {
            try await fixture.listed("list").map(\.identifier).contains("good") ? true : nil
        }
        try await poll(60, "the problem") {
            let error = try await fixture.run(["calendars"]).error
            return error.contains("a-many.ics: ") ? true : nil
        }
    }
}
