import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule history`.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "What happened to requests, latest first.",
        discussion: """
            Examples:
              notify-schedule history
              notify-schedule history meeting --count 50 --json
            """
    )

    @Argument(help: "Of one request alone.")
    var identifier: String?

    @Option(parsing: .unconditional, help: "How many lines, at most 1000.")
    var count = 20

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        guard (1...1_000).contains(count) else {
            throw UsageError("--count \(count) is not between 1 and 1000")
        }
        let lines = try AgentClient().history(of: identifier, limit: count)
        let zone = SystemZone.local
        if json { return try JSONOutput.print(lines.map { HistoryReport($0, in: zone) }) }
        guard !lines.isEmpty else { return Terminal.writeError("nothing has happened yet") }
        var table = Table(headings: ["WHEN", "WHAT", "ID", "TITLE"])
        table.rows = lines.map { line in
            [
                DateText.absolute(line.date, in: zone),
                HistoryText.words(line, in: zone),
                line.key.name,
                line.title.inOneLine.isolated,
            ]
        }
        for line in table.lines(width: Terminal.width) { print(line) }
    }
}

/// A line of the history in words.
enum HistoryText {
    /// What happened, such as `missed 3 times, last due 09:00`.
    static func words(_ line: HistoryEntry, in zone: some ZoneRules) -> String {
        let due = line.scheduled.map { LateNote.date($0, now: line.date, in: zone) }
        switch line.event {
        case "delivered":
            let way =
                switch line.detail {
                case "summary": " in a summary"
                case "list": " to the list alone"
                case "quiet": " to the list, for do-not-disturb is on"
                case "suppressed": ", but kept from the screen by the server's rules"
                default: ""
                }
            return "delivered\(way)" + (due.map { ", due \($0)" } ?? "")
        case "missed":
            return "missed" + times(line.detail) + (due.map { ", due \($0)" } ?? "")
        case "notAllowed":
            return "not shown, its app is not allowed to" + (due.map { ", due \($0)" } ?? "")
        case "ended":
            return "ended while it was paused" + (due.map { ", last due \($0)" } ?? "")
        case "skipped":
            return "skipped" + (due.map { " \($0)" } ?? "")
        case "snoozed":
            return "snoozed" + (due.map { " until \($0)" } ?? "")
        case "launched": return "opened \(line.detail)" + asker(line)
        case "launchFailed": return "could not open: \(line.detail)" + asker(line)
        case "replied": return "replied: \(line.detail.inOneLine)"
        case "refused": return "refused by the notification server: \(line.detail)"
        case "unheard": return "not heard by its app, which cannot read it: \(line.detail)"
        case "declined": return "not shown, as its app wished"
        default: return line.event
        }
    }

    private static func asker(_ line: HistoryEntry) -> String {
        line.requester.map { ", as \($0) asked" } ?? ""
    }

    private static func times(_ detail: String) -> String {
        guard let count = Int(detail), count > 1 else { return "" }
        let most = Occurrences.mostCounted
        return count > most ? " more than \(most) times" : " \(count) times"
    }
}

/// What `history --json` prints of a line.
struct HistoryReport: Encodable {
    let date: String
    let appID: String
    let identifier: String
    let title: String
    let event: String
    let detail: String?
    let scheduled: String?
    let requester: String?

    init(_ line: HistoryEntry, in zone: some ZoneRules) {
        date = RFC3339.string(line.date, in: zone)
        appID = line.key.appID
        identifier = line.key.identifier
        title = line.title
        event = line.event
        detail = line.detail.isEmpty ? nil : line.detail
        requester = line.requester
        scheduled = line.scheduled.map { RFC3339.string($0, in: zone) }
    }
}
