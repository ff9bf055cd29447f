import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

/// What the user sees of machines that another one let in, and what leaves with a machine that is removed.
@Suite(.serialized) struct RelayTrustTests {
    /// Three machines, of which the laptop let the third in.
    private static func group(
        _ server: RelayTestServer,
        third: String
    ) async throws -> (desktop: RelayMachine, laptop: RelayMachine, third: RelayMachine) {
        let desktop = try await RelayMachine("desktop", server.url)
        let laptop = try await RelayMachine("laptop", server.url)
        let machine = try await RelayMachine(third, server.url)
        _ = try await desktop.pair(with: laptop)
        _ = try await laptop.pair(with: machine)
        return (desktop, laptop, machine)
    }

    private static func names(_ machine: RelayMachine) async throws -> [String] {
        try await machine.call("Devices")[0]?.children.compactMap { $0["name"]?.string } ?? []
    }

    private static func waitForNames(_ names: [String], on machine: RelayMachine) async throws {
        try await poll(30, "\(names) on \(machine.name)") {
            try await Self.names(machine) == names ? true : nil
        }
    }

    @Test("A machine that another one let in is shown, and a click removes it")
    func aClickRemovesAnUnknownMachine() async throws {
        let server = try await RelayTestServer()
        let (desktop, laptop, thief) = try await Self.group(server, third: "thief")
        let shown = try await desktop.server.call(titled: "thief is in your relay group")
        #expect(
            shown.call.body
                == "laptop let it in. Remove what you do not know, and laptop as well."
        )
        #expect(shown.call.actions.map(\.label).suffix(2) == ["I know it", "Remove"])
        // The third machine hears who else is in the group that it has entered.
        _ = try await thief.server.call(titled: "desktop is in your relay group")
        try await desktop.waitUntilAcknowledged()
        let key = try #require(shown.call.actions.last?.key)
        await desktop.server.click(shown.id, key)
        for machine in [desktop, laptop] {
            let other = machine.name == "desktop" ? "laptop" : "desktop"
            try await Self.waitForNames([other], on: machine)
        }
        try await poll(30, "the farewell") {
            try await thief.run("relay", "status").output.contains(
                "another machine has removed this one"
            )
                ? true : nil
        }
    }

    @Test("forget removes what the machine let in and ends what it sent; what was confirmed stays")
    func forgetNamesWhatLeaves() async throws {
        let server = try await RelayTestServer()
        let (desktop, laptop, phone) = try await Self.group(server, third: "phone")
        try await Self.waitForNames(["laptop", "phone"], on: desktop)
        let tablet = try await RelayMachine("tablet", server.url)
        _ = try await laptop.pair(with: tablet)
        try await Self.waitForNames(["laptop", "phone", "tablet"], on: desktop)
        let table = try await desktop.run("relay", "list").output.split(separator: "\n")
        #expect(table[0].contains("LET IN BY"))
        #expect(table[1].contains(" you "))
        #expect(table[2].contains(" laptop "))
        try await laptop.send("Alarm", to: "all")
        let alarm = try await desktop.server.call(titled: "Alarm")
        try await laptop.send(
            "Later",
            trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false),
            to: "desktop"
        )
        try await poll(30, "what the laptop scheduled") {
            try await desktop.desktop.listed("list", "--app", "all").first
        }
        // A bubble of the question, and a click on it, do the same as this.
        let confirmed = try await desktop.run("relay", "confirm", "phone")
        #expect(confirmed.output == "confirmed phone\n", "\(confirmed)")
        try await desktop.waitUntilAcknowledged()
        let forgetting = try await desktop.terminal("relay", "forget", "laptop")
        try await forgetting.wait(
            for: "Remove laptop from the group, with tablet, which it let in? [y/N] "
        )
        forgetting.type("n\n")
        #expect(try await forgetting.waitForExit() == .code(1))
        let forgotten = try await desktop.run("relay", "forget", "laptop")
        #expect(
            forgotten.output
                == "removed laptop from the group\n"
                + "removed tablet, which it let in; --keep would have kept it\n",
            "\(forgotten)"
        )
        _ = try await desktop.server.closings.wait(30, "the end of the alarm") { closings in
            closings.contains(alarm.id) ? true : nil
        }
        try await poll(30, "the end of what was scheduled") {
            try await desktop.desktop.listed("list", "--app", "all").isEmpty ? true : nil
        }
        try await Self.waitForNames(["phone"], on: desktop)
        try await Self.waitForNames(["desktop"], on: phone)
    }

    @Test("Machines that --keep names stay without a question")
    func keepConfirms() async throws {
        let server = try await RelayTestServer()
        let (desktop, laptop, phone) = try await Self.group(server, third: "phone")
        try await Self.waitForNames(["laptop", "phone"], on: desktop)
        // The laptop would end if nothing named it, and it alone tells the others of each other.
        try await Self.waitForNames(["desktop", "laptop"], on: phone)
        try await laptop.waitUntilAcknowledged()
        let unknown = try await desktop.run("relay", "forget", "laptop", "--keep", "phome")
        #expect(unknown.code == 65)
        #expect(unknown.error.contains("no machine is named \"phome\"; did you mean phone?"))
        let forgotten = try await desktop.run("relay", "forget", "laptop", "--keep", "phone")
        #expect(forgotten.output == "removed laptop from the group\n", "\(forgotten)")
        try await Self.waitForNames(["desktop"], on: phone)
        // All that the phone knows, it knows by the laptop.
        let asked = try await phone.server.calls.wait(30, "the question") { calls in
            calls.first { $0.call.body.contains("was removed") }
        }
        #expect(
            asked.call.body
                == "The machine that let it in was removed. Remove what you do not know."
        )
    }

    @Test("Ctrl-C in pair names a machine that has used the code")
    func aCancelledPairingNamesWhoEntered() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine("desktop", server.url)
        let thief = try await RelayMachine("thief", server.url)
        let pairing = try await desktop.start("relay", "pair")
        let code = try await pairing.waitForOutput("\n", within: 30).split(separator: "\n")[0]
        // It enters, and does not say so.
        let store = try Connection("\(thief.state)/relay.sqlite")
        try store.execute("BEGIN IMMEDIATE")
        _ = try await thief.run("relay", "join", String(code))
        try store.execute("ROLLBACK")
        try await Self.waitForNames(["thief"], on: desktop)
        pairing.kill(SIGINT)
        let cancelled = try await pairing.waitForExit()
        #expect(cancelled.code == 130)
        // Another machine may have the same name.
        let id = try #require(try await thief.call("Status")[0]?["id"]?.string)
        #expect(
            cancelled.error.hasSuffix(
                "the pairing was cancelled, but thief has used the code and is in the group; if you do not know it: "
                    + "notify-schedule relay forget \(id)\n"
            ),
            "\(cancelled)"
        )
    }
}
