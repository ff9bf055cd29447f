import AgentInterface
import Logging
import NotifyCore

/// Decides what is pending: adds, edits, postpones, skips, pauses and removes requests, and undoes that.
///
/// When a function returns, its change is on the disk and in the history. Those that are `async` have armed the timers,
/// too.
final class Requests {
    /// How old a notification that came late is at most, in microseconds: what a stranger says of it is not believed.
    private static let longestDelay: Int64 = 366 * 86_400_000_000

    private let context: SchedulingContext
    private let apps: Apps
    private let schedule: Schedule
    private let screen: Screen
    private let attachments: Attachments
    private let tasks: SchedulerTasks
    private let intake: RequestIntake
    private let journal: Journal
    private let editor: RequestEditor
    private let reverter: ChangeReverter
    private var store: Store { context.store }

    init(
        _ context: SchedulingContext,
        apps: Apps,
        schedule: Schedule,
        screen: Screen,
        attachments: Attachments,
        journal: Journal,
        lists: Lists,
        tasks: SchedulerTasks
    ) {
        self.context = context
        self.schedule = schedule
        self.screen = screen
        self.attachments = attachments
        self.journal = journal
        self.tasks = tasks
        self.apps = apps
        intake = RequestIntake(
            context,
            apps: apps,
            schedule: schedule,
            screen: screen,
            journal: journal
        )
        editor = RequestEditor(
            context,
            intake: intake,
            schedule: schedule,
            journal: journal,
            lists: lists
        )
        reverter = ChangeReverter(
            context,
            editor: editor,
            schedule: schedule,
            journal: journal
        )
    }

    // MARK: Add

    /// Adds a request, with the files that came along.
    ///
    /// A call that is made again with the same idempotency key gets the earlier reply.
    ///
    /// - Parameter quota: the limits of its sender; `nil` for the user.
    /// - Throws: ``NotifyCore/RequestError``; neither request nor file is stored then.
    func add(
        _ request: NotificationRequest,
        files: [HandedFile],
        within quota: SenderQuota? = nil
    ) async throws(RequestError) -> AddReply {
        guard let quota else { return try await add(request, files: files, quota: nil) }
        if let reply = try intake.replyToEarlierCall(request) { return reply }
        var request = request
        let changes = try quota.admit(&request)
        // A request without an identifier gets a fresh one, and replaces no other.
        try quota.checkRoom(for: request.key, in: store)
        try context.senders.count(request, of: quota)
        try await forgetOldest(of: quota)
        var reply: AddReply
        do throws(RequestError) {
            reply = try await add(request, files: files, quota: quota)
        } catch  where SenderQuota.saysTooManyBytes(error) {
            // What is kept of removed requests goes first.
            guard let apps = quota.apps, try store.changes.drop(of: apps) else { throw error }
            reply = try await add(request, files: files, quota: quota)
        }
        reply.remarks += changes
        return reply
    }

    private func add(
        _ request: NotificationRequest,
        files: [HandedFile],
        quota: SenderQuota?
    ) async throws(RequestError) -> AddReply {
        if let reply = try intake.replyToEarlierCall(request) { return reply }
        guard !request.content.attachments.isEmpty else {
            let reply = try add(request)
            // It may have replaced a request with attachments.
            attachments.sweepSoon()
            return reply
        }
        try request.checkFilesCameAlong()
        var request = request
        if request.identifier.isEmpty {
            request.identifier = try store.freshIdentifier(for: request.appID)
        }
        // Before files are copied for a request that is refused.
        try apps.checkPermission(of: request.appID)
        try request.validate()
        return try await attachments.keeping(files, of: request, within: quota) {
            request throws(RequestError) in
            // The same call may have been made again while the files were copied.
            if let reply = try intake.replyToEarlierCall(request) { return reply }
            try quota?.checkRoom(for: request.key, in: store)
            return try add(request)
        }
    }

    /// Adds a request without files.
    ///
    /// - Throws: ``NotifyCore/RequestError``; the store is unchanged then.
    func add(_ request: NotificationRequest) throws(RequestError) -> AddReply {
        let (accepted, reply) = try intake.accept(request)
        try intake.store(accepted)
        return reply
    }

