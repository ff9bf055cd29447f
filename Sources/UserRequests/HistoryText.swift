package import AgentInterface
package import NotifyCore

/// An event of the history as text.
package enum HistoryText {
    /// The events after which a date was not shown.
    package static let missedEvents = ["missed", "notAllowed", "refused", "declined", "ended"]

    /// Whether an event tells that something was not shown, or could not be done.
    package static func isAlert(_ line: RequestEvent) -> Bool {
        missedEvents.contains(line.event) || line.event == "launchFailed"
            || line.event == "runFailed" || line.problem != nil
    }

    /// Returns the text of an event, such as `missed 3 times, last due 09:00`.
    package static func words(_ line: RequestEvent, in zone: some ZoneRules) -> String {
        let due = line.scheduled.map { LateNote.date($0, now: line.date, in: zone) }
        switch line.event {
        case "delivered":
            let way =
                switch line.detail {
                case "summary": " in a summary"
                case "list": " to the list only"
                case "quiet": " to the list, because do-not-disturb is on"
                case "kept": ", kept by do-not-disturb"
                case "hidden": ", but not on the screen, because do-not-disturb is on"
                case "suppressed": ", but not on the screen, by the server's rules"
                default: ""
                }
            let speaker = line.requester.map { ", from \($0)" } ?? ""
            return "delivered\(way)" + (due.map { ", due \($0)" } ?? "") + speaker
        case "missed":
            return "missed" + times(line.detail) + (due.map { ", due \($0)" } ?? "")
        case "notAllowed":
            return "not shown, its app is not allowed" + (due.map { ", due \($0)" } ?? "")
        case "ended":
            return "ended while it was paused" + (due.map { ", last due \($0)" } ?? "")
        case "skipped":
            return "skipped" + (due.map { " \($0)" } ?? "")
        case "snoozed":
            return "snoozed" + (due.map { " until \($0)" } ?? "")
        case "edited":
            return "edited" + (due.map { ", next due \($0)" } ?? "")
        case "undone", "redone":
            let verb = line.event == "undone" ? "undid" : "redid"
            return UndoReply.Change(rawValue: line.detail).map { "\(verb) \($0.verb)" }
                ?? line.event
        case "replaced": return "replaced \(line.detail)"
        case "responded":
            return "chose " + choice(line) + (due.map { ", snoozed until \($0)" } ?? "")
        case "removed":
            return "removed" + (line.detail.isEmpty ? "" : ", but its file \(line.detail) stays")
        case "launched": return "opened \(line.detail)" + asker(line)
        case "launchFailed": return "could not open: \(line.detail)" + asker(line)
        case "ran": return "ran the command \(line.detail)" + (due.map { ", due \($0)" } ?? "")
        case "runFailed": return line.detail + (due.map { ", due \($0)" } ?? "")
        case "replied": return "replied: \(line.detail)"
        case "refused": return "refused by the notification server: \(line.detail)"
        case "unheard": return "not received by its app, which cannot decode it: \(line.detail)"
        case "sent": return "sent to \(line.detail)"
        case "listedElsewhere": return "came late to \(line.detail), which lists it in a summary"
        case "answeredElsewhere": return "chose " + choice(line) + " on \(line.detail)"
        case "endedElsewhere":
            return line.detail.isEmpty
                ? "removed from all machines" : "dismissed on \(line.detail)"
        case RequestEvent.unknownAction:
            return "the server named a button that it does not have: \((line.action ?? "").quoted)"
        case "declined": return "not shown, declined by its app"
        default: return line.event
        }
    }

    /// Returns the chosen action, with its result.
    private static func choice(_ line: RequestEvent) -> String {
        let isBody = line.action == NotificationAction.defaultIdentifier
        var words = isBody ? "the notification" : (line.actionTitle ?? line.action ?? "").quoted
        if let text = line.userText { words += ", typed \(text.printableLine.quoted)" }
        switch (line.url, line.problem) {
        case (let url?, let problem?):
            return words + ", could not open \(url): \(problem)" + asker(line)
        case (let url?, nil): return words + ", opened \(url)" + asker(line)
        case (nil, let problem?): return words + ": \(problem)"
        case (nil, nil): return words
        }
    }

    private static func asker(_ line: RequestEvent) -> String {
        line.requester.map { ", requested by \($0)" } ?? ""
    }

    private static func times(_ detail: String) -> String {
        guard let count = Int(detail), count > 1 else { return "" }
        let limit = Occurrences.maxCounted
        return count > limit ? " more than \(limit) times" : " \(count) times"
    }
}
