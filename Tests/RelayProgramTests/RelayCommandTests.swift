import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

/// The verbs of `notify-schedule` for other machines, as users type them.
@Suite(.serialized) struct RelayCommandTests {
    private struct Sent: Decodable {
        let identifier: String
        let devices: [String]
        let nextTriggerDates: [String]
    }

    private struct Device: Decodable {
        let name: String
        let waiting: Int
    }

    private static func pair(
        _ server: RelayTestServer
    ) async throws -> (RelayMachine, RelayMachine) {
        let desktop = try await RelayMachine("desktop", server.url)
        let laptop = try await RelayMachine("laptop", server.url)
        _ = try await desktop.pair(with: laptop)
        return (desktop, laptop)
    }

    private static func decode<Value: Decodable>(
        _ outcome: Program.Outcome,
        as type: Value.Type
    ) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(outcome.output.utf8))
        } catch {
            throw UnexpectedOutcome(outcome: outcome)
        }
    }

    private struct HistoryLine: Decodable {
        let event: String
        let title: String
        let detail: String?
        let actionTitle: String?
        let userText: String?
    }

    /// The history of a request, latest first, as `EVENT DETAIL LABEL TEXT`, once it has that many lines.
    private static func history(
        of identifier: String,
        on machine: RelayMachine,
        _ count: Int
    ) async throws -> [String] {
        try await poll(30, "the history of \(identifier)") {
            let outcome = try await machine.run("history", identifier, "--json")
            let lines = try decode(outcome, as: [HistoryLine].self)
            guard lines.count >= count else { return nil }
            return lines.map { line in
                [line.event, line.detail, line.actionTitle, line.userText].compactMap { $0 }
                    .joined(separator: " ")
            }
        }
    }

    @Test(
        "The sender's history says what was sent, answered and dismissed, also where the machine was away"
    )
    func historyOfWhatWasSent() async throws {
        let server = try await RelayTestServer()
        let (desktop, laptop) = try await Self.pair(server)
        try await laptop.killRelay()
        _ = try await desktop.run(
            "add",
            "Lunch?",
            "--id",
            "lunch",
            "--action",
            "Yes=https://a.example",
            "--to",
            "all"
        )
        #expect(try await Self.history(of: "lunch", on: desktop, 1) == ["sent laptop"])
        _ = try await desktop.run(
            "add",
            "Where?",
            "--id",
            "where",
            "--reply",
            "Place",
            "--to",
            "laptop"
        )
        _ = try await desktop.run(
            "add",
            "Note",
            "--id",
            "note",
            "--to",
            "laptop,desktop",
            "--in",
            "1h"
        )
        try await laptop.startRelay()
        let lunch = try await laptop.server.call(titled: "Lunch?")
        let key = try #require(lunch.call.actions.first { $0.label == "Yes" }?.key)
        #expect(lunch.call.actions.count == 1)
        await laptop.server.click(lunch.id, key)
        let answered = ["answeredElsewhere laptop Yes", "sent laptop"]
        #expect(try await Self.history(of: "lunch", on: desktop, 2) == answered)
        let text = try await desktop.run("history", "lunch").output
        #expect(text.contains("chose \"Yes\" on laptop"), "\(text)")
        let question = try await laptop.server.call(titled: "Where?")
        await laptop.server.reply(question.id, "At the lake")
        #expect(
            try await Self.history(of: "where", on: desktop, 2).first?
                .hasSuffix(" At the lake") == true
        )
        #expect(try await Self.history(of: "note", on: desktop, 1) == ["sent laptop"])
        _ = try await desktop.run("add", "Bye", "--id", "bye", "--to", "laptop")
        await laptop.server.close(try await laptop.server.call(titled: "Bye").id)
        let dismissed = ["endedElsewhere laptop", "sent laptop"]
        #expect(try await Self.history(of: "bye", on: desktop, 2) == dismissed)
        #expect(try await desktop.run("history", "bye").output.contains("dismissed on laptop"))
    }

    @Test(
        "What was sent is listed, verbs that would change it name relay withdraw, and undo removes it there"
    )
    func listsWhatWasSent() async throws {
        let server = try await RelayTestServer()
        let (desktop, laptop) = try await Self.pair(server)
        let sent = try Self.decode(
            try await desktop.run("add", "Tea", "--in", "2h", "--to", "laptop", "--json"),
            as: Sent.self
        )
        let id = sent.identifier
        #expect(id.count == 8, "\(id)")
        let lines = try await desktop.run("list").output.split(separator: "\n")
        #expect(lines.first?.hasSuffix("  ON") == true, "\(lines)")
        #expect(lines.last?.hasSuffix("  \(id)  Tea    laptop") == true, "\(lines)")
        for words in [["edit", id, "--title", "Mate"], ["snooze", id, "10m"], ["remove", id]] {
            let refused = try await desktop.desktop.run(words)
            #expect(refused.code == 65, "\(refused)")
            #expect(
                refused.error
                    == "notify-schedule: \"\(id)\" is on laptop; to remove it there: notify-schedule relay withdraw "
                    + "\(id); to change it, remove it and add it again\n"
            )
        }
        let pending = { try await laptop.desktop.listed("list", "--app", RelayClient.app) }
        try await poll(30, "the request on the laptop") {
            try await pending().count == 1 ? true : nil
        }
        let undone = try await desktop.run("undo")
        #expect(undone.output.hasPrefix("undid add --to, "), "\(undone)")
        #expect(try await desktop.run("list").output == "")
        try await poll(30, "the removal on the laptop") { try await pending().isEmpty ? true : nil }
        #expect(try await desktop.run("redo").code == 65)
        // What was added on this machine as well goes with it.
        _ = try await desktop.run(
            "add",
            "Both",
            "--id",
            "both",
            "--in",
            "2h",
            "--to",
            "laptop,desktop"
        )
        try await poll(30, "the other request on the laptop") {
            try await pending().count == 1 ? true : nil
        }
        let both = try await desktop.run("undo")
        #expect(both.output.hasPrefix("undid add, "), "\(both)")
        #expect(both.output.hasSuffix("\n  both  \"Both\"  gone\n"), "\(both)")
        #expect(try await desktop.run("list").output == "")
        try await poll(30, "its removal there") { try await pending().isEmpty ? true : nil }
    }

    @Test("An undo of what was sent fails with notify-relay, and is there for the next try")
    func undoWithoutRelay() async throws {
        let server = try await RelayTestServer()
        let (desktop, laptop) = try await Self.pair(server)
        _ = try await desktop.run("add", "Local", "--in", "3h", "--id", "local")
        for name in ["tea", "bye"] {
            _ = try await desktop.run("add", name, "--id", name, "--to", "laptop")
            _ = try await laptop.server.call(titled: name)
        }
        try await desktop.killRelay()
        let failed = try await desktop.run("undo")
        #expect(failed.code == 69, "\(failed)")
        #expect(failed.output == "" && failed.error.contains("notify-relay"), "\(failed)")
        try await desktop.startRelay()
        #expect(try await desktop.run("undo").output.contains("\n  bye  gone"))
        // What has ended there is said once, before the undo goes on to what was before it.
        await laptop.server.close(try await laptop.server.call(titled: "tea").id)
        _ = try await Self.history(of: "tea", on: desktop, 2)
        let ended = try await desktop.run("undo")
        #expect(ended.code == 65, "\(ended)")
        #expect(
            ended.error
                == "notify-schedule: \"tea\" was not sent from here, or is removed from all machines already; "
                + "undo again for the change before it\n"
        )
        #expect(try await desktop.run("undo").output.contains("\n  local  \"Local\"  gone"))
    }

    @Test func twoMachinesArePairedSendAndPart() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine("desktop", server.url)
        let laptop = try await RelayMachine("laptop", server.url)
        let alone = try await desktop.run("relay", "status")
        #expect(
            alone.output.contains("others    none yet; let one in with notify-schedule relay pair")
        )
        // One attempt is replaced by the next.
        let replaced = try await desktop.start("relay", "pair")
        try await replaced.waitForOutput("\n", within: 30)
        let pairing = try await desktop.start("relay", "pair")
        let shown = try await pairing.waitForOutput("\n", within: 30)
        let first = try await replaced.waitForExit()
        #expect(first.code == 1)
        #expect(first.error.hasSuffix("notify-schedule: the pairing was cancelled\n"))
        // As it is typed: without case, with other hyphens and blanks.
        let code = shown.split(separator: "\n")[0].lowercased().replacing("-", with: " \u{2011}")
        let joined = try await laptop.run("relay", "join", "-", input: "\(code)\n")
        #expect(joined.code == 0, "\(joined)")
        let paired = try await pairing.waitForExit()
        #expect(paired.code == 0, "\(paired)")
        let digits = joined.output.split(separator: "\n").dropFirst().first
        #expect(joined.output.hasPrefix("paired with desktop\n  digits"))
        #expect(paired.output.contains("\npaired with laptop\n\(digits ?? "")\n"))
        // The code was for one machine.
        let again = try await laptop.run("relay", "join", code)
        #expect(again.code == 1)
        #expect(again.error.contains("has been used"), "\(again)")

        // Machines that know each other may be paired again.
        let repeated = try await desktop.start("relay", "pair")
        let next = try await repeated.waitForOutput("\n", within: 30)
        let rejoined = try await laptop.run("relay", "join", "-", input: next)
        #expect(rejoined.output == joined.output, "\(rejoined)")
        #expect(try await repeated.waitForExit().code == 0)

        let sent = try await desktop.run(
            "add",
            "Tea",
            "It is ready",
            "--id",
            "tea",
            "--to",
            "laptop"
        )
        #expect(sent.output == "tea\n  at once\n  to    laptop\n", "\(sent)")
        let tea = try await laptop.server.call(titled: "Tea").call
        #expect(tea.body.contains("It is ready"))
        // A click would open nothing.
        #expect(tea.actions == [])
        #expect(desktop.server.count(titled: "Tea") == 0)
        #expect(try await desktop.run("history").output.contains("sent to laptop "))
        let withdrawn = try await desktop.run("relay", "withdraw", "tea")
        #expect(withdrawn.output == "removed tea\n", "\(withdrawn)")
        #expect(
            try await Self.history(of: "tea", on: desktop, 2).first?.hasPrefix("endedElsewhere")
                == true
        )
        _ = try await laptop.server.closings.next()
        let twice = try await desktop.run("relay", "withdraw", "tea")
        #expect(twice.code == 65)
        #expect(twice.error.contains("\"tea\" was not sent from here, or is removed"))

        try await desktop.waitUntilAcknowledged()
        let status = try await desktop.run("relay", "status")
        let lines = """
              machine   desktop
              server    \(server.url), connected
              others    laptop

            """
        #expect(status.output == lines)
        let devices = try Self.decode(
            try await desktop.run("relay", "list", "--json"),
            as: [Device].self
        )
        #expect(devices.map(\.name) == ["laptop"])
        #expect(devices.map(\.waiting) == [0])
        let completed = try await desktop.run(
            "---completion",
            "relay",
            "forget",
            "--",
            "positional@0",
            "3",
            "0"
        )
        #expect(completed.output == "laptop\n")

        let unknown = try await desktop.run("relay", "forget", "labtop")
        #expect(unknown.code == 65)
        #expect(unknown.error.contains("no machine is named \"labtop\"; did you mean laptop?"))
        let forgotten = try await desktop.run("relay", "forget", "laptop")
        #expect(forgotten.output == "removed laptop from the group\n")
        try await poll(30, "the farewell") {
            try await laptop.run("relay", "status").output.contains(
                "another machine has removed this one"
            )
                ? true : nil
        }
    }

    @Test func anAnswerOfTheOtherMachineIsPrinted() async throws {
        let server = try await RelayTestServer()
        let (desktop, laptop) = try await Self.pair(server)
        let asking = try await desktop.start(
            "add",
            "Lunch?",
            "--id",
            "lunch",
            "--action",
            "Yes=https://example.org",
            "--to",
            "laptop",
            "--wait"
        )
        let shown = try await laptop.server.call(titled: "Lunch?")
        let key = try #require(shown.call.actions.first { $0.label == "Yes" }?.key)
        await laptop.server.click(shown.id, key)
        let answered = try await asking.waitForExit()
        #expect(answered.code == 0)
        #expect(
            answered.output
                == "lunch\n  at once\n  to    laptop\nanswered  Yes  https://example.org\n"
        )
        let replying = try await desktop.start(
            "add",
            "Where?",
            "--reply",
            "Place",
            "--to",
            "all",
            "--wait",
            "--json"
        )
        let question = try await laptop.server.call(titled: "Where?")
        await laptop.server.reply(question.id, "At the lake")
        let replied = try await replying.waitForExit()
        #expect(replied.output.contains("\"userText\" : \"At the lake\""), "\(replied)")
        #expect(replied.output.contains("\"device\" : \"laptop\""))
        let waiting = try await desktop.start("add", "Well?", "--to", "laptop", "--wait")
        await laptop.server.close(try await laptop.server.call(titled: "Well?").id)
        let dismissed = try await waiting.waitForExit()
        #expect(dismissed.output.hasSuffix("\ndismissed\n"), "\(dismissed)")
    }

    @Test func aWaitEndsWithoutAnAnswer() async throws {
        let server = try await RelayTestServer()
        let (desktop, laptop) = try await Self.pair(server)
        try await laptop.killRelay()
        let away = try await desktop.run("add", "Away", "--to", "laptop", "--wait", "-t", "50")
        #expect(away.output.hasSuffix("\nnot shown\n"), "\(away)")
        #expect(away.error.contains("laptop did not get it in time; it still waits"))
        let waiting = try await desktop.start("add", "Stop", "--id", "stop", "--to", "laptop", "-w")
        try await waiting.waitForOutput("  to    laptop\n", within: 30)
        waiting.kill(SIGINT)
        let stopped = try await waiting.waitForExit()
        #expect(stopped.code == 130)
        #expect(stopped.error == "stopped waiting; stop is unchanged\n")
        let removing = try await desktop.start("add", "Gone", "--id", "gone", "--to", "all", "-w")
        try await removing.waitForOutput("  to    laptop\n", within: 30)
        _ = try await desktop.run("relay", "withdraw", "gone")
        #expect(try await removing.waitForExit().output.hasSuffix("\nremoved\n"))
    }

    /// A date that passes while a machine is away does not get lost.
    @Test func whatIsDueMeanwhileIsShownLater() async throws {
        let server = try await RelayTestServer()
        let (desktop, laptop) = try await Self.pair(server)
        try await laptop.killRelay()
        let sent = try Self.decode(
            try await desktop.run("add", "Soon", "--in", "1s", "--to", "laptop", "--json"),
            as: Sent.self
        )
        #expect(sent.devices == ["laptop"])
        let later = try Self.decode(
            try await desktop.run("add", "Later", "--in", "1h", "--to", "desktop,laptop", "--json"),
            as: Sent.self
        )
        #expect(later.devices == ["laptop", "desktop"])
        let date = try #require(try? Date(sent.nextTriggerDates[0], strategy: .iso8601))
        try await poll(30, "the date") { Date() > date.addingTimeInterval(1) ? true : nil }
        try await laptop.startRelay()
        _ = try await laptop.server.call(titled: "Soon")
        for machine in [desktop, laptop] {
            let pending = try await poll(30, "the request on \(machine.name)") {
                try await machine.desktop.listed("list", "--app", "all").first
            }
            #expect(pending.content.title == "Later")
        }
    }

    @Test func aCancelledCodeIsOver() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine("desktop", server.url)
        let laptop = try await RelayMachine("laptop", server.url)
        let pairing = try await desktop.start("relay", "pair", "--json")
        let line = try await pairing.waitForOutput("\n", within: 30)
        let code = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))["code"]
        pairing.kill(SIGINT)
        let cancelled = try await pairing.waitForExit()
        #expect(cancelled.code == 130)
        #expect(cancelled.error == "the pairing was cancelled\n")
        let late = try await laptop.run("relay", "join", code ?? "")
        #expect(late.code == 1, "\(late)")
        #expect(late.error.contains("notify-schedule: this code is over"))
    }

    /// As on a full disk: another program does not let go of the store.
    @Test func aMachineThatCannotStoreTheGroupIsNotPaired() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine("desktop", server.url)
        let laptop = try await RelayMachine("laptop", server.url)
        let pairing = try await desktop.start("relay", "pair")
        let shown = try await pairing.waitForOutput("\n", within: 30)
        let store = try Connection("\(laptop.state)/relay.sqlite")
        try store.execute("BEGIN IMMEDIATE")
        let code = String(shown.split(separator: "\n")[0])
        let joined = try await laptop.run("relay", "join", code)
        try store.execute("ROLLBACK")
        #expect(joined.code == 1, "\(joined)")
        #expect(joined.error.contains("this machine has not entered the group: "), "\(joined)")
        let devices = try await laptop.run("relay", "list")
        #expect(!devices.output.contains("desktop"), "\(devices)")
        pairing.kill(SIGINT)
        #expect(try await pairing.waitForExit().code == 130)
    }

    @Test func aTerminalIsAsked() async throws {
        let server = try await RelayTestServer()
        let (desktop, laptop) = try await Self.pair(server)
        let forgetting = try await desktop.terminal("relay", "forget", "laptop")
        try await forgetting.wait(for: "Remove laptop from the group? [y/N] ")
        forgetting.type("n\n")
        #expect(try await forgetting.waitForExit() == .code(1))
        #expect(try await desktop.run("relay", "list").output.contains("laptop"))
        let joining = try await laptop.terminal("relay", "join")
        try await joining.wait(for: "This machine leaves its group with desktop. Continue? [y/N] ")
        joining.type("y\n")
        try await joining.wait(for: "Code that the other machine shows: ")
        joining.type("hello\n")
        try await joining.wait(for: "\"hello\" is not a pairing code")
        #expect(try await joining.waitForExit() == .code(65))
    }

    @Test func doctorSaysWhatIsWrong() async throws {
        var setup = RelayTestServer.Setup()
        setup.token = "tk_right"
        let server = try await RelayTestServer(setup)
        let lines = ["Token=tk_right"]
        let desktop = try await RelayMachine("desktop", server.url, lines: lines)
        let laptop = try await RelayMachine("laptop", server.url, lines: lines)
        let alone = try await desktop.doctor()
        #expect(alone.level == "info")
        #expect(alone.advice == "let one in: notify-schedule relay pair")
        _ = try await desktop.pair(with: laptop)
        try await desktop.waitUntilAcknowledged()
        let right = try await desktop.doctor()
        #expect(right.level == "ok", "\(right)")
        #expect(right.message == "\(server.url), connected; with laptop")
        try await desktop.killRelay()
        let gone = try await desktop.doctor()
        #expect(gone.level == "error", "\(gone)")
        #expect(gone.advice?.contains("notify-relay --check") == true)
        let refused = try await desktop.run("relay", "pair")
        #expect(refused.code == 69)
        #expect(refused.error.contains("is not installed for this session"))
        try await desktop.configure(server.url, ["Token=tk_wrong"])
        try await desktop.startRelay()
        let wrong = try await desktop.doctor()
        #expect(wrong.level == "warning", "\(wrong)")
        #expect(wrong.message.contains("ntfy token add"))
        #expect(wrong.advice?.contains("now nothing; to try it") == true)
        let sent = try await desktop.run("add", "Tea", "--to", "laptop")
        #expect(sent.code == 0)
        #expect(sent.error.contains("warning: it is sent once the server is reached: "))
        // The code is shown all the same, with what is wrong.
        let pairing = try await desktop.start("relay", "pair")
        try await pairing.waitForError("warning: not connected yet, and tried again: ", within: 30)
    }
}