    /// Adds requests that arrived in succession with one commit.
    ///
    /// Each succeeds or fails on its own: if the commit fails, each is stored by itself.
    func add(together calls: [AddCall]) async -> [Result<AddReply, RequestError>] {
        var group = AddGroup(count: calls.count)
        for (index, call) in calls.enumerated() {
            do throws(RequestError) {
                try await add(try call.get(), at: index, to: &group)
            } catch {
                group.answer(index, .failure(error))
            }
        }
        store(&group)
        attachments.sweepSoon()
        return group.replies
    }

    private func add(
        _ request: NotificationRequest,
        at index: Int,
        to group: inout AddGroup
    ) async throws(RequestError) {
        // Files take time to copy, and a request that replaces a bubble needs the place of that bubble.
        guard request.content.attachments.isEmpty, request.bubble.replaces == nil else {
            store(&group)
            return group.answer(index, .success(try await add(request, files: [])))
        }
        if group.hasCall(of: request) { store(&group) }
        if let reply = try intake.replyToEarlierCall(request) {
            return group.answer(index, .success(reply))
        }
        var (accepted, reply) = try intake.accept(request)
        if group.has(accepted.key) {
            // It replaces a request of the group, or its fresh identifier is taken.
            store(&group)
            (accepted, reply) = try intake.accept(request)
        }
        try intake.handOverWaiting(for: accepted)
        group.add(accepted, reply, at: index)
    }

    /// Stores the requests of a group.
    private func store(_ group: inout AddGroup) {
        let members = group.members
        guard !members.isEmpty else { return }
        group.removeMembers()
        CrashPoint.reached(.adding)
        do throws(RequestError) {
            let ids = try store.add(members.map(\.accepted))
            CrashPoint.reached(.added)
            for (member, id) in zip(members, ids) {
                intake.noteStored(member.accepted, as: id)
                group.answer(member.index, .success(member.reply))
            }
        } catch {
            guard members.count > 1 else { return group.answer(members[0].index, .failure(error)) }
            for member in members {
                group.add(member.accepted, member.reply, at: member.index)
                store(&group)
            }
        }
    }

    /// Adds notifications that came late together: each is listed without a bubble, and one bubble stands for them.
    ///
    /// One whose idempotency key is known is left out, so that a call may be made again.
    ///
    /// - Returns: why each of them was not accepted, in their order, with an empty text for one that was; and those that
    ///   were, with the dates when they were sent.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the store is unchanged then.
    func add(
        late arrivals: [LateArrival]
    ) throws(RequestError) -> (refusals: [String], added: [(row: PendingRow, sent: Instant)]) {
        var refusals: [String] = []
        var accepted: [(request: AcceptedRequest, sent: Instant)] = []
        for arrival in arrivals {
            do throws(RequestError) {
                if let request = try intake.accept(arrival) {
                    accepted.append((request, arrival.sent))
                }
                refusals.append("")
            } catch  where error.code != .storage {
                refusals.append(error.message)
            }
        }
        let ids = try store.add(accepted.map(\.request))
        var rows: [(row: PendingRow, sent: Instant)] = []
        let now = context.clock.now
        let earliest = now.advanced(byMicroseconds: -Self.longestDelay)
        for ((request, sent), id) in zip(accepted, ids) {
            intake.noteStored(request, as: id)
            // One of the same name may have replaced it.
            guard let row = try store.pending(id: id) else { continue }
            rows.append((row, max(earliest, min(sent, now))))
        }
        return (refusals, rows)
    }

    // MARK: Add in two steps

    /// Checks a request and finds its dates; nothing is stored.
    func accept(
        _ request: NotificationRequest
    ) throws(RequestError) -> (request: AcceptedRequest, reply: AddReply) {
        try intake.accept(request)
    }

    /// Checks a pending request that was changed; nothing is stored.
    func accept(
        changed pending: PendingRequest
    ) throws(RequestError) -> (request: AcceptedRequest, reply: AddReply) {
        try intake.accept(changed: pending)
    }

