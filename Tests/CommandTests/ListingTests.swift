import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

/// `list`, `history`, `show` and `schemes`, typed at a shell.
@Suite(.serialized) struct ListingTests {
    @Test func theListSaysWhenWhatAndWhose() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Meeting", "--on", "2099-01-05 09:00", "--id", "meeting")
        try await fixture.add(app: "org.example.Mail", "letter", title: "Letter")
        let list = try await fixture.run(["list"])
        let lines = list.output.split(separator: "\n").map(Self.columns)
        #expect(lines.map(\.count) == [6, 6, 6])
        #expect(lines[0] == ["NEXT", "LEFT", "WHEN", "APP", "ID", "TITLE"])
        #expect(lines[1][2...] == ["once, after 1 h", "org.example.Mail", "letter", "Letter"])
        #expect(lines[2][0].hasPrefix("2099-01-05T09:00:00+01:00"))
        #expect(Set(lines[1...].map(\.[0].count)).count == 1)
        #expect(lines[2][1].hasPrefix("in "))
        #expect(
            lines[2][2...] == [
                "on 5 January 2099 at 09:00", "notify-schedule", "meeting", "Meeting",
            ]
        )
        #expect(
            try await fixture.listed("list", "--app", "org.example.Mail").map(\.identifier)
                == ["letter"]
        )
        #expect(try await fixture.listed("list", "--app", "all").count == 2)
        let mistyped = try await fixture.run(["list", "--app", "org.exmaple.Mail"])
        #expect(mistyped.code == 0)
        #expect(mistyped.output == "")
        #expect(
            mistyped.error
                == "org.exmaple.Mail has nothing pending; did you mean --app org.example.Mail?\n"
        )
    }

    /// A real terminal, made by script(1).
    @Test(arguments: [40, 60, 80]) func onATerminalTheListFits(width: Int) async throws {
        let fixture = try await AgentFixture()
        let title = "会議の予定を確認する " + String(repeating: "long ", count: 30)
        // The time that is left would be another one in the next second.
        try await fixture.add(title, "--on", "2099-01-05 09:00", "--id", "meeting")
        try await fixture.run(["pause", "meeting"]).expectSuccess()
        let plain = try await Self.onTerminal(fixture, width, ["list"], ["NO_COLOR": "1"])
        #expect(plain.count == 2)
        #expect(plain.allSatisfy { !$0.contains("\u{1B}") })
        #expect(plain[1].hasSuffix("…"))
        let coloured = try await Self.onTerminal(fixture, width, ["list"])
        #expect(coloured.first?.hasPrefix("\u{1B}[1mNEXT") == true, "\(coloured)")
        let dumb = try await Self.onTerminal(fixture, width, ["list"], ["TERM": "dumb"])
        #expect(dumb == plain)
        let piped = try await fixture.run(["list"]).output
        #expect(piped.contains(title))
        #expect(!piped.contains("\u{1B}"))
    }

    @Test func historyBySpanAppAndFate() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Tea", "--id", "tea")
        _ = try await server.call(titled: "Tea")
        try await fixture.waitForDeliveries()
        try await fixture.run(["apps", "deny", "org.example.Shop"]).expectSuccess()
        try await fixture.run(["apps", "allow", "org.example.Shop"]).expectSuccess()
        try await fixture.add(app: "org.example.Shop", "sale", title: "Sale", after: 8_000_000)
        try await fixture.run(["apps", "deny", "org.example.Shop"]).expectSuccess()
        let missed = try await poll(30, "the sale that is not shown") {
            let lines = try await Self.history(fixture, "--missed")
            return lines.isEmpty ? nil : lines
        }
        #expect(missed == ["sale notAllowed"])
        #expect(try await Self.history(fixture) == ["sale notAllowed", "tea delivered"])
        #expect(try await Self.history(fixture, "--since", "1h").count == 2)
        #expect(try await Self.history(fixture, "--since", "today").count <= 2)
        #expect(try await Self.history(fixture, "--since", "yesterday").count == 2)
        #expect(try await Self.history(fixture, "--since", "1us") == [])
        #expect(
            try await Self.history(fixture, "--app", "org.example.Shop") == ["sale notAllowed"]
        )
        let none = try await fixture.run(["history", "--missed", "--app", "org.example.Mail"])
        #expect(
            none.error
                == "org.example.Mail has missed nothing; did you mean --app org.example.Shop?\n"
        )
    }

    @Test func theHistoryIsOfThePast() async throws {
        let fixture = try await AgentFixture()
        let refused = try await fixture.run(["history", "--since", "tomorrow"])
        #expect(refused.code == 65)
        #expect(
            refused.error
                == "notify-schedule: --since \"tomorrow\" is in the future, of which there is no history; "
                + "write a past date such as yesterday, or 2d\n"
        )
    }

    /// A history that is cut says so, and where the rest is.
    @Test func showNamesTheRestOfTheHistory() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Tea", "--in", "1h", "--id", "tea")
        for _ in 1...3 {
            for verb in ["pause", "resume"] {
                try await fixture.run([verb, "tea"]).expectSuccess()
            }
        }
        let cut = try await fixture.run(["show", "tea"]).output
        #expect(cut.contains("earlier ones: notify-schedule history tea\n"), "\(cut)")
        #expect(cut.matches(of: /paused|resumed/).count == 5, "\(cut)")
        try await fixture.add("Coffee", "--in", "1h", "--id", "coffee")
        #expect(!(try await fixture.run(["show", "coffee"]).output.contains("earlier ones")))
    }

    @Test func simulateIsBounded() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Often", "--every", "60s", "--id", "often")
        let cut = try await fixture.run(["simulate"])
        #expect(cut.output.split(separator: "\n").count == 1_001)
        #expect(
            cut.error.contains(
                " more are not listed; narrow the range with --to, or write --count "
            )
        )
        let few = try await fixture.run(["simulate", "--to", "1h", "--count", "3", "--json"])
        #expect(few.output.matches(of: /"often"/).count == 3, "\(few)")
    }

    @Test func aPastDateIsTheLatestOne() throws {
        let zone = SystemTimeZone.utc
        let now = zone.now
        for text in ["00:00", "23:59:59", "mon", "sunday 12:00", "today", "yesterday 09:00"] {
            let date = try zone.since(text)
            #expect(date <= now, "\(text)")
            #expect(date > now.advanced(byMicroseconds: -8 * 86_400_000_000), "\(text)")
        }
        #expect(try zone.since("00:00") > now.advanced(byMicroseconds: -86_401_000_000))
        let span = zone.now.microseconds - (try zone.since("2d")).microseconds
        #expect(abs(span - 2 * 86_400_000_000) < 60_000_000)
        #expect(throws: RequestError.self) { try zone.since("soon") }
    }

    @Test func schemesAreThoseOfTheFileAndTheDesktop() async throws {
        let fixture = try await AgentFixture()
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["clock": "\(recorder.program) %{m}", "prefs": "\"open"])
        try fixture.install(
            "org.example.Chat.desktop",
            """
            [Desktop Entry]
            Type=Application
            Name=Chat
            Exec=true %u
            NoDisplay=true
            MimeType=x-scheme-handler/chat;x-scheme-handler/clock;
            """
        )
        try fixture.install(
            "mimeapps.list",
            "[Default Applications]\nx-scheme-handler/chat=org.example.Chat.desktop\n"
        )
        let outcome = try await fixture.run(["schemes", "--json"])
        let schemes = try JSONDecoder().decode([Scheme].self, from: Data(outcome.output.utf8))
        let named = Dictionary(schemes.map { ($0.name, $0) }) { first, _ in first }
        #expect(named.count == schemes.count)
        #expect(named["clock"]?.starts == "\(recorder.program) %{m}")
        #expect(named["clock"]?.source == "configuration")
        #expect(named["prefs"]?.starts == nil)
        #expect(named["prefs"]?.problem != nil)
        #expect(named["chat"]?.starts == "Chat")
        #expect(named["chat"]?.origin == "org.example.Chat.desktop")
        #expect(named["run"]?.source == "builtIn")
        let one = try await fixture.run(["schemes", "CLOCK:"])
        #expect(one.output.split(separator: "\n").count == 2)
        // It is about files alone.
        #expect(fixture.owners.elements == [])
    }

    private struct Scheme: Decodable {
        let name: String
        let source: String
        let starts: String?
        let origin: String
        let problem: String?
    }

    private static func columns(_ line: Substring) -> [String] {
        line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

    private static func history(
        _ fixture: AgentFixture,
        _ arguments: String...
    ) async throws -> [String] {
        let outcome = try await fixture.run(["history", "--json"] + arguments)
        let lines = try JSONDecoder().decode(
            [[String: String]].self,
            from: Data(outcome.output.utf8)
        )
        return lines.map { "\($0["identifier"] ?? "") \($0["event"] ?? "")" }
    }

    private static func onTerminal(
        _ fixture: AgentFixture,
        _ width: Int,
        _ arguments: [String],
        _ more: [String: String] = [:]
    ) async throws -> [String] {
        let command = ([AgentFixture.command.word] + arguments).joined(separator: " ")
        let environment = fixture.bus.environment(
            timeZone: AgentFixture.timeZone,
            ["TERM": "xterm"]
        )
        let outcome = try await Program(path: "/usr/bin/script").run(
            ["-qec", "stty cols \(width); \(command)", "/dev/null"],
            environment: environment.merging(more) { $1 }
        )
        return outcome.output.split(whereSeparator: \.isNewline).map(String.init)
    }
}
