import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// What is shown of a command that has ended.
@Suite(.serialized) struct RunNotificationTests {
    private struct Case {
        let options: [String]
        let script: String
        /// `nil` for no bubble.
        let title: String?
        var body = ""
        var urgency: UInt8 = 1
        var code: Int32 = 0
    }

    private static let cases = [
        Case(options: [], script: "true", title: "Done: sh -c true", body: "Done after "),
        Case(
            options: [],
            script: "exit 2",
            title: "Failed: sh -c 'exit 2'",
            body: "Exit status 2 after ",
            code: 2
        ),
        Case(options: ["--on-failure"], script: "true", title: nil),
        Case(
            options: ["--on-failure"],
            script: "false",
            title: "Failed: sh -c false",
            body: "Exit status 1 after ",
            code: 1
        ),
        Case(options: ["--if-longer", "1h"], script: "false", title: nil, code: 1),
        Case(
            options: ["--if-longer", "1ms"],
            script: "true",
            title: "Done: sh -c true",
            body: "Done after "
        ),
        Case(
            options: ["--quiet-success"],
            script: "true",
            title: "Done: sh -c true",
            body: "Done after ",
            urgency: 0
        ),
        Case(
            options: ["--quiet-success"],
            script: "exit 1",
            title: "Failed: sh -c 'exit 1'",
            body: "Exit status 1",
            code: 1
        ),
        Case(
            options: ["--title", "Nightly"],
            script: "true",
            title: "Done: Nightly",
            body: "Done after "
        ),
        Case(
            options: ["--tail", "2"],
            script: "echo a; echo b; echo; echo c",
            title: "Done: sh -c 'echo a; echo b; echo; echo c'",
            body: "b\nc"
        ),
        Case(
            options: ["--tail", "2"],
            script: "echo c >&2",
            title: "Done: sh -c 'echo c >&2'",
            body: "\nc"
        ),
        Case(
            options: ["--tail=1"],
            script: "printf '\\033[31mred\\033[0m\\rlast\\n'",
            title: "Done: sh -c 'printf '\\''\\033[31mred\\033[0m\\rlast\\n'\\'''",
            body: "last"
        ),
    ]

