import Foundation
import GLibBridge
import NotificationServer
import TestSupport

/// A shell in which the commands of a page are run one after the other, as a reader pastes them, on a desktop that the
/// test plays.
final class ShellSession: Sendable {
    let fixture: AgentFixture
    private let server: FakeNotificationServer
    private let shell: RunningProgram

    /// The time limit of a command, in seconds.
    private static let limit: Double = 60

    /// Starts a shell in a home folder that has what the pages take for granted.
    init() async throws {
        fixture = try await AgentFixture()
        server = try await FakeNotificationServer(on: fixture.bus)
        try ExampleMaterials.write(to: fixture.bus)
        let path = "\(fixture.directory)/bin:\(Program.folder):/usr/bin:/bin"
        shell = try Program(path: "/bin/bash").start(
            ["--norc", "-o", "pipefail", "-s"],
            environment: fixture.bus.environment(
                timeZone: AgentFixture.timeZone,
                [
                    "PATH": path, "EDITOR": "true", "VISUAL": "true",
                    "XDG_RUNTIME_DIR": "\(fixture.directory)/run",
                ]
            ),
            directory: "\(fixture.directory)/home"
        )
    }

    /// Splits a block into commands, which may have several lines.
    static func commands(in block: String) async throws -> [String] {
        var commands: [String] = []
        var lines: [Substring] = []
        for line in block.split(separator: "\n") {
            if lines.isEmpty, line.allSatisfy(\.isWhitespace) || line.hasPrefix("#") { continue }
            lines.append(line)
            let text = lines.joined(separator: "\n")
            guard !line.hasSuffix("\\"), try await isComplete(text) else { continue }
            commands.append(withoutComment(text))
            lines = []
        }
        return commands + (lines.isEmpty ? [] : [lines.joined(separator: "\n")])
    }

    /// Removes the remark behind a command, which stands after two blanks or more.
    private static func withoutComment(_ text: String) -> String {
        guard let start = text.range(of: "  *# ", options: .regularExpression) else { return text }
        return String(text[..<start.lowerBound]).trimmingCharacters(in: .whitespaces)
    }

    private static func isComplete(_ text: String) async throws -> Bool {
        try await Program(path: "/bin/bash").run(["-n", "-c", text], environment: [:]).code == 0
    }

    /// Runs a command, and answers for the user if it waits for that.
    ///
    /// - Returns: why it is not as a reader expects; `nil` if its exit status is 0.
    func run(_ command: String) async throws -> String? {
        let (output, error) = (shell.output.utf8.count, shell.error.utf8.count)
        let name = UUID().uuidString
        let (marker, end) = ("--- \(name) ", " end-\(name)")
        let bubbles = server.calls.elements.count
        shell.write("{ \(command)\n} < /dev/null\nprintf '\\n%s%s%s\\n' '\(marker)' $? '\(end)'\n")
        let user = Task { [server] in
            guard Self.waits(command) else { return }
            // The bubble of a command before may come only now, so each that comes is answered.
            for count in bubbles... { try await Self.answer(server, after: count, command) }
        }
        defer { user.cancel() }
        do {
            try await shell.waitForOutput(end, after: output, within: Self.limit)
        } catch {
            return "it did not end: \(shell.output)\n\(shell.error)"
        }
        let shown = String(decoding: shell.output.utf8.dropFirst(output), as: UTF8.self)
        guard let range = shown.range(of: marker) else { return "its output is lost" }
        let status = shown[range.upperBound...].prefix { $0.isNumber }
        guard status != "0" else { return nil }
        let said = String(decoding: shell.error.utf8.dropFirst(error), as: UTF8.self)
        return "exit status \(status)\n\(shown[..<range.lowerBound])\(said)"
    }

    /// Whether a command waits until its bubble is answered.
    private static func waits(_ command: String) -> Bool {
        command.contains(#/--wait|--bubble| -w\b|schedule ask |schedule send .*-A |schedule demo/#)
    }

    private static func answer(
        _ server: FakeNotificationServer,
        after count: Int,
        _ command: String
    ) async throws {
        let bubble = try await server.calls.wait(limit, "a bubble to answer") { calls in
            calls.dropFirst(count).first
        }
        // The user of a command that has ended does not answer the next one.
        try Task.checkCancellation()
        if command.contains("--reply") {
            await server.reply(bubble.id, "1.0")
        } else if let action = bubble.call.actions.first(where: { $0.key != "default" }) {
            await server.click(bubble.id, action.key)
        } else if bubble.call.actions.contains(where: { $0.key == "default" }) {
            await server.click(bubble.id)
        } else {
            await server.close(bubble.id)
        }
    }

    /// Whether a block has an example that is not in the list of those that are not run.
    static func hasExamplesToRun(_ text: String, of page: ExamplePage) async throws -> Bool {
        try await commands(in: text).contains {
            !SkippedExamples.shared.contains($0, of: page.name)
        }
    }

    /// Runs the commands of a block in order, but for those of the list.
    ///
    /// - Returns: what did not go as a reader expects.
    func run(_ text: String, of page: ExamplePage) async throws -> [String] {
        var problems: [String] = []
        for command in try await Self.commands(in: text)
        where !SkippedExamples.shared.contains(command, of: page.name) {
            if let problem = try await run(command) {
                problems.append("\(page.name): \(command)\n\(problem)")
            }
        }
        return problems
    }
}
