import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// Buttons where the notification server draws none: a click on the bubble opens a menu.
@Suite(.serialized) struct ChoiceTests {
    /// COSMIC as its source says: without the action `default` a click is one on the first action.
    private static let cosmic = ServerProfile(
        identity: ServerIdentity(name: "cosmic-notifications", vendor: "System76", version: "1.0"),
        capabilities: [
            "body", "icon-static", "persistence", "actions", "action-icons", "body-markup",
            "body-hyperlinks",
        ]
    )

    /// A server, and an agent that finds programs in a folder of the test's own.
    private struct Setup {
        let fixture: AgentFixture
        let server: FakeNotificationServer
        let recorder: CommandRecorder
        let agent: RunningProgram

        init(as profile: ServerProfile) async throws {
            fixture = try await AgentFixture()
            server = try await FakeNotificationServer(on: fixture.bus, as: profile)
            recorder = try await CommandRecorder(in: fixture)
            try recorder.configure(["x": "\(recorder.program) %u"])
            try FileManager.default.createDirectory(
                atPath: "\(fixture.directory)/bin",
                withIntermediateDirectories: false
            )
            agent = try await fixture.startAgent(["PATH": "\(fixture.directory)/bin"])
        }

        /// Makes a menu program of a name, with what it does with its lines.
        func install(_ name: String, _ line: String) throws {
            _ = try recorder.makeProgram("bin/\(name)", "PATH=/usr/bin:/bin\n\(line)")
        }

        func ask(_ words: [String]) throws -> RunningProgram {
            try AgentFixture.command.start(
                ["ask"] + words,
                environment: fixture.bus.environment(timeZone: AgentFixture.timeZone)
            )
        }
    }

    @Test(
        "A click on the bubble of a question opens a menu, whose choice is the answer",
        arguments: [(cosmic, "rofi"), (.mako, "bemenu")] as [(ServerProfile, String)]
    )
    func aQuestion(profile: ServerProfile, program: String) async throws {
        let setup = try await Setup(as: profile)
        try setup.install(program, "sed -n 2p")
        let ask = try setup.ask(["Deploy?", "--choices", "Yes,No"])
        let bubble = try await setup.server.call(titled: "Deploy?")
        #expect(bubble.call.actions.first == NotifyCall.Action(key: "default", label: "Choose…"))
        #expect(Set(bubble.call.actions.map(\.label)) == ["Choose…", "Yes", "No"])
        #expect(bubble.call.body == "Click to choose: Yes, No")
        await setup.server.click(bubble.id, "default")
        let outcome = try await ask.waitForExit(within: 30)
        #expect(outcome.output == "No\n")
        #expect(outcome.code == 1)
        #expect(try await setup.fixture.listed("list", "delivered") == [])
    }

    @Test("A menu that is closed is no answer, and nothing is chosen")
    func noAnswer() async throws {
        let setup = try await Setup(as: Self.cosmic)
        try setup.install("rofi", "exit 1")
        let ask = try setup.ask(["Deploy?", "--choices", "Yes,No"])
        let bubble = try await setup.server.call(titled: "Deploy?")
        await setup.server.click(bubble.id, "default")
        let outcome = try await ask.waitForExit(within: 30)
        #expect(outcome.output == "")
        #expect(outcome.code == 2)
    }

    /// A server that has no actions, which gets the question and no buttons.
    private static let plain = ServerProfile(
        identity: ServerIdentity(name: "plain", vendor: "tests", version: "1.0"),
        capabilities: ["body"]
    )

    /// A zenity that chooses a button by its label, as the real one does: written, with the status 1.
    private static func button(_ label: String) -> String {
        "case \"$*\" in *--extra-button=\(label)*) echo \(label);; esac; exit 1"
    }

    @Test(
        "A question goes to a dialog where the server has no buttons and there is no menu",
        arguments: [
            (plain, "zenity", button("No"), [], "No\n", 1),
            (plain, "zenity", button("a__b"), ["--choices", "a_b,c"], "a_b\n", 0),
            (plain, "zenity", "exit 1", [], "", 2),
            (plain, "zenity", "echo typed", ["--reply"], "typed\n", 0),
            (plain, "kdialog", "echo 1", [], "No\n", 1),
            (plain, "kdialog", "echo 7", [], "", 2),
            (cosmic, "kdialog", "echo 0", [], "Yes\n", 0),
        ] as [(ServerProfile, String, String, [String], String, Int32)]
    )
    func dialog(
        server: ServerProfile,
        program: String,
        line: String,
        words: [String],
        output: String,
        code: Int32
    ) async throws {
        let setup = try await Setup(as: server)
        try setup.install(program, line)
        let ask = try setup.ask(["Deploy?"] + words)
        let outcome = try await ask.waitForExit(within: 30)
        #expect(outcome.output == output, "\(outcome)")
        #expect(outcome.code == code, "\(outcome)")
        #expect(outcome.error == "")
        #expect(try await setup.fixture.listed("list", "delivered") == [])
    }

