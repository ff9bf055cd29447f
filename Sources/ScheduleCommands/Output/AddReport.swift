import AgentInterface
import GLibBridge
import NotifyCore

/// What `add --json` and `snooze --json` print.
struct AddReport: Encodable {
    let identifier: String
    let nextTriggerDates: [String]
    let remarks: [String]
    let understood: String
    /// What became of it, where that was waited for.
    var response: AwaitedResponse?

    init(_ reply: AddReply, in zone: some ZoneRules) {
        identifier = reply.identifier
        nextTriggerDates = reply.nextTriggerDates.map { RFC3339.string($0, in: zone) }
        remarks = reply.remarks
        understood = reply.understood
    }
}

extension AddReply {
    /// What `add` prints for people: the identifier, how it was understood, the next dates and what to note.
    func summary(in zone: SystemZone) -> String {
        var lines = [identifier]
        if !understood.isEmpty { lines.append("  \(understood)") }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        for (index, date) in nextTriggerDates.enumerated() {
            let label = index == 0 ? "next" : "then"
            lines.append(
                "  \(label)  \(DateText.absolute(date, in: zone))  "
                    + "(\(DateText.relative(date, to: now)))"
            )
        }
        return (lines + remarks.map { "  note  \($0)" }).joined(separator: "\n")
    }
}