    /// Returns a request that shows one again after a time; see ``RequestIntake/snoozed(_:of:after:)``.
    func snoozed(
        _ request: NotificationRequest,
        of scheduled: Instant,
        after microseconds: Int64
    ) throws(RequestError) -> NotificationRequest {
        try intake.snoozed(request, of: scheduled, after: microseconds)
    }

    /// Stores an accepted request.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the store is unchanged then.
    func store(_ accepted: AcceptedRequest) throws(RequestError) -> Int64 {
        try intake.store(accepted)
    }

    /// Updates the state after an accepted request was stored.
    func noteStored(_ accepted: AcceptedRequest, as id: Int64) {
        intake.noteStored(accepted, as: id)
    }

    /// Records that the dates of a request were stored.
    func noteAccepted(_ id: Int64) { schedule.noteAccepted(id) }

    /// Returns whether an app may show notifications.
    func mayShow(_ app: String) throws(RequestError) -> Bool {
        try apps.permission(of: app).mayAdd
    }

    /// Checks that an app may show notifications.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` or `Storage`.
    func checkPermission(of app: String) throws(RequestError) { try apps.checkPermission(of: app) }

    /// Queues a pending request without a trigger for delivery, so that an accepted one does not replace it.
    func handOverWaiting(for accepted: AcceptedRequest) throws(RequestError) {
        try intake.handOverWaiting(for: accepted)
    }

    /// Queues a pending request without a trigger for delivery.
    func handOverWaiting(_ key: RequestKey) throws(RequestError) {
        try intake.handOverWaiting(key)
    }

    // MARK: Change

    /// Replaces a pending request by one that was made of it; see ``RequestEditor/edit(_:)``.
    ///
    /// - Throws: ``NotifyCore/RequestError``; neither request nor file is changed then.
    func edit(
        _ change: RequestChange,
        files: [HandedFile]
    ) async throws(RequestError) -> AddReply {
        let reply: AddReply
        if change.hasNewFiles {
            // What is refused anyway must not cost a copy.
            try editor.check(change)
            try change.request.checkFilesCameAlong()
            try change.request.validate()
            reply = try await attachments.keeping(files, of: change.request, within: nil) {
                request throws(RequestError) in
                var change = change
                change.request = request
                // The request may have been changed while the files were copied.
                return try editor.edit(change)
            }
        } else {
            reply = try editor.edit(change)
        }
        await arm()
        tasks.deliverSoon()
        return reply
    }

    /// How a request is shown again after a while.
    enum Snooze {
        /// The date of a pending request was moved.
        case moved(AddReply)
        /// A delivered notification is to be replaced by a request that shows it again.
        case again(
            DeliveredRow,
            child: (request: AcceptedRequest, reply: AddReply),
            line: HistoryLine,
            call: ChangeCall?
        )
    }

    /// Postpones a request that is only pending; of a delivered one, returns the request that shows it again, under an
    /// identifier of its own, for the caller to store.
    ///
    /// - Parameter origin: the program that can undo it; `nil` if none can.
    /// - Throws: ``NotifyCore/RequestError`` if there is no such request or no such time.
    func snooze(
        _ name: String,
        preferring app: String,
        after microseconds: Int64,
        by origin: String?,
        call callName: String?
    ) async throws(RequestError) -> Snooze {
        try NotificationTrigger.validate(snooze: microseconds)
        schedule.observe()
        let snooze = try editor.snooze(
            name,
            preferring: app,
            after: microseconds,
            by: origin,
            named: callName
        )
        guard case .moved = snooze else { return snooze }
        CrashPoint.reached(.snoozed)
        await arm()
        return snooze
    }

    /// Skips a repeating request's next date; see ``RequestEditor/skip(_:preferring:by:)``.
    func skip(
        _ name: String,
        preferring app: String,
        by origin: String? = nil,
        call: String? = nil
    ) async throws(RequestError) -> (key: RequestKey, skipped: Instant, next: Instant?) {
        schedule.observe()
        let skipped = try store.carryingOut(call) { [editor] () throws(RequestError) in
            try editor.skip(name, preferring: app, by: origin)
        }
        await arm()
        return skipped
    }

