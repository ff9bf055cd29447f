import AgentInterface
import Foundation
import NotifyCore
import TestSupport
import Testing

/// The page of what comes, with a real agent and a real notification server.
@Suite(.serialized) struct NextPageTests {
    @Test("A sentence is explained while it is written, and added with Return")
    func sentence() async throws {
        let window = try await ShownWindow()
        try await window.find("label", "Nothing Is Coming")
        try await window.write("tea in 4 minutes")
        try await window.find("label") { $0.hasPrefix("\"tea\", in 4 minutes\n") }
        try await window.type(["Return"])
        try await window.find("label", "Today")
        try await window.find("label", "tea")
        try await window.findNone("label") { $0.hasPrefix("\"tea\"") }
        #expect(try await window.fixture.listed("list").map(\.content.title) == ["tea"])
    }

    /// A text that is not clear, and a part of what the command says about it.
    static let refusals: [(text: String, words: String)] = [
        ("tea", "the sentence has no time"),
        ("tomorrow 9:00", "the sentence is a time alone"),
        ("call mom 2020-01-01 10:00", "past"),
        ("call mom tomorow 5pm", "did you mean"),
    ]

    @Test("What is not clear is said while it is written, and never sent", arguments: refusals)
    func refusal(text: String, words: String) async throws {
        let window = try await ShownWindow()
        try await window.write(text)
        try await window.find("label") { $0.contains(words) }
        let add = try await window.find("button", "Add")
        #expect(await !add.object.has(.sensitive))
        try await window.type(["Return"])
        try await window.write("")
        #expect(try await window.fixture.listed("list").isEmpty)
    }

    /// A button beside the entry, and what it writes.
    static let chips: [(name: String, time: String)] = [
        ("+10 min", "in 10 minutes"), ("+1 h", "in 1 hour"),
        ("Tomorrow 9:00", "tomorrow at 9:00"),
    ]

    @Test("The buttons below the entry write a time in place of the one before")
    func chips() async throws {
        let window = try await ShownWindow()
        try await window.write("tea")
        for (name, time) in Self.chips {
            try await window.press(name)
            try await window.find("label") { $0.hasPrefix("\"tea\", \(time)\n") }
        }
        try await window.press("Add")
        try await window.find("label", "Tomorrow")
        #expect(try await window.fixture.listed("list").map(\.content.title) == ["tea"])
    }

    @Test("A picked day and time is written into the sentence, and schedules")
    func picker() async throws {
        let window = try await ShownWindow()
        try await window.write("tea tomorrow at 9:00")
        try await window.press("Choose a day and a time")
        try await window.press("Use This Time")
        try await window.find("label") { $0.hasPrefix("\"tea\", 20") && $0.contains(" 09:00\n") }
        try await window.press("Add")
        try await window.find("label", "Tomorrow")
    }

    @Test("A row of another app is removed, and comes back")
    func otherApp() async throws {
        let window = try await ShownWindow()
        try await window.fixture.add(
            "Rent",
            "--in",
            "2h",
            "--id",
            "rent",
            "--app",
            "org.example.Money"
        )
        try await window.press("Remove: Rent")
        try await window.find("label", "Nothing Is Coming")
        try await window.press("Undo")
        try await window.find("label", "Rent")
    }

    @Test("What is removed comes back by the button of the message, and by Ctrl+Z")
    func undo() async throws {
        let window = try await ShownWindow()
        try await window.fixture.add("Tea", "--in", "2h", "--id", "tea")
        try await window.press("Remove: Tea")
        try await window.find("label", "Nothing Is Coming")
        try await window.press("Undo")
        try await window.press("Remove: Tea")
        try await window.find("label", "Nothing Is Coming")
        try await window.type(["ctrl+z"])
        try await window.find("label", "Tea")
        #expect(try await window.fixture.listed("list").map(\.identifier) == ["tea"])
    }

