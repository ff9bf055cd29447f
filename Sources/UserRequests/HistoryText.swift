package import AgentInterface
import DesktopTexts
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

    /// Returns the text of an event, such as `missed 3 times, due 09:00`.
    package static func words(_ line: RequestEvent, in zone: some ZoneRules) -> String {
        let due = line.scheduled.map { LateNote.date($0, now: line.date, in: zone) }
        let event = event(line, due)
        guard let due, namesDue.contains(line.event) else { return event }
        // Translators: what happened to a notification, and when it was due, such as "missed, due 14:00"
        return tr("%1$s, due %2$s", event, due)
    }

    /// The events whose text ends with the date at which the notification was due.
    private static let namesDue = ["delivered", "missed", "notAllowed", "ran", "runFailed"]

    /// Returns the text of an event, in which a notification is the subject.
    private static func event(_ line: RequestEvent, _ due: String?) -> String {
        let detail = line.detail.printableLine
        switch line.event {
        case "delivered":
            let words = delivered(detail)
            return line.requester.map { tr("%1$s, from %2$s", words, $0) } ?? words
        case "missed": return missed(detail)
        case "notAllowed": return tr("not shown, its app is not allowed")
        // Translators: of a focus
        case "focusBegan": return due.map { tr("began, until %1$s", $0) } ?? tr("began")
        // Translators: of a focus
        case "focusEnded": return tr("ended")
        case "ended":
            return due.map { tr("ended while it was paused, last due %1$s", $0) }
                ?? tr("ended while it was paused")
        case "skipped": return due.map { tr("skipped %1$s", $0) } ?? tr("skipped")
        case "snoozed": return due.map { tr("snoozed until %1$s", $0) } ?? tr("snoozed")
        case "edited": return due.map { tr("edited, next due %1$s", $0) } ?? tr("edited")
        case "undone":
            // Translators: %1$s is a command, such as "remove"
            return change(detail).map { tr("undid %1$s", $0) } ?? line.event
        case "redone":
            // Translators: %1$s is a command, such as "remove"
            return change(detail).map { tr("redid %1$s", $0) } ?? line.event
        case "replaced": return tr("replaced %1$s", detail)
        case "responded":
            return due.map { tr("%1$s, snoozed until %2$s", choice(line), $0) } ?? choice(line)
        case "removed":
            return detail.isEmpty ? tr("removed") : tr("removed, but its file %1$s stays", detail)
        case "launched": return asked(tr("opened %1$s", detail), line)
        case "launchFailed": return asked(tr("could not open: %1$s", detail), line)
        case "ran": return tr("ran the command %1$s", detail)
        case "runFailed": return detail
        case "replied": return tr("replied: %1$s", detail)
        case "refused": return tr("refused by the notification server: %1$s", detail)
        case "unheard": return tr("not received by its app, which cannot decode it: %1$s", detail)
        case "sent": return tr("sent to %1$s", detail)
        case "listedElsewhere": return tr("came late to %1$s, which lists it in a summary", detail)
        case "answeredElsewhere": return tr("%1$s on %2$s", choice(line), detail)
        case "endedElsewhere":
            return detail.isEmpty
                ? tr("removed from all machines") : tr("dismissed on %1$s", detail)
        case RequestEvent.unknownAction:
            let action = (line.action ?? "").quoted
            return tr("the server named a button that it does not have: %1$s", action)
        case "declined": return tr("not shown, declined by its app")
        case "expired": return tr("expired")
        case "dismissed": return tr("dismissed")
        case "paused": return tr("paused")
        case "resumed": return tr("resumed")
        case "restored": return tr("restored")
        case "opened": return tr("opened")
        default: return line.event
        }
    }

    private static func change(_ detail: String) -> String? {
        UndoReply.Change(rawValue: detail)?.verb
    }

    private static func delivered(_ detail: String) -> String {
        switch detail {
        case "summary": tr("delivered in a summary")
        case "list": tr("delivered to the list only")
        case "quiet": tr("delivered to the list, because do-not-disturb is on")
        case "focus": tr("delivered to the list, because a focus is on")
        case "later": tr("delivered to the list, for the next summary")
        case "kept": tr("delivered, kept by do-not-disturb")
        case "hidden": tr("delivered, but not on the screen, because do-not-disturb is on")
        case "suppressed": tr("delivered, but not on the screen, by the server's rules")
        default: tr("delivered")
        }
    }

    private static func missed(_ detail: String) -> String {
        guard let count = Int(detail), count > 1 else { return tr("missed") }
        let limit = Occurrences.maxCounted
        return count > limit
            ? tr("missed more than %1$s times", "\(limit)")
            : trn("missed %1$s time", "missed %1$s times", count)
    }

    /// Returns the chosen action, with its result.
    private static func choice(_ line: RequestEvent) -> String {
        let isBody = line.action == NotificationAction.defaultIdentifier
        let action = (line.actionTitle ?? line.action ?? "").quoted
        var words = isBody ? tr("chose the notification") : tr("chose %1$s", action)
        if let text = line.userText {
            // Translators: the chosen button and the text that was typed
            words = tr("%1$s, typed %2$s", words, text.printableLine.quoted)
        }
        switch (line.url, line.problem) {
        case (let url?, let problem?):
            return asked(tr("%1$s, could not open %2$s: %3$s", words, url, problem), line)
        case (let url?, nil): return asked(tr("%1$s, opened %2$s", words, url), line)
        case (nil, let problem?): return "\(words): \(problem.isolated)"
        case (nil, nil): return words
        }
    }

    /// Returns what happened with who asked for it.
    private static func asked(_ words: String, _ line: RequestEvent) -> String {
        line.requester.map { tr("%1$s, requested by %2$s", words, $0) } ?? words
    }
}
