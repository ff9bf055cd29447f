import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// Texts that the user types for an action.
@Suite(.serialized) struct ReplyTests {
    /// A desk whose agent finds programs in a folder of the test's own.
    private struct Stage {
        let desk: Desk
        let server: ServerDouble
        let recorder: CommandRecorder
        let agent: RunningProgram

        init(as profile: ServerProfile = .standard) async throws {
            desk = try await Desk()
            server = try await ServerDouble(on: desk.bus, as: profile)
            recorder = try await CommandRecorder(in: desk)
            try FileManager.default.createDirectory(
                atPath: "\(desk.directory)/bin",
                withIntermediateDirectories: false
            )
            agent = try await desk.startAgent(["PATH": "\(desk.directory)/bin"])
        }

        /// Makes a program that the agent finds; it records its arguments first.
        func install(_ name: String, _ line: String) throws {
            let record = "PATH=/usr/bin:/bin; \"\(recorder.program)\" \(name) \"$@\""
            _ = try recorder.makeProgram("bin/\(name)", "\(record)\n\(line)")
        }

        func shown(_ arguments: String...) async throws -> ServerDouble.Received {
            let outcome = try await desk.run(["add", "--id", "one"] + arguments)
            #expect(outcome.code == 0, "\(outcome)")
            let received = try await server.next(within: 30)
            _ = try await desk.waitForSignals("Delivered")
            return received
        }

        /// The actions of the history, latest first.
        func history() async throws -> [String] {
            let outcome = try await desk.run(["history", "one", "--json"])
            let lines = try JSONDecoder().decode([Line].self, from: Data(outcome.output.utf8))
            return lines.map { [$0.event, $0.detail].compactMap { $0 }.joined(separator: ": ") }
        }

        private struct Line: Decodable {
            let event: String
            let detail: String?
        }

        func write(_ configuration: String) throws {
            let folder = "\(desk.directory)/config/notify-schedule"
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
        let stage = try await Stage(as: .plasma)
        let shown = try await stage.shown("T", "--reply", "Where to", "--action", "A=nobody:x")
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
        await stage.server.reply(shown.id, "-to the \"pub\"\nnow")
        let response = try await stage.desk.waitForSignals("Responded")[0]
        #expect(response.action == "reply")
        #expect(response.details?["userText"]?.string == "-to the \"pub\"\nnow")
        #expect(try await stage.desk.listed("list", "delivered") == [])
        #expect(
            try await stage.history() == ["opened", "replied: -to the \"pub\"\nnow", "delivered"]
        )
        // The bubble has been answered.
        _ = try await stage.server.closings.next(30)
        #expect(stage.desk.signals("Responded").count == 1)
        #expect(stage.recorder.isUntouched)
    }

    @Test func oneActionOfABubbleHasTheField() async throws {
        let stage = try await Stage(as: .plasma)
        let input = NotificationAction.TextInput(buttonTitle: "Send")
        try await stage.desk.add(
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
        let call = try await stage.server.next(within: 30).call
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
        let stage = try await Stage(as: profile)
        let shown = try await stage.shown("T", "--reply", "Where to")
        #expect(shown.call.actions.map(\.key) == ["reply"])
    }

    @Test(arguments: [ServerProfile.standard, .dunst])
    func elsewhereAProgramAsks(profile: ServerProfile) async throws {
        let stage = try await Stage(as: profile)
        try stage.install("zenity", "printf ' a\\nb \\n'")
        let shown = try await stage.shown("--reply", "--text \\n my_pub", "--", "--title")
        #expect(shown.call.actions == [NotifyCall.Action(key: "reply", label: "Reply")])
        await stage.server.click(shown.id, "reply")
        #expect(
            try await stage.recorder.expectCalls([
                "zenity", "--entry", "--title=--title", "--text=--text \\\\n my__pub",
            ])
        )
        let response = try await stage.desk.waitForSignals("Responded")[0]
        #expect(response.action == "reply")
        // One line end at the end is the program's.
        #expect(response.details?["userText"]?.string == " a\nb ")
        #expect(try await stage.desk.listed("list", "delivered") == [])
    }

