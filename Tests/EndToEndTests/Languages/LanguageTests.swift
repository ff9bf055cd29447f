import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// The texts of bubbles in the user's language.
@Suite(.serialized) struct LanguageTests {
    /// The texts of a bubble that are the agent's or its buttons'.
    private static func texts(_ call: NotifyCall) -> [String] {
        [call.summary, call.body] + call.actions.map(\.label)
    }

    /// What of a bubble comes from no catalogue.
    private static func unmarked(_ call: NotifyCall) -> [String] {
        texts(call).flatMap(PseudoLocale.unmarkedWords)
    }

    @Test("Words outside of brackets are found, also beside arguments with brackets")
    func unmarkedWords() {
        #expect(PseudoLocale.unmarkedWords(in: "[!! íɱ [!! 5 ħ !!] !!], 14:00") == [])
        #expect(PseudoLocale.unmarkedWords(in: "[!! 5 ħ !!] ago [!! x") == ["ago"])
    }

    @Test("Each text of a reminder is marked: its buttons, its note, its summary and its problem")
    func reminders() async throws {
        let fixture = try await AgentFixture()
        let buttons = ["--snooze", "10m", "--reply", "2", "--open", "none:1"]
        let added = try await fixture.run(["add", "1", "--id", "1", "--in", "1h"] + buttons)
        #expect(added.code == 0, "\(added)")
        try await fixture.changeStore("UPDATE pending SET due = due - 7200000000, boot = 'earlier'")
        let server = try await FakeNotificationServer(on: fixture.bus)
        var agent = try await fixture.startAgent(PseudoLocale.environment)
        let reminder = try await server.next(within: 30)
        #expect(reminder.call.summary == "1")
        #expect(reminder.call.body.contains("[!! ŵáš đúé "), "\(reminder.call.body)")
        #expect(
            reminder.call.actions.map(\.label)
                == ["[!! Óƥéñ !!]", "[!! Řéƥłý !!]", "[!! Šñóóžé [!! 10 ɱíñ !!] !!]"]
        )
        #expect(Self.unmarked(reminder.call) == [])
        await server.click(reminder.id, "default")
        let problem = try await server.next(within: 30)
        #expect(PseudoLocale.unmarkedWords(in: problem.call.summary) == [])
        try await fixture.endAgent()
        withExtendedLifetime(agent) {}

