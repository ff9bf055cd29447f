import AgentInterface
import Foundation
import TestSupport
import Testing

/// The dialog that changes a pending request.
@Suite(.serialized) struct EditDialogTests {
    private static let date = "Date and time, such as tomorrow 9:00"
    private static let rule = "Repeats, such as every weekday at 8:30"
    private static let nag = "Again until answered, such as 5m,3"

    /// Opens the dialog of a new request.
    private static func opened(_ arguments: [String]) async throws -> ShownWindow {
        let window = try await ShownWindow()
        let added = try await window.fixture.run(["add", "Tea", "--id", "tea"] + arguments)
        #expect(added.code == 0, "\(added)")
        try await window.choose(1, of: "More: Tea")
        try await window.find("text box", "Title")
        return window
    }

    @Test("A changed title and time are stored, and Undo restores what was before")
    func change() async throws {
        let window = try await Self.opened(["--at", "tomorrow 9:00"])
        let before = try await window.fixture.listed("list")
        try await window.write("Coffee", into: "Title")
        try await window.write("2090-03-01 10:00", into: Self.date)
        try await window.press("Save")
        try await window.find("label", "Coffee")
        let after = try await window.fixture.listed("list")
        #expect(after.map(\.content.title) == ["Coffee"])
        #expect(after.map(\.identifier) == ["tea"])
        #expect(after[0].nextTriggerDate?.hasPrefix("2090-03-01T") ?? false)
        try await window.press("Undo")
        try await window.find("label", "Tea")
        #expect(try await window.fixture.listed("list") == before)
    }

    @Test("The dialog that is opened again has what is pending by then")
    func reopened() async throws {
        let window = try await Self.opened(["--in", "2h"])
        try await window.press("Cancel")
        try await window.findNone("text box", "Title")
        _ = try await window.fixture.run(["edit", "tea", "--title", "Coffee"])
        try await window.choose(1, of: "More: Coffee")
        let entry = try await window.find("text box", "Title")
        #expect(await entry.object.text(to: 100) == "Coffee")
    }

    @Test("A picked day and time takes the place of the one before")
    func pick() async throws {
        let window = try await Self.opened(["--at", "2090-03-01 10:00"])
        try await window.press("Choose a day and a time")
        try await window.press("Use This Time")
        let entry = try await window.find("text box", Self.date)
        #expect(await entry.object.text(to: 1_000) == "2090-03-01 10:00")
    }

    @Test("The entries have the texts of the editor, also of parts that few requests have")
    func texts() async throws {
        let window = try await Self.opened([
            "It is ready", "--rrule", "FREQ=WEEKLY;BYDAY=TU", "--starting", "2090-03-07 10:00",
            "--before", "1d,1h", "--nag", "5m,3", "--late", "skip", "--level", "critical",
            "--action", "Timer=clock://start?m=4",
        ])
        let texts = [
            "Title": "Tea", "Text": "It is ready", Self.date: "", Self.rule: "",
            "Rule of a calendar (RFC 5545)": "FREQ=WEEKLY;BYDAY=TU",
            "First date": "2090-03-07 10:00",
            "Warnings before, such as 1d,1h": "1 d,1 h", Self.nag: "5 min,3",
            "If it is late: show, skip, or a span such as 2h": "skip",
            "Level: passive, active, time-sensitive or critical": "critical",
            "Button": "Timer", "URL of the button": "clock://start?m=4",
        ]
        for (name, text) in texts {
            let entry = try await window.find("text box", name)
            #expect(await entry.object.text(to: 1_000) == text, "\(name)")
        }
        let save = try await window.find("button", "Save")
        #expect(await !save.object.has(.sensitive))
        let nameless = await window.parts().filter { $0.role == "text box" && $0.name.isEmpty }
        #expect(nameless.isEmpty, "\(nameless)")
    }

    /// An entry, a text that is not clear, and a part of what the command says about it.
    static let refusals: [(entry: String, text: String, words: String)] = [
        (date, "tomorow 9:00", "--at \"tomorow 9:00\""),
        (rule, "every weekday at 8:30", "--at and --on both set the time"),
        (nag, "often", "--nag"),
        ("Warnings before, such as 1d,1h", "soon", "--before"),
        ("If it is late: show, skip, or a span such as 2h", "never", "write show, skip or"),
        ("URL that a click opens", "nothing", "--open"),
        ("Button", "Timer", "has no URL"),
    ]

    @Test("What is not clear is said while it is written, and cannot be saved", arguments: refusals)
    func refusal(entry: String, text: String, words: String) async throws {
        let window = try await Self.opened(["--at", "tomorrow 9:00"])
        try await window.write(text, into: entry)
        try await window.find("label") { $0.contains(words) }
        let save = try await window.find("button", "Save")
        #expect(await !save.object.has(.sensitive))
        try await window.write("", into: entry)
        try await window.findNone("label") { $0.contains(words) }
    }

    @Test("A rule in place of a date makes it repeat")
    func rule() async throws {
        let window = try await Self.opened(["--at", "tomorrow 9:00"])
        try await window.write("", into: Self.date)
        try await window.write("every weekday at 8:30", into: Self.rule)
        try await window.press("Save")
        try await window.find("label") { $0.contains("every Monday to Friday at 08:30") }
        let shown = try await window.fixture.run(["show", "tea"])
        #expect(shown.output.contains("08:30"), "\(shown)")
    }
}
