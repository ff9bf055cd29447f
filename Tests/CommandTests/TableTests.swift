import NotificationServer
import Testing

@testable import ScheduleCommands

/// Tables that fit their terminal.
@Suite struct TableTests {
    private static let table = {
        var table = Table(
            headings: ["NEXT", "WHEN", "APP", "ID", "TITLE"],
            elastic: ["WHEN": 6, "APP": 4, "ID": 4, "TITLE": 8]
        )
        table.rows = [
            ["Mon 09:00", "every Monday at 09:00", "notify-schedule", "tea", "会議の予定を確認する"],
            ["Tue 14:00", "every 45 min", "notify-schedule", "a-long-identifier", "Stand up"],
        ]
        return table
    }()

    @Test func elsewhereNothingIsCut() {
        #expect(
            Self.table.lines(width: nil) == [
                "NEXT       WHEN                   APP              ID                 TITLE",
                "Mon 09:00  every Monday at 09:00  notify-schedule  tea                "
                    + "会議の予定を確認する",
                "Tue 14:00  every 45 min           notify-schedule  a-long-identifier  Stand up",
            ]
        )
    }

    /// One long cell does not push the other rows off the screen of a pager.
    @Test func elsewhereOneLongCellMovesItsOwnRowAlone() {
        var table = Table(headings: ["TITLE", "EVENT"])
        let long = String(repeating: "x", count: 300)
        table.rows = [[long, "shown"], ["Tea", "shown"]]
        #expect(
            table.lines(width: nil) == [
                "TITLE" + String(repeating: " ", count: 37) + "EVENT",
                long + "  shown",
                "Tea" + String(repeating: " ", count: 39) + "shown",
            ]
        )
    }

    @Test func theWidestColumnsGiveWayFirst() {
        #expect(
            Self.table.lines(width: 60) == [
                "NEXT       WHEN        APP          ID           TITLE",
                "Mon 09:00  every Mon…  notify-sch…  tea          会議の予定…",
                "Tue 14:00  every 45 …  notify-sch…  a-long-ide…  Stand up",
            ]
        )
    }

    /// The table of a history: what happened is read in full before the rest is.
    @Test func whatHappenedIsCutLast() {
        var table = Table(
            headings: ["WHEN", "WHAT", "APP", "ID", "TITLE"],
            elastic: ["WHAT": 12, "APP": 6, "ID": 8, "TITLE": 12]
        )
        table.expendable = ["APP", "TITLE"]
        table.precious = "WHAT"
        let what = "edited, next due Tue 24 Nov 2026 15:00"
        table.rows = [["Mon 2026-11-23 15:14:09", what, "org.example.Mail", "meeting", "Weekly"]]
        let lines = table.lines(width: 80)
        #expect(lines[1] == "Mon 2026-11-23 15:14:09  \(what)  meeting  Weekly")
    }

    @Test func whatSaysNothingNewGoesBeforeAnythingIsCut() {
        var table = Self.table
        table.dispensable = "APP"
        #expect(table.lines(width: 60)[0] == "NEXT       WHEN             ID               TITLE")
        #expect(table.lines(width: 200)[0].contains("APP"))
    }

    @Test func theTitleOutlivesTheRest() {
        var table = Self.table
        table.expendable = ["WHEN", "APP"]
        #expect(
            table.lines(width: 25) == [
                "NEXT       ID    TITLE",
                "Mon 09:00  tea   会議の…",
                "Tue 14:00  a-l…  Stand up",
            ]
        )
    }

    /// What is typed again is shortened last.
    @Test func theIdentifierOutlivesTheApp() {
        var table = Self.table
        table.expendable = ["WHEN", "APP"]
        table.precious = "ID"
        #expect(
            table.lines(width: 40) == [
                "NEXT       ID                 TITLE",
                "Mon 09:00  tea                会議の予…",
                "Tue 14:00  a-long-identifier  Stand up",
            ]
        )
        #expect(table.lines(width: 30)[2] == "Tue 14:00  a-long-i…  Stand up")
    }

    @Test(arguments: 1...120) func noLineIsWiderThanTheTerminal(width: Int) {
        for expendable in [[], ["WHEN", "APP"]] {
            var table = Self.table
            table.expendable = expendable
            for line in table.lines(width: width) {
                #expect(DisplayWidth.of(line) <= width, "\(line)")
                #expect(!line.contains("\u{1B}"))
            }
        }
    }

    @Test func rowsStandOutByColour() {
        var table = Self.table
        table.tones = [0: .alert, 1: .faint]
        let lines = table.lines(width: nil, colours: true)
        #expect(lines[0].hasPrefix("\u{1B}[1mNEXT"))
        #expect(lines[1].hasPrefix("\u{1B}[31mMon"))
        #expect(lines[2].hasPrefix("\u{1B}[2mTue"))
        #expect(lines.allSatisfy { $0.hasSuffix("\u{1B}[0m") })
    }

    @Test func longDetailsAreWrapped() {
        let text = "one two three four\n  kept as it is\nfive"
        #expect(
            DetailLine.lines(text, width: 22, indent: 8)
                == ["one two three", "four", "kept as it is", "five"]
        )
        #expect(DetailLine.lines(text, width: nil).count == 3)
    }
}
