import NotifyCore
import TestSupport
import Testing

/// What the command says of itself.
@Suite(.serialized) struct HelpTests {
    @Test func everyVerbHasAnExample() async throws {
        let tree = try await CommandTree.load()
        #expect(tree.verbs.count > 25)
        for verb in tree.verbs {
            let discussion = verb.discussion ?? ""
            let name = verb.words.joined(separator: " ")
            #expect(discussion.contains("Example"), "\(name) has no example")
            // A group is shown by its verbs.
            let typed = verb.subcommands == nil ? name : verb.words[0]
            #expect(
                discussion.contains("\n  notify-schedule \(typed)"),
                "the examples of \(name) do not show it"
            )
        }
    }

    @Test func everyOptionSaysWhatItIs() async throws {
        for verb in try await CommandTree.load().verbs {
            for argument in verb.arguments ?? [] where argument.shouldDisplay {
                let name = argument.names?.first?.typed ?? argument.valueName ?? ""
                #expect(argument.abstract?.isEmpty == false, "\(verb.words) \(name) has no help")
            }
        }
    }

    /// The completions and the manual page have the options that `send` takes, by GLib's parser.
    @Test func sendHasTheSameOptionsToBothParsers() async throws {
        let tree = try await CommandTree.load()
        let send = try #require(tree.verbs.first { $0.commandName == "send" })
        let named = (send.arguments ?? []).flatMap { $0.names ?? [] }
            .filter { $0.kind == "long" }.map(\.name)
        let help = try await Program("notify-schedule").run(["send", "--help"], environment: [:])
        let taken = help.output.split(separator: "\n").compactMap { line in
            line.hasPrefix("  -") ? line.firstMatch(of: /--([a-z-]+)/).map { String($0.1) } : nil
        }
        #expect(taken.count > 15)
        #expect(Set(named) == Set(taken))
    }

    /// A terminal of 80 columns shows each line as it is written, and its examples can be copied.
    @Test func helpFitsTheTerminal() async throws {
        let tree = try await CommandTree.load()
        for verb in [tree] + tree.verbs {
            let words = verb.commandName == tree.commandName ? [] : verb.words
            let help = try await Program("notify-schedule").run(
                words + ["--help"],
                environment: [:]
            )
            let lines = help.output.split(separator: "\n")
            for line in lines { #expect(line.count <= 80, "\(words): \(line)") }
            // The options of send are GLib's, with a text of their own.
            guard verb.commandName != "send" else { continue }
            for line in (verb.discussion ?? "").split(separator: "\n") {
                #expect(lines.contains(line), "\(words): \(line)")
            }
        }
    }

    @Test("The command alone prints what fits a terminal of 80 columns and 24 lines")
    func overview() async throws {
        let outcome = try await Program("notify-schedule").run([], environment: [:])
        #expect(outcome.code == 0)
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        // The prompt takes the last line.
        #expect(lines.count <= 24)
        for line in lines { #expect(line.count <= 80, "\(line)") }
        let verbs = try await CommandTree.load().verbs.map(\.commandName)
        let named = lines.filter { $0.hasPrefix("  notify-schedule ") }
            .map { String($0.split(separator: " ")[1]) }
        #expect(Set(named).count == 8)
        for verb in named { #expect(verbs.contains(verb), "\(verb)") }
        try await Golden.expect(outcome.output, isFile: Golden.path("help/alone.txt"))
    }

    @Test("The options of add, edit and next are in the groups and the order of the table")
    func groups() async throws {
        let tree = try await CommandTree.load()
        for verb in tree.verbs where ["add", "edit", "next"].contains(verb.words.joined()) {
            var grouped: [WrittenPart.Group: [WrittenPart]] = [:]
            for argument in verb.arguments ?? [] where argument.kind != "positional" {
                let names = (argument.names ?? []).map(\.typed)
                guard let part = names.lazy.compactMap(WrittenPart.init(option:)).first,
                    part != .title, part != .body, argument.shouldDisplay
                else { continue }
                let group = try #require(
                    argument.sectionTitle.flatMap(WrittenPart.Group.init(rawValue:)),
                    "\(verb.words) \(part)"
                )
                grouped[group, default: []].append(part)
            }
            for (group, parts) in grouped {
                let expected = group.parts.filter { parts.contains($0) }
                #expect(parts == expected, "\(verb.words) \(group)")
            }
            guard verb.commandName == "add" else { continue }
            let all = WrittenPart.Group.allCases.flatMap(\.parts)
            #expect(grouped.values.joined().count == all.count - 2)
        }
    }

    @Test(
        "Earlier names of commands are those of today",
        arguments: [
            (["push-register"], ["push", "register"]), (["push-unregister"], ["push", "remove"]),
            (["push-list"], ["push", "list"]), (["relay", "devices"], ["relay", "list"]),
        ]
    )
    func formerNames(former: [String], words: [String]) async throws {
        let command = Program("notify-schedule")
        let old = try await command.run(former + ["--help"], environment: [:])
        let new = try await command.run(words + ["--help"], environment: [:])
        #expect(old.code == 0 && old.output == new.output)
        let help = try await command.run(["help"] + former, environment: [:])
        #expect(help.code == 0 && help.output == new.output)
    }

    @Test func helpIsAsItWas() async throws {
        let tree = try await CommandTree.load()
        for words in [[]] + tree.verbs.map(\.words) {
            let outcome = try await Program("notify-schedule").run(
                words + ["--help"],
                environment: [:]
            )
            #expect(outcome.code == 0)
            let name = (["notify-schedule"] + words).joined(separator: "-")
            try await Golden.expect(outcome.output, isFile: Golden.path("help/\(name).txt"))
        }
    }
}
