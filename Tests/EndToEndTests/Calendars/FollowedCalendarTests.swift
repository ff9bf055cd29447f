import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import TestSupport
import Testing

/// Calendars that are followed, with the real agent and the real programs.
@Suite(.serialized) struct FollowedCalendarTests {
    private let fixture: AgentFixture
    private let folder: String

    init() async throws {
        fixture = try await AgentFixture()
        let made = "\(fixture.directory)/calendars"
        try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
        // As the system names it, without links.
        folder = URL(filePath: made).resolvingSymlinksInPath().path(percentEncoded: false)
    }

    private static func event(_ uid: String, _ lines: String...) -> String {
        (["BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:\(uid)", "DTSTART:20990301T090000Z"] + lines
            + ["END:VEVENT", ""]).joined(separator: "\n")
    }

    private static func calendar(_ events: String...) -> String {
        "BEGIN:VCALENDAR\nVERSION:2.0\n\(events.joined())END:VCALENDAR\n"
    }

    /// Replaces a file by rename, as programs that synchronise do.
    private func write(_ name: String, _ text: String) throws {
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }

    private func pending() async throws -> [String] {
        try await fixture.listed("list").map { "\($0.identifier) \($0.content.title)" }.sorted()
    }

    /// Waits until something else is pending.
    private func waitFor(_ expected: [String]) async throws {
        do {
            try await poll(20, "\(expected)") { try await pending() == expected ? true : nil }
        } catch {
            // Whether the change was not seen, or could not be read.
            let calendars = try await fixture.run(["calendars", "--json"])
            Issue.record("pending: \(try await pending()), calendars: \(calendars)")
            throw error
        }
    }

    private func names() async throws -> [String] {
        struct Calendar: Decodable { let name: String }
        let output = try await fixture.run(["calendars", "--json"]).output
        return try JSONDecoder().decode([Calendar].self, from: Data(output.utf8)).map(\.name)
    }

    private func problems() async throws -> String {
        let outcome = try await fixture.run(["calendars"])
        return outcome.error
    }

    @Test func aFileIsFollowed() async throws {
        try write("a.ics", Self.calendar(Self.event("a"), Self.event("b")))
        let path = "\(folder)/a.ics"
        let first = try await fixture.run(["import", "--follow", path])
        #expect(first.output == "imported 2 pending; follows \(path)\n", "\(first)")
        #expect(try await pending() == ["a a", "b b"])
        let listed = try await fixture.run(["calendars"]).output
        #expect(listed.contains(path), "\(listed)")
        // In place, and by rename.
        let text = Self.calendar(Self.event("a").replacing("SUMMARY:a", with: "SUMMARY:New"))
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
        try await waitFor(["a New"])
        try write("a.ics", Self.calendar(Self.event("a"), Self.event("c")))
        try await waitFor(["a a", "c c"])
        // A file that breaks off may have had what was there, so that stays.
        try write("a.ics", "BEGIN:VCALENDAR\n\(Self.event("x"))")
        try await poll(20, "the problem") {
            try await problems().contains("a.ics") ? true : nil
        }
        #expect(try await problems().contains("the file ends before END:VCALENDAR"))
        #expect(try await pending() == ["a a", "c c", "x x"])
        // One that cannot be read at all changes nothing.
        try write("a.ics", "garbage")
        try await poll(20, "the other problem") {
            try await problems().contains("a calendar must start with") ? true : nil
        }
        #expect(try await pending() == ["a a", "c c", "x x"])
        try FileManager.default.removeItem(atPath: path)
        try await waitFor([])
        try write("a.ics", Self.calendar(Self.event("a")))
        try await waitFor(["a a"])
        let removed = try await fixture.run(["calendars", "remove", path])
        #expect(removed.output == "removed \(path) with 1 notification\n", "\(removed)")
        #expect(try await pending() == [])
        try write("a.ics", Self.calendar(Self.event("a"), Self.event("b")))
        #expect(try await names() == [])
    }

