import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// What comes together after an absence: listed with its buttons, with one bubble, and answered from there.
@Suite(.serialized) struct RelaySummaryTests {
    private struct HistoryEntry: Decodable {
        let event: String
        let detail: String?
    }

    private static func hint(_ name: String, of call: NotifyCall) -> Variant? {
        call.hints.first { $0.name == name }?.value
    }

    @Test("Seven alarms that come together after a gap are listed, answerable and not silent")
    func alarmsAreNotLost() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine("desktop", server.url)
        let laptop = try await RelayMachine("laptop", server.url)
        _ = try await desktop.pair(with: laptop)
        try await laptop.killRelay()
        var waiting: [RunningProgram] = []
        for number in 1...7 {
            let words = [
                "add", "Alarm \(number)", "Disk \(number)", "--id", "a\(number)", "--level",
                "time-sensitive", "--action", "Stop=https://a.example/\(number)", "--to", "laptop",
            ]
            if number <= 5 {
                let running = try AgentFixture.command.start(
                    words + ["--wait"],
                    environment: desktop.desktop.bus.environment(timeZone: AgentFixture.timeZone)
                )
                try await running.waitForOutput("laptop\n", within: 30)
                waiting.append(running)
            } else {
                #expect(try await desktop.desktop.run(words).code == 0)
            }
        }
        try await laptop.startRelay()
        let title = "7 notifications came while this machine was away"
        let summary = try await laptop.server.call(titled: title)
        #expect(summary.call.body.contains("Alarm 1: Disk 1 · desktop"))
        #expect(summary.call.actions.map(\.label).suffix(1) == ["Show each"])
        #expect(Self.hint("suppress-sound", of: summary.call) == nil)
        // Each is listed with all that it has.
        let listed = try await laptop.desktop.listed(
            "list",
            "delivered",
            "--app",
            RelayClient.app
        )
        #expect(Set(listed.map(\.content.title)) == Set((1...7).map { "Alarm \($0)" }))
        for entry in listed {
            #expect(entry.content.body?.hasPrefix("Disk ") == true)
            #expect(entry.content.interruptionLevel == "time-sensitive")
            #expect(entry.actions.map(\.title) == ["Stop"])
        }
        let table = try await laptop.run("history", "--app", RelayClient.app).output
        #expect(table.components(separatedBy: "delivered in a summary").count == 8, "\(table)")
        // The sender hears that it came late.
        try await poll(30, "the sender's history") {
            let outcome = try await desktop.run("history", "a1", "--json")
            let lines = try JSONDecoder().decode(
                [HistoryEntry].self,
                from: Data(outcome.output.utf8)
            )
            return lines.first.map { $0.event == "listedElsewhere" && $0.detail == "laptop" }
                == true ? true : nil
        }
        #expect(
            try await desktop.run("history", "a1").output.contains(
                "came late to laptop, which lists it in a summary"
            )
        )
        for running in waiting { try await running.waitForError("it came late to laptop") }
        #expect(laptop.server.calls.elements.count { $0.call.summary.hasPrefix("Alarm") } == 0)
        // One is withdrawn before the user looks.
        #expect(try await desktop.run("relay", "withdraw", "a7").code == 0)
        try await poll(30, "the withdrawal") {
            try await laptop.desktop.listed("list", "delivered", "--app", RelayClient.app).count
                == 6 ? true : nil
        }
        let key = try #require(summary.call.actions.last?.key)
        await laptop.server.click(summary.id, key)
        for number in 1...6 { _ = try await laptop.server.call(titled: "Alarm \(number)") }
        #expect(laptop.server.count(titled: "Alarm 7") == 0)
        for number in 1...4 {
            let shown = try await laptop.server.call(titled: "Alarm \(number)")
            let stop = try #require(shown.call.actions.first { $0.label == "Stop" }?.key)
            await laptop.server.click(shown.id, stop)
        }
        // The fifth from the list.
        let fifth = try #require(listed.first { $0.content.title == "Alarm 5" })
        let dismissed = try await laptop.run("dismiss", "\(RelayClient.app)/\(fifth.identifier)")
        #expect(dismissed.code == 0, "\(dismissed)")
        for (number, running) in waiting.enumerated() {
            let end = try await running.waitForExit()
            #expect(end.output.contains(number < 4 ? "Stop" : "dismissed"), "\(end)")
        }
    }

    @Test("A summary is made once where notify-relay is killed meanwhile")
    func aKilledRelayMakesOneSummary() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine("desktop", server.url)
        let laptop = try await RelayMachine("laptop", server.url, "Mirror=all")
        _ = try await desktop.pair(with: laptop)
        try await laptop.killRelay()
        for number in 1...4 { try await desktop.send("N \(number)", to: "laptop") }
        try await laptop.startRelay()
        let title = "4 notifications came while this machine was away"
        _ = try await laptop.server.call(titled: title)
        try await laptop.killRelay()
        try await laptop.startRelay()
        try await desktop.send("Later", to: "laptop")
        _ = try await laptop.server.call(titled: "Later", within: 60)
        #expect(laptop.server.count(titled: title) == 1)
        // What it names is not passed on.
        try await laptop.desktop.add("Own")
        _ = try await desktop.server.call(titled: "Own")
        #expect(desktop.server.count(titled: title) == 0)
        let listed = try await laptop.desktop.listed(
            "list",
            "delivered",
            "--app",
            RelayClient.app
        )
        #expect(listed.count == 5)
    }

    @Test("What an [Inbox] got meanwhile is listed, with the highest level and a sound")
    func anInboxIsListed() async throws {
        let server = try await RelayTestServer()
        let machine = try await RelayMachine(
            "desktop",
            server.url,
            lines: [
                "[Inbox]", "Topic=alerts", "Name=home", "[Phone]", "Topic=phone", "Apps=all",
            ]
        )
        try await machine.waitForInbox()
        try await machine.killRelay()
        for number in 1...6 {
            try await server.publish(
                "text \(number)",
                to: "alerts",
                "Title: m\(number)",
                "Priority: \(number == 3 ? 5 : 3)",
                "Actions: view, Look, https://example.org/\(number)"
            )
        }
        try await machine.startRelay()
        let title = "6 notifications came while this machine was away"
        let summary = try await machine.server.call(titled: title)
        #expect(summary.call.body.contains("m1: text 1 · ntfy · home"))
        #expect(Self.hint("suppress-sound", of: summary.call) == nil)
        let listed = try await machine.desktop.listed(
            "list",
            "delivered",
            "--app",
            AgentNames.inboxApp
        )
        #expect(Set(listed.compactMap(\.content.body)) == Set((1...6).map { "text \($0)" }))
        #expect(listed.allSatisfy { $0.actions.map(\.title) == ["Look"] })
        let key = try #require(summary.call.actions.last?.key)
        await machine.server.click(summary.id, key)
        for number in 1...6 { _ = try await machine.server.call(titled: "m\(number)") }
        let phone = try await server.follow("phone")
        try await machine.desktop.add("Own", "for the phone")
        _ = try await phone.message(containing: "for the phone")
        // What it names is published to nobody.
        let stored = String(decoding: try server.stored(), as: UTF8.self)
        #expect(!stored.contains("came while this machine was away"))
    }
}

