import AgentInterface
import NotifyCore

/// The row of a pending request.
struct PendingRow: Sendable {
    let id: PendingID
    let record: [UInt8]
    let added: Instant
    let due: Instant
    let settled: Instant
    let fired: Int
    let pause: Pause?
    var isPaused: Bool { pause != nil }
    let boot: BootDue?
    /// The crossing of a region's border that made it due.
    let crossing: RegionCrossing?
    /// The dates ahead that the user left out, in a list.
    var skipped: [Instant] = []

    /// Decodes the request.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the stored bytes are invalid.
    func pending() throws(RequestError) -> PendingRequest {
        var pending = PendingRequest(
            request: try NotificationRequest(storedBytes: record),
            added: added,
            due: due,
            settled: settled,
            fired: fired
        )
        pending.pause = pause
        pending.crossing = crossing
        return pending
    }
}

/// The due time of an interval on the clock that runs since boot.
struct BootDue: Hashable, Sendable {
    /// The boot; a time since boot is invalid after a reboot.
    var boot: String
    /// The time on the clock since that boot.
    var time: BootTime

    /// The largest difference between clocks that are read one after the other.
    static let slack = Duration.milliseconds(100)

    /// Returns by how much a date on the wall clock has to move to be at this time since boot; `nil` if the clocks were
    /// only read one after the other.
    func step(from due: Instant, now: Instant, sinceBoot: BootTime) -> Duration? {
        let step = due.span(to: now.advanced(by: time - sinceBoot))
        return step.magnitude > Self.slack ? step : nil
    }
}

extension PendingRequest {
    /// Returns the time since boot at which it is due; `nil` if it waits on the wall clock.
    func bootDue(now: Instant, sinceBoot: BootTime, boot: String) -> BootDue? {
        guard request.trigger.calendar == nil, request.trigger.hasDates else { return nil }
        return BootDue(boot: boot, time: sinceBoot + now.span(to: due))
    }
}

extension NotificationTrigger {
    /// The calendar trigger, if it is one.
    var calendar: CalendarTrigger? {
        if case .calendar(let trigger) = self { trigger } else { nil }
    }
}

/// The earliest due times.
struct EarliestDue: Equatable, Sendable {
    /// On the wall clock.
    var wall: Instant?
    /// On the clock that runs since boot.
    var boot: BootTime?
    /// On the wall clock, of requests that may wake the machine.
    var wake: Instant?

    /// Returns the earlier of both times on each clock.
    func or(_ other: EarliestDue) -> EarliestDue {
        func earlier<Time: Comparable>(_ one: Time?, _ other: Time?) -> Time? {
            one.flatMap { one in other.map { min(one, $0) } } ?? one ?? other
        }
        return EarliestDue(
            wall: earlier(wall, other.wall),
            boot: earlier(boot, other.boot),
            wake: earlier(wake, other.wake)
        )
    }
}

/// An interval whose time on the wall clock is updated.
struct MovedInterval: Equatable, Sendable {
    let id: PendingID
    let added: Instant
    let settled: Instant
    let due: Instant
    let boot: BootDue?

    /// Moves an interval by a span.
    init(_ row: PendingRow, by step: Duration = .zero, boot: BootDue?) {
        id = row.id
        added = row.added.advanced(by: step)
        settled = row.settled.advanced(by: step)
        due = row.due.advanced(by: step)
        self.boot = boot
    }
}

/// The data from which a calendar request's next date is computed.
struct PlanRow: Sendable {
    let id: PendingID
    let due: Instant
    let settled: Instant
    let isPaused: Bool
    let grammar: String
    let rule: String
    /// The time zone; `nil` if it follows the user's.
    let zone: String?
    let monthEnd: Bool
    let until: Instant?
    /// Until when its dates were settled before the clock was set back; `nil` if it was not.
    let reached: Instant?
    /// Whether it has ended and not all of its dates were shown.
    let isSpent: Bool

    /// Returns a computed date, or its current date if the new one is missing or after its end.
    func within(_ date: Instant?) -> Instant {
        guard let date, date <= until ?? date else { return due }
        return date
    }
}

/// A calendar request's new date.
struct Replanned: Equatable, Sendable {
    let id: PendingID
    let due: Instant
    let settled: Instant
    /// Until when its dates were settled when the new date was computed.
    let settledBefore: Instant
    /// Its date when the new date was computed.
    let dueBefore: Instant
    /// Until when its dates were settled before the clock was set back.
    let reached: Instant?

    init(_ row: PlanRow, due: Instant, settled: Instant, reached: Instant? = nil) {
        id = row.id
        self.due = due
        self.settled = settled
        settledBefore = row.settled
        dueBefore = row.due
        self.reached = reached
    }
}

/// A pending request that waits for a place.
struct PlaceRow: Sendable {
    let id: PendingID
    /// The side of the region's border on which the machine was last.
    let side: RegionSide
    /// Whether a crossing has made it due and it has not been delivered yet.
    let isDue: Bool
}

/// The change of a request that waits for a place after a new position.
struct PlaceChange: Sendable {
    let id: PendingID
    let side: RegionSide
    /// The crossing that makes it due; `nil` if the request does not fire.
    let crossing: RegionCrossing?
}
