import AgentInterface
import GLibBridge
import NotifyCore

/// The output of `add --json`, `edit --json`, `snooze --json` and `remind --json`.
struct AddReport: Encodable {
    /// What `remind` understood.
    let title: String?
    let time: String?
    let identifier: String
    let nextTriggerDates: [String]
    let remarks: [String]
    let understood: String
    /// The request that it replaced.
    let replaced: String?
    /// The other machines that it was sent to, with `--to`.
    var machines: [String]? { didSet { devices = machines } }
    /// An earlier name of ``machines``.
    private(set) var devices: [String]?
    /// How the notification ended, with `--wait`.
    var response: AwaitedResponse?

    init(_ reply: AddReply, of reminder: Reminder? = nil) {
        (title, time) = (reminder?.title, reminder?.time)
        identifier = reply.identifier
        nextTriggerDates = reply.nextTriggerDates.map(JSONOutput.date)
        remarks = reply.remarks
        understood = reply.understood
        replaced = reply.replaced
    }
}

extension AddReply {
    /// Returns the text output of `add`: the identifier, the meaning of the rule, the next dates and remarks.
    ///
    /// - Parameter earlier: what the rule of a request that was edited meant before; `nil` if it is the same.
    func summary(in zone: SystemZone, isNamed: Bool, earlier: String? = nil) -> String {
        var lines = [identifier]
        if let earlier { lines.append("  was   \(earlier)") }
        let label = earlier == nil ? "" : "now   "
        if !understood.isEmpty { lines.append("  \(label)\(understood)") }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        let name = isNamed ? " \(zone.identifier)" : ""
        for (index, date) in nextTriggerDates.enumerated() {
            let label = index == 0 ? "next" : "then"
            lines.append(
                "  \(label)  \(DateText.absolute(date, in: zone))\(name)  "
                    + "(\(DateText.relative(date, to: now)))"
            )
        }
        if let replaced { lines.append("  note  replaced \(replaced); undo brings it back") }
        lines += remarks.map { "  note  \($0)" }
        return lines.map(\.printableLine).joined(separator: "\n")
    }
}
