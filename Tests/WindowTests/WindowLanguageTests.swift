import Foundation
import TestSupport
import Testing

/// The window in a language in which each marked text is in brackets.
@Suite(.serialized) struct WindowLanguageTests {
    /// What GTK says itself, in the language of its own catalogue.
    private static let ofGTK: Set<String> = ["Close", "Maximize", "Minimize"]

    /// The names of the apps of this machine.
    private static var apps: Set<String> {
        let folder = "/usr/share/applications"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let texts = files.compactMap {
            try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
        }
        let lines = texts.flatMap { $0.split(separator: "\n") }
        return Set(lines.filter { $0.hasPrefix("Name=") }.map { String($0.dropFirst(5)) })
    }

    /// The texts of the parts that can be seen which are in no brackets.
    private static func unmarked(_ window: ShownWindow) async -> [String] {
        await window.parts().map(\.name).filter { name in
            // A part without a name is called as its class.
            name.prefixMatch(of: /(Adw|Gtk)[A-Z]/) == nil && !ofGTK.contains(name)
                && !PseudoLocale.unmarkedWords(in: name).isEmpty
        }
    }

    @Test("Each text of each page is marked, but for the names of apps and what doctor finds")
    func pages() async throws {
        let window = try await ShownWindow(PseudoLocale.environment)
        let fixture = window.fixture
        // The titles have no letters, so that what is found is the window's.
        try await fixture.add("1", "--in", "2h", "--snooze", "10m")
        try await fixture.add("2", "--on", "Tue 14:00")
        try await fixture.add("3", "--near", "52.5,13.4,100")
        try await fixture.add("4")
        try await window.find("label", "1")
        try await window.find("label", "3")
        let coming = await Self.unmarked(window)
        #expect(coming == [])
        try await window.type(["alt+2"])
        try await window.find("label", "4")
        let delivered = await Self.unmarked(window)
        #expect(delivered == [])
        try await window.type(["alt+3"])
        try await window.find("button", "[!! Řéğíšŧéř !!]")
        let apps = Self.apps
        let launcher = await Self.unmarked(window).filter { !apps.contains($0) }
        #expect(launcher == [])
        try await window.type(["alt+4"])
        try await window.find("label", "login")
        let doctor = try await fixture.run(["doctor"]).output
        let status = await Self.unmarked(window).filter { text in
            !apps.contains(text) && text != "Notify Schedule"
                && !text.split(separator: "; ").allSatisfy { doctor.contains($0.prefix(30)) }
        }
        #expect(status == [])
    }

    @Test("Each text of the dialogs that edit and pick is marked")
    func editing() async throws {
        let window = try await ShownWindow(PseudoLocale.environment)
        try await window.fixture.add("1", "--at", "2090-03-01 10:00", "--snooze", "10m")
        try await window.choose(1, of: "[!! Ṁóřé: 1 !!]")
        try await window.find("button", "[!! Šáṽé !!]")
        let edit = await Self.unmarked(window)
        #expect(edit == [])
        try await window.press("[!! Çħóóšé á đáý áñđ á ŧíɱé !!]")
        try await window.find("button", "[!! Úšé Ŧħíš Ŧíɱé !!]")
        // The calendar is GTK's own.
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: "en_US")
        let names = Set(calendar.monthSymbols + calendar.shortWeekdaySymbols)
        let picker = await Self.unmarked(window).filter { !names.contains($0) }
        #expect(picker == [])
    }

    @Test("Each text of the dialog that pairs is marked")
    func pairing() async throws {
        let server = try await RelayTestServer()
        let window = try await ShownWindow(PseudoLocale.environment)
        try AppsPageTests.write("5", server.url, in: window.fixture)
        let relay = try Program("notify-relay").start(environment: window.fixture.bus.environment)
        defer { relay.kill(SIGTERM) }
        try await window.find("label", "[!! Ñóŧħíñğ Íš Çóɱíñğ !!]")
        try await window.type(["alt+4"])
        let pair = try await window.find("button") { $0.contains("Ƥáíř…") }
        let page = await Set(Self.unmarked(window))
        try await window.press(pair.name)
        try await window.find("button", "[!! Šħóŵ á Çóđé Ħéřé !!]")
        let texts = await Self.unmarked(window).filter { !page.contains($0) }
        #expect(texts == [])
    }

    @Test("Each text of the dialog that writes a command is marked")
    func command() async throws {
        let window = try await ShownWindow(PseudoLocale.environment)
        try await window.find("label", "[!! Ñóŧħíñğ Íš Çóɱíñğ !!]")
        try await window.type(["alt+3"])
        try await window.focus("[!! Ñéŵ… !!]")
        try await window.type(["shift+Tab", "Return"])
        try await window.press("[!! Ñéŵ… !!]")
        try await window.find("button", "[!! Šáṽé !!]")
        let apps = Self.apps
        let texts = await Self.unmarked(window).filter { !apps.contains($0) }
        #expect(texts == [])
    }
}
