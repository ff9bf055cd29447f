import Foundation
import GLibBridge
import TestSupport
import Testing

/// The messages for wrong command lines.
///
/// The tables are the files themselves: a line that begins with `$` is a command line without its first
/// word, and what follows is its standard output (`>`), its standard error and its status (`[65]`).
@Suite(.serialized) struct ErrorTests {
    /// There is no bus, and the message needs none.
    @Test(arguments: ["usage", "add-time", "add-content", "rules", "no-bus", "empty"])
    func mistakesAreNamedWithoutABus(name: String) async throws {
        let folder = try await PrivateBus()
        defer { folder.close() }
        var environment = folder.environment(timeZone: AgentFixture.timeZone)
        environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nonexistent/bus"
        try await expectMessages(name, environment, directory: folder.directory)
    }

    @Test(arguments: ["agent", "launcher", "values"])
    func mistakesAreNamedByTheAgent(name: String) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Meeting", "--on", "2099-01-05 09:00", "--id", "meeting")
        try await fixture.add("Once", "--at", "2099-01-05 09:00", "--id", "once")
        try await fixture.add("Tea", "--id", "tea")
        _ = try await server.call(titled: "Tea")
        try await fixture.waitForDeliveries()
        try await expectMessages(
            name,
            fixture.bus.environment(timeZone: AgentFixture.timeZone),
            directory: fixture.directory
        )
    }

    @Test("Each of at least 400 messages names what is wrong, and a way out")
    func waysOut() throws {
        let ways = [
            "; ", ", as in ", "did you mean ", " is not one of ", "notify-schedule: name ",
            ": write ",
            ": omit ", ": choose ", ": keep ", ": add ",
        ]
        var count = 0
        let names = [
            "usage", "add-time", "add-content", "rules", "no-bus", "empty", "agent", "launcher",
            "values",
        ]
        for name in names {
            let text = try String(
                contentsOfFile: Golden.path("errors/\(name).txt"),
                encoding: .utf8
            )
            for entry in text.split(separator: "\n$ ").dropFirst() {
                let lines = entry.split(separator: "\n")
                let message = lines.dropFirst().filter { !$0.hasPrefix(">") }
                    .joined(separator: " ")
                // A shell says the same, and no more.
                guard !message.contains("command not found") else { continue }
                #expect(ways.contains(where: message.contains), "\(entry)")
                count += 1
            }
        }
        #expect(count >= 400, "\(count)")
    }

    @Test("Each option that does not take any text is in the table of wrong values, for each verb")
    func everyOptionHasAWrongValue() async throws {
        let table = try String(contentsOfFile: Golden.path("errors/values.txt"), encoding: .utf8)
        let lines = try table.split(separator: "\n").filter { $0.hasPrefix("$ ") }
            .map { try ShellWords.split(String($0.dropFirst(2))) }
        // What any text is right for, and what only other programs write.
        let texts: Set<String> = [
            "--title", "--body", "--subtitle", "--search", "--reply", "--thread", "--category",
            "--prefix", "--socket", "--distributor", "--app", "--id", "--app-name", "--as",
            "--sync", "--keep", "--collapse-id", "--message-id", "--ended", "--took", "--shell",
        ]
        for verb in try await CommandTree.load().verbs
        where verb.subcommands?.isEmpty ?? true && verb.commandName != "send" {
            for argument in verb.arguments ?? [] where argument.kind == "option" {
                let names = Set((argument.names ?? []).map(\.typed))
                guard texts.isDisjoint(with: names) else { continue }
                #expect(
                    lines.contains { $0.starts(with: verb.words) && !names.isDisjoint(with: $0) },
                    "\(verb.words) \(names)"
                )
            }
        }
    }

    private func expectMessages(
        _ name: String,
        _ environment: [String: String],
        directory: String
    ) async throws {
        let path = Golden.path("errors/\(name).txt")
        let table = try String(contentsOfFile: path, encoding: .utf8)
        var text = ""
        for line in table.split(separator: "\n", omittingEmptySubsequences: false) {
            // What stands over the table says what it is about.
            if line.hasPrefix("#") { text += "\(line)\n" }
            guard line.hasPrefix("$") else { continue }
            let words = try ShellWords.split(String(line.dropFirst(2)))
            let outcome = try await Program("notify-schedule").run(
                words,
                environment: environment,
                directory: directory
            )
            #expect(outcome.code != 0, "\(line)")
            #expect(outcome.error != "", "\(line)")
            text += "\(text.isEmpty ? "" : "\n")\(line)\n"
            for output in outcome.output.split(separator: "\n") { text += "> \(output)\n" }
            text += outcome.error + "[\(outcome.code.map { "\($0)" } ?? "signal")]\n"
        }
        let shown = text.replacing(directory, with: "DIRECTORY")
            .replacing(Program.folder, with: "PROGRAMS")
        try await Golden.expect(shown, isFile: path)
    }

    /// A list that a full disk cut short must not look whole.
    @Test(arguments: [">/dev/full", ">&-"])
    func outputThatIsLostIsAnError(_ redirection: String) async throws {
        let command = "exec \(AgentFixture.command.word) next --on 09:00 --count 1 \(redirection)"
        let outcome = try await Program(path: "/bin/sh").run(["-c", command], environment: [:])
        #expect(outcome.code == 74)
        #expect(outcome.error.contains("notify-schedule: standard output cannot be written: "))
    }
}
