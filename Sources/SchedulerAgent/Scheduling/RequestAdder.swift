import AgentInterface
import NotifyCore

/// Accepts requests and stores them: when a method returns they are on the disk.
struct RequestAdder {
    /// Checks requests that come.
    let intake: RequestIntake
    let time: Timekeeper
    let due: DueDeliveries
    private let context: SchedulingContext
    private let permissions: AppPermissions
    private let desktop: Desktop
    private let journal: Journal

    init(
        _ context: SchedulingContext,
        _ apps: AppParts,
        _ time: Timekeeper,
        _ desktop: Desktop,
        _ journal: Journal
    ) {
        self.context = context
        self.time = time
        self.desktop = desktop
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
    /// - Throws: ``NotifyCore/RequestError`` where it is invalid or cannot be stored; nothing is stored
    ///   then.
    func add(_ request: NotificationRequest) throws(RequestError) -> AddReply {
        let (accepted, reply) = try accept(request)
        try handOverWaiting(for: accepted)
        CrashPoint.reached(.adding)
        let id = try context.store.add(accepted)
        CrashPoint.reached(.added)
        noteStored(accepted, as: id)
        return reply
    }

    /// Checks a request and finds its dates; nothing is stored, and nothing else changes.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where it is invalid.
    func accept(
        _ request: NotificationRequest
    ) throws(RequestError) -> (request: AcceptedRequest, reply: AddReply) {
        try permissions.check(request.appID)
        var request = request
        let place = try desktop.bubbles.places.find(of: &request, on: desktop.server.owner)
        time.observe()
        return try intake.accept(request, place: place, under: conditions)
    }

    private var conditions: RequestIntake.Conditions {
        RequestIntake.Conditions(
            isServerPresent: desktop.server.isPresent,
            profile: desktop.server.isReady ? desktop.presenter.profile : nil,
            isClockTrusted: time.isTrusted
        )
    }

    /// Acts on an accepted request that is stored now.
    func noteStored(_ accepted: AcceptedRequest, as id: Int64) {
        desktop.bubbles.places.note(
            accepted.bubblePlace,
            of: accepted.key,
            on: desktop.server.owner
        )
        journal.report("added", accepted.key, title: accepted.title) { $0.scheduled = accepted.due }
        time.noteAccepted(id)
    }

    /// Puts a request without a trigger that waits to be shown where a scheduled one of its name does not
    /// replace it: among those that are shown next.
    func handOverWaiting(for accepted: AcceptedRequest) throws(RequestError) {
        if accepted.isListed { try handOverWaiting(accepted.key) }
    }

    /// Does the same for a request of that name.
    func handOverWaiting(_ key: RequestKey) throws(RequestError) {
        desktop.queue.showAgain(try due.handOver(key, time.moment), setsBadges: true)
    }
}
