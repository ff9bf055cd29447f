import AgentInterface
import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
    /// Accepts a request: when this returns it is on the disk.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where it does not hold or cannot be stored; nothing is stored
    ///   then.
    func add(_ request: NotificationRequest) throws(RequestError) -> AddReply {
        var request = request
        if request.identifier.isEmpty { request.identifier = try freshIdentifier(request.appID) }
        let zone = try Self.zone(of: request.trigger)
        let now = clock.now
        let sinceBoot = clock.sinceBoot
        let pending = try PendingRequest(accepting: request, now: now, zone: zone)
        let size = request.record.size
        guard size <= RequestLimits.record else {
            throw RequestError(
                .invalidContent,
                "the request has \(size) bytes, more than the \(RequestLimits.record) allowed; "
                    + "put less into userInfo"
            )
        }
        try store.add(pending, boot: bootDue(of: pending, now: now, sinceBoot: sinceBoot))
        return AddReply(
            identifier: request.identifier,
            nextTriggerDates: Self.dates(of: pending, in: zone),
            remarks: Self.remarks(on: request.trigger, now: now, in: zone),
            understood: request.trigger.words,
            serverPresent: server != .absent
        )
    }

    /// The pending requests as `List` gives them, soonest first.
    func pending(app: String?, identifier: String? = nil) throws(RequestError) -> [Variant] {
        try store.pending(app: app, identifier: identifier).compactMap { row in
            readable(row.record).map {
                PendingRequest.entry(record: $0, added: row.added, due: row.due)
            }
        }
    }

    /// The delivered notifications as `List` gives them, latest first.
    func delivered(app: String?, identifier: String? = nil) throws(RequestError) -> [Variant] {
        try store.delivered(app: app, identifier: identifier).compactMap { row in
            readable(row.record).map {
                Delivery.entry(
                    record: $0,
                    scheduled: row.scheduled,
                    delivered: row.delivered,
                    state: row.state.name
                )
            }
        }
    }

    /// A stored record; `nil` where it is damaged, which must not hide the others from whoever asks.
    private func readable(_ record: [UInt8]) -> Variant? {
        guard let variant = Variant.dictionary(serialized: record) else { return nil }
        do {
            _ = try NotificationRequest(record: variant)
            return variant
        } catch {
            logger.error("a stored request is damaged and left out: \(error)")
            return nil
        }
    }

    /// Takes requests off the lists and their bubbles off the screen.
    func remove(_ selection: RemovalSelection) async throws(RequestError) -> [RequestKey] {
        let removal = try store.remove(selection)
        for (key, row) in removal.delivered {
            if case .shown(let bubble) = row.state {
                closeSoon(bubble)
            }
            note(.removed, key, title: (try? row.delivery())?.request.content.title ?? "")
        }
        for key in removal.pending { note(.removed, key, title: "") }
        await plan()
        return removal.pending + removal.delivered.map(\.key)
    }

    /// What `Status` says of the books.
    func summary() throws(RequestError) -> (
        pending: Int, delivered: Int, next: Instant?, serverPresent: Bool
    ) {
        let counts = try store.counts()
        return (counts.pending, counts.delivered, try store.nextDate(), server != .absent)
    }

    /// Adds a line to the history; a full disk must not stop a delivery for it.
    func note(
        _ event: HistoryLine.Event,
        _ key: RequestKey,
        title: String,
        detail: String = ""
    ) {
        do {
            try store.note(
                HistoryLine(at: clock.now, key: key, title: title, event: event, detail: detail)
            )
        } catch {
            logger.error("\(error)")
        }
    }

    /// The time since boot of a request that waits on that clock.
    func bootDue(of pending: PendingRequest, now: Instant, sinceBoot: Int64) -> BootDue? {
        guard case .timeInterval = pending.request.trigger else { return nil }
        let left = pending.due.microseconds - now.microseconds
        return BootDue(boot: clock.boot, microseconds: sinceBoot + left)
    }

    /// The zone in which a trigger is read: its own, or the user's.
    static func zone(of trigger: NotificationTrigger) throws(RequestError) -> SystemZone {
        guard case .calendar(let calendar) = trigger, let name = calendar.zoneIdentifier else {
            return .local
        }
        guard let zone = SystemZone(named: name) else {
            throw RequestError(
                .invalidTrigger,
                "the time zone \(name.quoted) is unknown; write a name such as Europe/Berlin"
            )
        }
        return zone
    }

    private static func remarks(
        on trigger: NotificationTrigger,
        now: Instant,
        in zone: SystemZone
    ) -> [String] {
        guard case .calendar(let calendar) = trigger, let rule = try? calendar.spec.rule() else {
            return []
        }
        return rule.remarks(after: now, in: zone, repeats: calendar.repeats)
    }

    private static func dates(of pending: PendingRequest, in zone: SystemZone) -> [Instant] {
        guard pending.request.trigger != .immediate else { return [] }
        var dates = [pending.due]
        while pending.request.trigger.repeats, dates.count < 3, let last = dates.last {
            let next = pending.request.trigger.nextDate(
                after: last,
                added: pending.added,
                in: zone
            )
            guard let next else { break }
            dates.append(next)
        }
        return dates
    }

    private func freshIdentifier(_ app: String) throws(RequestError) -> String {
        // No vowels, so that no word comes out, and nothing that looks like something else.
        let letters = Array("bcdfghjkmnpqrstvwxz23456789")
        while true {
            let name = String((0..<6).compactMap { _ in letters.randomElement() })
            let isPending = try !store.pending(app: app, identifier: name).isEmpty
            let isDelivered = try !store.delivered(app: app, identifier: name).isEmpty
            if !isPending && !isDelivered { return name }
        }
    }
}
