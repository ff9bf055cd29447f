import AgentInterface
import Logging
import NotifyCore

/// How requests are taken in: checked, dated, answered and stored.
///
/// A request takes effect once its ``AcceptedRequest`` is in the store.
extension Requests {
    /// The maximum length of an idempotency key.
    private static let maxKeyBytes = 64
    /// The maximum number of dates in a reply.
    private static let maxDates = 3

    // MARK: Check

    /// Checks a request, which gets a fresh identifier if it has none, and finds its dates; nothing is stored.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it is invalid, or its app may not show notifications.
    func accept(
        _ request: NotificationRequest
    ) throws(RequestError) -> (request: AcceptedRequest, reply: AddReply) {
        try apps.checkPermission(of: request.appID)
        var request = request
        let place = try findPlace(of: &request)
        schedule.observe()
        if request.identifier.isEmpty {
            request.identifier = try store.freshIdentifier(for: request.appID)
        }
        if let run = request.run { try checkCommand(run) }
        let key = request.idempotencyKey
        request.idempotencyKey = nil
        let origin = request.isUndoable ? request.requester : nil
        request.isUndoable = false
        let zone = try zones.zone(of: request.trigger)
        let pending = try PendingRequest(accepting: request, now: clock.now, zone: zone)
        var (accepted, reply) = try accept(checked: pending, in: zone)
        accepted.bubblePlace = place
        accepted.origin = origin
        if origin != nil { reply.replaced = try words(ofReplaced: request.key) }
        accepted.call = key.map { IdempotentAdd(app: request.appID, key: $0, reply: reply) }
        return (accepted, reply)
    }

    /// Describes the pending request that one replaces; `nil` if there is none.
    private func words(ofReplaced key: RequestKey) throws(RequestError) -> String? {
        guard let row = try store.pending(of: key), let pending = try? row.pending(),
            pending.request.trigger != .immediate
        else { return nil }
        let words = pending.request.words(in: zone(of: pending), after: clock.now)
        return "\(words) \(pending.request.content.title.quoted)"
    }

