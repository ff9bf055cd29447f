import NotifyCore
import TestSupport
import Testing

@testable import ScheduleCommands

/// The common command lines of some verbs, which are read without the parser.
@Suite struct PlainVerbTests {
    private static let verbs = ["add", "list", "next", "remove", "snooze"]

    /// Words that a verb needs in any case.
    private static let needed = ["snooze": ["tea", "10m"]]

    @Test("Each option of a verb has the same meaning as in the parser", arguments: verbs)
    func options(verb: String) async throws {
        let tree = try #require(
            await CommandTree.load().verbs.first { $0.commandName == verb }
        )
        // These are left to the parser.
        let others = ["-h", "--help", "--version", "--user"]
        var all = [verb] + (Self.needed[verb] ?? [])
        try expectSame(all)
        for argument in tree.arguments ?? [] where argument.shouldDisplay {
            guard argument.kind != "positional" else { continue }
            for name in (argument.names ?? []).map(\.typed) where !others.contains(name) {
                guard argument.kind == "option" else {
                    // A time repeats or does not.
                    try expectSame(all.filter { name != "--once" || $0 != "--repeat" } + [name])
                    continue
                }
                // An option that takes a number refuses the first value.
                let value = try #require(
                    ["a b=c", "7", "10"].first {
                        NotifySchedule.parseVerb((all + [name, $0])[...]) != nil
                    }
                )
                try expectSame(all + [name, value])
                if name.hasPrefix("--") { try expectSame(all + ["\(name)=\(value)"]) }
            }
            guard let name = argument.names?.last?.typed, !(others + ["--once"]).contains(name)
            else { continue }
            all += argument.kind == "option" ? [name, "7"] : [name]
        }
        try expectSame(all)
    }

    @Test(
        "Words have the same meaning as in the parser",
        arguments: [
            ["add", "T"], ["add", "T", "B"], ["add", ""], ["add", "T", ""], ["add", "--in", "1h"],
            ["add", "--in", "1h", "T", "--wake", "B"], ["add", "T=x", "--action", "Go=a://b?c=d"],
            ["add", "T", "--action", "a=b:c", "--action=d=e:f", "--hint", "int:a:1"],
            ["add", "Tüa", "👋", "--id", "é"],
            ["list", "delivered", "--json"], ["list", "nothing"], ["ls"], ["rm", "a", "b", "c"],
            ["remove"], ["remove", "--all", "-y"], ["next"], ["next", "meeting", "--count", "5"],
            ["snooze", "tea", "10m", "--json"],
        ]
    )
    func words(_ line: [String]) throws {
        try expectSame(line)
    }

    @Test(
        "What is not one of the common forms is left to the parser",
        arguments: [
            ["add", "T", "--help"], ["add", "-h"], ["add", "T", "B", "C"], ["add", "T", "-"],
            ["add", "--", "T"], ["add", "T", "--in"], ["add", "T", "--in="],
            ["add", "T", "--in", "-5m"],
            ["add", "T", "--in", "1h", "--in", "2h"], ["add", "T", "--at", "--in", "1h"],
            ["add", "T", "--unknown", "x"], ["add", "T", "-we"], ["add", "T", "-ulow"],
            ["add", "T", "--wake=yes"],
            ["add", "T", "-A", "yes"], ["add", "T", "-p"], ["add", "T", "--wake", "--wake"],
            ["add", "T\u{FFFD}"], ["add", "T", "--subtitle", "\u{FFFD}"],
            ["list", "a", "b"], ["snooze", "tea"], ["snooze", "a", "10m", "b"], ["next", "a", "b"],
            ["remove", "-a"], ["edit", "tea"], ["help", "add"], [],
        ]
    )
    func odd(_ line: [String]) {
        #expect(PlainVerbs.command(line[...]) == nil)
    }

    private func expectSame(_ line: [String]) throws {
        let plain = try #require(PlainVerbs.command(line[...]), "\(line) is left to the parser")
        let parsed = try #require(NotifySchedule.parseVerb(line[...]), "\(line) is refused")
        let meaning: Any =
            switch parsed {
            case let add as AddCommand: try add.addition()
            case let next as NextCommand: next.lookup
            default: parsed
            }
        #expect(Self.words(plain) == Self.words(meaning), "\(line)")
        // Reading an option that was never set would end the process.
        #expect(!"\(plain)".contains("*definition*"), "\(line)")
    }

    /// The meaning of a command line, in which the order of different parts is none.
    private static func words(_ meaning: Any) -> String {
        func sorted(_ written: WrittenRequest) -> WrittenRequest {
            var sorted = WrittenRequest()
            for part in written.parts { sorted.add(part, written.entries(of: part).map(\.text)) }
            return sorted
        }
        switch meaning {
        case var add as Addition:
            add.written = sorted(add.written)
            return "\(add)"
        case var next as NextDates:
            next.written = sorted(next.written)
            return "\(next)"
        default: return "\(meaning)"
        }
    }
}
