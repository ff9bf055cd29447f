import AgentInterface
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
