import AgentInterface
import Launcher
import NotifyCore
import TestSupport
import Testing

@testable import ScheduleCommands

/// What the search of a desktop finds, and what a bar shows, without a bus.
@Suite struct DesktopSearchTests {
    /// Friday, 27 November 2026, 17:00 in Berlin.
    private static let now = Instant(seconds: 1_795_795_200)
    private static let zone = SystemZone(named: "Europe/Berlin") ?? .local

    /// A pending request that comes after so many minutes.
    private static func coming(
        _ title: String,
        in minutes: Int64?,
        subtitle: String = "",
        app: String = AgentNames.app
    ) -> PendingRequest {
        PendingRequest(
            request: NotificationRequest(
                appID: app,
                identifier: "id-\(title)",
                content: NotificationContent(title: title, subtitle: subtitle),
                trigger: .timeInterval(microseconds: 1, repeats: false)
            ),
            added: now,
            due: minutes.map { now.advanced(byMicroseconds: $0 * 60_000_000) } ?? .distantFuture
        )
    }

    private static let pending = [
        coming("Standup", in: 990), coming("Tea", in: 4), coming("Dentist", in: 6_600),
        coming("Dentist <call>\nnow", in: 30, subtitle: "before noon"),
        coming("Home", in: nil),
    ]

    private static let entries: [CatalogueEntry] = {
        let text = """
            [Action settings/wi-fi]
            Name=Wi-Fi
            Category=Settings
            URL=x:1
            [Action mail/new]
            Name=New mail
            Category=Mail
            URL=x:2
            [Action clock]
            Name=Timer
            Category=Timer
            URL=x:3
            """
        let configuration = try? LauncherConfiguration(text: text, path: "launcher.conf")
        return configuration.map { Catalogue(configuration: $0, apps: []).entries } ?? []
    }()

    private static func results(_ text: String) -> [SearchResult] {
        DesktopSearch.results(for: text, now: now, in: zone, entries: entries) { search, end in
            pending.filter {
                $0.due <= end ?? .distantFuture
                    && search.isFound(in: "\($0.request.headline) before noon")
            }
        }
    }

    @Test(
        "A search finds what a sentence adds, actions and what comes, in this order",
        arguments: [
            ("tea in 4 min", ["tea | New: 17:04 (in 4 min)"]),
            ("TEA", ["Tea | 17:04 (in 4 min)"]),
            (
                "dent",
                [
                    "Dentist <call> now | 17:30 (in 30 min)",
                    "Dentist | Wed 2 Dec 07:00 (in 4 days 14 h)",
                ]
            ),
            ("before dentist", ["Dentist <call> now | 17:30 (in 30 min)"]),
            ("home", ["Home | at a place"]),
            ("set wi", ["Wi-Fi | Settings"]),
            ("timer", ["Timer | "]),
            (
                "Timer in 2 hours",
                ["Timer | New: 19:00 (in 2 h)"]
            ),
            (
                "stand up every weekday at 9:30",
                [
                    "stand up | New: every Monday to Friday at 09:30: Mon 30 Nov 09:30, Tue 1 Dec 09:30, "
                        + "Wed 2 Dec 09:30"
                ]
            ),
            // What is not clearly a time adds nothing.
            ("firefox", []), ("call mom", []), ("call mom at 5", []), ("tomorrow 5pm", []),
            ("read for 20 minutes", []), ("", []), (" ", []), ("t", []),
        ] as [(String, [String])]
    )
    func results(text: String, expected: [String]) {
        let found = Self.results(text).map { "\($0.title) | \($0.detail)" }
        #expect(found == expected)
    }

    @Test("A search has bounds: of the text, of the results and of their texts")
    func bounds() {
        let long = String(repeating: "tea ", count: 129) + "in 4 min"
        #expect(Self.results(long).isEmpty)
        let many = (Int64(0)..<50).map {
            Self.coming("\($0) " + String(repeating: "é", count: 300), in: $0)
        }
        let found = DesktopSearch.results(
            for: "éé",
            now: Self.now,
            in: Self.zone,
            entries: Self.entries
        ) { _, _ in many.reversed() }
        #expect(found.map { String($0.title.prefix(2)) } == ["0 ", "1 ", "2 ", "3 ", "4 "])
        #expect(found.allSatisfy { $0.title.count == 120 })
        let entries = DesktopSearch.results(
            for: "mail",
            now: Self.now,
            in: Self.zone,
            entries: (0..<9).flatMap { _ in Self.entries }
        ) { _, _ in [] }
        #expect(entries.map(\.title) == ["New mail", "New mail", "New mail"])
    }

    @Test(
        "A choice is read back from its name",
        arguments: [
            .add(sentence: "tea: in 4 min"), .open(entry: "settings/wi-fi:1"),
            .show(RequestKey(appID: "/usr/bin/app:x", identifier: "a/b:c")),
        ] as [SearchResult.Choice]
    )
    func names(choice: SearchResult.Choice) {
        #expect(SearchResult.Choice(id: choice.id) == choice)
    }

    @Test("What is no name of a choice is none", arguments: ["", "tea", "x:y", "show:app"])
    func noNames(id: String) { #expect(SearchResult.Choice(id: id) == nil) }

    @Test(
        "A bar shows the next notification, how many more there are, and whether it comes soon",
        arguments: [
            ([], 0, "", "none", ""), ([], 3, "", "none", ""),
            ([("Tea", 4)], 1, "Tea 17:04", "soon", "17:04  Tea"),
            ([("Tea", 10)], 1, "Tea 17:10", "soon", "17:10  Tea"),
            (
                [("Tea", 11), ("R&D <b>", 990)], 7, "Tea 17:11 +6", "later",
                "17:11  Tea\nSat 28 Nov 09:30  R&amp;D &lt;b&gt;"
            ),
        ] as [([(String, Int64)], Int, String, String, String)]
    )
    func bar(
        coming: [(String, Int64)],
        count: Int,
        text: String,
        kind: String,
        tooltip: String
    ) {
        let line = BarLine(
            coming.map { Self.coming($0.0, in: $0.1) },
            count: count,
            now: Self.now,
            in: Self.zone
        )
        #expect([line.text, line.alt, line.class, line.tooltip] == [text, kind, kind, tooltip])
    }

    @Test("A bar cuts long titles, and lists at most ten")
    func barBounds() {
        let coming = (Int64(0)..<30).map { Self.coming(String(repeating: "x", count: 99), in: $0) }
        let line = BarLine(coming, count: 30, now: Self.now, in: Self.zone)
        #expect(line.text == String(repeating: "x", count: 39) + "… 17:00 +29")
        #expect(line.tooltip.split(separator: "\n").count == 10)
    }

    @Test(
        "The line of a bar changes by itself ten minutes before the date, and when its day begins",
        arguments: [
            (4, nil), (10, nil), (11, 1), (60, 50),
            // Saturday at 09:30.
            (990, 420), (nil, nil),
        ] as [(Int64?, Int64?)]
    )
    func barChange(due: Int64?, change: Int64?) {
        let next = due.map { Self.coming("Tea", in: $0) }
        let expected = change.map { Self.now.advanced(byMicroseconds: $0 * 60_000_000) }
        #expect(BarLine.change(of: next, after: Self.now, in: Self.zone) == expected)
    }
}
