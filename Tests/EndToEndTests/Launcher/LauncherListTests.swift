import Foundation
import TestSupport
import Testing

/// The list that makes itself from the installed desktop files.
@Suite(.serialized) struct LauncherListTests {
    /// What `launcher list --json` prints.
    private struct Entry: Decodable, Equatable {
        let id: String
        let name: String
        let group: String
        let groupName: String
        let url: String
        let icon: String?
        let isEnabled: Bool
        let schemes: [String]?
    }

    private static func fixture(_ files: [String: String]) async throws -> AgentFixture {
        let fixture = try await AgentFixture()
        let folder = "\(fixture.directory)/data/applications"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        for (name, text) in files {
            try "[Desktop Entry]\nType=Application\n\(text)\n".write(
                toFile: "\(folder)/\(name).desktop",
                atomically: false,
                encoding: .utf8
            )
        }
        return fixture
    }

    private static func entries(
        _ fixture: AgentFixture,
        _ arguments: [String] = [],
        _ environment: [String: String] = [:]
    ) async throws -> [Entry] {
        let outcome = try await fixture.run(
            ["launcher", "list", "--json"] + arguments,
            environment: environment
        )
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
        return try JSONDecoder().decode([Entry].self, from: Data(outcome.output.utf8))
    }

    private static let browser = """
        Name=Browser
        Name[de]=Netzschauer
        Name[ja]=ブラウザー
        Name[ar]=متصفح
        Exec=sh -c true %u
        Icon=browser
        MimeType=text/html;x-scheme-handler/https;x-scheme-handler/http;
        Actions=private;
        [Desktop Action private]
        Name=New Private Window
        Name[de]=Neues privates Fenster
        Name[ja]=新しいプライベートウィンドウ
        Name[ar]=نافذة خاصة جديدة
        Exec=sh --private
        """

    @Test(arguments: [
        ("C", "Browser", "New Private Window"),
        ("de_AT.UTF-8", "Netzschauer", "Neues privates Fenster"),
        ("ja_JP.UTF-8", "ブラウザー", "新しいプライベートウィンドウ"),
        ("ar_EG.UTF-8", "متصفح", "نافذة خاصة جديدة"),
    ])
    func namesAreInTheUsersLanguage(locale: String, app: String, action: String) async throws {
        let fixture = try await Self.fixture(["browser": Self.browser])
        let entries = try await Self.entries(fixture, [], ["LANG": locale, "LC_ALL": locale])
        let (id, url) = ("browser.desktop", "desktop:browser.desktop")
        #expect(
            entries == [
                Entry(
                    id: id,
                    name: app,
                    group: id,
                    groupName: app,
                    url: url,
                    icon: "browser",
                    isEnabled: false,
                    schemes: ["https", "http"]
                ),
                Entry(
                    id: "\(id)#private",
                    name: action,
                    group: id,
                    groupName: app,
                    url: "\(url)#private",
                    icon: "browser",
                    isEnabled: false,
                    schemes: nil
                ),
            ]
        )
    }

    @Test func whatAMenuHidesIsNotListed() async throws {
        let line = "Exec=sh -c true\nName="
        let fixture = try await Self.fixture([
            "shown": line + "shown", "hidden": line + "x\nHidden=true",
            "silent": line + "x\nNoDisplay=true", "only": line + "only\nOnlyShowIn=GNOME;",
            "not": line + "not\nNotShowIn=KDE;", "try": line + "x\nTryExec=/nonexistent/program",
            "tried": line + "tried\nTryExec=sh", "link": "Type=Link\nName=x\nURL=https://x",
        ])
        func names(_ desktop: String) async throws -> [String] {
            try await Self.entries(fixture, [], ["XDG_CURRENT_DESKTOP": desktop]).map(\.name)
        }
        #expect(try await names("ubuntu:GNOME") == ["not", "only", "shown", "tried"])
        #expect(try await names("KDE") == ["shown", "tried"])
    }

    @Test func anActionIsSwitchedOnAndOpened() async throws {
        let fixture = try await Self.fixture([:])
        let recorder = try await CommandRecorder(in: fixture)
        let text = Self.browser
            .replacing(
                "Exec=sh --private",
                with: "Exec=\(recorder.program) --private %i %c \"a b\" %%"
            )
        try "[Desktop Entry]\nType=Application\n\(text)\nPath=/\n".write(
            toFile: "\(fixture.directory)/data/applications/browser.desktop",
            atomically: false,
            encoding: .utf8
        )
        try recorder.configure([:])
        let id = "browser.desktop#private"
        #expect(try await fixture.run(["launcher", "enable", id]).output == "enabled \(id)\n")
        #expect(try await Self.entries(fixture, ["--enabled"]).map(\.id) == [id])
        #expect(try await fixture.run(["launcher", "enable", "Browser"]).code == 0)
        #expect(try await Self.entries(fixture, ["browser"]).map(\.isEnabled) == [true, true])
        #expect(try await fixture.run(["launcher", "disable", "browser.desktop"]).code == 0)
        #expect(try await Self.entries(fixture, ["--enabled"]).map(\.id) == [id])
        let url = "desktop:\(id)"
        let vector = ["--private", "--icon", "browser", "Browser", "a b", "%"]
        let planned = try await fixture.run(["open", url, "--dry-run"])
        let printed = try JSONDecoder().decode([String].self, from: Data(planned.output.utf8))
        #expect(printed == [recorder.program] + vector)
        #expect(try await fixture.run(["open", url]).code == 0)
        #expect(try await recorder.expectCalls(vector))
    }

    @Test(arguments: [
        ("desktop:browser.desktop#none", "has no action \"none\"; it has private"),
        ("desktop:other.desktop", "\"other.desktop\" is not installed"),
        ("desktop:../applications/browser.desktop", "names no desktop file"),
        ("desktop:..%2Fbrowser.desktop", "names no desktop file"),
        ("desktop://browser.desktop", "names no desktop file"),
        ("desktop:", "names no desktop file"),
        ("desktop:browser.desktop?x", "names no desktop file"),
        ("desktop:browser.desktop%00", "encodes the control character U+0000"),
        ("run:", "there is no command \"\"; add [Command NAME]"),
        ("run:lss", "there is no command \"lss\"; did you mean run:ls?"),
        ("file:///etc/passwd", "nothing opens file: URLs"),
        ("javascript:alert(1)", "nothing opens javascript: URLs"),
    ])
    func whatIsNotThereIsSaid(url: String, reason: String) async throws {
        let fixture = try await Self.fixture(["browser": Self.browser])
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure([:])
        try "[Command ls]\nExec=\(recorder.program)\n".write(
            toFile: "\(fixture.directory)/config/notify-schedule/launcher.conf",
            atomically: false,
            encoding: .utf8
        )
        let outcome = try await fixture.run(["open", url])
        #expect(outcome.code == 65)
        #expect(outcome.error.contains(reason), "\(outcome.error)")
        #expect(recorder.isUntouched)
    }
}
