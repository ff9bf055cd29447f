import AgentTestSupport
import Foundation
import TestSupport
import Testing

/// Bubbles in Arabic, with texts of both directions, on whole desktops; the pictures are those of docs/languages.md.
@Suite(.serialized) struct RightToLeftTests {
    @Test(arguments: DesktopKind.allCases)
    func bubblesReadFromTheRight(_ kind: DesktopKind) async throws {
        try await kind.run("right-to-left", isMirrored: true) { desktop in
            var agent = try await Self.comeLate(
                [["شاي (2)!", "إنه جاهز", "--snooze", "10m", "--reply", ""]],
                on: desktop
            )
            let tea = try await desktop.bubble(titled: "شاي (2)!", buttons: 2)
            // GNOME Shell has the first one on the right, Plasma on the left.
            #expect(Set(tea.buttons.map(\.label)) == ["ردّ", "أجّل 10 د"])
            let late = tea.texts.joined(separator: "\n")
            #expect(late.contains("إنه جاهز"), "\(late)")
            #expect(late.contains(/\d\d:\d\d/), "\(late)")
            try await desktop.keepPicture("arabic-late", of: tea, kind)
            try await desktop.dismiss(tea)
            try await desktop.waitForEmptyScreen()

            agent = try await Self.comeLate([["פגישה, 14:00", "בחדר 3"]], on: desktop)
            let meeting = try await desktop.bubble(titled: "פגישה, 14:00")
            try await desktop.keepPicture("arabic-hebrew", of: meeting, kind)
            try await desktop.dismiss(meeting)
            try await desktop.waitForEmptyScreen()

            let titles = ["שלום (1)!", "Tea (2)!", "شاي (3)!", "קפה 4", "Backup of C:\\"]
            agent = try await Self.comeLate(titles.map { [$0] }, on: desktop)
            let shown = try await desktop.wait(60, "the summary") {
                let shown = try await desktop.shownBubble()
                return shown?.texts.contains { $0.contains("Tea (2)!") } == true ? shown : nil
            }
            let summary = try await desktop.bubble(titled: shown.texts[0], buttons: 1)
            let lines = summary.texts.dropFirst().joined(separator: "\n")
            for title in titles {
                let isEnglish = title.contains(/[A-Za-z]/)
                #expect(lines.contains(isEnglish ? "\u{2068}\(title)\u{2069}" : title), "\(lines)")
            }
            try await desktop.keepPicture("arabic-summary", of: summary, kind)
            withExtendedLifetime(agent) {}
        }
    }

    /// Adds notifications that come late, once the agent starts.
    private static func comeLate(
        _ requests: [[String]],
        on desktop: any WholeDesktop
    ) async throws -> RunningProgram {
        for request in requests {
            let added = try await desktop.fixture.run(["add"] + request + ["--in", "1h"])
            #expect(added.code == 0, "\(added)")
        }
        try await desktop.fixture.changeStore(
            "UPDATE pending SET due = due - 7200000000, boot = 'earlier'"
        )
        let variables = desktop.environment.merging(["LANGUAGE": "ar"]) { $1 }
        return try await desktop.fixture.startAgent(variables)
    }
}
