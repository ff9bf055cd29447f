import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// Texts that the user types for an action.
@Suite(.serialized) struct ReplyTests {
    /// A fixture whose agent finds programs in a folder of the test's own.
    private struct Setup {
        let fixture: AgentFixture
        let server: FakeNotificationServer
        let recorder: CommandRecorder
        let agent: RunningProgram

        init(as profile: ServerProfile = .standard) async throws {
            fixture = try await AgentFixture()
            server = try await FakeNotificationServer(on: fixture.bus, as: profile)
            recorder = try await CommandRecorder(in: fixture)
            try FileManager.default.createDirectory(
                atPath: "\(fixture.directory)/bin",
                withIntermediateDirectories: false
            )
            agent = try await fixture.startAgent(["PATH": "\(fixture.directory)/bin"])
        }

        /// Makes a program that the agent finds; it records its arguments first.
        func install(_ name: String, _ line: String) throws {
            let record = "PATH=/usr/bin:/bin; \"\(recorder.program)\" \(name) \"$@\""
            _ = try recorder.makeProgram("bin/\(name)", "\(record)\n\(line)")
        }

        func shown(_ arguments: String...) async throws -> FakeNotificationServer.Received {
            let outcome = try await fixture.run(["add", "--id", "one"] + arguments)
            #expect(outcome.code == 0, "\(outcome)")
            let received = try await server.next(within: 30)
            try await fixture.waitForDeliveries()
            return received
        }

        /// The actions of the history, latest first.
        func history() async throws -> [String] {
            let outcome = try await fixture.run(["history", "one", "--json"])
            let lines = try JSONDecoder().decode([Line].self, from: Data(outcome.output.utf8))
            return lines.map { [$0.event, $0.userText].compactMap { $0 }.joined(separator: ": ") }
        }

        private struct Line: Decodable {
            let event: String
            let userText: String?
        }

        func write(_ configuration: String) throws {
            let folder = "\(fixture.directory)/config/notify-schedule"
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try configuration.write(
                toFile: "\(folder)/agent.conf",
                atomically: true,
                encoding: .utf8
            )
        }
    }

