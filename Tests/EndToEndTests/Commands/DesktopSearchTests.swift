import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// The search of GNOME Shell and of KRunner, with the calls that these make, and menu programs.
@Suite(.serialized) struct DesktopSearchTests {
    private static let bus = "org.notifyschedule.Search"

    /// A bus that starts the search, as the package has it.
    private static func fixture() async throws -> AgentFixture {
        try await AgentFixture(
            on: try await PrivateBus(
                activatable: [bus: "\(AgentFixture.command.word) menu --serve"]
            )
        )
    }

    private static func call(
        _ fixture: AgentFixture,
        _ method: String,
        _ interface: String,
        _ parameters: Variant...
    ) async throws -> Variant {
        try await fixture.client.call(
            method,
            on: BusDestination(name: bus, path: "/org/notifyschedule/Search", interface: interface),
            .tuple(parameters)
        )
    }

    private static let shell = "org.gnome.Shell.SearchProvider2"
    private static let runner = "org.kde.krunner1"

    /// The names of the results for GNOME Shell, and their texts.
    private static func search(
        _ fixture: AgentFixture,
        _ terms: String...
    ) async throws -> (ids: [String], texts: [String]) {
        let found = try await call(fixture, "GetInitialResultSet", shell, .strings(terms))
        let ids = found[0]?.strings ?? []
        // As on the next key.
        let again = try await call(
            fixture,
            "GetSubsearchResultSet",
            shell,
            .strings(ids),
            .strings(terms)
        )
        #expect(again[0]?.strings == ids)
        let metas = try await call(fixture, "GetResultMetas", shell, .strings(ids))
        let texts = (metas[0]?.children ?? []).map { meta in
            #expect(meta["gicon"]?.string?.isEmpty == false)
            return "\(meta["name"]?.string ?? "") | \(meta["description"]?.string ?? "")"
        }
        return (ids, texts)
    }

    private static func activate(_ fixture: AgentFixture, _ id: String) async throws {
        _ = try await call(
            fixture,
            "ActivateResult",
            shell,
            .string(id),
            .strings(["tea"]),
            .uint32(0)
        )
    }

    @Test("GNOME Shell's calls start the search, which adds a sentence that undo takes back")
    func shellAdds() async throws {
        let fixture = try await Self.fixture()
        let found = try await Self.search(fixture, "tea", "in", "4", "min")
        #expect(found.texts.count == 1)
        let text = try #require(found.texts.first)
        #expect(text.wholeMatch(of: /tea \| New: .*\d\d:\d\d \(in 4 min\)/) != nil, "\(text)")
        #expect(try await fixture.listed("list").isEmpty)
        try await Self.activate(fixture, found.ids[0])
        #expect(try await fixture.listed("list").map(\.content.title) == ["tea"])
        #expect(try await Self.search(fixture, "te").ids.first?.hasPrefix("show:") == true)
        #expect(try await Self.search(fixture, "firefox").ids.isEmpty)
        let undone = try await fixture.run(["undo"])
        #expect(undone.code == 0, "\(undone)")
        #expect(try await fixture.listed("list").isEmpty)
    }

    @Test("KRunner's calls find the same, and its Enter does the same")
    func runnerAdds() async throws {
        let fixture = try await Self.fixture()
        let actions = try await Self.call(fixture, "Actions", Self.runner)
        #expect(actions[0]?.children.isEmpty == true)
        let matches = try await Self.call(
            fixture,
            "Match",
            Self.runner,
            .string("stand up every weekday at 9:30")
        )
        let match = try #require(matches[0]?.children.first)
        #expect(match[1]?.string == "stand up")
        #expect(match[3]?.integer == 100)
        #expect(match[4]?.double == 1)
        let subtext = match[5]?["subtext"]?.string ?? ""
        #expect(subtext.hasPrefix("New: every Monday to Friday at 09:30: "), "\(subtext)")
        #expect(matches[0]?.children.count == 1)
        let id = match[0]?.string ?? ""
        _ = try await Self.call(fixture, "Run", Self.runner, .string(id), .string(""))
        #expect(try await fixture.listed("list").map(\.content.title) == ["stand up"])
        let found = try await Self.call(fixture, "Match", Self.runner, .string("stand"))
        #expect(found[0]?.children.map { $0[3]?.integer } == [30])
        let none = try await Self.call(fixture, "Match", Self.runner, .string("firefox"))
        #expect(none[0]?.children.isEmpty == true)
    }

