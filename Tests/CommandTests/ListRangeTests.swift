import Foundation
import TestSupport
import Testing

/// `list` by text and date, the short names of commands, and the question of `remove --all`.
@Suite(.serialized) struct ListRangeTests {
    @Test func theListCanBeSearched() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Dentist", "Bring card", "--on", "2099-01-05 09:00", "--id", "teeth")
        try await fixture.add("Payday", "--on", "2099-02-28 18:00", "--id", "money")
        try await fixture.add("Shop", "--near", "52.5,13.4,100", "--id", "near-the-dentist")
        let cases: [([String], [String])] = [
            (["--search", "DENT"], ["teeth", "near-the-dentist"]),
            (["--search", "card"], ["teeth"]),
            (["--search", "nothing"], []), (["--to", "30d"], []),
            (["--from", "2w"], ["teeth", "money"]),
            (["--from", "2099-01-06"], ["money"]),
            (["--to", "2099-01-05"], ["teeth"]),
            (["--to", "2099-01-05 08:59"], []),
            (["--from", "today", "--to", "2099-02-28"], ["teeth", "money"]),
            (
                ["--from", "2099-01-05 09:00", "--to", "2099-01-05 09:00", "--search", "dent"],
                ["teeth"]
            ),
        ]
        for (words, expected) in cases {
            #expect(
                try await identifiers(["list"] + words, fixture) == expected,
                "\(words)"
            )
            #expect(
                try await identifiers(["ls"] + words, fixture) == expected,
                "\(words)"
            )
        }
        let nothing = try await fixture.run(["list", "--search", "nothing"])
        #expect(nothing.code == 0)
        #expect(nothing.output == "")
        #expect(nothing.error == "nothing pending matches\n")
        try await fixture.add("Now", "--id", "now")
        try await server.waitForCalls(titled: "Now", 1)
        #expect(
            try await fixture.listed("list", "delivered", "--from", "1h").map(\.identifier) == [
                "now"
            ]
        )
        #expect(try await fixture.listed("list", "delivered", "--to", "1h") == [])
        #expect(
            try await fixture.listed("list", "delivered", "--to", "today").map(\.identifier) == [
                "now"
            ]
        )
        #expect(try await fixture.listed("list", "delivered", "--to", "2 days ago") == [])
    }

    @Test(arguments: [
        (
            ["--search", ""],
            "--search is empty; write a part of the title, the text or the identifier", 65
        ),
        (
            ["--from", "2099-02-01", "--to", "2099-01-01"],
            "--to \"2099-01-01\" (Thu 2099-01-01 23:59:59) is before --from \"2099-02-01\" (Sun 2099-02-01 00:00)",
            65
        ),
    ])
    func aRangeThatMatchesNothingIsRefused(
        words: [String],
        message: String,
        status: Int32
    ) async throws {
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(["list"] + words)
        #expect(outcome.error == "notify-schedule: \(message)\n")
        #expect(outcome.code == status)
        #expect(outcome.output == "")
    }

    @Test(arguments: [
        ("n", ["a", "b"], "nothing was removed"), ("", ["a", "b"], "nothing was removed"),
        ("y", [], "removed a"),
        ("YES", [], "removed b"),
    ])
    func removingAllAsksOnATerminal(answer: String, left: [String], line: String) async throws {
        let fixture = try await AgentFixture()
        for identifier in ["a", "b"] {
            try await fixture.add("T", "--in", "1h", "--id", identifier)
        }
        let output = try await typed(answer, fixture, ["rm", "--all"])
        #expect(output.contains("Remove 2 pending? [y/N] "), "\(output)")
        #expect(output.contains(line), "\(output)")
        #expect(try await fixture.listed("list").map(\.identifier) == left)
    }

    @Test func removingAllDoesNotAskAScriptNorWithYes() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("T", "--in", "1h", "--id", "a")
        #expect(try await typed("n", fixture, ["remove", "--all", "--yes"]).contains("removed a"))
        try await fixture.add("T", "--in", "1h", "--id", "b")
        #expect(try await fixture.run(["remove", "--all"]).output == "removed b\n")
        // Nothing to ask about.
        #expect(try await typed("n", fixture, ["remove", "--all"]).contains("nothing to remove"))
    }

    private func identifiers(
        _ arguments: [String],
        _ fixture: AgentFixture
    ) async throws -> [String] {
        let outcome = try await fixture.run(arguments + ["--json"])
        let entries = try JSONDecoder().decode([ListedEntry].self, from: Data(outcome.output.utf8))
        return entries.map(\.identifier)
    }

    /// Runs the command in a terminal made by script(1), which types a line.
    private func typed(
        _ line: String,
        _ fixture: AgentFixture,
        _ arguments: [String]
    ) async throws -> String {
        let command = ([AgentFixture.command.word] + arguments).joined(separator: " ")
        return try await Program(path: "/usr/bin/script").run(
            ["-qec", command, "/dev/null"],
            environment: fixture.bus.environment(timeZone: AgentFixture.timeZone, ["TERM": "dumb"]),
            input: line + "\n"
        ).output
    }
}
