import AgentInterface
import GLibBridge
import NotifyCore

/// A delivery that was read a moment before it is shown.
struct PreparedDelivery: Sendable {
    let due: DueRequest
    /// Since when something could be shown; another time may make it late.
    let available: Instant
    /// How often the store had been written; another write may have changed it.
    let writes: Int
    /// When it was read, by the wall clock and since boot in microseconds.
    let read: (now: Instant, sinceBoot: Int64)

    /// What becomes of a delivery is another thing once it is half a minute late.
    private static let longest: Int64 = 1_000_000

    /// Whether it was read a moment ago, by clocks that nobody has set since.
    func isFresh(_ clock: any SchedulerClock) -> Bool {
        let age = clock.sinceBoot - read.sinceBoot
        let step = clock.now.microseconds - read.now.microseconds - age
        return 0..<Self.longest ~= age && abs(step) < SystemClock.headStart
    }
}

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
    /// What stays pending; `nil` where those were the last dates.
    let next: (pending: PendingRequest, boot: BootDue?)?

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
        let comes = decision != .miss && next != nil && pending.request.trigger.calendar != nil
        return Settling(row: row.id, next: next, taken: comes ? occurrences.latest : nil)
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

    func beginning(_ delivery: Delivery) -> DeliveryBeginning {
        let isAsStored = request == pending.request
        let record = isAsStored ? row.record : request.record.serialized
        return DeliveryBeginning(settling: settling, record: record, delivery: delivery)
    }
}
