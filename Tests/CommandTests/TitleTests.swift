import AgentInterface
import NotifyCore
import TestSupport
import Testing

/// Titles in place of identifiers.
@Suite(.serialized) struct TitleTests {
    /// A fixture with three requests, and the identifiers that they got.
    private static func fixture() async throws -> (AgentFixture, [String]) {
        let fixture = try await AgentFixture()
        var identifiers: [String] = []
        for title in ["Tea", "Team meeting", "Team lunch"] {
            let added = try await fixture.run(["add", title, "--in", "1h"])
            identifiers.append(String(added.output.split(separator: "\n")[0]))
        }
        return (fixture, identifiers)
    }

    /// Runs a command on a terminal and types lines.
    static func typed(
        _ lines: String,
        _ fixture: AgentFixture,
        _ arguments: [String]
    ) async throws -> String {
        let words = arguments.map { "'\($0)'" }.joined(separator: " ")
        return try await Program(path: "/usr/bin/script").run(
            ["-qec", "\(AgentFixture.command.word) \(words)", "/dev/null"],
            environment: fixture.bus.environment(timeZone: AgentFixture.timeZone, ["TERM": "dumb"]),
            input: lines
        ).output
    }

    @Test("A title on a terminal is read at once by verbs that change nothing")
    func readingVerbsTakeATitle() async throws {
        let (fixture, ids) = try await Self.fixture()
        for words in [["show", "tea"], ["next", "TEA"], ["next", "team m"], ["history", "Tea"]] {
            let id = words[1] == "team m" ? ids[1] : ids[0]
            let output = try await Self.typed("", fixture, words)
            #expect(output.contains(" is \(id)\r\n"), "\(words): \(output)")
        }
    }

    @Test("A verb that changes something asks first, and changes what was meant")
    func changingVerbsAsk() async throws {
        let (fixture, ids) = try await Self.fixture()
        let kept = try await Self.typed("n\n", fixture, ["remove", "tea"])
        #expect(kept.contains("\"Tea\" is \(ids[0]); remove it? [y/N] "), "\(kept)")
        #expect(kept.contains("nothing was changed"), "\(kept)")
        #expect(try await fixture.listed("list").count == 3)
        // What was named by its identifier is reported, whatever the answer is.
        let both = try await Self.typed("n\n", fixture, ["pause", ids[1], "tea"])
        #expect(both.contains("paused \(ids[1])"), "\(both)")
        #expect(!both.contains("paused \(ids[0])"), "\(both)")
        for (verb, words) in [("snooze", ["tea", "10m"]), ("pause", ["tea"]), ("resume", ["tea"])] {
            let output = try await Self.typed("y\n", fixture, [verb] + words)
            #expect(output.contains("; \(verb) it? [y/N] "), "\(output)")
            #expect(!output.contains("notify-schedule: "), "\(output)")
        }
        let removed = try await Self.typed("y\n", fixture, ["remove", "tea"])
        #expect(removed.contains("removed \(ids[0])"), "\(removed)")
        #expect(Set(try await fixture.listed("list").map(\.identifier)) == Set(ids[1...]))
    }

    @Test("A title that several requests have changes none, and the error names them")
    func anAmbiguousTitleIsRefused() async throws {
        let (fixture, ids) = try await Self.fixture()
        for verb in ["show", "remove", "pause", "edit"] {
            let words = verb == "edit" ? ["edit", "team", "--in", "2h"] : [verb, "team"]
            let output = try await Self.typed("y\n", fixture, words)
            for id in ids[1...] { #expect(output.contains(id), "\(words): \(output)") }
            #expect(output.contains("write the identifier"), "\(words): \(output)")
        }
        #expect(try await fixture.listed("list").count == 3)
    }

    @Test("A script gets an error that names the request of the title, and nothing is changed")
    func aScriptIsNotGuessedFor() async throws {
        let (fixture, ids) = try await Self.fixture()
        let before = try await fixture.run(["export", "-"]).output
        for words in [
            ["show", "tea"], ["history", "tea"], ["next", "tea"], ["remove", "tea"],
            ["snooze", "tea", "10m"], ["skip", "tea"], ["pause", "tea"],
            ["edit", "tea", "--in", "2h"],
        ] {
            let outcome = try await fixture.run(words)
            #expect(outcome.code == 65, "\(words) \(outcome)")
            #expect(outcome.output == "", "\(words) \(outcome)")
            #expect(outcome.error.contains("\(ids[0]) is \"Tea\""), "\(words) \(outcome)")
            #expect(outcome.error.split(separator: "\n").count == 1, "\(words) \(outcome)")
        }
        #expect(try await fixture.run(["export", "-"]).output == before)
    }

    @Test("A history of what nothing is known of is an error")
    func anUnknownHistoryIsAnError() async throws {
        let (fixture, ids) = try await Self.fixture()
        let unknown = try await fixture.run(["history", "nothing-like-it"])
        #expect(unknown.code == 65, "\(unknown)")
        #expect(unknown.error.contains("nothing-like-it"), "\(unknown)")
        // It is pending, and nothing has happened to it yet.
        let pending = try await fixture.run(["history", ids[0]])
        #expect(pending.code == 0, "\(pending)")
    }
}
