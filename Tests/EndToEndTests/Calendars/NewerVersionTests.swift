import AgentTestSupport
import Foundation
import GLibBridge
import TestSupport
import Testing

/// Versions of one event in several files and imports, with the real agent.
@Suite(.serialized) struct NewerVersionTests {
    private let fixture: AgentFixture
    private let folder: String

    init() async throws {
        fixture = try await AgentFixture()
        let made = "\(fixture.directory)/calendar"
        try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
        folder = URL(filePath: made).resolvingSymlinksInPath().path(percentEncoded: false)
    }

    private static func calendar(
        _ title: String,
        _ sequence: Int?,
        _ lines: String...,
        method: String = "REQUEST"
    ) -> String {
        let head = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "METHOD:\(method)", "BEGIN:VEVENT", "UID:u",
            "SUMMARY:\(title)", "DTSTART:20990301T090000Z",
        ]
        let number = sequence.map { ["SEQUENCE:\($0)", "DTSTAMP:20270101T000000Z"] } ?? []
        return (head + number + lines + ["END:VEVENT", "END:VCALENDAR", ""]).joined(separator: "\n")
    }

    private func load(_ text: String, _ options: String...) async throws -> Program.Outcome {
        let outcome = try await fixture.run(
            ["import", "--format", "ical"] + options + ["-"],
            input: text
        )
        #expect(outcome.code == 0, "\(outcome)")
        return outcome
    }

    private func titles() async throws -> [String] {
        try await fixture.listed("list").map(\.content.title).sorted()
    }

    private func waitFor(_ expected: [String]) async throws {
        try await poll(20, "\(expected)") { try await titles() == expected ? true : nil }
    }

    private func write(_ name: String, _ text: String) throws {
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }

    @Test("An old mail that is opened again changes nothing, also after a cancellation")
    func anOldMailChangesNothing() async throws {
        _ = try await load(Self.calendar("Two", 2))
        let old = try await load(Self.calendar("One", 1))
        #expect(old.output == "imported 0 pending\n")
        #expect(
            old.error
                == "notify-schedule: warning: \"One\": this version (SEQUENCE 1 of 2027-01-01T00:00:00Z) is "
                + "older than the one that is known (SEQUENCE 2 of 2027-01-01T00:00:00Z); it is left out\n"
        )
        #expect(try await titles() == ["Two"])
        // The same version, and one without a number, are read as before.
        _ = try await load(Self.calendar("Same", 2))
        #expect(try await titles() == ["Same"])
        _ = try await load(Self.calendar("None", nil))
        #expect(try await titles() == ["None"])
        _ = try await load(Self.calendar("Three", 3, "STATUS:CANCELLED", method: "CANCEL"))
        #expect(try await titles() == [])
        _ = try await load(Self.calendar("Two", 2))
        #expect(try await titles() == [])
        try await fixture.endAgent(SIGTERM)
        _ = try await load(Self.calendar("Two", 2, "STATUS:CANCELLED", method: "CANCEL"))
        _ = try await load(Self.calendar("Four", 4))
        #expect(try await titles() == ["Four"])
        _ = try await load(Self.calendar("Three", 3, "STATUS:CANCELLED", method: "CANCEL"))
        #expect(try await titles() == ["Four"])
    }

    @Test("An older version of one date of a series leaves the newer one") func datesHaveVersions()
        async throws
    {
        let series = Self.calendar("Series", 5, "RRULE:FREQ=DAILY")
        let date = "RECURRENCE-ID:20990302T090000Z"
        _ = try await load(series)
        // A date has versions of its own.
        _ = try await load(Self.calendar("Date 2", 2, date))
        #expect(try await titles() == ["Date 2", "Series"])
        _ = try await load(Self.calendar("Date 1", 1, date))
        #expect(try await titles() == ["Date 2", "Series"])
        // Nor does an older series bring its dates back.
        _ = try await load(Self.calendar("Old", 4, "RRULE:FREQ=DAILY"))
        #expect(try await titles() == ["Date 2", "Series"])
        // A newer series without the date has it back.
        _ = try await load(Self.calendar("New", 6, "RRULE:FREQ=DAILY"))
        #expect(try await titles() == ["New"])
    }

    private static let moved = "RECURRENCE-ID:20990302T090000Z"
    private static let series = calendar("Series", 1, "RRULE:FREQ=DAILY;COUNT=4")
    /// A message of the second date, which was written after the series.
    private static func date(_ title: String, _ start: String, _ lines: String...) -> String {
        calendar(title, 1, ([moved] + lines).joined(separator: "\n"))
            .replacing("DTSTART:20990301", with: "DTSTART:\(start)")
            .replacing("DTSTAMP:20270101", with: "DTSTAMP:20270105")
    }

    /// The dates on which something comes, with the titles, as `simulate` prints them.
    private func simulated() async throws -> [String] {
        let outcome = try await fixture.run(
            ["simulate", "--from", "2099-02-28", "--to", "2099-03-10", "--json"]
        )
        #expect(outcome.code == 0, "\(outcome)")
        let deliveries = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        return (deliveries as? [[String: Any]] ?? []).map { delivery in
            let date = delivery["date"] as? String ?? ""
            return "\(date.prefix(10).dropFirst(5)) \(delivery["title"] as? String ?? "")"
        }
    }

    @Test("A date that is moved or cancelled by a message of its own leaves its series")
    func aMessageTakesItsDate() async throws {
        _ = try await load(Self.series)
        _ = try await load(Self.date("Moved", "20990308"))
        let moved = ["03-01 Series", "03-03 Series", "03-04 Series", "03-08 Moved"]
        #expect(try await simulated() == moved)
        // The series that is opened again has not heard of it.
        _ = try await load(Self.series)
        #expect(try await simulated() == moved)
        // Nor has a newer one that was written before.
        let newer = Self.series.replacing("SEQUENCE:1", with: "SEQUENCE:2")
            .replacing("DTSTAMP:20270101", with: "DTSTAMP:20270103")
        _ = try await load(newer)
        #expect(try await simulated() == moved)
        let cancel = Self.date("Moved", "20990308", "STATUS:CANCELLED")
            .replacing("SEQUENCE:1", with: "SEQUENCE:2")
        _ = try await load(cancel)
        let rest = ["03-01 Series", "03-03 Series", "03-04 Series"]
        #expect(try await simulated() == rest)
        _ = try await load(Self.series)
        _ = try await load(newer)
        try await fixture.endAgent(SIGTERM)
        let agent = try await fixture.startAgent()
        #expect(try await simulated() == rest)
        // A series that was written later knows.
        _ = try await load(newer.replacing("DTSTAMP:20270103", with: "DTSTAMP:20270107"))
        #expect(
            try await simulated() == ["03-01", "03-02", "03-03", "03-04"].map { "\($0) Series" }
        )
        withExtendedLifetime(agent) {}
    }

    @Test("A date that comes before its series is taken out of it") func aDateComesFirst()
        async throws
    {
        _ = try await load(Self.date("Moved", "20990308"))
        _ = try await load(Self.series)
        #expect(
            try await simulated() == [
                "03-01 Series", "03-03 Series", "03-04 Series", "03-08 Moved",
            ]
        )
    }

    @Test("A message that changes the rest of a series ends the series before it")
    func aMessageTakesTheRest() async throws {
        _ = try await load(Self.series)
        let rest = Self.date("Rest", "20990308")
            .replacing("RECURRENCE-ID:", with: "RECURRENCE-ID;RANGE=THISANDFUTURE:")
        _ = try await load(rest)
        #expect(try await simulated() == ["03-01 Series", "03-08 Rest"])
    }

    @Test("A date in a file of its own leaves the series of another file of the folder")
    func aFileTakesItsDate() async throws {
        try write("a.ics", Self.series)
        try write("b.ics", Self.date("Moved", "20990308"))
        #expect(try await fixture.run(["import", "--follow", folder]).code == 0)
        #expect(
            try await simulated() == [
                "03-01 Series", "03-03 Series", "03-04 Series", "03-08 Moved",
            ]
        )
    }

    @Test("A date that was moved stays when an old copy of the series comes into the folder")
    func anOldSeriesKeepsTheDates() async throws {
        let date = "RECURRENCE-ID:20990302T090000Z"
        try write("a.ics", Self.calendar("Series", 5, "RRULE:FREQ=DAILY"))
        #expect(try await fixture.run(["import", "--follow", folder]).code == 0)
        _ = try await load(Self.calendar("Mail", 2, date))
        #expect(try await titles() == ["Mail", "Series"])
        try write("b.ics", Self.calendar("Date", 3, date))
        try await waitFor(["Date", "Series"])
        try write("c.ics", Self.calendar("Old", 4, "RRULE:FREQ=DAILY"))
        try write("d.ics", Self.calendar("D", nil).replacing("UID:u", with: "UID:d"))
        try await waitFor(["D", "Date", "Series"])
        _ = try await load(Self.calendar("Older", 3, "RRULE:FREQ=DAILY"), "--sync", "work")
        #expect(try await titles() == ["D", "Date", "Series"])
    }

    @Test("A date goes that only an older file had, once that file no longer has it")
    func aDateOfAnOlderFileGoes() async throws {
        let date = "RECURRENCE-ID:20990302T090000Z"
        _ = try await load(Self.calendar("Date", 2, date), "--sync", "work")
        _ = try await load(Self.calendar("Series", 5, "RRULE:FREQ=DAILY"), "--sync", "home")
        _ = try await load(Self.calendar("Date", 2, date), "--sync", "work")
        #expect(try await titles() == ["Date", "Series"])
        _ = try await load(Self.calendar("Old", 4, "RRULE:FREQ=DAILY"), "--sync", "work")
        #expect(try await titles() == ["Series"])
    }

    @Test("A copy that a synchronisation left does not win, whichever file is read first")
    func aConflictCopyDoesNotWin() async throws {
        let copy = "a.sync-conflict-20270101.ics"
        try write("a.ics", Self.calendar("Two", 2))
        try write(copy, Self.calendar("One", 1))
        let first = try await fixture.run(["import", "--follow", folder])
        #expect(first.code == 0)
        #expect(first.error.contains("\(copy): \"Two\": this version"), "\(first)")
        #expect(try await titles() == ["Two"])
        // A change of the copy does not count either, until it is the newest.
        try write(copy, Self.calendar("One more", 1, "LOCATION:Room"))
        try write("b.ics", Self.calendar("B", nil).replacing("UID:u", with: "UID:b"))
        try await waitFor(["B", "Two"])
        try write(copy, Self.calendar("Three", 3))
        try await waitFor(["B", "Three"])
        // Once it is gone the file that is left counts, also after a start.
        try FileManager.default.removeItem(atPath: "\(folder)/\(copy)")
        try await waitFor(["B", "Two"])
        try await fixture.endAgent(SIGTERM)
        try write("0.ics", Self.calendar("One", 1))
        let agent = try await fixture.startAgent()
        try write("b.ics", Self.calendar("C", nil).replacing("UID:u", with: "UID:b"))
        try await waitFor(["C", "Two"])
        // What a file has counts, also if it was newer before: the other one is the newest then.
        try write("a.ics", Self.calendar("Zero", 0))
        try await waitFor(["C", "One"])
        try FileManager.default.removeItem(atPath: "\(folder)/0.ics")
        try await waitFor(["C", "Zero"])
        withExtendedLifetime(agent) {}
    }

    @Test("A mail may be newer than a followed calendar") func aMailMayBeNewer() async throws {
        try write("a.ics", Self.calendar("One", 1))
        #expect(try await fixture.run(["import", "--follow", folder]).code == 0)
        _ = try await load(Self.calendar("Two", 2))
        #expect(try await titles() == ["Two"])
        try write("a.ics", Self.calendar("One", 1, "LOCATION:Room"))
        try write("b.ics", Self.calendar("B", nil).replacing("UID:u", with: "UID:b"))
        try await waitFor(["B", "Two"])
        try write("a.ics", Self.calendar("Three", 3))
        try await waitFor(["B", "Three"])
        _ = try await load(Self.calendar("Two", 2))
        #expect(try await titles() == ["B", "Three"])
    }

    @Test("A file that is imported under a name is what this calendar has") func aNameIsItsFile()
        async throws
    {
        _ = try await load(Self.calendar("Two", 2), "--sync", "work")
        _ = try await load(Self.calendar("One", 1), "--sync", "work")
        #expect(try await titles() == ["One"])
        _ = try await load(Self.calendar("Three", 3), "--sync", "home")
        let old = try await load(Self.calendar("One", 1), "--sync", "work")
        #expect(old.output == "imported 0 pending\n", "\(old)")
        #expect(old.error.contains("is older than the one that is known"), "\(old)")
        #expect(try await titles() == ["Three"])
    }

    @Test("A calendar that has not changed is not imported again, and what went of it comes again")
    func anUnchangedCalendarIsFree() async throws {
        let two =
            Self.calendar("One", 1).replacing("END:VCALENDAR\n", with: "")
            + Self.calendar("Two", 1).replacing("UID:u", with: "UID:v").split(separator: "\n")
            .dropFirst(3).joined(separator: "\n") + "\n"
        #expect(try await load(two, "--sync", "work").output == "imported 2 pending\n")
        let same = "imported 2 pending, replacing 2; it has not changed\n"
        #expect(try await load(two, "--sync", "work").output == same)
        try await fixture.endAgent(SIGTERM)
        #expect(try await load(two, "--sync", "work").output == same)
        // Other options, another zone, and what the user removed.
        #expect(
            try await load(two, "--sync", "work", "--trust").output
                == "imported 2 pending, replacing 2\n"
        )
        #expect(
            try await load(two, "--sync", "work", "--trust", "--me", "me@example.org").output
                == "imported 2 pending, replacing 2\n"
        )
        #expect(try await load(two, "--sync", "work").output == "imported 2 pending, replacing 2\n")
        #expect(try await load(two, "--sync", "work").output == same)
        #expect(try await fixture.run(["remove", "u"]).code == 0)
        #expect(try await load(two, "--sync", "work").output == "imported 2 pending, replacing 1\n")
        #expect(try await load(two, "--sync", "work").output == same)
        // Another calendar has changed an event of it.
        _ = try await load(Self.calendar("Other", 1), "--sync", "home")
        #expect(try await titles() == ["Other", "Two"])
        #expect(try await load(two, "--sync", "work").output == "imported 2 pending, replacing 2\n")
        #expect(try await titles() == ["One", "Two"])
        let zone = try await fixture.run(
            ["import", "--format", "ical", "--sync", "work", "-"],
            environment: ["TZ": "Asia/Tokyo"],
            input: two
        )
        #expect(zone.output == "imported 2 pending, replacing 2\n", "\(zone)")
    }

    @Test("A followed file that is written again with the same content is not read again")
    func aFileThatIsWrittenAgainIsNotRead() async throws {
        try write("a.ics", Self.calendar("One", 1))
        #expect(try await fixture.run(["import", "--follow", folder]).code == 0)
        #expect(try await fixture.run(["remove", "u"]).code == 0)
        try write("a.ics", Self.calendar("One", 1))
        try write("b.ics", Self.calendar("B", 1).replacing("UID:u", with: "UID:b"))
        try await waitFor(["B"])
        try write("a.ics", Self.calendar("Two", 2))
        try await waitFor(["B", "Two"])
        try FileManager.default.removeItem(atPath: "\(folder)/a.ics")
        try await waitFor(["B"])
    }
}
