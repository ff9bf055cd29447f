import AgentInterface
import NotifyCore

/// Checks requests, computes their dates and prepares the replies to their callers.
///
/// It stores nothing; a request takes effect once ``AcceptedRequest`` is in the store.
struct RequestIntake {
    /// The conditions when a request arrives.
    struct Conditions {
        /// Whether a notification server runs.
        let isServerPresent: Bool
        /// How bubbles are made for the server; `nil` if its capabilities are not known.
        let profile: ServerProfile?
        /// Whether the wall clock is trusted.
        let isClockTrusted: Bool
    }

    /// The maximum length of an idempotency key.
    private static let maxKeyBytes = 64
    /// The maximum number of dates in a reply.
    private static let maxDates = 3

    private let context: SchedulingContext

    init(_ context: SchedulingContext) {
        self.context = context
    }

    /// Checks a request and computes its dates.
    ///
    /// - Parameter request: the request; it gets a fresh identifier if it has none.
    /// - Throws: ``NotifyCore/RequestError`` if it is invalid.
    func accept(
        _ request: NotificationRequest,
        place: BubblePlace? = nil,
        under conditions: Conditions
    ) throws(RequestError) -> (request: AcceptedRequest, reply: AddReply) {
        var request = request
        if request.identifier.isEmpty {
            request.identifier = try context.store.freshIdentifier(for: request.appID)
        }
        if let run = request.run { try context.checkCommand(run) }
        let key = request.idempotencyKey
        request.idempotencyKey = nil
        let zone = try context.zones.zone(of: request.trigger)
        let pending = try PendingRequest(accepting: request, now: context.clock.now, zone: zone)
        var (accepted, reply) = try accept(checked: pending, in: zone, under: conditions)
        accepted.bubblePlace = place
        accepted.call = key.map { IdempotentAdd(app: request.appID, key: $0, reply: reply) }
        return (accepted, reply)
    }

    /// Checks a pending request that was changed.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it is invalid.
    func accept(
        changed pending: PendingRequest,
        under conditions: Conditions
    ) throws(RequestError) -> (request: AcceptedRequest, reply: AddReply) {
        try pending.request.validate()
        let zone = try context.zones.zone(of: pending.request.trigger)
        return try accept(checked: pending, in: zone, under: conditions)
    }

    private func accept(
        checked pending: PendingRequest,
        in zone: any ZoneRules,
        under conditions: Conditions
    ) throws(RequestError) -> (request: AcceptedRequest, reply: AddReply) {
        let request = pending.request
        let now = context.clock.now
        let boot = (sinceBoot: context.clock.sinceBoot, name: context.clock.boot)
        let accepted = AcceptedRequest(
            pending,
            record: try request.boundedBytes(),
            boot: pending.bootDue(now: now, sinceBoot: boot.sinceBoot, boot: boot.name),
            now: now
        )
        let isListed = request.trigger != .immediate
        let reply = AddReply(
            identifier: request.identifier,
            nextTriggerDates: isListed
                ? Self.dates(of: pending, in: zone) : [],
            remarks: remarks(on: request, now: now, in: zone, under: conditions)
                + Self.warningRemarks(on: pending, now: now),
            understood: request.words(in: zone, after: now),
            serverPresent: conditions.isServerPresent,
            attachments: request.content.attachments.compactMap(\.path)
        )
        return (accepted, reply)
    }

    /// Returns the reply to an earlier `Add` call with the same key; `nil` if there was none.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if its key is invalid, or with code `Storage`.
    func replyToEarlierCall(_ request: NotificationRequest) throws(RequestError) -> AddReply? {
        guard let key = request.idempotencyKey else { return nil }
        guard !key.isEmpty, key.utf8.count <= Self.maxKeyBytes else {
            throw RequestError(
                .malformed,
                "\"idempotencyKey\" of request has \(key.utf8.count) bytes, not 1 to "
                    + "\(Self.maxKeyBytes); write a fresh UUID, or leave it out"
            )
        }
        return try context.store.idempotentReply(app: request.appID, key: key)
    }

    private static func dates(of pending: PendingRequest, in zone: some ZoneRules) -> [Instant] {
        Array(UpcomingDates(of: pending, in: zone).prefix(maxDates))
    }

    private static func warningRemarks(on pending: PendingRequest, now: Instant) -> [String] {
        let spans = pending.request.options.before
        var remarks: [String] = []
        if !spans.isEmpty {
            remarks.append("warns \(spans.map(TimeSpan.words).joined(separator: " and ")) before")
        }
        let past = spans.filter { pending.due.advanced(byMicroseconds: -$0) <= now }
        if !past.isEmpty {
            let words = past.map(TimeSpan.words).joined(separator: " and ")
            let date = pending.request.trigger.repeats ? "of the first date " : ""
            remarks.append(
                "the warning \(words) before \(date)is left out, because its time has passed"
            )
        }
        if let nag = pending.request.options.nag { remarks.append("is \(nag.sentence)") }
        return remarks
    }

    private func remarks(
        on request: NotificationRequest,
        now: Instant,
        in zone: some ZoneRules,
        under conditions: Conditions
    ) -> [String] {
        var remarks: [String] = []
        if let calendar = request.trigger.calendar, let rule = try? calendar.rule() {
            let floats = calendar.zoneIdentifier == nil
            remarks.append(
                floats
                    ? "follows your time zone, now \(zone.identifier)"
                    : "stays in \(zone.identifier), wherever you are"
            )
            remarks += rule.remarks(
                after: now,
                in: zone,
                repeats: calendar.repeats,
                endsOtherwise: request.options.endsDeliveries
            )
        }
        if let run = request.run {
            remarks.append(
                "runs the command \(run.quoted)"
                    + (request.content.isWorthDelivering
                        ? "" : ", and shows a notification only if that fails")
            )
        }
        if let late = request.options.late { remarks.append(late.words) }
        if let remark = conditions.profile?.remark(on: request.actions) { remarks.append(remark) }
        if request.options.wakes {
            remarks.append(
                context.clock.canWake
                    ? "wakes the machine from suspend"
                    : "fires after wake-up: waking the machine needs the capability CAP_WAKE_ALARM"
            )
        }
        if !request.trigger.hasDates {
            remarks.append("the desktop's location service is asked as long as this waits")
        }
        if !conditions.isClockTrusted, request.trigger.calendar != nil {
            remarks.append(
                "the clock is not right yet; the dates are computed again once it is set"
            )
        }
        return remarks
    }
}

extension ServerProfile {
    /// The remark about buttons that the server does not show; `nil` if it shows all.
    fileprivate func remark(on actions: [NotificationAction]) -> String? {
        let left = actions.dropFirst(shown(actions).count)
        guard !left.isEmpty else { return nil }
        let names = left.map(\.title.quoted).joined(separator: ", ")
        return "the notification server shows no button for \(names); put the most important ones "
            + "first"
    }
}

extension Store {
    /// Returns an identifier that no request or notification of an app has.
    func freshIdentifier(for app: String) throws(RequestError) -> String {
        // No vowels, so that it forms no word, and no characters that look alike.
        let letters = Array("bcdfghjkmnpqrstvwxz23456789")
        while true {
            let name = String((0..<6).compactMap { _ in letters.randomElement() })
            let isPending = try !pending(app: app, identifier: name).isEmpty
            let isDelivered = try !delivered(app: app, identifier: name).isEmpty
            if !isPending && !isDelivered { return name }
        }
    }
}