    @Test func whatIsShown() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        var count = 0
        for testCase in Self.cases {
            let words = ["run"] + testCase.options + ["--", "sh", "-c", testCase.script]
            let outcome = try await fixture.run(words)
            #expect(outcome.code == testCase.code, "\(words)")
            guard let title = testCase.title else { continue }
            count += 1
            let call = try await server.waitForCalls(count)[count - 1].call
            #expect(call.summary == title)
            #expect(call.body.contains(testCase.body), "\(call.body)")
            #expect(call.hints.first { $0.name == "urgency" }?.value == .byte(testCase.urgency))
        }
        try await fixture.barrier(server)
        #expect(server.calls.elements.count == count + 1)
    }

    @Test(
        "The end of a command stays where the server keeps no list",
        arguments: [
            (false, [], "true", 0), (false, [], "false", 0), (true, [], "true", -1),
            (false, ["--stay", "no"], "true", -1), (false, ["--stay=yes"], "true", 0),
            (false, ["--quiet-success"], "true", -1), (false, ["--quiet-success"], "false", 0),
        ] as [(Bool, [String], String, Int32)]
    )
    func stays(keepsList: Bool, options: [String], command: String, expiry: Int32) async throws {
        let fixture = try await AgentFixture()
        var profile = ServerProfile.standard
        if !keepsList { profile.capabilities.removeAll { $0 == "persistence" } }
        let server = try await FakeNotificationServer(on: fixture.bus, as: profile)
        _ = try await fixture.run(["run"] + options + ["--", command])
        #expect(try await server.next().call.expireTimeout == expiry)
    }

    @Test("A word of --stay that is unknown, an error names the nearest one")
    func unknownStay() async throws {
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(["run", "--stay", "on", "--", "true"])
        #expect(outcome.code == 65)
        #expect(outcome.error.contains("--stay \"on\" is unknown; did you mean no?"))
    }

    @Test func aCommandThatASignalEndsIsAFailure() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let outcome = try await fixture.run(["run", "--", "sh", "-c", "kill -KILL $$"])
        #expect(outcome.status == .signal(SIGKILL))
        let call = try await server.call(titled: "Failed: sh -c 'kill -KILL $$'").call
        #expect(call.body.hasPrefix("Killed (signal 9) after "))
    }

    /// What goes to a file is the command's own, and its end is shown as well.
    @Test func theEndOfAFileIsShown() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let run = "\(AgentFixture.command.word) run --tail 2 --title Job --"
        let outcome = try await Program(path: "/bin/sh").run(
            ["-c", "echo before > f; \(run) sh -c 'seq 1 5; echo err >&2' >> f 2>&1"],
            environment: fixture.bus.environment(timeZone: AgentFixture.timeZone),
            directory: fixture.directory
        )
        #expect(outcome.code == 0)
        #expect(try await server.call(titled: "Done: Job").call.body.hasSuffix("\n5\nerr"))
        let empty = try await Program(path: "/bin/sh").run(
            ["-c", "\(run) true >> f"],
            environment: fixture.bus.environment(timeZone: AgentFixture.timeZone),
            directory: fixture.directory
        )
        #expect(empty.code == 0)
        let last = try await server.waitForCalls(2)[1].call
        #expect(last.summary == "Done: Job" && !last.body.contains("err"), "\(last.body)")
    }

    /// The same command in the same folder has one notification, and others have their own.
    @Test func aCommandReplacesItsNotification() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        _ = try await fixture.run(["run", "--", "sh", "-c", "exit 0"])
        let first = try await server.next()
        _ = try await fixture.run(["run", "--", "sh", "-c", "exit 0"])
        let second = try await server.next()
        #expect(second.call.replacesID == first.id)
        _ = try await fixture.run(["run", "--", "sh", "-c", "exit 1"])
        #expect(try await server.next().call.replacesID == 0)
        #expect(try await fixture.listed("list", "delivered").count == 2)
    }

    @Test func theHostIsNamedOverSSH() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        _ = try await fixture.run(
            ["run", "--", "true"],
            environment: ["SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"]
        )
        let call = try await server.call(titled: "Done: true").call
        #expect(call.body.hasSuffix(" on \(ProcessInfo.processInfo.hostName)"))
    }

    /// The button *Output* opens the stored output, which only the user can read.
    @Test func theOutputIsStoredForADay() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let opened = "\(fixture.directory)/opened"
        try Self.installViewer(fixture, copyingTo: opened)
        let folder = "\(fixture.directory)/state/notify-schedule/output"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        for (name, age) in [("old.txt", 90_000.0), ("new.txt", 80_000), ("old.other", 90_000)] {
            _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)],
                ofItemAtPath: "\(folder)/\(name)"
            )
        }
        let script = "printf '\\033[1mbold\\033[0m\\n'; echo error >&2"
        let outcome = try await fixture.run(["run", "--log", "--", "sh", "-c", script])
        #expect(outcome.output == "\u{1B}[1mbold\u{1B}[0m\n")
        let call = try await server.next()
        #expect(call.call.actions.contains { $0.label == "Output" })
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(
            names.contains("new.txt") && names.contains("old.other") && !names.contains("old.txt")
        )
        let name = try #require(names.first { !$0.hasPrefix("new") && $0.hasSuffix(".txt") })
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        // Two pipes have no order.
        let stored = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        #expect(stored.split(separator: "\n").sorted() == ["bold", "error"])
        let key = try #require(call.call.actions.first { $0.label == "Output" }?.key)
        await server.click(call.id, key)
        try await poll(30, "the viewer") {
            FileManager.default.fileExists(atPath: opened) ? true : nil
        }
        #expect(try String(contentsOfFile: opened, encoding: .utf8) == stored)
    }

    @Test func theOldestFilesGo() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let folder = "\(fixture.directory)/state/notify-schedule/output"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        for number in 1...150 {
            _ = FileManager.default.createFile(atPath: "\(folder)/\(number).txt", contents: nil)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -Double(number))],
                ofItemAtPath: "\(folder)/\(number).txt"
            )
        }
        #expect(try await fixture.run(["run", "--log", "--", "true"]).code == 0)
        _ = try await server.next()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 100)
        #expect(names.contains("99.txt") && !names.contains("100.txt"))
        // Each command that is reported deletes what is older than a day.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -90_000)],
            ofItemAtPath: "\(folder)/1.txt"
        )
        #expect(try await fixture.run(["run", "--", "true"]).code == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(left.count == 99 && !left.contains("1.txt"))
    }

    /// Of much output the end is stored.
    @Test func theStoredOutputIsBounded() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let outcome = try await fixture.run(["run", "--log", "--", "seq", "1", "3000000"])
        #expect(outcome.output.utf8.count == 22_888_896)
        _ = try await server.next(within: 60)
        let folder = "\(fixture.directory)/state/notify-schedule/output"
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        #expect((4 << 20...9 << 20).contains(text.utf8.count))
        #expect(text.hasPrefix("[earlier output is left out]\n"))
        #expect(text.hasSuffix("\n2999999\n3000000\n"))
    }

    /// Who cannot be notified is warned, and the command's end stays.
    @Test func withoutABusThereIsAWarning() async throws {
        let outcome = try await AgentFixture.command.run(
            ["run", "--", "sh", "-c", "exit 3"],
            environment: [
                "PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
            ]
        )
        #expect(outcome.code == 3)
        #expect(
            outcome.error.hasPrefix(
                "notify-schedule: warning: the end of the command is not shown: "
            )
        )
    }

    /// A bus or an agent is not asked where there is nothing to show.
    @Test func nothingStartsAnAgentWhereNothingIsShown() async throws {
        let fixture = try await AgentFixture()
        for options in [["--on-failure"], ["--if-longer", "1h"], ["--tail", "1", "--on-failure"]] {
            #expect(try await fixture.run(["run"] + options + ["--", "true"]).code == 0)
        }
        #expect(fixture.owners.elements.isEmpty)
    }

    /// Installs an application for plain texts, and the type of their names.
    private static func installViewer(_ fixture: AgentFixture, copyingTo path: String) throws {
        let viewer = "\(fixture.directory)/viewer"
        try writeProgram(
            "#!/bin/sh\ncp \"$1\" '\(path).part'; mv '\(path).part' '\(path)'\n",
            to: viewer
        )
        let files = [
            "applications/viewer.desktop": """
            [Desktop Entry]
            Type=Application
            Name=Viewer
            Exec=\(viewer) %f
            MimeType=text/plain;

            """,
            "applications/mimeapps.list": "[Default Applications]\ntext/plain=viewer.desktop\n",
            "mime/globs2": "50:text/plain:*.txt\n",
        ]
        for (name, text) in files {
            let file = URL(fileURLWithPath: "\(fixture.directory)/data/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
    }
}