    @Test("Enter opens an action of launcher.conf, and shows when a notification comes")
    func opensAndShows() async throws {
        let fixture = try await Self.fixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["clock": "\(recorder.program) %{m}"])
        let file = "\(fixture.directory)/config/notify-schedule/launcher.conf"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try (text + "\n[Action timer]\nName=Egg timer\nURL=clock://start?m=4\n").write(
            toFile: file,
            atomically: false,
            encoding: .utf8
        )
        let entry = try await Self.search(fixture, "egg")
        #expect(entry.texts == ["Egg timer | Launcher"])
        try await Self.activate(fixture, entry.ids[0])
        #expect(try await recorder.expectCalls(["4"]))

        try await fixture.add("Dentist", "--in", "3h", "--id", "dentist")
        let coming = try await Self.search(fixture, "dent")
        try await Self.activate(fixture, coming.ids[0])
        let bubble = try await server.call(titled: "Dentist")
        #expect(bubble.call.body.hasSuffix("(in 3 h)"), "\(bubble)")
        #expect(try await fixture.listed("list").map(\.identifier) == ["dentist"])

        // What was removed since the search.
        #expect(try await fixture.run(["remove", "dentist"]).code == 0)
        try await Self.activate(fixture, coming.ids[0])
        let reason = try await server.call(titled: "Nothing was done")
        #expect(reason.call.body == "\"dentist\" is no longer pending")
    }

    @Test("A program that cannot be examined adds nothing through the search")
    func refusal() async throws {
        let fixture = try await Self.fixture()
        _ = try await Self.search(fixture, "tea")
        let process = try #require(fixture.client.processID(of: Self.bus))
        try await stop(process)
        let connection = try fixture.bus.connect()
        #expect(throws: GLibError.self) {
            try connection.callBlocking(
                "Run",
                on: BusDestination(
                    name: Self.bus,
                    path: "/org/notifyschedule/Search",
                    interface: Self.runner
                ),
                .tuple([.string("add:tea in 4 min"), .string("")]),
                deadline: .milliseconds(1)
            )
        }
        let name = connection.uniqueName
        connection.close()
        try await within(30, "the end of \(name)") {
            while fixture.client.nameOwner(name) != nil {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        kill(process, SIGCONT)
        // Answered after it.
        _ = try await Self.search(fixture, "tea")
        #expect(try await fixture.listed("list").isEmpty)
    }

    @Test("A search that thousands of pending requests match finds the next five")
    func many() async throws {
        let fixture = try await Self.fixture()
        let count = Stress.isLong ? 10_000 : 2_000
        let lines = (0..<count).map {
            """
            {"list":"pending","request":{"appID":"\(AgentNames.app)","identifier":"n\($0)",\
            "content":{"title":"Dentist \($0)"},\
            "trigger":{"type":"timeInterval","timeInterval":\(100_000 - $0)}}}
            """
        }
        let header = #"{"format":"notify-schedule","version":1}"# + "\n"
        let imported = try await fixture.run(
            ["import", "-"],
            input: header + lines.joined(separator: "\n")
        )
        #expect(imported.code == 0, "\(imported)")
        let found = try await Self.search(fixture, "dentist")
        #expect(found.ids.count == 5)
        #expect(found.texts.first?.hasPrefix("Dentist \(count - 1) | ") == true, "\(found.texts)")
    }

    /// The actions and the reminder of a menu.
    private static func menu() async throws -> (AgentFixture, CommandRecorder) {
        let fixture = try await AgentFixture()
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["clock": "\(recorder.program) %{m}"])
        let file = "\(fixture.directory)/config/notify-schedule/launcher.conf"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try (text + "\n[Action timer]\nName=Egg timer\nCategory=Clock\nURL=clock://start?m=4\n")
            .write(toFile: file, atomically: false, encoding: .utf8)
        try await fixture.add("Review", "--at", "2099-03-01 14:00", "--id", "review")
        return (fixture, recorder)
    }

    @Test("A menu program gets the lines, and the line that it prints is done")
    func menuProgram() async throws {
        let (fixture, recorder) = try await Self.menu()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let lines = "Egg timer — Clock\nReview — Sun 1 Mar 2099 14:00\n"
        let listed = try await fixture.run(["menu", "--list"])
        #expect(listed.output == lines)

        let chosen = try await fixture.run(["menu", "--program", "head -n 1"])
        #expect(chosen.code == 0, "\(chosen)")
        #expect(try await recorder.expectCalls(["4"]))
        #expect(try await fixture.run(["menu", "--program", "tail -n 1"]).code == 0)
        let review = try await server.call(titled: "Review")
        #expect(review.call.body.hasPrefix("Sun 1 Mar 2099 14:00 (in "))

        // What is typed in place of a line.
        let typed = try await fixture.run(["menu", "--program", "echo 'tea in 4 minutes'"])
        #expect(typed.code == 0, "\(typed)")
        let tea = try await server.call(titled: "tea")
        #expect(tea.call.body.hasSuffix("(in 4 min)"))
        #expect(try await fixture.listed("list").map(\.content.title) == ["tea", "Review"])

        let unclear = try await fixture.run(["menu", "--program", "echo 'call mom'"])
        #expect(unclear.code == 65, "\(unclear)")
        let reason = try await server.call(titled: "Nothing was done")
        #expect("notify-schedule: \(reason.call.body)\n" == unclear.error)

        // A line of an earlier menu has a time, and is not a sentence.
        let gone = try await fixture.run(["menu", "--pick", "Call — 17:04"])
        #expect(gone.code == 65, "\(gone)")
        #expect(gone.error.contains("the menu has no line \"Call — 17:04\" any longer"))
        #expect(try await fixture.listed("list").map(\.content.title) == ["tea", "Review"])

        // The user has closed it.
        for program in ["true", "false"] {
            let closed = try await fixture.run(["menu", "--program", program])
            #expect(closed.code == 0 && closed.output.isEmpty, "\(closed)")
        }
    }

    @Test("The menu program is the first that is installed and works with the display")
    func installedMenu() async throws {
        let (fixture, recorder) = try await Self.menu()
        let folder = "\(fixture.directory)/bin"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func run(_ display: String) async throws -> Program.Outcome {
            try await fixture.run(["menu"], environment: ["PATH": folder, display: "x"])
        }
        let none = try await run("WAYLAND_DISPLAY")
        #expect(none.code == 65)
        #expect(
            none.error
                == "notify-schedule: none of the menu programs fuzzel, wofi, rofi, bemenu, dmenu is "
                + "installed; install one, or name yours with --program\n"
        )
        for (name, line) in [("fuzzel", "wayland"), ("rofi", "x11")] {
            try writeProgram(
                "#!/bin/sh\n\(recorder.program) \(line) \"$@\"\n",
                to: "\(folder)/\(name)"
            )
        }
        #expect(try await run("WAYLAND_DISPLAY").code == 0)
        #expect(try await run("DISPLAY").code == 0)
        #expect(
            try await recorder.expectCalls(
                ["wayland", "--dmenu", "-p", "Notify"],
                ["x11", "-dmenu", "-i", "-p", "Notify"]
            )
        )
    }

    @Test("watch --format waybar prints what comes next at each change, and nothing in between")
    func bar() async throws {
        let fixture = try await AgentFixture()
        struct Line: Decodable, Equatable {
            let text: String
            let alt: String
            let `class`: String
            let tooltip: String
        }
        let running = try AgentFixture.command.start(
            ["watch", "--format", "waybar"],
            environment: fixture.bus.environment(timeZone: AgentFixture.timeZone)
        )
        let none = "{\"alt\":\"none\",\"class\":\"none\",\"text\":\"\",\"tooltip\":\"\"}\n"
        try await running.waitForOutput(none, within: 30)
        try await fixture.add("Review & plan", "--at", "2099-03-01 14:00", "--id", "review")
        let review =
            #"{"alt":"later","class":"later","text":"Review &amp; plan Sun 1 Mar 2099 14:00","#
            + #""tooltip":"Sun 1 Mar 2099 14:00  Review &amp; plan"}"# + "\n"
        #expect(try await running.waitForOutput(none + review, within: 30) == none + review)
        try await fixture.add("Tea", "--in", "9m", "--id", "tea")
        try await running.waitForOutput("\"soon\"", within: 30)
        #expect(running.output.contains(#" +1","#), "\(running.output)")
        let before = running.output
        for verb in [["snooze", "review", "1h"], ["remove", "--all"]] {
            #expect(try await fixture.run(verb).code == 0)
        }
        try await running.waitForOutput(none, after: before.utf8.count, within: 30)
        running.kill(SIGTERM)
        let outcome = try await running.waitForExit()
        #expect(outcome.code == 0 && outcome.error.isEmpty, "\(outcome)")
        let lines = try outcome.output.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        #expect(lines.last?.alt == "none")
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test(
        "watch --format takes waybar alone, and no option of the other form",
        arguments: [
            (["--format", "x"], 65), (["--format", "waybar", "--json"], 64),
            (["--format", "waybar", "--app", "all"], 64),
        ] as [([String], Int32)]
    )
    func barErrors(arguments: [String], code: Int32) async throws {
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(["watch"] + arguments)
        #expect(outcome.code == code && outcome.output.isEmpty, "\(outcome)")
    }
}
