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

/// The dates of a pending request that are settled, and what stays pending.
struct SettledDates: Sendable {
    /// The request's row.
    let row: PendingID
    /// The request that stays pending; `nil` if those were the last dates.
    let next: (pending: PendingRequest, boot: BootDue?)?
    /// The delivered date, which must not come again; `nil` if there is none.
    var taken: Instant?
    /// The date that the user leaves out; `nil` if there is none.
    var leftOut: LeftOutDate?
    /// The dates that count without a bubble of their own while the clock is past them.
    var unshown: [Instant] = []
    /// The end state of a repeating request whose last dates those were.
    var spent: SpentRequest?
    /// The run of a command that begins with them; `nil` for none.
    var run: RunIntent?
    /// Until when its warnings have come; `nil` if none came now.
    var warned: Instant?

    /// How durable they have to be: a run that a power cut forgets would begin again.
    func durability(_ durability: Store.Durability) -> Store.Durability {
        run == nil ? durability : .full
    }
}

/// The state of a repeating request that has ended.
struct SpentRequest: Sendable {
    /// Until when its dates are settled.
    let settled: Instant
    /// The number of its past dates.
    let fired: Int

    /// Creates the state; `nil` for a request without a calendar trigger, which is not kept.
    ///
    /// - Parameter pending: the request before its last dates, with the time that these settle.
    init?(_ pending: PendingRequest, afterMore count: Int) {
        guard pending.request.trigger.calendar != nil, pending.request.trigger.repeats else {
            return nil
        }
        settled = pending.settled
        fired = pending.fired + count
    }
}

/// A date that the user left out, by `skip` or by postponing it.
struct LeftOutDate: Hashable, Sendable {
    let date: Instant
    /// The offset from UTC of the clock that the user saw, in seconds.
    let offset: Int64

    init(_ date: Instant, offset: Int64) {
        self.date = date
        self.offset = offset
    }

    /// What the clock on the wall shows, in microseconds, which stays in another zone.
    var wall: Int64 { date.microseconds &+ offset &* 1_000_000 }

    /// Makes the date of a request whose dates are computed in a zone.
    init(_ date: Instant, in zone: some ZoneRules) {
        self.date = date
        offset = zone.span(at: date.seconds).offset
    }
}

/// A command that a request runs on one of its dates.
struct RunIntent: Hashable, Sendable {
    let key: RequestKey
    let title: String
    /// Its name in `launcher.conf`.
    let command: String
    /// The date of the request.
    let scheduled: Instant
}

extension RunIntent {
    /// Returns the run of a request on a date; `nil` if it runs no command.
    init?(_ request: NotificationRequest, scheduled: Instant) {
        guard let command = request.run else { return nil }
        self.init(
            key: request.key,
            title: request.content.title,
            command: command,
            scheduled: scheduled
        )
    }
}

/// A run in the store, whose end is not known yet.
struct RunRow: Hashable, Sendable {
    let id: Int64
    let run: RunIntent
}
