import Foundation
import Testing

@testable import NotifyCore

/// Senders that are not the user, and the table of their limits.
@Suite struct SenderTests {
    private static let names: [Sender.Kind: String] = [
        .sandbox: "an app in a sandbox",
        .machine: "another machine of the relay",
        .forward: "the socket of `forward`",
        .assistant: "assistants (MCP)",
        .push: "the server of an app",
        .inbox: "the topic of `[Inbox]`",
        .calendar: "all calendars without `--trust`",
    ]

    private static func number(_ number: Int) -> String {
        let digits = "\(number)"
        return digits.count > 3 ? "\(digits.dropLast(3)),\(digits.suffix(3))" : digits
    }

    private static func row(_ kind: Sender.Kind) -> String {
        let limits = SenderLimits.of(kind)
        let cells = [
            names[kind] ?? "",
            limits.added.map { "\(number($0.count)) in \($0.time)" } ?? "–",
            limits.addedBytes.map { "\($0 >> 20) MiB" } ?? "–",
            number(limits.requests),
            "\(limits.bytes >> 20) MiB",
            "\(limits.critical)",
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }

    @Test("SECURITY.md has the same table of limits as the agent")
    func page() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appending(path: "SECURITY.md"),
            encoding: .utf8
        )
        let lines = text.split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex { $0.hasPrefix("| sender |") })
        let rows = lines[(start + 2)...].prefix { $0.hasPrefix("|") }
        #expect(Array(rows) == Sender.Kind.allCases.map(Self.row))
        let limits = SenderLimits.of(.sandbox)
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("fires once in \(limits.interval / 1_000_000) seconds at most"))
        #expect(words.contains("shown again \(limits.nags) times at most"))
        // Readable in a terminal.
        for line in lines where line.hasPrefix("|") {
            for cell in line.split(separator: "|") { #expect(cell.count <= 62, "\(line)") }
        }
    }

    @Test("A sender is read as it is stored", arguments: Sender.Kind.allCases)
    func stored(kind: Sender.Kind) {
        for name in ["", "org.example.App", "a name with spaces", "laptop"] {
            #expect(Sender(text: Sender(kind, name).text) == Sender(kind, name))
        }
    }

    @Test(
        "Another text is no sender",
        arguments: ["", "user", "Sandbox", " sandbox", "sandboxed x"]
    )
    func otherTexts(text: String) {
        #expect(Sender(text: text) == nil)
    }

    @Test("Dates that are written one by one count as well as those of a rule")
    func listedDates() {
        let start = WallTime(Instant(seconds: 1_800_000_000), in: FixedZone.utc)
        func trigger(_ seconds: [Int], _ rule: RecurrenceRule? = nil) -> NotificationTrigger {
            let series = RecurrenceSeries(
                start: start,
                rule: rule,
                additional: seconds.map { WallTime(localSecond: start.localSecond + Int64($0)) }
            )
            return .calendar(CalendarTrigger(spec: .recurrence(series), repeats: true))
        }
        #expect(trigger([59]).hasDatesWithinAMinute)
        #expect(trigger([3_600, 7_200, 7_201]).hasDatesWithinAMinute)
        #expect(!trigger([60, 120]).hasDatesWithinAMinute)
        #expect(!trigger([], RecurrenceRule(.minutely)).hasDatesWithinAMinute)
        #expect(trigger([], RecurrenceRule(.secondly)).hasDatesWithinAMinute)
        #expect(!trigger([60, 60]).hasDatesWithinAMinute)
    }
}