    @Test func aFolderIsFollowed() async throws {
        for name in ["a", "b", "c"] { try write("\(name).ics", Self.calendar(Self.event(name))) }
        try write("notes.txt", "no calendar")
        let first = try await fixture.run(["import", "--follow", folder])
        #expect(first.output == "imported 3 pending; follows \(folder)\n", "\(first)")
        try write("d.ics", Self.calendar(Self.event("d")))
        try await waitFor(["a a", "b b", "c c", "d d"])
        try FileManager.default.removeItem(atPath: "\(folder)/b.ics")
        try write("c.ics", Self.calendar(Self.event("c", "STATUS:CANCELLED")))
        try await waitFor(["a a", "d d"])
        // The same event in a file of another name.
        try FileManager.default.moveItem(atPath: "\(folder)/a.ics", toPath: "\(folder)/e.ics")
        try write("b.ics", Self.calendar(Self.event("b")))
        try await waitFor(["a a", "b b", "d d"])
        // One that cannot be read does not spoil the others.
        try write("d.ics", "garbage")
        try write("e.ics", Self.calendar(Self.event("a").replacing("SUMMARY:a", with: "SUMMARY:A")))
        try await waitFor(["a A", "b b", "d d"])
        #expect(
            try await problems().contains(
                "d.ics: line 1: a calendar must start with BEGIN:VCALENDAR"
            )
        )
    }

    /// What changes while no agent runs is seen at its start; what the user did stays.
    @Test func anAgentReadsWhatChangedBefore() async throws {
        for name in ["a", "b", "c"] { try write("\(name).ics", Self.calendar(Self.event(name))) }
        #expect(try await fixture.run(["import", "--follow", folder]).code == 0)
        #expect(try await fixture.run(["remove", "b"]).code == 0)
        #expect(try await fixture.run(["edit", "c", "--title", "Mine"]).code == 0)
        try await fixture.endAgent(SIGTERM)
        try write("d.ics", Self.calendar(Self.event("d")))
        try FileManager.default.removeItem(atPath: "\(folder)/a.ics")
        let agent = try await fixture.startAgent()
        try await waitFor(["c Mine", "d d"])
        try write("b.ics", Self.calendar(Self.event("b", "LOCATION:Room")))
        try await waitFor(["b b", "c Mine", "d d"])
        withExtendedLifetime(agent) {}
    }

    @Test func aFileOfRequestsNamesOne() async throws {
        try write("a.ics", Self.calendar(Self.event("a", "URL:run:lock")))
        let requests = "\(fixture.directory)/config/notify-schedule/requests.d"
        try FileManager.default.createDirectory(
            atPath: requests,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let file = "\(requests)/work.conf"
        func set(_ text: String) throws {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            chmod(file, 0o600)
        }
        try set("[Calendar]\nFollow=\(folder)\n")
        let agent = try await fixture.startAgent()
        try await waitFor(["a a"])
        #expect(try await fixture.listed("list").first?.openURL == nil)
        let refused = try await fixture.run(["calendars", "remove", folder])
        #expect(
            refused.error
                == "notify-schedule: \"\(folder)\" is followed by the file \(file); remove that file\n"
        )
        try set("[Calendar]\nFollow=\(folder)\nTrust=true\n")
        try await poll(20, "the trust") {
            try await fixture.listed("list").first?.openURL == "run:lock" ? true : nil
        }
        try set("[Calendar]\nFollow=calendars\n")
        try await poll(20, "the problem") {
            let lines = try await fixture.run(["doctor"]).output
            return lines.contains("work.conf:2: Follow \"calendars\"") ? true : nil
        }
        #expect(try await pending() == ["a a"])
        try FileManager.default.removeItem(atPath: file)
        try await waitFor([])
        withExtendedLifetime(agent) {}
    }

    /// A stranger's file takes nothing away that is not its own.
    @Test func whatIsTheUsersStays() async throws {
        try await fixture.add("Mine", "--at", "2099-01-01 09:00", "--id", "mine")
        try write("a.ics", Self.calendar(Self.event("a")))
        #expect(try await fixture.run(["import", "--follow", folder]).code == 0)
        try write("b.ics", Self.calendar(Self.event("mine"), Self.event("b", "URL:run:lock")))
        try await waitFor(["a a", "b b", "mine Mine"])
        #expect(try await fixture.listed("show", "b").first?.openURL == nil)
        try FileManager.default.removeItem(atPath: "\(folder)/b.ics")
        try await waitFor(["a a", "mine Mine"])
        // Two calendars with the same event: it stays while one of them has it.
        let other = "\(fixture.directory)/other.ics"
        try Self.calendar(Self.event("a")).write(toFile: other, atomically: true, encoding: .utf8)
        #expect(try await fixture.run(["import", "--follow", other]).code == 0)
        try FileManager.default.removeItem(atPath: "\(folder)/a.ics")
        try write("c.ics", Self.calendar(Self.event("c")))
        try await waitFor(["a a", "c c", "mine Mine"])
        #expect(try await fixture.run(["calendars", "remove", other]).code == 0)
        try await waitFor(["c c", "mine Mine"])
    }

    /// Neither is it replaced at first.
    @Test func whatIsTheUsersStaysAtFirst() async throws {
        try await fixture.add("Mine", "--at", "2099-01-01 09:00", "--id", "mine")
        try write("a.ics", Self.calendar(Self.event("mine"), Self.event("a")))
        let first = try await fixture.run(["import", "--follow", folder])
        #expect(first.code == 0)
        let problem =
            "a.ics: the event \"mine\" is left out: another notification is called \"mine\"; remove that "
            + "one, and the event comes when its file changes"
        #expect(first.error.contains(problem), "\(first)")
        #expect(try await problems().contains(problem))
        #expect(try await pending() == ["a a", "mine Mine"])
        #expect(try await fixture.run(["calendars", "remove", folder]).code == 0)
        #expect(try await pending() == ["mine Mine"])
    }

    /// A calendar may be a link to a file elsewhere.
    @Test func theTargetOfALinkIsWatched() async throws {
        let target = "\(fixture.directory)/target.ics"
        func set(_ text: String) throws {
            try text.write(toFile: target, atomically: true, encoding: .utf8)
        }
        try set(Self.calendar(Self.event("a")))
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/link.ics",
            withDestinationPath: "../target.ics"
        )
        #expect(try await fixture.run(["import", "--follow", folder]).code == 0)
        #expect(try await pending() == ["a a"])
        try set(Self.calendar(Self.event("b")))
        try await waitFor(["b b"])
    }

    @Test func whatCannotBeFollowedIsRefused() async throws {
        try write("bad.ics", "garbage")
        for (words, message) in [
            (
                ["/nonexistent.ics"],
                "\"/nonexistent.ics\" cannot be read: No such file or directory"
            ),
            (["-"], "--follow needs the path of a file or a folder, not -"),
            (["--sync", "a", folder], "--follow and --sync exclude each other"),
            (["/dev/null"], "\"/dev/null\" is neither a file nor a folder"),
            (
                ["\(folder)/bad.ics"],
                "\(folder)/bad.ics: line 1: a calendar must start with BEGIN:VCALENDAR"
            ),
        ] {
            let outcome = try await fixture.run(["import", "--follow"] + words)
            #expect(outcome.code != 0)
            #expect(outcome.error.hasPrefix("notify-schedule: \(message)"), "\(outcome)")
        }
        #expect(try await names() == [])
        let unknown = try await fixture.run(["calendars", "remove", "work"])
        #expect(
            unknown.error
                == "notify-schedule: there is no calendar \"work\"; see notify-schedule calendars\n"
        )
    }
}