    /// An item of a row's menu, from 1, and what `list` prints when it is done.
    struct Item: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let number: Int
        var isPaused = false
        let isDone: @Sendable (_ output: String, _ before: String) -> Bool
    }

    static let items = [
        Item(testDescription: "Snooze 10 min", number: 2) { now, _ in now.contains("tea.snoozed") },
        Item(testDescription: "Snooze 1 h", number: 3) { now, _ in now.contains("tea.snoozed") },
        Item(testDescription: "Skip This Date", number: 4) { now, before in
            now.split(separator: "\n").last?.prefix(10)
                != before.split(separator: "\n").last?.prefix(10)
        },
        Item(testDescription: "Pause", number: 5) { now, _ in now.contains("paused") },
        Item(testDescription: "Resume", number: 2, isPaused: true) { now, _ in
            !now.contains("paused")
        },
    ]

    @Test("An item of a row's menu does what its name says", arguments: items)
    func menu(item: Item) async throws {
        let window = try await ShownWindow()
        let fixture = window.fixture
        // It has one date in a week, and so one row.
        try await fixture.add(
            "Tea",
            "--rrule",
            "FREQ=WEEKLY",
            "--starting",
            "tomorrow 9:00",
            "--id",
            "tea"
        )
        if item.isPaused { _ = try await fixture.run(["pause", "tea"]) }
        try await window.find("label", item.isPaused ? "Paused" : "Tomorrow")
        let before = try await fixture.run(["list"]).output
        try await window.choose(item.number, of: "More: Tea")
        try await poll(30, item.testDescription, while: window.program) {
            item.isDone(try await fixture.run(["list"]).output, before) ? true : nil
        }
    }

    @Test("The agent that is killed is missed, and started by the button or a command")
    func agentsEnd() async throws {
        let window = try await ShownWindow()
        try await window.fixture.add("Tea", "--in", "2h")
        try await window.find("label", "Tea")
        try await window.fixture.endAgent()
        try await window.find("label", "The Agent Does Not Run")
        try await window.press("Start the Agent")
        try await window.find("label", "Tea")
        try await window.fixture.endAgent()
        try await window.find("label", "The Agent Does Not Run")
        try await window.fixture.add("Coffee", "--in", "3h")
        try await window.find("label", "Coffee")
    }

    @Test("Of 10,000 pending requests the first are there at once, and a new one comes before them")
    func many() async throws {
        let window = try await ShownWindow()
        let fixture = window.fixture
        try await fixture.add("Tea", "--at", "2090-03-01 14:00", "--id", "tea0")
        let lines = try await fixture.run(["export"]).output.split(separator: "\n").map(String.init)
        let many = (0..<10_000).map { lines[1].replacing("tea0", with: "tea\($0)") }
        let input = ([lines[0]] + many).joined(separator: "\n") + "\n"
        let outcome = try await fixture.run(["import", "-"], input: input)
        #expect(outcome.code == 0, "\(outcome.error)")
        try await fixture.add("Coffee", "--in", "1h")
        try await window.find("label", "Coffee")
        try await poll(30, "more rows", while: window.program) {
            await window.parts().count { $0.name == "Tea" } > 3 ? true : nil
        }
    }

    @Test("Delete removes the row that has the focus, and Ctrl+N goes to the entry")
    func keys() async throws {
        let window = try await ShownWindow()
        try await window.fixture.add("Tea", "--in", "2h", "--id", "tea")
        try await window.focus("Remove: Tea")
        try await window.type(["Delete"])
        try await window.find("label", "Nothing Is Coming")
        try await window.type(["ctrl+n", "t", "e", "a"])
        try await window.find("label") { $0.hasPrefix("the sentence has no time") }
        #expect(try await window.fixture.listed("list").isEmpty)
    }

    @Test("All that can be pressed or written into has a name")
    func names() async throws {
        let window = try await ShownWindow()
        try await window.fixture.add("Tea", "--every", "1d")
        try await window.find("label", "Tomorrow")
        try await window.press("Choose a day and a time")
        try await window.find("button", "Use This Time")
        var parts = await window.parts()
        try await window.type(["Escape"])
        let pages = [
            ("alt+2", "search box", "Find what happened"),
            ("alt+3", "search box", "Find an app or an action"),
            ("alt+4", "button", "Check Again"),
        ]
        for (keys, role, name) in pages {
            try await window.type([keys])
            try await window.find(role, name)
            parts += await window.parts()
        }
        let roles: Set = [
            "button", "check box", "menu item", "search box", "spin button", "switch", "text box",
        ]
        parts = parts.filter { roles.contains($0.role) }
        #expect(parts.count > 30)
        // Around the button that is pressed there is the object of the menu button itself.
        let nameless = parts.filter {
            $0.name.isEmpty || $0.name.hasPrefix("Gtk") && $0.name != "GtkMenuButton"
        }
        #expect(nameless.isEmpty, "\(parts)")
    }

    @Test("Test shows a notification")
    func test() async throws {
        let window = try await ShownWindow()
        try await window.find("label", "Nothing Is Coming")
        try await window.press("Test")
        _ = try await window.desktop.server.waitForOutput("summary: 'Test'", within: 30)
    }

    @Test("A session bus that ends is said, and does not end the window")
    func noBus() async throws {
        let window = try await ShownWindow()
        try await window.find("label", "Nothing Is Coming")
        window.fixture.bus.kill()
        try await window.find("label", "The Session Bus Has Ended")
        #expect(window.program.exitStatus == nil)
    }

    @Test("A second start brings the window to the front and ends")
    func secondStart() async throws {
        let window = try await ShownWindow()
        try await window.find("label", "Nothing Is Coming")
        let outcome = try await AgentFixture.command.run(
            ["window"],
            environment: ShownWindow.environment(window.fixture, window.desktop)
        )
        #expect(outcome.code == 0, "\(outcome)")
        #expect(window.program.exitStatus == nil)
    }
}
