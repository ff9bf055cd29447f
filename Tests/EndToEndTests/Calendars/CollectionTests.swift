import AgentTestSupport
import Foundation
import GLibBridge
import TestSupport
import Testing

/// A followed folder whose collections are folders in it, and what is no event of the user's, with the real agent.
@Suite(.serialized) struct CollectionTests {
    private let fixture: AgentFixture
    private let folder: String

    init() async throws {
        fixture = try await AgentFixture()
        let made = "\(fixture.directory)/calendars"
        try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
        folder = URL(filePath: made).resolvingSymlinksInPath().path(percentEncoded: false)
    }

    private static func calendar(_ uid: String, _ lines: String..., method: String = "") -> String {
        (["BEGIN:VCALENDAR", "VERSION:2.0"] + (method.isEmpty ? [] : ["METHOD:\(method)"])
            + ["BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:\(uid)", "DTSTART:20990301T090000Z"] + lines
            + ["END:VEVENT", "END:VCALENDAR", ""]).joined(separator: "\n")
    }

    private func make(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder)/\(name)",
            withIntermediateDirectories: true
        )
    }

    private func write(_ name: String, _ text: String) throws {
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }

    private func pending() async throws -> [String] {
        try await fixture.listed("list").map(\.identifier).sorted()
    }

    private func waitFor(_ expected: [String]) async throws {
        try await poll(20, "\(expected)") { try await pending() == expected ? true : nil }
    }

    @Test("The folders in a folder are followed, and those that come later")
    func foldersInAFolderAreFollowed() async throws {
        for name in ["home", "work", ".hidden", "work/deep"] { try make(name) }
        try write("home/a.ics", Self.calendar("a"))
        try write("work/b.ics", Self.calendar("b"))
        try write("c.ics", Self.calendar("c"))
        try write(".hidden/d.ics", Self.calendar("d"))
        try write("work/deep/e.ics", Self.calendar("e"))
        let first = try await fixture.run(["import", "--follow", folder])
        #expect(
            first.output
                == "imported 3 pending; follows \(folder) with its folders home, work\n",
            "\(first)"
        )
        #expect(try await pending() == ["a", "b", "c"])
        try write("work/b.ics", Self.calendar("b2"))
        try await waitFor(["a", "b2", "c"])
        // A new one, empty at first.
        try make("new")
        try write("new/f.ics", Self.calendar("f"))
        try await waitFor(["a", "b2", "c", "f"])
        try write("new/g.ics", Self.calendar("g"))
        try await waitFor(["a", "b2", "c", "f", "g"])
        let gone = "\(fixture.directory)/gone"
        try FileManager.default.moveItem(atPath: "\(folder)/new", toPath: gone)
        try await waitFor(["a", "b2", "c"])
        try FileManager.default.removeItem(atPath: "\(folder)/home")
        try await waitFor(["b2", "c"])
        // While no agent ran.
        try await fixture.endAgent(SIGTERM)
        try make("home")
        try write("home/a.ics", Self.calendar("a"))
        let agent = try await fixture.startAgent()
        try await waitFor(["a", "b2", "c"])
        #expect(try await fixture.run(["calendars", "remove", folder]).code == 0)
        #expect(try await pending() == [])
        withExtendedLifetime(agent) {}
    }

    @Test("A folder without calendars is said to have none, and where they are")
    func aFolderWithoutCalendarsIsSaid() async throws {
        let empty = try await fixture.run(["import", "--follow", folder])
        #expect(empty.output == "imported 0 pending; follows \(folder)\n", "\(empty)")
        #expect(
            empty.error
                == "notify-schedule: warning: \"\(folder)\" has no .ics files, neither in it nor in its folders; "
                + "those that come are imported\n"
        )
        try make("account/work")
        try write("account/work/a.ics", Self.calendar("a"))
        let deep = try await fixture.run(["import", "--follow", folder])
        #expect(
            deep.error.contains("follow \"\(folder)/account\", whose folders have some"),
            "\(deep)"
        )
    }

    @Test("Answers to invitations and declined events are no reminders") func declinedEvents()
        async throws
    {
        let declined = "ATTENDEE;PARTSTAT=DECLINED:mailto:Me@example.org"
        try write("a.ics", Self.calendar("a", declined))
        try write("b.ics", Self.calendar("b", method: "REPLY"))
        try write("c.ics", Self.calendar("c"))
        let all = try await fixture.run(["import", "--follow", folder])
        #expect(all.output.hasPrefix("imported 2 pending"), "\(all)")
        let addresses = ["--me", "mailto:ME@example.org", "--me", "b@example.org"]
        let mine = try await fixture.run(["import", "--follow", folder] + addresses)
        #expect(mine.output.hasPrefix("imported 1 pending"), "\(mine)")
        #expect(try await pending() == ["c"])
        // Also where the user declines later on.
        try write("c.ics", Self.calendar("c", declined))
        try await waitFor([])
        try write("c.ics", Self.calendar("c", declined.replacing("DECLINED", with: "ACCEPTED")))
        try await waitFor(["c"])
        let once = try await fixture.run(
            ["import", "--me", "me@example.org", "\(folder)/a.ics"]
        )
        #expect(once.output == "imported 0 pending\n", "\(once)")
        let refused = try await fixture.run(["import", "--me", "me", "\(folder)/a.ics"])
        #expect(
            refused.error
                == "notify-schedule: --me \"me\" is not a mail address; write one such as me@example.org\n"
        )
        #expect(refused.code == 65)
    }

    @Test("A file of requests.d names the user's addresses") func aFileNamesAddresses()
        async throws
    {
        let declined = { (address: String) in "ATTENDEE;PARTSTAT=DECLINED:mailto:\(address)" }
        try write("a.ics", Self.calendar("a", declined("me@example.org")))
        try write("b.ics", Self.calendar("b", declined("i@example.com")))
        try write("c.ics", Self.calendar("c", declined("you@example.org")))
        let requests = "\(fixture.directory)/config/notify-schedule/requests.d"
        try FileManager.default.createDirectory(
            atPath: requests,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let file = "\(requests)/work.conf"
        func set(_ me: String) throws {
            let text = "[Calendar]\nFollow=\(folder)\nMe=\(me)\n"
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            chmod(file, 0o600)
        }
        try set("me@example.org")
        let agent = try await fixture.startAgent()
        try await waitFor(["b", "c"])
        try set("me@example.org; MAILTO:I@example.com")
        try await waitFor(["c"])
        try set("me")
        try await poll(20, "the problem") {
            let lines = try await fixture.run(["doctor"]).output
            return lines.contains("work.conf:3: Me \"me\" is not a mail address") ? true : nil
        }
        #expect(try await pending() == ["c"])
        withExtendedLifetime(agent) {}
    }
}
