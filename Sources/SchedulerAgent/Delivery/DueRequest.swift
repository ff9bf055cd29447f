import AgentInterface
import NotifyCore

/// A request that is due, and what becomes of it.
struct DueRequest: Sendable {
    let row: PendingRow
    let pending: PendingRequest
    /// What is shown: the pending request with the buttons of its category.
    let request: NotificationRequest
    /// The dates that have come.
    let occurrences: Occurrences
    let decision: DueDecision
    /// What its app may do.
    let permission: AuthorizationStatus
    /// What stays pending; `nil` if those were the last dates.
    let next: (pending: PendingRequest, boot: BootDue?)?
    /// The dates among them that count and of which no bubble tells by itself.
    let unshown: [Instant]

    var key: RequestKey { pending.request.key }
    var title: String { pending.request.content.title }

    /// What has to be said about its date.
    var note: LateNote? {
        if case .show(let note) = decision { note } else { nil }
    }

    /// Whether it is shown as one that is late; what gets no bubble is in no summary either.
    var isLate: Bool { permission == .authorized && note?.isLate ?? false }

    /// What puts its dates behind it; one that was missed may come still once the clock is set back.
    var settling: Settling {
        let recurs = pending.request.trigger.calendar != nil && pending.request.trigger.repeats
        var last = pending
        last.settled = occurrences.latest
        return Settling(
            row: row.id,
            next: next,
            taken: decision != .miss && recurs ? occurrences.latest : nil,
            unshown: unshown,
            spent: next == nil ? SpentRequest(last, afterMore: occurrences.count) : nil
        )
    }

    func delivery(at now: Instant, _ state: DeliveryState) -> Delivery {
        Delivery(
            request: request,
            scheduled: occurrences.latest,
            delivered: now,
            state: state,
            note: note,
            crossing: pending.crossing
        )
    }
}
