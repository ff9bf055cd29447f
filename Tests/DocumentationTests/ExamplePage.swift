import Foundation
import TestSupport
import Testing

/// What a text block of a page is.
enum PageBlock: Sendable {
    /// Commands for a shell.
    case commands(String)
    /// Lines of a configuration file.
    case configuration(String)
    /// Something else, such as Swift.
    case other
}

/// A page with examples, read from its source.
struct ExamplePage: Sendable, CustomTestStringConvertible {
    /// Where the examples come from.
    enum Kind: Sendable {
        case markdown
        case manual
        /// The help of a command, whose examples need what the user has: these are no session.
        case help
    }

    /// The path in the repository, or the command whose help it is.
    let name: String
    let kind: Kind
    /// The blocks in order.
    let blocks: [PageBlock]

    var testDescription: String { name }

    /// The folder of the repository.
    static let repository = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The pages of markdown and the manual pages.
    static func written() throws -> [ExamplePage] {
        let docs = try FileManager.default.contentsOfDirectory(atPath: "\(repository)/docs")
            .filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
        let manuals = try FileManager.default.contentsOfDirectory(atPath: "\(repository)/data/man")
            // The help is generated into the page that is installed.
            .filter { $0 != "notify-schedule.1" }.sorted().map { "data/man/\($0)" }
        return try (["README.md", "CONTRIBUTING.md", "SECURITY.md"] + docs).map(markdown)
            + manuals.map(manual)
    }

    /// The help of all commands.
    static func helps() async throws -> [ExamplePage] {
        var pages: [ExamplePage] = []
        var waiting = [[String]()]
        while !waiting.isEmpty {
            let words = waiting.removeFirst()
            let help = try await text(of: words + ["--help"])
            pages.append(page(ofHelp: words.isEmpty ? try await overview() : help, words))
            waiting += subcommands(in: help).map { words + [$0] }
        }
        return pages
    }

    /// What the command prints alone, whose examples stand under what each is for.
    private static func overview() async throws -> String {
        let lines = try await text(of: []).split(separator: "\n")
        return (["Examples:"] + lines.filter { $0.hasPrefix("  ") }).joined(separator: "\n")
    }

    private static func text(of words: [String]) async throws -> String {
        let outcome = try await Program("notify-schedule").run(
            words,
            environment: ["PATH": "/usr/bin:/bin", "COLUMNS": "200"]
        )
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
        return outcome.output
    }

    private static func subcommands(in help: String) -> [String] {
        var isInside = false
        var names: [String] = []
        for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
            // Commands stand under the title of their group, as options do.
            if line.hasSuffix(":"), line == line.uppercased() { isInside = true }
            if isInside, line.hasPrefix("  "), line.dropFirst(2).first?.isLetter == true {
                names.append(String(line.dropFirst(2).prefix { $0 != " " && $0 != "," }))
            }
            if line.isEmpty { isInside = false }
        }
        return names
    }

    private static func page(ofHelp help: String, _ words: [String]) -> ExamplePage {
        var lines: [Substring] = []
        var isInside = false
        for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "Example:" || line == "Examples:" {
                isInside = true
            } else if isInside, line.hasPrefix("  ") {
                lines.append(line.dropFirst(2))
            } else {
                isInside = false
            }
        }
        let name = (["notify-schedule"] + words).joined(separator: " ")
        return ExamplePage(
            name: name,
            kind: .help,
            blocks: [.commands(lines.joined(separator: "\n"))]
        )
    }

    private static func markdown(_ path: String) throws -> ExamplePage {
        let text = try String(contentsOfFile: "\(repository)/\(path)", encoding: .utf8)
        var blocks: [PageBlock] = []
        var language: String?
        var lines: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.drop(while: { $0 == " " }).hasPrefix("```") else {
                if language != nil { lines.append(line) }
                continue
            }
            if let finished = language {
                blocks.append(block(lines, language: finished))
                language = nil
            } else {
                language = line.trimmingCharacters(in: CharacterSet(charactersIn: "` "))
                lines = []
            }
        }
        return ExamplePage(name: path, kind: .markdown, blocks: blocks)
    }

    private static func block(_ lines: [Substring], language: String) -> PageBlock {
        let text = lines.joined(separator: "\n")
        switch language {
        case "sh", "bash", "console": return .commands(text)
        case "ini": return .configuration(text)
        case "", "json", "toml":
            // Commands of ours in the configuration of other programs, and in instructions.
            if text.hasPrefix("make ") { return .commands(text) }
            let commands = text.split(separator: "\n").compactMap(embeddedCommand)
            return commands.isEmpty ? .other : .commands(commands.joined(separator: "\n"))
        default: return .other
        }
    }

    private static func embeddedCommand(_ line: Substring) -> String? {
        guard let start = line.range(of: "notify-schedule ")?.lowerBound,
            line.contains("run: ") || line.contains("\"notify-schedule ")
        else { return nil }
        let isQuoted = line[..<start].hasSuffix("\"")
        return String(isQuoted ? line[start...].prefix { $0 != "\"" } : line[start...])
    }

    private static func manual(_ path: String) throws -> ExamplePage {
        let text = try String(contentsOfFile: "\(repository)/\(path)", encoding: .utf8)
        var blocks: [PageBlock] = []
        var lines: [String]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix(".Bd -literal") {
                lines = []
            } else if line == ".Ed", let finished = lines {
                let text = finished.joined(separator: "\n")
                blocks.append(text.hasPrefix("[") ? .configuration(text) : .commands(text))
                lines = nil
            } else {
                lines?.append(unescaped(line))
            }
        }
        return ExamplePage(name: path, kind: .manual, blocks: blocks)
    }

    private static func unescaped(_ line: Substring) -> String {
        [("\\-", "-"), ("\\(dq", "\""), ("\\(aq", "'"), ("\\&", ""), ("\\e", "\\"), ("\\ti", "~")]
            .reduce(String(line)) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}