/// Who speaks to a relay's server, and who reads its files.
@Suite(.serialized) struct RelaySecrecyTests {
    @Test("A server that has TLS 1.1 alone is refused", arguments: ["-tls1", "-tls1_1"])
    func oldTLSIsRefused(version: String) async throws {
        let folder = try TemporaryFolder()
        let authority = try await TestAuthority(in: folder.path)
        let certificate = try await authority.certificate("good")
        for (option, isOld) in [(version, true), ("-tls1_2", false)] {
            let openssl = try Program(path: "/usr/bin/openssl").start(
                [
                    "s_server", "-accept", "127.0.0.1:0", "-cert", certificate.file, "-key",
                    certificate.key, option, "-cipher", "ALL:@SECLEVEL=0", "-www",
                ],
                environment: ["PATH": "/usr/bin:/bin"]
            )
            let said = try await openssl.waitForOutput("ACCEPT 127.0.0.1:", within: 30)
            let port =
                said.split(separator: "ACCEPT 127.0.0.1:")
                .last?.prefix { $0.isNumber } ?? ""
            let bus = try await PrivateBus()
            let path = "\(bus.directory)/config/notify-schedule"
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true
            )
            try """
            [Relay]
            Server=https://127.0.0.1:\(port)
            CAFile=\(authority.file)

            """.write(toFile: "\(path)/relay.conf", atomically: true, encoding: .utf8)
            // Also where the user has allowed it.
            for priority in [nil, "NORMAL:+VERS-TLS-ALL:%COMPAT"] {
                let more = priority.map { ["G_TLS_GNUTLS_PRIORITY": $0] } ?? [:]
                let check = try await RelayMachine.program.run(
                    ["--check"],
                    environment: bus.environment.merging(more) { $1 }
                )
                #expect(check.code == 69, "\(check)")
                let isRefused = check.error.contains("TLS 1.2 or later")
                #expect(isRefused == isOld, "\(option): \(check)")
            }
            openssl.kill(SIGKILL)
        }
    }

    @Test("Files with a secret that others can read are reported, by the log and by doctor")
    func openFilesAreReported() async throws {
        let server = try await RelayTestServer()
        let machine = try await RelayMachine("desktop", server.url)
        let folder = "\(machine.desktop.directory)/config/notify-schedule"
        let token = "\(folder)/token"
        try "secret\n".write(toFile: token, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: token)
        try await machine.configure(server.url, ["TokenFile=\(token)"])
        try await poll(30, "the warning") {
            await machine.log.contains("\(token) has a secret and can be read by others")
                ? true : nil
        }
        let doctor = try await machine.run("doctor")
        #expect(doctor.output.contains("run chmod go-rwx on it"), "\(doctor)")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
        let good = try await machine.run("doctor")
        #expect(!good.output.contains("chmod go-rwx"), "\(good)")
        // A topic that whoever knows it may use is a secret as well.
        try await machine.configure(server.url, ["[Inbox]", "Topic=alerts"])
        let path = "\(folder)/relay.conf"
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let check = try await machine.check()
        #expect(check.code == 0)
        #expect(check.error.contains("relay.conf has a secret"), "\(check)")
    }
}
