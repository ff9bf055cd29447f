import AgentInterface
import NotifyCore

/// A due request, and how it is delivered.
struct DueRequest: Sendable {
    let row: PendingRow
    let pending: PendingRequest
    /// The request to show: the pending request with the buttons of its category.
    let request: NotificationRequest
    /// The dates that have come.
    var occurrences: Occurrences
    var decision: DueDecision
    /// The permission of its app.
    let permission: AuthorizationStatus
    /// The request that stays pending; `nil` if those were the last dates.
    let next: (pending: PendingRequest, boot: BootDue?)?
    /// The dates among them that count and have no bubble of their own.
    let unshown: [Instant]
    /// Whether it is time-sensitive because its sender may show no more critical ones now.
    let isLowered: Bool
    /// Until when warnings have come, if this is one; the request stays as it is then.
    var warned: Instant?

    var key: RequestKey { pending.request.key }
    var title: String { pending.request.content.title }

    /// The note about its date.
    var note: LateNote? {
        if case .show(let note) = decision { note } else { nil }
    }

    /// Whether it is shown as late.
    ///
    /// A request without a bubble is not in a summary.
    var isLate: Bool { permission == .authorized && note?.isLate ?? false }

    /// Its dates, which are settled by its delivery.
    ///
    /// A missed date may still come if the clock is set back.
    var settledDates: SettledDates {
        if let warned { return SettledDates(row: row.id, next: next, warned: warned) }
        let recurs = pending.request.trigger.calendar != nil && pending.request.trigger.repeats
        var last = pending
        last.settled = occurrences.latest
        return SettledDates(
            row: row.id,
            next: next,
            taken: decision != .miss && recurs ? occurrences.latest : nil,
            unshown: unshown,
            spent: next == nil ? SpentRequest(last, afterMore: occurrences.count) : nil,
            run: decision == .miss ? nil : RunIntent(pending.request, scheduled: occurrences.latest)
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

extension NotificationRequest {
    /// Whether it is shown without waiting for room on the screen: `send` shows at once, as notify-send does, and its
    /// caller waits for it.
    var needsNoRoom: Bool { content.interruptionLevel.isUrgent || bubble.isVerbatim }
}
