import AgentInterface
import NotifyCore

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