    /// Resolves and clears the bubble number of a request that is being added.
    ///
    /// If the bubble shows a request of the same app, the new request gets the same identifier and so replaces
    /// it. If that request still repeats, it keeps its identifier.
    ///
    /// - Returns: the bubble, unless the identifier already replaces it.
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` if the number has to be that of a bubble of
    ///   the app and is not.
    private func findPlace(
        of request: inout NotificationRequest
    ) throws(RequestError) -> BubblePlace? {
        guard let number = request.bubble.replaces else { return nil }
        let isOfOwnApp = request.bubble.replacesOwnAlone
        request.bubble.replaces = nil
        request.bubble.replacesOwnAlone = false
        guard number != 0 else { return nil }
        let bubble = screen.state.owner.map { BubbleKey(owner: $0, id: number) }
        let shown = try bubble.flatMap { bubble throws(RequestError) in
            try store.delivered(showing: bubble)?.delivery().request.key
        }
        guard !isOfOwnApp || shown?.appID == request.appID else {
            throw RequestError(
                .notAllowed,
                "replaces is \(number), which is no bubble of \(request.appID) on the screen; leave it out"
            )
        }
        guard let bubble else { return nil }
        let place = BubblePlace(bubble: bubble, isOfOwnApp: isOfOwnApp)
        guard let shown else { return place }
        let isPending = try !store.pending(app: shown.appID, identifier: shown.identifier).isEmpty
        guard shown.appID == request.appID, !isPending,
            [shown.identifier, ""].contains(request.identifier)
        else { return place }
        request.identifier = shown.identifier
        return nil
    }

    /// Checks a pending request that was changed; nothing is stored.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it is invalid, or its app may not show notifications.
    func accept(
        changed pending: PendingRequest
    ) throws(RequestError) -> (request: AcceptedRequest, reply: AddReply) {
        try apps.checkPermission(of: pending.request.appID)
        try pending.request.validate()
        let zone = try zones.zone(of: pending.request.trigger)
        return try accept(checked: pending, in: zone)
    }

    /// Checks a notification that came late, within the limits of its sender; nothing is stored.
    ///
    /// - Returns: the request; `nil` if its call was answered before.
    func accept(_ arrival: LateArrival) throws(RequestError) -> AcceptedRequest? {
        var request = try arrival.request.get()
        guard request.trigger == .immediate, request.run == nil, !request.bubble.isVerbatim,
            request.bubble.replaces == nil, request.content.attachments.isEmpty
        else {
            throw RequestError(
                .malformed,
                "\(request.identifier.quoted) has a trigger, run, verbatim, replaces or attachments, which what came "
                    + "late cannot have; call Add"
            )
        }
        guard try replyToEarlierCall(request) == nil else { return nil }
        if let quota = arrival.quota { _ = try senders.admit(&request, within: quota) }
        return try accept(request).request
    }

    private func accept(
        checked pending: PendingRequest,
        in zone: any ZoneRules
    ) throws(RequestError) -> (request: AcceptedRequest, reply: AddReply) {
        let request = pending.request
        let now = clock.now
        let accepted = AcceptedRequest(
            pending,
            record: try request.boundedBytes(),
            boot: clock.bootDue(of: pending),
            now: now
        )
        let reply = AddReply(
            identifier: request.identifier,
            nextTriggerDates: accepted.isListed ? Self.dates(of: pending, in: zone) : [],
            remarks: remarks(on: request, now: now, in: zone)
                + Self.warningRemarks(on: pending, now: now),
            understood: request.words(in: zone, after: now),
            serverPresent: screen.state.isPresent,
            attachments: request.content.attachments.compactMap(\.path)
        )
        return (accepted, reply)
    }

    /// Returns the request that shows one again after a time, under an identifier that no pending one has.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if all such identifiers are taken, or the store cannot be read.
    func child(
        _ request: NotificationRequest,
        of scheduled: Instant,
        after microseconds: Int64
    ) throws(RequestError) -> NotificationRequest {
        guard !request.bubble.isVerbatim else {
            throw RequestError(
                .invalidTrigger,
                "\(request.identifier.quoted) is a notification of notify-send, which is shown at once or not at "
                    + "all; to show it now: notify-schedule again \(request.identifier)"
            )
        }
        let own = try? zones.zone(of: request.trigger)
        let zone = own ?? zones.local()
        var child = request.keepingEventStart(
            ofReminder: scheduled,
            in: zone
        ).snoozed(after: microseconds)
        if own != nil, request.trigger.zoneIdentifier != nil {
            // A date in a zone that was named stays one.
            let now = clock.now
            let shown = PendingRequest(request: request, added: now, due: scheduled)
            let date = now.advanced(byMicroseconds: microseconds)
            child.trigger = shown.moved(to: date, now: now, in: zone).request.trigger
        }
        let names = NotificationRequest.snoozedIdentifiers(request.identifier)
        for name in names {
            child.identifier = name
            if !(try store.isPending(child.key)) { return child }
        }
        throw RequestError(
            .invalidIdentifier,
            "\(request.identifier.quoted) is postponed \(names.count) times already; remove one of them "
                + "first: notify-schedule remove \(names[0])"
        )
    }

    // MARK: Reply

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
        let reply = try store.idempotentReply(app: request.appID, key: key)
        if let reply {
            logger.debug(
                "\(request.appID)/\(reply.identifier) was added by an earlier call with this key"
            )
        }
        return reply
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
        in zone: some ZoneRules
    ) -> [String] {
        var remarks: [String] = []
        if let calendar = request.trigger.calendar, let rule = try? calendar.rule() {
            if calendar.zoneIdentifier != nil {
                remarks.append("stays in \(zone.identifier), wherever you are")
            }
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
        if let remark = screen.state.profile?.remark(onButtonsOf: request) {
            remarks.append(remark)
        }
        if request.options.wakes {
            remarks.append(
                clock.canWake
                    ? "wakes the machine from suspend"
                    : "fires after wake-up: waking the machine needs the capability CAP_WAKE_ALARM"
            )
        }
        if !request.trigger.hasDates {
            remarks.append("the desktop's location service is asked as long as this waits")
        }
        if !schedule.observe().isTrusted, request.trigger.calendar != nil {
            remarks.append(
                "the clock is not right yet; the dates are computed again once it is set"
            )
        }
        return remarks
    }
}

extension ServerProfile {
    /// The remark about buttons that the server does not show at once; `nil` if it shows all.
    fileprivate func remark(onButtonsOf request: NotificationRequest) -> String? {
        let shown = shown(request, page: 0)
        let left = request.actions.filter { !shown.contains($0) }
        guard !left.isEmpty else { return nil }
        let names = left.map(\.title.quoted).joined(separator: ", ")
        return shown.contains(WireAction.more)
            ? "the notification server has no room for all buttons; More… shows \(names)"
            : "the notification server shows no button for \(names); put the most important ones first"
    }
}

extension Store {
    /// Returns an identifier that no request or notification of an app has.
    func freshIdentifier(for app: String) throws(RequestError) -> String {
        while true {
            let name = RequestKey.freshIdentifier(letters: 6)
            let isPending = try !pending(app: app, identifier: name).isEmpty
            let isDelivered = try !delivered(app: app, identifier: name).isEmpty
            if !isPending && !isDelivered { return name }
        }
    }
}
