import AgentInterface
import Logging
import NotifyCore

/// Decides what is pending: adds, edits, postpones, skips, pauses and removes requests, and undoes that.
///
/// When a function returns, its change is on the disk. After an `add` the caller begins a round, which arms the timers; the
/// others that are `async` have armed them.
final class Requests {
    /// How old a notification that came late is at most, in microseconds: what a stranger says of it is not believed.
    private static let longestDelay: Int64 = 366 * 86_400_000_000

    let store: Store
    let clock: any AgentClock
    let zones: ZoneSource
    let logger: Logger
    /// Checks that a command can be run.
    let checkCommand: @Sendable (String) throws(RequestError) -> Void
    let apps: Apps
    let screen: Screen
    let schedule: Schedule
    let senders: Senders
    let lists: Lists
    let journal: Journal
    private let attachments: Attachments
    private let tasks: AgentTasks

    init(
        store: Store,
        clock: any AgentClock,
        zones: ZoneSource,
        logger: Logger,
        checkCommand: @escaping @Sendable (String) throws(RequestError) -> Void,
        lists: Lists,
        screen: Screen,
        schedule: Schedule,
        attachments: Attachments,
        senders: Senders,
        apps: Apps,
        journal: Journal,
        tasks: AgentTasks
    ) {
        self.store = store
        self.clock = clock
        self.zones = zones
        self.logger = logger
        self.checkCommand = checkCommand
        self.lists = lists
        self.screen = screen
        self.schedule = schedule
        self.attachments = attachments
        self.senders = senders
        self.apps = apps
        self.journal = journal
        self.tasks = tasks
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
        if let reply = try replyToEarlierCall(request) { return reply }
        var request = request
        let changes = try senders.admit(&request, within: quota)
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
        if let reply = try replyToEarlierCall(request) { return reply }
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
            if let reply = try replyToEarlierCall(request) { return reply }
            if let quota { try senders.checkRoom(for: request.key, within: quota) }
            return try add(request)
        }
    }

    /// Adds a request without files.
    ///
    /// - Throws: ``NotifyCore/RequestError``; the store is unchanged then.
    func add(_ request: NotificationRequest) throws(RequestError) -> AddReply {
        let (accepted, reply) = try accept(request)
        if accepted.isListed { try handOverWaiting(accepted.key) }
        let call = accepted.origin.map { ChangeCall(.added, by: $0, at: clock.now) }
        try store.recording(call, of: [accepted.key]) { () throws(RequestError) in
            _ = try add(accepted)
        }
        if let replaced = reply.replaced {
            journal.note([line(.replaced, of: try accepted.request(), detail: replaced)])
        }
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
        // Files take time to copy, a request that replaces a bubble needs the place of that bubble, and what can be
        // undone is a change of its own.
        guard request.content.attachments.isEmpty, request.bubble.replaces == nil,
            !request.isUndoable
        else {
            store(&group)
            return group.answer(index, .success(try await add(request, files: [])))
        }
        if group.hasCall(of: request) { store(&group) }
        if let reply = try replyToEarlierCall(request) {
            return group.answer(index, .success(reply))
        }
        var (accepted, reply) = try accept(request)
        if group.has(accepted.key) {
            // It replaces a request of the group, or its fresh identifier is taken.
            store(&group)
            (accepted, reply) = try accept(request)
        }
        if accepted.isListed { try handOverWaiting(accepted.key) }
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
                noteStored(member.accepted, as: id)
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
                if let request = try accept(arrival) {
                    accepted.append((request, arrival.sent))
                }
                refusals.append("")
            } catch  where error.code != .storage {
                refusals.append(error.message)
            }
        }
        let ids = try store.add(accepted.map(\.request))
        var rows: [(row: PendingRow, sent: Instant)] = []
        let now = clock.now
        let earliest = now.advanced(byMicroseconds: -Self.longestDelay)
        for ((request, sent), id) in zip(accepted, ids) {
            noteStored(request, as: id)
            // One of the same name may have replaced it.
            guard let row = try store.pending(id: id) else { continue }
            rows.append((row, max(earliest, min(sent, now))))
        }
        return (refusals, rows)
    }

    // MARK: Add with another change

    /// Returns the request that shows one again after a time, under an identifier of its own; nothing is stored.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if all such identifiers are taken, or its app may not show notifications.
    func snoozed(
        _ request: NotificationRequest,
        of scheduled: Instant,
        after microseconds: Int64
    ) throws(RequestError) -> (request: AcceptedRequest, reply: AddReply) {
        try accept(child(request, of: scheduled, after: microseconds))
    }

    /// Stores an accepted request: when this returns it is on the disk.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the store is unchanged then.
    @discardableResult
    func add(_ accepted: AcceptedRequest) throws(RequestError) -> PendingID {
        if accepted.isListed { try handOverWaiting(accepted.key) }
        CrashPoint.reached(.adding)
        let id = try store.add(accepted)
        CrashPoint.reached(.added)
        noteStored(accepted, as: id)
        return id
    }

    /// Makes a request due now that waited for an app's extension, with what that made of it.
    ///
    /// - Returns: whether it still waited.
    func release(
        _ id: PendingID,
        as request: NotificationRequest?
    ) throws(RequestError) -> Bool {
        guard let row = try store.pending(id: id) else { return false }
        var pending = try row.pending()
        if let request { pending.request = request }
        pending.due = clock.now
        let changed = try request == nil ? nil : accept(changed: pending).request
        try store.release(id, pending, as: changed, boot: clock.bootDue(of: pending))
        schedule.noteAccepted(id)
        return true
    }

    /// Updates the state after another part stored an accepted request with its own change.
    func noteStored(_ accepted: AcceptedRequest, as id: PendingID) {
        screen.note(accepted.bubblePlace, of: accepted.key)
        journal.report("added", accepted.key, title: accepted.title) { $0.scheduled = accepted.due }
        schedule.noteAccepted(id)
        logger.debug(
            "\(accepted.key.path) is pending (request \(id)), due \(RFC3339.string(accepted.due, in: zones.local()))"
        )
    }

    /// Queues a pending request without a trigger for delivery, so that a scheduled one of its name does not replace it.
    func handOverWaiting(_ key: RequestKey) throws(RequestError) {
        guard let row = try store.pending(of: key),
            let waiting = try? row.pending(), waiting.request.trigger == .immediate,
            let due = try schedule.due(row), due.permission.mayAdd, due.decision != .miss
        else { return }
        // Notifications of a provisional app only go to the list.
        let isListed = due.permission == .provisional
        if isListed, !due.request.isVisible { return }
        let delivery = due.delivery(at: clock.now, isListed ? .listed : .delivering)
        let ids = try store.begin([(due, delivery)])
        senders.noteShown(delivery.request, isLowered: due.isLowered)
        if isListed {
            let (now, detail) = (clock.now, HistoryLine.listDetail)
            return journal.note([HistoryLine(delivered: delivery, at: now, detail: detail)])
        }
        for id in ids {
            logger.debug("\(key.path) (delivery \(id)) is shown before it is replaced")
        }
        screen.showAgain(ids, .new)
    }

    // MARK: Change

    /// Replaces a pending request by one that was made of it.
    ///
    /// How often it came, whether it is paused and what was delivered of it stay. Its dates stay, too, if the
    /// trigger is the same.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the request is another one by now, or the new one is invalid; neither
    ///   request nor file is changed then.
    func edit(
        _ change: RequestChange,
        files: [HandedFile]
    ) async throws(RequestError) -> AddReply {
        let reply: AddReply
        if change.hasNewFiles {
            // What is refused anyway must not cost a copy.
            _ = try result(of: change)
            try change.request.checkFilesCameAlong()
            try change.request.validate()
            reply = try await attachments.keeping(files, of: change.request, within: nil) {
                request throws(RequestError) in
                var change = change
                change.request = request
                // The request may have been changed while the files were copied.
                return try replace(change)
            }
        } else {
            reply = try replace(change)
        }
        await arm(delivering: true)
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
        call: String?
    ) async throws(RequestError) -> Snooze {
        try NotificationTrigger.validate(snooze: microseconds)
        let change = changeCall(.snoozed, by: origin)
        let key = try lists.resolveSnoozed(name, preferring: app)
        if let row = try store.delivered(of: key) {
            schedule.observe()
            return try again(row, after: microseconds, of: change)
        }
        guard try store.pending(of: key) != nil else {
            throw RequestError(.notFound, try lists.absence(of: name))
        }
        let reply = try perform(call) { () throws(RequestError) in
            try postpone(key, by: microseconds, of: change)
        }
        CrashPoint.reached(.snoozed)
        await arm()
        return .moved(reply)
    }

    /// Skips a date of a repeating request.
    ///
    /// - Parameters:
    ///   - range: what the date lies in; `nil` for the next one.
    ///   - origin: the program that can undo it; `nil` if none can.
    /// - Throws: ``NotifyCore/RequestError`` if it is not pending, does not repeat or has no such date.
    func skip(
        _ name: String,
        on range: ClosedRange<Instant>? = nil,
        preferring app: String,
        by origin: String? = nil,
        call: String? = nil
    ) async throws(RequestError) -> (key: RequestKey, skipped: Instant, next: Instant?) {
        let skipped = try perform(call) { () throws(RequestError) in
            try leaveOut(range, of: name, preferring: app, by: origin)
        }
        await arm()
        return skipped
    }

    /// Pauses requests, or resumes them.
    ///
    /// Dates that pass in between are not delivered later: a repeating request continues with its next date. One that
    /// fires once keeps its date.
    ///
    /// - Parameters:
    ///   - pause: until when; `nil` to resume them.
    ///   - origin: the program that can undo it; `nil` if none can.
    /// - Returns: the requests whose pause is another one now, or that are resumed.
    func set(
        _ pause: Pause?,
        of selection: RemovalSelection,
        by origin: String? = nil,
        call: String? = nil
    ) async throws(RequestError) -> [RequestKey] {
        let keys = try perform(call) { () throws(RequestError) in
            if let end = pause?.end, end <= clock.now {
                throw RequestError(
                    .invalidTrigger,
                    "the end of the pause, \(RFC3339.string(end, in: zones.local())), is past",
                    wayOut: "write a later one"
                )
            }
            return try change(selection, to: pause, by: origin)
        }
        await arm(delivering: pause == nil)
        tasks.returnMemory(after: keys.count)
        return keys
    }

    // MARK: Remove

    /// Removes requests from the lists and closes their bubbles.
    ///
    /// - Parameters:
    ///   - change: the call that can be undone; `nil` to keep nothing.
    ///   - call: the name of the call, for ``Store/carryingOut(_:_:)``.
    func remove(
        _ selection: RemovalSelection,
        leavingFiles: Bool = true,
        of change: ChangeCall? = nil,
        call: String? = nil
    ) async throws(RequestError) -> [RequestKey] {
        var selections = selection.mayBeOfOthers ? try lists.resolved(selection) : [selection]
        if selection.includesAlarms {
            for index in selections.indices { try addAlarms(&selections[index]) }
        }
        CrashPoint.reached(.removing)
        let files = leavingFiles ? try store.requestFiles() : [:]
        let removal = try store.carryingOut(call) { () throws(RequestError) in
            guard let change else { return try store.remove(selections, forgets: true) }
            do throws(RequestError) {
                let keys = try store.keys(selections)
                return try store.recording(change, of: keys, .lists, mayExceed: selection.mayExceed)
                { () throws(RequestError) in
                    try store.remove(selections, mayUseReserve: false)
                }
            } catch  where error.code != .notKept {
                // There may be no room for what is kept.
                return try store.remove(selections)
            }
        }
        CrashPoint.reached(.removed)
        let lines = removal.lines(at: clock.now, files: files)
        journal.note(lines)
        screen.close(removal.delivered)
        let removed = lines.map(\.key)
        await arm()
        tasks.returnMemory(after: removed.count)
        return removed
    }

    /// Adds the other alarms of events to a selection of some.
    private func addAlarms(_ selection: inout RemovalSelection) throws(RequestError) {
        guard case .identifiers(var names) = selection.choice, let app = selection.appID else {
            return
        }
        for name in names {
            guard let row = try store.eventRow(of: RequestKey(appID: app, identifier: name)) else {
                continue
            }
            let others = try store.eventRows(of: row.uid).filter { $0.isOfSameDate(as: row) }
            names += others.map(\.key).filter { $0.appID == app && !names.contains($0.identifier) }
                .map(\.identifier)
        }
        selection.choice = .identifiers(names)
    }

    /// Removes the oldest delivered notifications of a sender that has too many, so that one that never removes any can
    /// go on.
    func forgetOldest(of quota: SenderQuota) async throws(RequestError) {
        let oldest = try store.deliveredPastBounds(of: quota)
        guard !oldest.isEmpty else { return }
        logger.debug("the \(oldest.count) oldest delivered of \(quota.words) are removed")
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

    /// Undoes the last change of a program, or makes the one again that was undone last.
    ///
    /// What cannot be undone is reported once, and does not stand before earlier changes any more.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if there is none, or its rows were changed since; no request is changed then.
    func undo(
        of origin: String,
        again: Bool = false,
        call: String? = nil
    ) async throws(RequestError) -> UndoReply {
        let reply = try perform(call) { () throws(RequestError) in
            try turnLast(of: origin, isUndone: again)
        }
        await arm(delivering: true)
        tasks.returnMemory(after: reply.requests.count)
        return reply
    }

    /// Restores a request that was removed.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if there is none, or it cannot be restored; nothing is changed then.
    func restore(
        _ name: String,
        preferring app: String,
        by origin: String? = nil,
        call: String? = nil
    ) async throws(RequestError) -> UndoReply {
        let reply = try perform(call) { () throws(RequestError) in
            try restoreRemoved(name, preferring: app, by: origin)
        }
        await arm(delivering: true)
        return reply
    }

    // MARK: Around a change

    /// Makes a change that a call asks for, by clocks that were just looked at; the store remembers the call.
    private func perform<Result>(
        _ call: String?,
        _ change: () throws(RequestError) -> Result
    ) throws(RequestError) -> Result {
        schedule.observe()
        return try store.carryingOut(call, change)
    }

    /// The zone of a request's dates; the user's where its own is not known any more.
    func zone(of pending: PendingRequest) -> any ZoneRules {
        (try? zones.zone(of: pending.request.trigger)) ?? zones.local()
    }

    /// Arms the timers after a change, delivers what it has made due, and removes the files that no request has any
    /// longer.
    private func arm(delivering: Bool = false) async {
        attachments.sweepSoon()
        await schedule.arm(roundFollows: delivering)
        if delivering { tasks.deliverSoon() }
    }
}