        for number in 2...6 { try await fixture.add("\(number)", "--in", "1h") }
        try await fixture.changeStore("UPDATE pending SET due = due - 7200000000, boot = 'earlier'")
        let known = server.calls.elements.count
        agent = try await fixture.startAgent(PseudoLocale.environment)
        let summary = try await server.calls.wait(30, "the summary") { calls in
            calls.dropFirst(known).first { $0.call.summary.contains("5") }
        }
        #expect(Self.unmarked(summary.call) == [])
        withExtendedLifetime(agent) {}
    }

    @Test("The question of an app is marked, with and without sounds")
    func questions() async throws {
        let fixture = try await AgentFixture()
        try fixture.configure("[Permission]\nDefault=ask\n")
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent(PseudoLocale.environment)
        for options: UInt32 in 1...7 {
            let app = "a.b.c\(options)"
            let answer = fixture.ask(for: app, options: options)
            let question = try await server.calls.wait(30, "the question") { calls in
                calls.last { $0.call.summary == app }
            }
            let texts = [question.call.body] + question.call.actions.map(\.label)
            #expect(texts.flatMap(PseudoLocale.unmarkedWords) == [], "\(options)")
            await server.click(question.id, "deny")
            #expect(try await answer.value == false)
        }
        withExtendedLifetime(agent) {}
    }

    @Test("The end of a command and a coding agent's question are marked")
    func commands() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        _ = try await fixture.run(
            ["run", "--title", "1", "--", "false"],
            environment: PseudoLocale.environment
        )
        let end = try await server.next(within: 30)
        #expect(Self.unmarked(end.call) == [])
        #expect(end.call.summary == "[!! Ƒáíłéđ: 1 !!]")
        let hook = try AgentFixture.command.start(
            ["ask", "--hook", "claude", "--timeout", "60s"],
            environment: fixture.bus.environment(PseudoLocale.environment)
        )
        hook.write(
            """
            {"session_id":"1","cwd":"/1","hook_event_name":"PermissionRequest","tool_name":"2",
             "tool_input":{"command":"3"}}
            """
        )
        hook.closeInput()
        let question = try await server.next(within: 30)
        #expect(Self.unmarked(question.call) == [])
        #expect(question.call.actions.map(\.label) == ["[!! Áłłóŵ !!]", "[!! Đéñý !!]"])
        await server.click(question.id, question.call.actions[1].key)
        #expect(try await hook.waitForExit(within: 30).output.contains(#""behavior":"deny""#))
    }

    @Test("In a language from right to left, words from left to right are isolated")
    func rightToLeft() async throws {
        let fixture = try await AgentFixture()
        for number in 1...5 {
            try await fixture.add("Tea (\(number))!", "--in", "1h", "--open", "none:1")
        }
        try await fixture.changeStore("UPDATE pending SET due = due - 7200000000, boot = 'earlier'")
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent(["LANGUAGE": "ar"])
        let summary = try await server.next(within: 30)
        #expect(summary.call.summary.contains("5"))
        let lines = summary.call.body.split(separator: "\n")
        #expect(lines.count == 5)
        for (number, line) in zip(1..., lines) {
            #expect(line.hasSuffix(" \u{2068}Tea (\(number))!\u{2069}"), "\(line)")
        }
        await server.click(summary.id, "show-each")
        let first = try await server.next(within: 30)
        await server.click(first.id, "default")
        let problem = try await server.calls.wait(30, "the problem") { calls in
            calls.first { $0.call.summary.contains("\u{2068}Tea (1)!\u{2069}") }
        }
        #expect(problem.call.summary.contains(/[\u{600}-\u{6FF}]/))
        withExtendedLifetime(agent) {}
    }

    @Test("A coding agent's question has Allow in each language", arguments: languages)
    func allow(language: String) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let hook = try AgentFixture.command.start(
            ["ask", "--hook", "claude", "--timeout", "60s"],
            environment: fixture.bus.environment(["LANGUAGE": language])
        )
        hook.write(
            """
            {"session_id":"1","cwd":"/1","hook_event_name":"PermissionRequest","tool_name":"Bash",
             "tool_input":{"command":"make"}}
            """
        )
        hook.closeInput()
        let question = try await server.next(within: 30)
        #expect(question.call.actions.count == 2, "\(question.call)")
        await server.click(question.id, question.call.actions[0].key)
        #expect(try await hook.waitForExit(within: 30).output.contains(#""behavior":"allow""#))
    }

    /// The languages of po/LINGUAS.
    private static let languages: [String] = {
        let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../po/LINGUAS")
        let text = try? String(contentsOf: file.standardized, encoding: .utf8)
        return (text ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    }()

    @Test("Each language of po/LINGUAS is tried")
    func tried() { #expect(Self.languages.count >= 17) }

    @Test("The marks of directions in a coding agent's text are code points, also in Arabic")
    func marks() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let hook = try AgentFixture.command.start(
            ["ask", "--hook", "claude", "--timeout", "60s"],
            environment: fixture.bus.environment(["LANGUAGE": "ar"])
        )
        hook.write(
            #"""
            {"session_id":"1","cwd":"/1","hook_event_name":"PermissionRequest","tool_name":"Bash",
             "tool_input":{"command":"ls \u2066a\u2069 \u200fb"}}
            """#
        )
        hook.closeInput()
        let question = try await server.next(within: 30)
        #expect(
            question.call.body.contains("ls &lt;U+2066&gt;a&lt;U+2069&gt; &lt;U+200F&gt;b"),
            "\(question.call)"
        )
        await server.click(question.id, question.call.actions[0].key)
        _ = try await hook.waitForExit(within: 30)
    }

    @Test("A language that the desktop hands over later counts for what was looked up before")
    func laterLanguage() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        try await fixture.add("1", "--snooze", "10m")
        let english = try await server.next(within: 30)
        #expect(english.call.actions.map(\.label) == ["Snooze 10 min"])
        let variables = Variant.dictionary([
            ("LANGUAGE", .string("xx")), ("LANG", .string("C.UTF-8")),
        ])
        _ = try await fixture.client.call(
            "UpdateEnvironment",
            on: AgentNames.destination,
            .tuple([variables])
        )
        try await fixture.add("2", "--snooze", "10m")
        let marked = try await server.next(within: 30)
        #expect(marked.call.actions.map(\.label) == ["[!! Šñóóžé [!! 10 ɱíñ !!] !!]"])
        withExtendedLifetime(agent) {}
    }

    @Test("The marks around a title are not shown as code points, in the menu of the desktop")
    func menu() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Tea (2)!", "--in", "1h")
        let listed = try await fixture.run(["menu", "--list"], environment: ["LANGUAGE": "ar"])
        #expect(listed.output.contains("Tea (2)!"), "\(listed)")
        #expect(!listed.output.contains("<U+"), "\(listed)")
    }

    @Test(
        "What libraries say stays English, and the end of a command without options is translated"
    )
    func libraries() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let refused = try await fixture.run(
            ["run", "--", "/etc/passwd"],
            environment: ["LANGUAGE": "ja"]
        )
        #expect(refused.error.contains("Permission denied"), "\(refused)")
        _ = try await fixture.run(["run", "--", "false"], environment: PseudoLocale.environment)
        let end = try await server.calls.wait(30, "the end") { calls in
            calls.first { $0.call.summary == "[!! Ƒáíłéđ: false !!]" }
        }
        #expect(!end.call.body.contains("0 s"), "\(end.call.body)")
    }

    @Test("What the command prints stays English, and so does what the agent says to it")
    func command() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent(PseudoLocale.environment)
        let added = try await fixture.run(
            ["add", "1", "--on", "Tue 14:00"],
            environment: PseudoLocale.environment
        )
        #expect(added.code == 0)
        #expect(added.output.contains("every Tuesday at 14:00"), "\(added.output)")
        for verb in [["list"], ["history"], ["show", "1"], ["next"]] {
            let outcome = try await fixture.run(verb, environment: PseudoLocale.environment)
            #expect(!outcome.output.contains("[!!"), "\(verb): \(outcome.output)")
            #expect(!outcome.error.contains("[!!"), "\(verb): \(outcome.error)")
        }
        withExtendedLifetime(agent) {}
    }

    /// A reminder that is an hour late, in a locale.
    private static func lateReminder(in locale: String) async throws -> NotifyCall {
        let fixture = try await AgentFixture()
        let folder = "\(fixture.directory)/locales"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        // It warns of what the sources of some locales lack.
        _ = try await Program(path: "/usr/bin/localedef").run(
            ["-i", locale, "-f", "UTF-8", "\(folder)/\(locale).UTF-8"],
            environment: ["PATH": "/usr/bin:/bin"],
            within: 60
        )
        try await fixture.add("1", "--in", "1h", "--snooze", "10m", "--reply", "2")
        try await fixture.changeStore("UPDATE pending SET due = due - 7200000000, boot = 'earlier'")
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent([
            "LANG": "\(locale).UTF-8", "LOCPATH": folder,
        ])
        defer { withExtendedLifetime(agent) {} }
        return try await server.next(within: 30).call
    }

    @Test(
        "A reminder is in the language of the locale, with its times",
        arguments: [
            ("en_US", #"^was due (\w\w\w \d+ \w\w\w )?\d+:\d\d [AP]M \(1 h ago\)$"#, "Reply"),
            ("de_DE", #"^war geplant für .*\d\d:\d\d \(vor 1.h\)$"#, "Antworten"),
            ("ja_JP", #"\d\d:\d\d.*1.*前"#, "返信"),
        ]
    )
    func locales(_ locale: String, _ body: String, _ reply: String) async throws {
        let call = try await Self.lateReminder(in: locale)
        #expect(call.body.range(of: body, options: .regularExpression) != nil, "\(call.body)")
        #expect(call.actions.contains { $0.label == reply })
    }
}