extension RelayMachine {
    fileprivate struct Check: Decodable {
        let name: String
        let level: String
        let message: String
        let advice: String?
    }

    private nonisolated var environment: [String: String] {
        desktop.bus.environment(timeZone: AgentFixture.timeZone)
    }

    /// Runs a command to its end.
    nonisolated func run(
        _ words: String...,
        input: String = ""
    ) async throws -> Program.Outcome {
        try await desktop.run(words, input: input)
    }

    /// Starts a command.
    nonisolated func start(_ words: String...) async throws -> RunningProgram {
        try AgentFixture.command.start(words, environment: environment)
    }

    /// Starts a command on a terminal.
    nonisolated func terminal(_ words: String...) async throws -> TestTerminal {
        try TestTerminal(
            [AgentFixture.command.path] + words,
            environment: environment.merging(["TERM": "dumb"]) { $1 },
            directory: desktop.directory
        )
    }

    /// The line of `doctor` about notify-relay.
    fileprivate nonisolated func doctor() async throws -> Check {
        let outcome = try await run("doctor", "--json")
        let checks = try JSONDecoder().decode([Check].self, from: Data(outcome.output.utf8))
        guard let check = checks.first(where: { $0.name == "relay" }) else {
            throw UnexpectedOutcome(outcome: outcome)
        }
        return check
    }
}
