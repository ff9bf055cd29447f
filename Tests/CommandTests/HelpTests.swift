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
