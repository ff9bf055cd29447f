import AgentInterface
import AgentTestSupport
import Foundation
import NotifyCore
import TestSupport
import Testing

/// The verbs undo and restore, and the list removed, typed at a shell.
@Suite(.serialized) struct UndoVerbTests {
    private func identifiers(_ fixture: AgentFixture, _ list: String) async throws -> [String] {
        try await fixture.listed("list", list).map(\.identifier)
    }

    @Test func whatWasRemovedIsRestored() async throws {
        let fixture = try await AgentFixture()
        let none = try await fixture.run(["undo"])
        #expect(none.code == 65)
        #expect(
            none.error
                == "notify-schedule: there is nothing to undo; what was done in the last 7 days "
                + "can be undone once\n"
        )
        #expect(
            try await fixture.run(["list", "removed"]).error
                == "nothing was removed that can be restored\n"
        )
        try await fixture.add("Tea", "--in", "1h", "--id", "tea")
        try await fixture.add("Meeting", "--on", "09:00", "--id", "meeting")
        #expect(try await fixture.run(["remove", "tea", "meeting"]).code == 0)
        try await fixture.endAgent(SIGKILL)
        let list = try await fixture.run(["list", "removed"]).output.split(separator: "\n")
        #expect(list.count == 3)
        #expect(list[0].split(separator: " ").first == "REMOVED")
        #expect(list[1].contains("pending") && list[1].hasSuffix("meeting  Meeting"), "\(list)")
        let json = try await fixture.run(["list", "removed", "--search", "tea", "--json"]).output
        #expect(json.contains("\"list\" : \"pending\""), "\(json)")
        #expect(json.contains("\"removed\" : \"20"), "\(json)")
        let undone = try await fixture.run(["undo"])
        #expect(undone.code == 0, "\(undone)")
        let lines = undone.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("undid remove, ") == true, "\(undone)")
        #expect(lines.count == 3)
        #expect(lines[1].hasPrefix("  tea      \"Tea\"      next "), "\(undone)")
        #expect(lines[2].hasPrefix("  meeting  \"Meeting\"  next "), "\(undone)")
        #expect(try await identifiers(fixture, "pending").sorted() == ["meeting", "tea"])
        #expect(try await identifiers(fixture, "removed") == [])
        #expect(try await fixture.run(["remove", "--all", "--forever"]).code == 0)
        #expect(try await identifiers(fixture, "removed") == [])
        let late = try await fixture.run(["restore", "tea"])
        #expect(late.code == 65)
        #expect(
            late.error
                == "notify-schedule: \"tea\" was not removed in the last 7 days, or not to be "
                + "restored; see notify-schedule list removed\n"
        )
    }

    @Test func whatIsRestoredHasItsFiles() async throws {
        let fixture = try await AgentFixture()
        let folder = try TemporaryFolder()
        let wave = Data("RIFF\u{24}\0\0\0WAVEfmt ".utf8) + Data(count: 28)
        try wave.write(to: URL(fileURLWithPath: "\(folder.path)/one.wav"))
        try await fixture.add("A", "--in", "1h", "--id", "a", "--attach", "\(folder.path)/one.wav")
        func file() async throws -> String {
            let output = try await fixture.run(["show", "a", "--json"]).output
            let found = try JSONSerialization.jsonObject(with: Data(output.utf8))
            let content = (found as? [[String: Any]])?.first?["content"] as? [String: Any]
            let files = content?["attachments"] as? [[String: Any]]
            return URL(string: files?.first?["url"] as? String ?? "")?.path ?? ""
        }
        let path = try await file()
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(try await fixture.run(["remove", "a"]).code == 0)
        try await fixture.add("B", "--in", "1h", "--id", "b", "--attach", "\(folder.path)/one.wav")
        try await fixture.endAgent(SIGTERM)
        let restored = try await fixture.run(["restore", "a"])
        #expect(restored.output == "restored a\n", "\(restored)")
        #expect(try await file() == path)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == wave)
    }

    @Test func eachVerbIsUndone() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Daily", "--on", "09:00", "--id", "daily")
        try await fixture.add("Tea", "--in", "1h", "--id", "tea")
        let before = try await fixture.listed("list")
        let changes = [
            ["edit", "daily", "--on", "10:00"], ["edit", "tea", "--title", "Coffee"],
            ["skip", "daily"], ["snooze", "tea", "10m"], ["snooze", "daily", "5m"],
            ["pause", "--all"], ["resume", "tea"], ["add", "Other", "--in", "2h", "--id", "tea"],
            ["remove", "tea"],
        ]
        var states = [before]
        for change in changes {
            let outcome = try await fixture.run(change)
            #expect(outcome.code == 0, "\(change) \(outcome)")
            states.append(try await fixture.listed("list"))
        }
        for (change, state) in zip(changes, states).reversed() {
            let undone = try await fixture.run(["undo"])
            #expect(undone.output.hasPrefix("undid \(change[0]), "), "\(change) \(undone)")
            #expect(try await fixture.listed("list") == state, "\(change)")
        }
        for _ in 1...changes.count {
            #expect(try await fixture.run(["redo"]).output.hasPrefix("redid "))
        }
        #expect(try await fixture.listed("list") == states.last)
        for _ in 1...changes.count + 2 { #expect(try await fixture.run(["undo"]).code == 0) }
        #expect(try await fixture.listed("list") == [])
        #expect(try await fixture.run(["undo"]).code == 65)
        let history = try await fixture.run(["history", "daily"]).output
        #expect(history.contains("undid skip"), "\(history)")
    }

    @Test("An addition with an identifier that exists says what it replaced")
    func replaced() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Weekly review", "--on", "Tue 14:00", "--id", "zz")
        let added = try await fixture.run(["add", "Dentist", "--in", "3h", "--id", "zz"])
        #expect(
            added.output.contains(
                "note  replaced every Tuesday at 14:00 \"Weekly review\"; undo brings it back"
            ),
            "\(added)"
        )
        let history = try await fixture.run(["history", "zz"]).output
        #expect(history.contains("replaced every Tuesday at 14:00 \"Weekly review\""), "\(history)")
        let undone = try await fixture.run(["undo"])
        #expect(undone.output.hasPrefix("undid add, "), "\(undone)")
        #expect(try await fixture.listed("list").map(\.identifier) == ["zz"])
        #expect(try await fixture.run(["list"]).output.contains("Weekly review"))
    }

    @Test("An import is undone as a whole, with what --sync removed")
    func imported() async throws {
        let fixture = try await AgentFixture()
        let folder = try TemporaryFolder()
        func event(_ uid: String) -> String {
            "BEGIN:VEVENT\r\nUID:\(uid)\r\nDTSTART:20400101T120000Z\r\nSUMMARY:\(uid)\r\nBEGIN:VALARM\r\n"
                + "ACTION:DISPLAY\r\nTRIGGER:-PT10M\r\nEND:VALARM\r\nEND:VEVENT\r\n"
        }
        func bring(_ uids: String...) async throws {
            let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + uids.map(event).joined()
            let path = "\(folder.path)/a.ics"
            try (text + "END:VCALENDAR\r\n").write(toFile: path, atomically: true, encoding: .utf8)
            let outcome = try await fixture.run(["import", path, "--sync", "work"])
            #expect(outcome.code == 0, "\(outcome)")
        }
        try await bring("a", "b")
        let before = try await fixture.listed("list")
        try await bring("b", "c")
        let after = try await fixture.listed("list")
        #expect(before != after)
        let undone = try await fixture.run(["undo"])
        #expect(undone.output.hasPrefix("undid import, "), "\(undone)")
        #expect(try await fixture.listed("list") == before)
        #expect(try await fixture.run(["redo"]).code == 0)
        #expect(try await fixture.listed("list") == after)
        #expect(try await fixture.run(["undo"]).code == 0)
        // The calendar is as if the second import had never been.
        try await bring("b", "c")
        #expect(try await fixture.listed("list") == after)
        #expect(try await fixture.run(["calendars", "remove", "work"]).code == 0)
        #expect(try await fixture.listed("list") == [])
        #expect(try await fixture.run(["undo"]).output.hasPrefix("undid calendars remove, "))
        #expect(try await fixture.listed("list") == after)
        #expect(try await fixture.run(["calendars"]).output.contains("work"))
    }

    @Test("The undo of an import restores what it replaced, and removes its categories")
    func replacedByImport() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Old", "--in", "2h", "--id", "a")
        let before = try await fixture.run(["export"]).output
        let lines = [
            String(before.prefix { $0 != "\n" }),
            #"{"list":"categories","appID":"x","category":{"identifier":"c"}}"#,
            #"{"list":"pending","request":{"identifier":"a","content":{"title":"New"},"#
                + #""trigger":{"type":"timeInterval","timeInterval":7200}}}"#,
        ]
        let outcome = try await fixture.run(
            ["import", "-", "--replace"],
            input: lines.joined(separator: "\n")
        )
        #expect(
            outcome.output == "imported 1 pending, 1 category, replacing 1\n",
            "\(outcome)"
        )
        let after = try await fixture.run(["export"]).output
        #expect(after.contains("New") && after.contains("categories"), "\(after)")
        #expect(try await fixture.run(["undo"]).output.hasPrefix("undid import, "))
        #expect(try await fixture.run(["export"]).output == before)
        #expect(try await fixture.run(["redo"]).output.hasPrefix("redid import, "))
        #expect(try await fixture.run(["export"]).output == after)
    }

    @Test func whatChangedSinceIsRefused() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Tea", "--in", "1h", "--id", "tea")
        #expect(try await fixture.run(["edit", "tea", "--title", "Coffee"]).code == 0)
        #expect(try await fixture.run(["remove", "tea", "--forever"]).code == 0)
        let undone = try await fixture.run(["undo", "--json"])
        #expect(undone.code == 65)
        #expect(undone.output == "")
        #expect(
            undone.error
                == "notify-schedule: not all of it is kept: it had more than 10000 requests or 16 MiB, or some "
                + "were removed for ever, so the edit was not undone; undo again for the addition before it\n"
        )
        try await fixture.add("Tea", "--in", "1h", "--id", "tea")
        #expect(try await fixture.run(["remove", "tea"]).code == 0)
        let removed = try await fixture.run(["undo", "--json"])
        #expect(
            removed.output.contains(
                """
                  "change" : "removed",
                """
            ),
            "\(removed)"
        )
        #expect(removed.output.contains("\"tea\""), "\(removed)")
    }
}
