import AgentInterface
import NotifyCore

/// Accepts and stores requests.
///
/// When a method returns, they are on the disk.
struct RequestAdder {
    /// Checks new requests.
    let intake: RequestIntake
    let schedule: Schedule
    let due: DueDeliveries
    private let context: SchedulingContext
    private let permissions: AppPermissions
    private let screen: Screen
    private let journal: Journal

    init(
        _ context: SchedulingContext,
        _ apps: AppParts,
        _ schedule: Schedule,
        _ screen: Screen,
        _ journal: Journal
    ) {
        self.context = context
        self.schedule = schedule
        self.screen = screen
        self.journal = journal
        permissions = apps.permissions
        intake = RequestIntake(context)
        due = DueDeliveries(
            context,
            DueReader(
                context: context,
                categories: apps.categories,
                permissions: apps.permissions
            ),
            maxSummarised: context.limits.maxSummarised
        )
    }

    /// Accepts a request: when this returns it is on the disk.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it is invalid or cannot be stored; the store is unchanged then.
    func add(_ request: NotificationRequest) throws(RequestError) -> AddReply {
        let (accepted, reply) = try accept(request)
        try store(accepted)
        return reply
    }

    /// Stores an accepted request: when this returns it is on the disk.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the store is unchanged then.
    @discardableResult
    func store(_ accepted: AcceptedRequest) throws(RequestError) -> Int64 {
        try handOverWaiting(for: accepted)
        CrashPoint.reached(.adding)
        let id = try context.store.add(accepted)
        CrashPoint.reached(.added)
        noteStored(accepted, as: id)
        return id
    }

    /// Checks that an app may show notifications.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` or `Storage`.
    func checkPermission(of app: String) throws(RequestError) { try permissions.check(app) }

    /// Returns whether an app may show notifications.
    func mayShow(_ app: String) throws(RequestError) -> Bool {
        try permissions.status(of: app).mayAdd
    }

    /// Checks a request and computes its dates, without changing any state.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it is invalid.
    func accept(
        _ request: NotificationRequest
    ) throws(RequestError) -> (request: AcceptedRequest, reply: AddReply) {
        try permissions.check(request.appID)
        var request = request
        let place = try screen.findPlace(of: &request)
        schedule.observe()
        return try intake.accept(request, place: place, under: conditions)
    }

    /// Returns a request that shows one again after a time, under an identifier that no pending one has.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if all such identifiers are taken, or the store cannot be read.
    func snoozed(
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
        let own = try? context.zones.zone(of: request.trigger)
        let zone = own ?? context.zones.local()
        var child = request.keepingEventStart(
            ofReminder: scheduled,
            in: zone
        ).snoozed(after: microseconds)
        if own != nil, request.trigger.zoneIdentifier != nil {
            // A date in a zone that was named stays one.
            let now = context.clock.now
            let shown = PendingRequest(request: request, added: now, due: scheduled)
            let date = now.advanced(byMicroseconds: microseconds)
            child.trigger = shown.moved(to: date, now: now, in: zone).request.trigger
        }
        let names = NotificationRequest.snoozedIdentifiers(request.identifier)
        for name in names {
            child.identifier = name
            if !(try context.store.isPending(child.key)) { return child }
        }
        throw RequestError(
            .invalidIdentifier,
            "\(request.identifier.quoted) is postponed \(names.count) times already; remove one of them "
                + "first: notify-schedule remove \(names[0])"
        )
    }

    /// Checks a pending request that was changed; nothing is stored.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it is invalid.
    func accept(
        changed pending: PendingRequest
    ) throws(RequestError) -> (request: AcceptedRequest, reply: AddReply) {
        try permissions.check(pending.request.appID)
        return try intake.accept(changed: pending, under: conditions)
    }

    private var conditions: RequestIntake.Conditions {
        RequestIntake.Conditions(
            isServerPresent: screen.isServerPresent,
            profile: screen.answeringProfile,
            isClockTrusted: schedule.isTrusted
        )
    }

    /// Updates the state after an accepted request was stored.
    func noteStored(_ accepted: AcceptedRequest, as id: Int64) {
        screen.note(accepted.bubblePlace, of: accepted.key)
        journal.report("added", accepted.key, title: accepted.title) { $0.scheduled = accepted.due }
        schedule.noteAccepted(id)
    }

    /// Queues a pending request without a trigger for delivery, so that a scheduled request with the same
    /// identifier does not replace it.
    func handOverWaiting(for accepted: AcceptedRequest) throws(RequestError) {
        if accepted.isListed { try handOverWaiting(accepted.key) }
    }

    /// Queues a pending request without a trigger for delivery.
    func handOverWaiting(_ key: RequestKey) throws(RequestError) {
        screen.showAgain(try due.handOver(key, schedule.dueInstant), setsBadges: true)
    }
}
