import AgentInterface
import Foundation
import TestSupport
import Testing

/// What `remove` says it did.
@Suite(.serialized) struct RemoveTests {
    @Test func whatIsPendingAndDeliveredIsNamedOnce() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("T", "--id", "t")
        _ = try await server.call(titled: "T")
        try await fixture.waitForDeliveries()
        try await fixture.add("T", "--id", "t", "--in", "1h")
        let outcome = try await fixture.run(["remove", "t", "t"])
        #expect(outcome.code == 0)
        #expect(outcome.output == "removed t\n")
        #expect(try await fixture.listed("list") == [])
        #expect(try await fixture.listed("list", "delivered") == [])
        let history = try await fixture.run(["history", "t", "--json"]).output
        #expect(history.ranges(of: "\"removed\"").count == 1, "\(history)")
    }

    @Test(arguments: ["pause", "dismiss"])
    func whatIsNamedTwiceIsNamedOnce(verb: String) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Later", "--id", "t", "--in", "1h")
        try await fixture.add("Now", "--id", "now")
        _ = try await server.call(titled: "Now")
        try await fixture.waitForDeliveries()
        let name = verb == "pause" ? "t" : "now"
        let outcome = try await fixture.run([verb, name, name, "--json"])
        #expect(outcome.output == "[\"\(name)\"]\n", "\(outcome)")
    }

    @Test(arguments: [[], ["--json"]])
    func aFileThatStaysIsNamed(more: [String]) async throws {
        let fixture = try await AgentFixture()
        let folder = "\(fixture.directory)/config/notify-schedule/requests.d"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let file = "\(folder)/weekly.conf"
        try "[Request]\nTitle=Weekly\nOnCalendar=Mon 09:00\n"
            .write(toFile: file, atomically: true, encoding: .utf8)
        let agent = try await fixture.startAgent()
        #expect(try await fixture.listed("list").map(\.identifier) == ["weekly"])
        let outcome = try await fixture.run(["remove", "weekly"] + more)
        #expect(outcome.code == 0)
        let name = "org.notifyschedule.RequestFiles/weekly"
        #expect(outcome.output == (more.isEmpty ? "removed \(name)\n" : "[\"\(name)\"]\n"))
        #expect(
            outcome.error
                == "notify-schedule: warning: \"weekly\" comes from the file \(file), which adds it "
                + "again when it changes; delete the file to remove it for good\n"
        )
        #expect(FileManager.default.fileExists(atPath: file))
        let history = try await fixture.run(["history", "weekly"]).output
        #expect(history.contains("removed, but its file \(file) stays"))
        withExtendedLifetime(agent) {}
    }

    @Test(arguments: [(131_073, 131_073), (200_000, 200_000), (5_000_000, 5_000_000)])
    func aTextThatIsTooLongHasItsTrueSize(size: Int, said: Int) async throws {
        let fixture = try await AgentFixture()
        let text = String(repeating: "x", count: size)
        let outcome = try await fixture.run(["add", "T", "-"], input: text)
        #expect(outcome.code == 65)
        #expect(
            outcome.error.contains("has \(said) bytes, but a body can have at most 131072;"),
            "\(outcome)"
        )
        #expect(fixture.owners.elements.isEmpty)
    }

    @Test func theLongestTextIsTaken() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        let text = String(repeating: "x", count: 131_072)
        let outcome = try await fixture.run(["add", "T", "-", "--in", "1h"], input: "\(text)\n")
        #expect(outcome.code == 0, "\(outcome)")
        withExtendedLifetime(agent) {}
    }
}

/// `remove` of more than can be restored.
@Suite(.serialized) struct LargeRemovalTests {
    /// Has notifications of more than the 16 MiB that are kept.
    private static func fill(_ fixture: AgentFixture) async throws {
        let body = String(repeating: "x", count: 120_000)
        let lines = (1...150).map { number in
            "{\"list\":\"pending\",\"request\":{\"identifier\":\"n\(number)\",\"content\":"
                + "{\"title\":\"T\",\"body\":\"\(body)\"},"
                + "\"trigger\":{\"type\":\"timeInterval\",\"timeInterval\":86400}}}\n"
        }
        let file = "\(fixture.directory)/many.json"
        try (String(decoding: TransferFormat.header, as: UTF8.self) + lines.joined())
            .write(toFile: file, atomically: true, encoding: .utf8)
        let outcome = try await fixture.run(["import", file])
        try #require(outcome.code == 0, "\(outcome)")
    }

    @Test(
        "A script gets an error before, and nothing is removed",
        arguments: [["--all"], ["--prefix", "n"]]
    )
    func refused(selection: [String]) async throws {
        let fixture = try await AgentFixture()
        try await Self.fill(fixture)
        let outcome = try await fixture.run(["remove"] + selection)
        #expect(outcome.code == 77, "\(outcome)")
        #expect(outcome.output == "")
        #expect(
            outcome.error.contains("150 requests are too many to be restored"),
            "\(outcome)"
        )
        #expect(outcome.error.contains("add --yes, or --forever"), "\(outcome)")
        #expect(try await fixture.listed("list").count == 150)
        // What can be restored whole is removed without a word.
        #expect(try await fixture.run(["remove", "n1", "n2"]).error == "")
    }

    @Test(
        "With --yes it is said, and with --forever nothing is to be restored",
        arguments: ["--yes", "--forever"]
    )
    func removed(option: String) async throws {
        let fixture = try await AgentFixture()
        try await Self.fill(fixture)
        let outcome = try await fixture.run(["remove", "--all", option])
        #expect(outcome.code == 0, "\(outcome)")
        let isSaid = outcome.error.contains("too many to be restored")
        #expect(isSaid == (option == "--yes"), "\(outcome)")
        #expect(try await fixture.listed("list").isEmpty)
    }
}