    /// Pauses requests, or resumes them; see ``RequestEditor/pause(_:by:)`` and ``RequestEditor/resume(_:by:)``.
    ///
    /// - Parameter origin: the program that can undo it; `nil` if none can.
    /// - Returns: the requests that are paused now and were not before, or the other way round.
    func setPaused(
        _ isPaused: Bool,
        _ selection: RemovalSelection,
        by origin: String? = nil,
        call: String? = nil
    ) async throws(RequestError) -> [RequestKey] {
        schedule.observe()
        let keys = try store.carryingOut(call) { [editor] () throws(RequestError) in
            isPaused
                ? try editor.pause(selection, by: origin)
                : try editor.resume(selection, by: origin)
        }
        if isPaused { await arm() } else { await armAndDeliver() }
        context.returnMemory(after: keys.count)
        return keys
    }

    // MARK: Remove

    /// Removes requests from the lists and closes their bubbles.
    ///
    /// - Parameter call: the call that can be undone; `nil` to keep nothing.
    func remove(
        _ selection: RemovalSelection,
        leavingFiles: Bool = true,
        of call: ChangeCall? = nil,
        named name: String? = nil
    ) async throws(RequestError) -> [RequestKey] {
        CrashPoint.reached(.removing)
        let files = leavingFiles ? try store.requestFiles() : [:]
        let changes = store.changes
        let removal = try store.carryingOut(name) { () throws(RequestError) in
            try changes.remove(selection, of: call)
        }
        CrashPoint.reached(.removed)
        let lines = removal.lines(at: context.clock.now, files: files)
        journal.note(lines)
        screen.close(removal.delivered)
        await arm()
        context.returnMemory(after: lines.count)
        return lines.map(\.key)
    }

    /// Removes the oldest delivered notifications of a sender that has too many, so that one that never removes any can
    /// go on.
    func forgetOldest(of quota: SenderQuota) async throws(RequestError) {
        let oldest = try store.deliveredPastBounds(of: quota)
        guard !oldest.isEmpty else { return }
        context.logger.debug("the \(oldest.count) oldest delivered of \(quota.words) are removed")
        for (app, keys) in Dictionary(grouping: oldest, by: \.appID) {
            var selection = RemovalSelection(choice: .identifiers(keys.map(\.identifier)))
            selection.appID = app
            selection.includesPending = false
            if quota.sender.kind == .sandbox {
                _ = try await remove(selection)
            } else {
                // Nobody has removed them, so other machines do not hear of it.
                screen.close(try store.remove(selection).delivered)
            }
        }
        await arm()
    }

    // MARK: Undo

    /// Undoes the last change of a program; see ``ChangeReverter/undo(of:)``.
    func undo(of origin: String, call: String? = nil) async throws(RequestError) -> UndoReply {
        schedule.observe()
        let reply = try store.carryingOut(call) { [reverter] () throws(RequestError) in
            try reverter.undo(of: origin)
        }
        await armAndDeliver()
        context.returnMemory(after: reply.identifiers.count)
        return reply
    }

    /// Restores a removed request; see ``ChangeReverter/restore(_:preferring:)``.
    func restore(
        _ name: String,
        preferring app: String,
        call: String? = nil
    ) async throws(RequestError) -> UndoReply {
        schedule.observe()
        let reply = try store.carryingOut(call) { [reverter] () throws(RequestError) in
            try reverter.restore(name, preferring: app)
        }
        await armAndDeliver()
        return reply
    }

    // MARK: After a change

    /// Arms the timers after a change, and removes the files that no request has any longer.
    private func arm() async {
        attachments.sweepSoon()
        await schedule.arm()
    }

    /// Delivers what is due in the background; the timers are armed at the end of that.
    private func armAndDeliver() async {
        await schedule.arm(roundFollows: true)
        tasks.deliverSoon()
    }
}
