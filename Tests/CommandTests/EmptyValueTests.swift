import NotifyCore
import TestSupport
import Testing

@testable import ScheduleCommands

/// Options with an empty value in one word, such as `--subtitle=`.
@Suite struct EmptyValueTests {
    @Test(
        "An empty value of any option of any verb, as a word of its own, leaves the next word alone"
    )
    func everyOption() async throws {
        let others = ["-h", "--help", "--version"]
        var count = 0
        for verb in try await CommandTree.load().verbs where verb.subcommands?.isEmpty ?? true {
            for argument in verb.arguments ?? [] where argument.kind != "positional" {
                for name in (argument.names ?? []).map(\.typed) where !others.contains(name) {
                    let line = verb.words + ["\(name)=", "next"]
                    guard verb.commandName != "send" else { continue }
                    guard argument.kind == "option" else {
                        #expect(throws: UsageError.self, "\(line)") {
                            try EmptyValues.separated(line)
                        }
                        continue
                    }
                    let separated = try EmptyValues.separated(line)
                    #expect(separated == verb.words + [name, "", "next"])
                    count += 1
                }
            }
        }
        #expect(count > 150, "\(count)")
    }

    @Test(
        "Words that have no empty value stay as they are",
        arguments: [
            ["add", "T", "--subtitle", "--id=", "B"], ["add", "--", "--subtitle=", "B"],
            ["run", "make", "--title="], ["run", "--title", "T", "make", "--title="],
            ["run", "--", "make", "--title="], ["add", "--unknown=", "B"], ["add", "T=", "-"],
            ["add", "T", "--subtitle=x"], ["nonsense", "--nonsense="], [],
        ]
    )
    func others(_ line: [String]) throws {
        #expect(try EmptyValues.separated(line) == line)
    }

    @Test("An empty subtitle is none, and the next word is the body")
    func body() throws {
        let words = try EmptyValues.separated(["add", "T", "--subtitle=", "B"])
        let add = try #require(NotifySchedule.parseVerb(words[...]) as? AddCommand)
        let written = try add.addition().written
        #expect(written[.subtitle] == "" && written[.body] == "B")
    }
}
