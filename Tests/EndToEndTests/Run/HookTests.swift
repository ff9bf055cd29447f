import Foundation
import NotificationServer
import TestSupport
import Testing

/// `ask --hook`: a coding agent waits for a decision, which only the user's click is.
@Suite(.serialized) struct HookTests {
    private static func input(
        _ command: String,
        _ members: String = "",
        session: String = "s1"
    ) -> String {
        """
        {"session_id":"\(session)","cwd":"/home/ann/shop","hook_event_name":"PermissionRequest",
         "tool_name":"Bash","tool_input":{"command":"\(command)"}\(members)}
        """
    }

    private static func event(_ name: String, _ members: String = "") -> String {
        #"{"session_id":"s1","cwd":"/home/ann","hook_event_name":"\#(name)"\#(members)}"#
    }

    private static let suggestion = """
        ,"permission_suggestions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"ls"}],
         "behavior":"allow","destination":"session"}]
        """

    private static func start(
        _ fixture: AgentFixture,
        _ input: String,
        _ arguments: [String] = ["claude"],
        _ environment: [String: String] = [:]
    ) throws -> RunningProgram {
        let running = try AgentFixture.command.start(
            ["ask", "--hook"] + arguments,
            environment: fixture.bus.environment(timeZone: AgentFixture.timeZone, environment)
        )
        running.write(input)
        running.closeInput()
        return running
    }

    private static func allowed(_ more: String = "") -> String {
        #"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"\#(more)}}}"#
            + "\n"
    }

    private static let denied =
        #"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"The user denied it in a notification."}}}"#
        + "\n"

