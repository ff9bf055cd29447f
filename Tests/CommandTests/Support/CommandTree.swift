import Foundation
import TestSupport

/// The command line as its parser describes it.
struct CommandTree: Decodable {
    struct Name: Decodable {
        let kind: String
        let name: String

        /// As it is typed.
        var typed: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    struct Argument: Decodable {
        let kind: String
        let names: [Name]?
        let valueName: String?
        let abstract: String?
        let sectionTitle: String?
        let isOptional: Bool
        let isRepeating: Bool
        let shouldDisplay: Bool
    }

    let commandName: String
    let abstract: String?
    let discussion: String?
    let arguments: [Argument]?
    let subcommands: [CommandTree]?
    let superCommands: [String]?

    /// The words that are typed for it, without the program's name.
    var words: [String] { (superCommands ?? []).dropFirst() + [commandName] }

    /// All verbs below, each after its group, but for `help`.
    var verbs: [CommandTree] {
        (subcommands ?? []).filter { $0.commandName != "help" }.flatMap { [$0] + $0.verbs }
    }

    /// Asks the command itself.
    static func load() async throws -> CommandTree {
        let outcome = try await Program("notify-schedule").run(
            ["--experimental-dump-help"],
            environment: [:]
        )
        return try JSONDecoder().decode(Dump.self, from: Data(outcome.output.utf8)).command
    }

    private struct Dump: Decodable {
        let command: CommandTree
    }
}