    @Test("A choice of a dialog that is a text has it typed in the next one")
    func textOfADialog() async throws {
        let setup = try await Setup(as: Self.plain)
        try setup.install(
            "zenity",
            "case \"$*\" in *--entry*) echo typed;; *) echo Reply; exit 1;; esac"
        )
        let ask = try setup.ask(["Deploy?", "--choices", "Yes,No", "--reply"])
        let outcome = try await ask.waitForExit(within: 30)
        #expect(outcome.output == "typed\n", "\(outcome)")
        #expect(outcome.code == 0)
    }

    @Test("A dialog goes with its question")
    func endOfADialog() async throws {
        let setup = try await Setup(as: Self.plain)
        let mark = "\(setup.fixture.directory)/asked"
        try setup.install(
            "zenity",
            "trap 'echo ended > \(mark); exit 1' TERM; echo on > \(mark); while :; do sleep 0.05; done"
        )
        let ask = try setup.ask(["Deploy?"])
        func wait(for text: String) async throws {
            try await poll(30, text) {
                try? String(contentsOfFile: mark, encoding: .utf8) == "\(text)\n" ? () : nil
            }
        }
        try await wait(for: "on")
        ask.kill(SIGINT)
        #expect(try await ask.waitForExit(within: 30).code == 130)
        try await wait(for: "ended")
    }

    @Test(
        "A dialog that cannot be shown is no answer of the user, and the reason is on the screen",
        arguments: [
            ("exit 5", "zenity ended with status 5 before it had an answer"),
            ("kill -9 $$", "zenity ended by a signal before it had an answer"),
        ]
    )
    func brokenDialog(line: String, reason: String) async throws {
        let setup = try await Setup(as: Self.plain)
        try setup.install("zenity", line)
        let outcome = try await setup.ask(["Deploy?"]).waitForExit(within: 30)
        #expect(outcome.code == 2, "\(outcome)")
        #expect(outcome.output == "")
        let title = "“Deploy?” could not be answered"
        let problem = try await setup.server.call(titled: title)
        #expect(problem.call.body == reason)
        let listed = try await setup.fixture.listed("list", "delivered")
        #expect(!listed.contains { $0.content.title == "Deploy?" })
    }

    @Test("A question that may not be asked leaves nothing behind")
    func tooMany() async throws {
        let setup = try await Setup(as: Self.plain)
        let mark = "\(setup.fixture.directory)/asked"
        try setup.install("zenity", "echo on >> \(mark); exec sleep 120")
        let asked = try (1...16).map { try setup.ask(["Question \($0)"]) }
        try await poll(60, "16 dialogs") {
            let text = try? String(contentsOfFile: mark, encoding: .utf8)
            return text?.count == 16 * 3 ? () : nil
        }
        let outcome = try await setup.ask(["One more"]).waitForExit(within: 30)
        #expect(
            outcome.error
                == "notify-schedule: 16 questions are on the screen; answer one of them first\n"
        )
        let listed = try await setup.fixture.listed("list", "delivered")
        #expect(listed.count == 16)
        #expect(!listed.contains { $0.content.title == "One more" })
        for question in asked { question.kill(SIGINT) }
        for question in asked {
            #expect(try await question.waitForExit(within: 30).code == 130)
        }
    }

    @Test(
        "A question that nothing can ask ends at once with 69 and the reason, and nothing is left",
        arguments: [plain, cosmic]
    )
    func nothingCanAsk(server: ServerProfile) async throws {
        let setup = try await Setup(as: server)
        let outcome = try await setup.ask(["Deploy?"]).waitForExit(within: 30)
        #expect(outcome.code == 69, "\(outcome)")
        #expect(outcome.output == "")
        #expect(
            outcome.error
                == "notify-schedule: the question cannot be asked: the notification server shows no "
                + "buttons, and there is no program for a dialog; install zenity or kdialog, or name "
                + "one in agent.conf: [Reply] Prompt=\n"
        )
        #expect(try await setup.fixture.listed("list", "delivered") == [])
    }

    @Test(
        "A button of the menu opens its URL, as the button does; a click with a URL of its own opens that"
    )
    func buttons() async throws {
        let setup = try await Setup(as: Self.cosmic)
        try setup.install("zenity", "for word in \"$@\"; do last=$word; done; echo \"$last\"")
        try await setup.fixture.add("Two", "--action", "A=x:a", "--action", "B=x:b")
        let two = try await setup.server.call(titled: "Two")
        await setup.server.click(two.id, "default")
        #expect(try await setup.recorder.expectCalls(["x:b"]))
        try await setup.fixture.add("Own", "--open", "x:own", "--action", "A=x:a")
        let own = try await setup.server.call(titled: "Own")
        #expect(own.call.actions.map(\.label) == ["Open", "A"])
        await setup.server.click(own.id, "default")
        #expect(try await setup.recorder.expectCalls(["x:b"], ["x:own"]))
    }
}