    @Test("A click on a button is the decision, and nothing else is one")
    func decisions() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let rule =
            #","updatedPermissions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"ls"}],"behavior":"allow","destination":"session"}]"#
        let cases: [(button: String?, output: String)] = [
            ("Allow", Self.allowed()), ("Deny", Self.denied), ("Always", Self.allowed(rule)),
            ("default", ""), (nil, ""),
        ]
        for (button, output) in cases {
            let running = try Self.start(fixture, Self.input("ls <b>", Self.suggestion))
            let received = try await server.next(within: 30)
            #expect(received.call.summary == "Claude Code asks for Bash")
            #expect(
                received.call.body == """
                    In /home/ann/shop
                    Always allows Bash(ls), in this session
                    ls &lt;b&gt;
                    """
            )
            #expect(
                received.call.actions.map(\.label).filter { !$0.isEmpty && $0 != "default" }
                    == ["Allow", "Deny", "Always"]
            )
            if let button {
                let key = received.call.actions.first { $0.label == button }?.key ?? button
                await server.click(received.id, key)
                // The second one comes too late.
                await server.click(received.id, received.call.actions[0].key)
            } else {
                await server.close(received.id, .expired)
                await server.close(received.id)
            }
            let outcome = try await running.waitForExit()
            #expect(outcome.output == output, "\(button ?? "closed")")
            #expect(outcome.code == 0)
            #expect(outcome.error == "")
        }
    }

    @Test("A command that is cut can only be denied, and the text says so")
    func cut() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try Self.start(
            fixture,
            Self.input("ls\(String(repeating: " ", count: 400)); rm -rf ~", Self.suggestion)
        )
        let received = try await server.next(within: 30)
        #expect(received.call.actions.map(\.label) == ["Deny"])
        #expect(received.call.body.hasPrefix("In /home/ann/shop\nls"))
        #expect(received.call.body.hasSuffix("\n… The rest is not shown here."))
        await server.click(received.id, received.call.actions[0].key)
        #expect(try await running.waitForExit().output == Self.denied)
    }

    @Test("Codex gets its decision without rules, and the value of a secret variable is not shown")
    func codex() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try Self.start(
            fixture,
            Self.input("curl -H 'X: 0123456789ab' h", Self.suggestion),
            ["codex"],
            ["FORGE_TOKEN": "0123456789ab"]
        )
        let received = try await server.next(within: 30)
        #expect(received.call.summary == "Codex asks for Bash")
        #expect(
            received.call.body == """
                In /home/ann/shop
                curl -H 'X: &lt;value of FORGE_TOKEN&gt;' h
                … A secret is hidden here.
                """
        )
        #expect(received.call.actions.map(\.label) == ["Deny"])
        await server.click(received.id, received.call.actions[0].key)
        #expect(try await running.waitForExit().output == Self.denied)
        let plain = try Self.start(fixture, Self.input("ls", Self.suggestion), ["codex"])
        let second = try await server.next(within: 30)
        #expect(second.call.actions.map(\.label) == ["Allow", "Deny"])
        await server.click(second.id, second.call.actions[0].key)
        #expect(try await plain.waitForExit().output == Self.allowed())
    }

    @Test(
        "Where the server's profile would cut the text, it can only be denied",
        arguments: [
            ("TextLimit=1 lines of 40 characters", ["Deny"]),
            ("TextLimit=2 lines of 25 characters", ["Allow", "Deny"]),
            ("TextLimit=2 lines of 16 characters", ["Deny"]),
        ]
    )
    func smallBubbles(change: String, buttons: [String]) async throws {
        let fixture = try await AgentFixture()
        try fixture.configure("[Server]\n\(change)\n")
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try Self.start(fixture, Self.input("ls"))
        let received = try await server.next(within: 30)
        #expect(received.call.actions.map(\.label) == buttons)
        let word = buttons.contains("Allow") ? "Allow" : "Deny"
        let key = try #require(received.call.actions.first { $0.label == word }).key
        await server.click(received.id, key)
        #expect(
            try await running.waitForExit().output
                == (word == "Deny" ? Self.denied : Self.allowed())
        )
    }

    @Test("No server, no bus, a time that is over and a wrong input decide nothing")
    func undecided() async throws {
        let fixture = try await AgentFixture()
        let alone = try await Self.start(fixture, Self.input("ls")).waitForExit()
        #expect(alone.output == "" && alone.code == 0)
        #expect(
            alone.error
                == "notify-schedule: warning: no notification server is running, so nobody sees the question; the terminal decides\n"
        )
        let noBus = try await Self.start(
            fixture,
            Self.input("ls"),
            ["claude"],
            ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"]
        ).waitForExit()
        #expect(noBus.output == "" && noBus.code == 0)
        #expect(noBus.error.hasSuffix("; the terminal decides\n"), "\(noBus.error)")
        let server = try await FakeNotificationServer(on: fixture.bus)
        let late = try Self.start(fixture, Self.input("ls"), ["claude", "--timeout", "100ms"])
        let received = try await server.next(within: 30)
        let outcome = try await late.waitForExit()
        #expect(outcome.output == "" && outcome.code == 0 && outcome.error == "")
        #expect(try await server.closings.next(30) == received.id)
        let wrong = try await Self.start(fixture, "{\"tool_name\":\"Bash\"}").waitForExit()
        #expect(wrong.output == "" && wrong.code == 0)
        #expect(
            wrong.error
                == "notify-schedule: warning: the hook's input cannot be used: hook_event_name is missing; the terminal decides\n"
        )
        #expect(try await fixture.listed("list").isEmpty)
    }

    @Test(
        "A question that the user has answered in the terminal goes at the next event of its session",
        arguments: [
            #"{"session_id":"s1","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}"#,
            #"{"session_id":"s1","hook_event_name":"PostToolUseFailure","tool_name":"Bash","tool_input":{"command":"ls"}}"#,
            event("UserPromptSubmit", #","prompt":"no""#), event("Stop"), event("SessionEnd"),
            input("pwd"),
        ]
    )
    func answeredElsewhere(next: String) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let other = try Self.start(fixture, Self.input("ls", session: "s2"))
        let kept = try await server.next(within: 30)
        let running = try Self.start(fixture, Self.input("ls"))
        let received = try await server.next(within: 30)
        for unrelated in [
            #"{"session_id":"s1","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"x"}}"#,
            #"{"session_id":"s3","hook_event_name":"UserPromptSubmit"}"#,
            #"{"hook_event_name":"UserPromptSubmit"}"#,
        ] {
            let outcome = try await Self.start(fixture, unrelated).waitForExit()
            #expect(outcome.output == "" && outcome.error == "" && outcome.code == 0)
        }
        #expect(server.closings.elements == [])
        let last = try Self.start(fixture, next)
        let outcome = try await running.waitForExit()
        #expect(outcome.output == "" && outcome.error == "" && outcome.code == 0)
        #expect(try await server.closings.next(30) == received.id)
        last.kill(SIGTERM)
        _ = try await last.waitForExit()
        await server.click(kept.id, kept.call.actions[0].key)
        #expect(try await other.waitForExit().output == Self.allowed())
    }

    @Test("Codex is not kept waiting where nobody can answer: it asks in its terminal")
    func noButtons() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus, as: .plain)
        let outcome = try await Self.start(fixture, Self.input("ls"), ["codex"]).waitForExit()
        #expect(outcome.output == "" && outcome.code == 0)
        #expect(
            outcome.error
                == "notify-schedule: warning: the notification server shows no buttons; the terminal decides\n"
        )
        #expect(server.calls.elements.isEmpty)
    }

    @Test("A folder without room for a lock is named, and the terminal decides")
    func noLocks() async throws {
        let fixture = try await AgentFixture()
        let run = "\(fixture.directory)/other"
        for number in 1...8 {
            try FileManager.default.createDirectory(
                atPath: "\(run)/notify-schedule/hook-\(number).lock",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        let outcome = try await Self.start(
            fixture,
            Self.input("ls"),
            ["claude"],
            ["XDG_RUNTIME_DIR": run]
        ).waitForExit()
        #expect(outcome.output == "" && outcome.code == 0)
        #expect(
            outcome.error
                == "notify-schedule: warning: no lock can be made in \(run)/notify-schedule: Is a directory; the terminal decides\n"
        )
    }

    @Test("The time of a hook is over also where the server has not answered yet")
    func fixedEnd() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        await server.setBehaviour(.ignore)
        let running = try Self.start(fixture, Self.input("ls"), ["claude", "--timeout", "1s"])
        _ = try await server.next(within: 30)
        // The time of other questions begins again with the bubble, and has 30 s more without one.
        let outcome = try await running.waitForExit(within: 25)
        #expect(outcome.output == "" && outcome.code == 0 && outcome.error == "")
        await server.release()
    }

    @Test("A question goes with its agent", arguments: [SIGTERM, SIGINT, SIGKILL])
    func agentEnds(signal: Int32) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try Self.start(fixture, Self.input("ls"))
        let received = try await server.next(within: 30)
        running.kill(signal)
        let outcome = try await running.waitForExit()
        #expect(outcome.output == "")
        if signal != SIGKILL { #expect(outcome.code == 0) }
        #expect(try await server.closings.next(30) == received.id)
        #expect(try await fixture.listed("list").isEmpty)
    }

    @Test("A question whose answer nobody reads any longer goes")
    func readerLeaves() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let file = "\(fixture.directory)/input"
        try Self.input("ls").write(toFile: file, atomically: true, encoding: .utf8)
        let reader = try Program(path: "/bin/sh").start(
            [
                "-c", "exec 3<&0; \"$0\" ask --hook claude < \"$1\" | { read -r _ <&3; }",
                AgentFixture.command.path, file,
            ],
            environment: fixture.bus.environment(timeZone: AgentFixture.timeZone)
        )
        let received = try await server.next(within: 30)
        reader.write("\n")
        #expect(try await server.closings.next(30) == received.id)
        #expect(try await reader.waitForExit().code == 0)
    }

    @Test("A click in a locked session is a decision once it is unlocked")
    func locked() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let logind = try await FakeLogind(on: fixture.bus, isLocked: true)
        let agent = try await fixture.startAgent(["DBUS_SYSTEM_BUS_ADDRESS": fixture.bus.address])
        let running = try Self.start(fixture, Self.input("ls"))
        let received = try await server.next(within: 30)
        await server.click(received.id, received.call.actions[0].key)
        _ = try await logind.answers.wait(30, "the question whether it is locked") {
            $0.isEmpty ? nil : true
        }
        // The agent's answers come in order: a decision would be here.
        try await fixture.add("Other", "--id", "other")
        _ = try await server.call(titled: "Other")
        #expect(running.output == "" && running.exitStatus == nil)
        try await logind.set(isLocked: false)
        #expect(try await running.waitForExit().output == Self.allowed())
        withExtendedLifetime(agent) {}
    }

    @Test(
        "A question that is over decides nothing, also one that was clicked in a locked session",
        arguments: [false, true]
    )
    func overWhileLocked(restarts: Bool) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let logind = try await FakeLogind(on: fixture.bus, isLocked: true)
        let system = ["DBUS_SYSTEM_BUS_ADDRESS": fixture.bus.address]
        var agent = try await fixture.startAgent(system)
        let running = try Self.start(
            fixture,
            Self.input("ls"),
            ["claude"] + (restarts ? [] : ["--timeout", "3s"])
        )
        let received = try await server.next(within: 30)
        await server.click(received.id, received.call.actions[0].key)
        _ = try await logind.answers.wait(30, "the question whether it is locked") {
            $0.isEmpty ? nil : true
        }
        if restarts {
            // The answers come in order: the click is stored.
            try await fixture.add("Other", "--id", "other")
            _ = try await server.call(titled: "Other")
            agent.kill(SIGKILL)
            _ = try await agent.waitForExit()
            agent = try await fixture.startAgent(system)
        }
        let outcome = try await running.waitForExit()
        #expect(outcome.output == "" && outcome.error == "" && outcome.code == 0)
        try await logind.set(isLocked: false)
        try await fixture.add("Later", "--id", "later")
        _ = try await server.call(titled: "Later")
        #expect(running.output == "")
        withExtendedLifetime(agent) {}
    }

    @Test("A question appears while a focus is on, and goes when its time is over")
    func overInFocus() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        #expect(try await fixture.run(["focus", "on", "--for", "1h"]).code == 0)
        let running = try Self.start(fixture, Self.input("ls"), ["claude", "--timeout", "1s"])
        let received = try await server.call(titled: "Claude Code asks for Bash")
        let outcome = try await running.waitForExit()
        #expect(outcome.output == "" && outcome.error == "" && outcome.code == 0)
        #expect(try await server.closings.next(30) == received.id)
    }

    @Test("Eight questions may be open, and the next one is left to the terminal")
    func many() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        var open: [RunningProgram] = []
        var shown: [FakeNotificationServer.Received] = []
        for number in 0..<8 {
            open.append(try Self.start(fixture, Self.input("ls \(number)", session: "s\(number)")))
            shown.append(try await server.next(within: 30))
        }
        let ninth = try await Self.start(fixture, Self.input("ls 9", session: "s9")).waitForExit()
        #expect(ninth.output == "" && ninth.code == 0)
        #expect(
            ninth.error
                == "notify-schedule: warning: 8 questions of hooks are open already; the terminal decides\n"
        )
        open[3].kill(SIGKILL)
        _ = try await open[3].waitForExit()
        let tenth = try Self.start(fixture, Self.input("ls 10", session: "s10"))
        let received = try await server.next(within: 30)
        await server.click(received.id, received.call.actions[0].key)
        #expect(try await tenth.waitForExit().output == Self.allowed())
        // Each click answers its own question.
        await server.click(shown[5].id, shown[5].call.actions[1].key)
        #expect(try await open[5].waitForExit().output == Self.denied)
    }

    @Test(
        "What an agent reports is shown, one notification for each session, and nothing is printed"
    )
    func notices() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let waiting = try await fixture.run(
            ["ask", "--hook", "claude"],
            input: Self.event("Notification", #","message":"Claude waits""#)
        )
        #expect(waiting.output == "" && waiting.error == "" && waiting.code == 0)
        let first = try await server.next(within: 30)
        #expect(first.call.summary == "Claude Code waits for you")
        #expect(first.call.body == "Claude waits\nIn /home/ann")
        let done = try await fixture.run(
            ["ask", "--hook", "claude"],
            input: Self.event("Stop")
        )
        #expect(done.output == "" && done.code == 0)
        let second = try await server.next(within: 30)
        #expect(second.call.summary == "Claude Code is done")
        #expect(second.id == first.id)
        let turn = """
            {"type":"agent-turn-complete","thread-id":"t","cwd":"/home/ann",
             "last-assistant-message":"Fixed."}
            """
        let codex = try await fixture.run(["ask", "--hook", "codex", turn])
        #expect(codex.output == "" && codex.code == 0)
        let third = try await server.next(within: 30)
        #expect(third.call.summary == "Codex is done")
        #expect(third.call.body == "Fixed.\nIn /home/ann")
    }

    @Test("Nothing is asked while the terminal has the focus, and Open terminal gives it the focus")
    func focus() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let record = "\(fixture.directory)/focus"
        let active = "\(fixture.directory)/active"
        try writeProgram(
            "#!/bin/sh\necho \"$@\" $XDG_ACTIVATION_TOKEN > '\(record).part'; mv '\(record).part' '\(record)'\n",
            to: "\(fixture.directory)/xdotool"
        )
        try writeProgram(
            "#!/bin/sh\necho '_NET_ACTIVE_WINDOW(WINDOW): window id # '$(cat '\(active)')\n",
            to: "\(fixture.directory)/xprop"
        )
        let environment = [
            "DISPLAY": ":77", "WINDOWID": "62914561", "PATH": "\(fixture.directory):/usr/bin:/bin",
        ]
        try "0x3c00001".write(toFile: active, atomically: true, encoding: .utf8)
        let focused = try await Self.start(
            fixture,
            Self.input("ls"),
            ["claude", "--only-if-unfocused"],
            environment
        ).waitForExit()
        #expect(focused.output == "" && focused.error == "" && focused.code == 0)
        #expect(server.calls.elements.isEmpty)
        try "0x99".write(toFile: active, atomically: true, encoding: .utf8)
        let running = try Self.start(
            fixture,
            Self.input("ls"),
            ["claude", "--only-if-unfocused"],
            environment
        )
        let received = try await server.next(within: 30)
        #expect(received.call.actions.map(\.label) == ["Allow", "Deny", "Open terminal"])
        await server.click(received.id, received.call.actions[2].key, token: "token-1")
        let outcome = try await running.waitForExit()
        #expect(outcome.output == "" && outcome.code == 0)
        try await poll(30, "the focus") {
            FileManager.default.fileExists(atPath: record) ? true : nil
        }
        #expect(
            try String(contentsOfFile: record, encoding: .utf8)
                == "windowactivate 62914561 token-1\n"
        )
    }

    @Test(
        "On a compositor the window of the terminal's process gets the focus, if it has one alone"
    )
    func compositors() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let window =
            #"{"id":7,"pid":\#(getpid()),"address":"0xab","focusHistoryID":3,"focused":false}"#
        let cases: [(tool: String, variable: String, windows: String, focus: String?)] = [
            (
                "swaymsg", "SWAYSOCK", #"{"nodes":[{"floating_nodes":[\#(window)]}]}"#,
                "-s x [con_id=7] focus"
            ),
            ("swaymsg", "SWAYSOCK", #"{"nodes":[\#(window),\#(window)]}"#, nil),
            ("swaymsg", "SWAYSOCK", #"{"nodes":[{"id":7,"pid":1}]}"#, nil),
            ("swaymsg", "SWAYSOCK", "nonsense", nil),
            (
                "hyprctl", "HYPRLAND_INSTANCE_SIGNATURE", "[\(window)]",
                "-i x dispatch focuswindow address:0xab"
            ),
            ("hyprctl", "HYPRLAND_INSTANCE_SIGNATURE", "[\(window),\(window)]", nil),
        ]
        for (number, (tool, variable, windows, focus)) in cases.enumerated() {
            let folder = "\(fixture.directory)/\(number)"
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            try writeProgram(
                """
                #!/bin/sh
                case "$*" in
                *focus*) echo "$@" > '\(folder)/part'; mv '\(folder)/part' '\(folder)/focus' ;;
                *) echo '\(windows)' ;;
                esac

                """,
                to: "\(folder)/\(tool)"
            )
            let running = try Self.start(
                fixture,
                Self.input("ls"),
                ["claude"],
                [variable: "x", "PATH": "\(folder):/usr/bin:/bin"]
            )
            let received = try await server.next(within: 30)
            let labels = received.call.actions.map(\.label)
            #expect(
                labels == ["Allow", "Deny"] + (focus == nil ? [] : ["Open terminal"]),
                "\(number)"
            )
            await server.click(received.id, received.call.actions.last?.key ?? "")
            _ = try await running.waitForExit()
            guard let focus else { continue }
            let text = try await poll(30, "the focus") {
                try? String(contentsOfFile: "\(folder)/focus", encoding: .utf8)
            }
            #expect(text == "\(focus)\n")
        }
    }

    private static let kwins: [(folder: String, report: String?, isOffered: Bool)] = [
        ("/", "unfocused", true), ("/Scripting/Script", "unfocused", true), ("/", "", false),
        ("/", nil, false), ("/Elsewhere", "unfocused", false),
    ]

    @Test("KWin is asked for the window by a script that is the user's alone and goes")
    func kwin() async throws {
        for (folder, report, isOffered) in Self.kwins {
            let fixture = try await AgentFixture()
            let server = try await FakeNotificationServer(on: fixture.bus)
            let kwin = try await FakeKWin(
                on: fixture.bus,
                scriptsIn: folder,
                reporting: report
            )
            let running = try Self.start(
                fixture,
                Self.input("ls"),
                ["claude"],
                ["WAYLAND_DISPLAY": "wayland-0", "WINDOWID": "2", "DISPLAY": ":77"]
            )
            let received = try await server.next(within: 30)
            let labels = received.call.actions.map(\.label)
            #expect(labels == ["Allow", "Deny"] + (isOffered ? ["Open terminal"] : []))
            await server.click(received.id, received.call.actions.last?.key ?? "")
            let outcome = try await running.waitForExit()
            #expect(outcome.output == (isOffered ? "" : Self.denied))
            #expect(outcome.code == 0 && outcome.error == "")
            let scripts = kwin.scripts.elements
            #expect(
                scripts.map(\.isFocusing)
                    == (folder == "/Elsewhere" ? [] : isOffered ? [false, false, true] : [false])
            )
            #expect(scripts.allSatisfy { $0.processes.contains(getpid()) && $0.mode == 0o600 })
            #expect(Set(kwin.unloaded.elements).count == max(1, scripts.count))
            let files = try FileManager.default.contentsOfDirectory(
                atPath: "\(fixture.directory)/run/notify-schedule"
            )
            #expect(files.filter { $0.hasPrefix("kwin") } == [])
        }
    }

    private static let tab = "/org/gnome/Terminal/screen/f098f370_3e46_4220_a011_08e0c639f12b"

    /// A terminal on GNOME, and the calls that raise it.
    struct GNOMECase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var name = "org.gnome.Console"
        var windows = 1
        var tab: String?
        var environment: [String: String] = [:]
        var version = "48.7"
        var isInstalled = true
        let calls: [String]
    }

    private static let gnomes = [
        GNOMECase(testDescription: "one window", calls: ["Activate token-1 token-1"]),
        GNOMECase(testDescription: "two windows", windows: 2, calls: []),
        GNOMECase(testDescription: "a shell that sends no token", version: "43.9", calls: []),
        GNOMECase(testDescription: "no desktop file", isInstalled: false, calls: []),
        GNOMECase(
            testDescription: "a tab",
            name: "org.gnome.Terminal",
            windows: 2,
            tab: "f098f370-3e46-4220-a011-08e0c639f12b",
            environment: ["GNOME_TERMINAL_SCREEN": tab],
            calls: [
                "Activate token-1 token-1", "ActivateResult f098f370-3e46-4220-a011-08e0c639f12b",
            ]
        ),
        GNOMECase(
            testDescription: "tabs cannot be found",
            name: "org.gnome.Terminal",
            environment: ["GNOME_TERMINAL_SCREEN": tab],
            calls: []
        ),
        GNOMECase(
            testDescription: "another terminal than that of the tab",
            name: "org.gnome.Terminal",
            tab: "00000000-3e46-4220-a011-08e0c639f12b",
            environment: ["GNOME_TERMINAL_SCREEN": tab],
            calls: []
        ),
        GNOMECase(
            testDescription: "not on Wayland",
            environment: ["WAYLAND_DISPLAY": ""],
            calls: []
        ),
    ]

    @Test(
        "A terminal of GNOME raises its window by the token of the click, or is not offered",
        arguments: gnomes
    )
    func gnome(_ gnome: GNOMECase) async throws {
        let fixture = try await AgentFixture()
        var profile = ServerProfile.gnomeShell
        profile.identity.version = gnome.version
        let server = try await FakeNotificationServer(on: fixture.bus, as: profile)
        let terminal = try await FakeTerminal(
            gnome.name,
            on: fixture.bus,
            windows: gnome.windows,
            tab: gnome.tab
        )
        var environment = ["WAYLAND_DISPLAY": "wayland-0"]
        if !gnome.isInstalled { environment["XDG_DATA_HOME"] = "\(fixture.directory)/none" }
        let running = try Self.start(
            fixture,
            Self.input("ls"),
            ["claude"],
            environment.merging(gnome.environment) { $1 }
        )
        let received = try await server.next(within: 30)
        let labels = received.call.actions.map(\.label)
        #expect(labels == ["Allow", "Deny"] + (gnome.calls.isEmpty ? [] : ["Open terminal"]))
        await server.click(
            received.id,
            received.call.actions.last { $0.label != "Deny" }?.key ?? "",
            token: "token-1"
        )
        let outcome = try await running.waitForExit()
        #expect(outcome.code == 0 && outcome.error == "")
        #expect(terminal.calls.elements == gnome.calls)
    }
}