    @Test func aClosedDialogLeavesItInTheList() async throws {
        let stage = try await Stage()
        try stage.install("zenity", "echo typed; exit 1")
        let shown = try await stage.shown("T", "--reply", "Where to")
        await stage.server.click(shown.id, "reply")
        try await stage.agent.waitForError("no text was typed: zenity ended with 1", within: 30)
        #expect(try await stage.desk.listed("list", "delivered").map(\.state) == ["listed"])
        #expect(stage.desk.signals("Responded") == [])
        #expect(try await stage.history() == ["delivered"])
    }

    @Test(arguments: [
        ("", "kdialog"), ("[Reply]\nPrompt=kdialog\n", "kdialog"), ("[Reply]\nPrompt=none\n", ""),
    ])
    func theConfigurationNamesTheProgram(configuration: String, program: String) async throws {
        let stage = try await Stage()
        try stage.install("kdialog", "echo typed")
        if !configuration.isEmpty {
            // One that would be used otherwise.
            try stage.install("zenity", "echo wrong")
            try stage.write(configuration)
            try await stage.desk.endAgent(SIGTERM, id: stage.agent.id)
        }
        let agent =
            configuration.isEmpty
            ? stage.agent : try await stage.desk.startAgent(["PATH": "\(stage.desk.directory)/bin"])
        let shown = try await stage.shown("T", "--reply", "Where to")
        await stage.server.click(shown.id, "reply")
        if program.isEmpty {
            let problem = try await stage.server.next(within: 30).call
            #expect(problem.summary == "“T” could not be answered")
            #expect(
                problem.body
                    == "there is no program to type a text with; install zenity or kdialog, "
                    + "or name one in agent.conf: [Reply] Prompt="
            )
            let listed = try await stage.desk.listed("list", "delivered")
            #expect(listed.contains { $0.identifier == "one" })
            #expect(stage.recorder.isUntouched)
        } else {
            let expected = [program, "--title=T", "--inputbox=Where to"]
            #expect(try await stage.recorder.expectCalls(expected))
            let response = try await stage.desk.waitForSignals("Responded")[0]
            #expect(response.details?["userText"]?.string == "typed")
        }
        withExtendedLifetime(agent) {}
    }

    @Test(arguments: [
        ("head -c 70000 /dev/zero | tr '\\0' a", "the reply has more than the 65536 bytes allowed"),
        ("printf '\\377'", "what zenity wrote is not UTF-8 text"),
    ])
    func whatIsNoTextIsSaid(line: String, message: String) async throws {
        let stage = try await Stage()
        try stage.install("zenity", line)
        let shown = try await stage.shown("T", "--reply", "Where to")
        await stage.server.click(shown.id, "reply")
        let problem = try await stage.server.next(within: 30).call
        #expect(problem.summary == "“T” could not be answered")
        #expect(problem.body.hasPrefix(message))
        #expect(stage.desk.signals("Responded") == [])
    }

    @Test func anOpenDialogHoldsNothingUpAndGoesWithTheAgent() async throws {
        let stage = try await Stage()
        let trap = "trap 'kill $!; \"\(stage.recorder.program)\" ended; exit 1' TERM"
        try stage.install("zenity", "\(trap); sleep 60 & wait")
        let shown = try await stage.shown("T", "--reply", "Where to")
        await stage.server.click(shown.id, "reply")
        let asked = ["zenity", "--entry", "--title=T", "--text=Where to"]
        #expect(try await stage.recorder.expectCalls(asked))
        try await stage.desk.barrier(stage.server)
        try await stage.desk.endAgent(SIGTERM, id: stage.agent.id)
        #expect(try await stage.recorder.expectCalls(asked, ["ended"]))
    }
}