    @Test func theServersOwnFieldIsUsed() async throws {
        let setup = try await Setup(as: .plasma)
        let shown = try await setup.shown("T", "--reply", "Where to", "--action", "A=nobody:x")
        #expect(
            shown.call.actions == [
                NotifyCall.Action(key: "action-1", label: "A"),
                NotifyCall.Action(key: "inline-reply", label: "Reply"),
            ]
        )
        let hints = shown.call.hints.filter { $0.name.hasPrefix("x-kde") }
        #expect(
            hints == [
                NotifyCall.Hint(name: "x-kde-reply-placeholder-text", value: .string("Where to"))
            ]
        )
        await setup.server.reply(shown.id, "-to the \"pub\"\nnow")
        let response = try await setup.fixture.waitForResponses()[0]
        #expect(response.action == "reply")
        #expect(response.userText == "-to the \"pub\"\nnow")
        #expect(try await setup.fixture.listed("list", "delivered") == [])
        #expect(
            try await setup.history() == ["responded: -to the \"pub\"\nnow", "delivered"]
        )
        // The bubble has been answered.
        _ = try await setup.server.closings.next(30)
        #expect(setup.fixture.responses.count == 1)
        #expect(setup.recorder.isUntouched)
    }

    @Test func oneActionOfABubbleHasTheField() async throws {
        let setup = try await Setup(as: .plasma)
        let input = NotificationAction.TextInput(buttonTitle: "Send")
        try await setup.fixture.add(
            NotificationRequest(
                appID: "org.example.Chat",
                identifier: "one",
                content: NotificationContent(title: "T"),
                actions: [
                    NotificationAction(identifier: "inline-reply", title: "A", textInput: input),
                    NotificationAction(identifier: "second", title: "B", textInput: input),
                ]
            )
        )
        let call = try await setup.server.next(within: 30).call
        #expect(call.actions.map(\.key) == ["default", "inline-reply", "second"])
        #expect(
            call.hints.filter { $0.name.hasPrefix("x-kde") } == [
                NotifyCall.Hint(name: "x-kde-reply-submit-button-text", value: .string("Send"))
            ]
        )
    }

    @Test func aFieldThatIsOffByDefaultIsNotTrusted() async throws {
        var profile = ServerProfile.plasma
        profile.identity.name = "SwayNotificationCenter"
        let setup = try await Setup(as: profile)
        let shown = try await setup.shown("T", "--reply", "Where to")
        #expect(shown.call.actions.map(\.key) == ["reply"])
    }

    @Test(arguments: [ServerProfile.standard, .dunst])
    func elsewhereAProgramAsks(profile: ServerProfile) async throws {
        let setup = try await Setup(as: profile)
        try setup.install("zenity", "printf ' a\\nb \\n'")
        let shown = try await setup.shown("--reply", "--text \\n my_pub", "--", "--title")
        #expect(shown.call.actions == [NotifyCall.Action(key: "reply", label: "Reply")])
        await setup.server.click(shown.id, "reply")
        #expect(
            try await setup.recorder.expectCalls([
                "zenity", "--entry", "--title=--title", "--text=--text \\\\n my__pub",
            ])
        )
        let response = try await setup.fixture.waitForResponses()[0]
        #expect(response.action == "reply")
        // One line end at the end is the program's.
        #expect(response.userText == " a\nb ")
        #expect(try await setup.fixture.listed("list", "delivered") == [])
    }

    @Test func aClosedDialogLeavesItInTheList() async throws {
        let setup = try await Setup()
        try setup.install("zenity", "echo typed; exit 1")
        let shown = try await setup.shown("T", "--reply", "Where to")
        await setup.server.click(shown.id, "reply")
        try await setup.agent.waitForError("no text was typed: zenity ended with 1", within: 30)
        #expect(try await setup.fixture.listed("list", "delivered").map(\.state) == ["listed"])
        #expect(setup.fixture.responses.isEmpty)
        #expect(try await setup.history() == ["delivered"])
    }

    @Test(arguments: [
        ("", "kdialog"), ("[Reply]\nPrompt=kdialog\n", "kdialog"), ("[Reply]\nPrompt=none\n", ""),
    ])
    func theConfigurationNamesTheProgram(configuration: String, program: String) async throws {
        let setup = try await Setup()
        try setup.install("kdialog", "echo typed")
        if !configuration.isEmpty {
            // One that would be used otherwise.
            try setup.install("zenity", "echo wrong")
            try setup.write(configuration)
            try await setup.fixture.endAgent(SIGTERM, id: setup.agent.id)
        }
        let agent =
            configuration.isEmpty
            ? setup.agent
            : try await setup.fixture.startAgent(["PATH": "\(setup.fixture.directory)/bin"])
        let shown = try await setup.shown("T", "--reply", "Where to")
        await setup.server.click(shown.id, "reply")
        if program.isEmpty {
            let problem = try await setup.server.next(within: 30).call
            #expect(problem.summary == "“T” could not be answered")
            #expect(
                problem.body
                    == "there is no program to type a text with; install zenity or kdialog, "
                    + "or name one in agent.conf: [Reply] Prompt="
            )
            let listed = try await setup.fixture.listed("list", "delivered")
            #expect(listed.contains { $0.identifier == "one" })
            #expect(setup.recorder.isUntouched)
        } else {
            let expected = [program, "--title=T", "--inputbox=Where to"]
            #expect(try await setup.recorder.expectCalls(expected))
            let response = try await setup.fixture.waitForResponses()[0]
            #expect(response.userText == "typed")
        }
        withExtendedLifetime(agent) {}
    }

    @Test(arguments: [
        ("head -c 70000 /dev/zero | tr '\\0' a", "the reply has more than the 65536 bytes allowed"),
        ("printf '\\377'", "what zenity wrote is not UTF-8 text"),
    ])
    func whatIsNoTextIsSaid(line: String, message: String) async throws {
        let setup = try await Setup()
        try setup.install("zenity", line)
        let shown = try await setup.shown("T", "--reply", "Where to")
        await setup.server.click(shown.id, "reply")
        let problem = try await setup.server.next(within: 30).call
        #expect(problem.summary == "“T” could not be answered")
        #expect(problem.body.hasPrefix(message))
        #expect(setup.fixture.responses.isEmpty)
    }

    @Test func anOpenDialogHoldsNothingUpAndGoesWithTheAgent() async throws {
        let setup = try await Setup()
        let trap = "trap 'kill $!; \"\(setup.recorder.program)\" ended; exit 1' TERM"
        try setup.install("zenity", "\(trap); sleep 60 & wait")
        let shown = try await setup.shown("T", "--reply", "Where to")
        await setup.server.click(shown.id, "reply")
        let asked = ["zenity", "--entry", "--title=T", "--text=Where to"]
        #expect(try await setup.recorder.expectCalls(asked))
        try await setup.fixture.barrier(setup.server)
        try await setup.fixture.endAgent(SIGTERM, id: setup.agent.id)
        #expect(try await setup.recorder.expectCalls(asked, ["ended"]))
    }
}
