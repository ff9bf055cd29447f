import AgentInterface
import Logging
import NotifyCore
import RequestFiles

/// Changes that concern several parts.
extension Scheduler {
    /// Pauses requests; see ``RequestControl/pause(_:by:)``.
    func pause(
        _ selection: RemovalSelection,
        by origin: String? = nil,
        call: String? = nil
    ) async throws(RequestError) -> [RequestKey] {
        schedule.observe()
        let control = requests.control
        let keys = try context.store.carryingOut(call) { () throws(RequestError) in
            try control.pause(selection, by: origin)
        }
        await arm()
        context.returnMemory(after: keys.count)
        return keys
    }

    /// Resumes requests; see ``RequestControl/resume(_:by:)``.
    func resume(
        _ selection: RemovalSelection,
        by origin: String? = nil,
        call: String? = nil
    ) async throws(RequestError) -> [RequestKey] {
        schedule.observe()
        let control = requests.control
        let keys = try context.store.carryingOut(call) { () throws(RequestError) in
            try control.resume(selection, by: origin)
        }
        await armAndDeliver()
        context.returnMemory(after: keys.count)
        return keys
    }

    /// Skips a repeating request's next date; see ``RequestControl/skip(_:preferring:by:)``.
    func skip(
        _ name: String,
        preferring app: String,
        by origin: String? = nil,
        call: String? = nil
    ) async throws(RequestError) -> (key: RequestKey, skipped: Instant, next: Instant?) {
        schedule.observe()
        let control = requests.control
        let skipped = try context.store.carryingOut(call) { () throws(RequestError) in
            try control.skip(name, preferring: app, by: origin)
        }
        await arm()
        return skipped
    }

    /// Shows a delivered notification once more after a while, under an identifier of its own; postpones one
    /// that is only pending by that while, as ``RequestEditor/postpone(_:by:of:)`` does.
    ///
    /// - Parameter origin: the program that can undo it; `nil` if none can.
    /// - Throws: ``NotifyCore/RequestError`` if there is no such request or no such time.
    func snooze(
        _ name: String,
        preferring app: String,
        microseconds: Int64,
        by origin: String? = nil,
        call callName: String? = nil
    ) async throws(RequestError) -> AddReply {
        try NotificationTrigger.validate(snooze: microseconds)
        schedule.observe()
        let (request, delivered) = try requests.control.request(named: name, preferring: app)
        let call = origin.map { ChangeCall(.snoozed, by: $0, at: context.clock.now) }
        guard let delivered else {
            let editor = requests.editor
            let reply = try context.store.carryingOut(callName) { () throws(RequestError) in
                try editor.postpone(request.key, by: microseconds, of: call)
            }
            CrashPoint.reached(.snoozed)
            await arm()
            return reply
        }
        let child = try requests.adder.accept(
            requests.adder.snoozed(request, of: delivered.scheduled, after: microseconds)
        )
        let line = requests.control.snoozedLine(request, child.reply)
        try await responses.replace(delivered, by: child, line, of: call, named: callName)
        await arm()
        return child.reply
    }

    /// Undoes the last change of a program; see ``ChangeReverter/undo(of:)``.
    func undo(of origin: String, call: String? = nil) async throws(RequestError) -> UndoReply {
        schedule.observe()
        let reverter = requests.reverter
        let reply = try context.store.carryingOut(call) { () throws(RequestError) in
            try reverter.undo(of: origin)
        }
        schedule.requestsChanged()
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
        let reverter = requests.reverter
        let reply = try context.store.carryingOut(call) { () throws(RequestError) in
            try reverter.restore(name, preferring: app)
        }
        await armAndDeliver()
        return reply
    }

    /// Shows a delivered notification as a bubble again.
    ///
    /// - Returns: the notification, and whether a notification server runs that can show it now.
    /// - Throws: ``NotifyCore/RequestError`` if it is not delivered, or may already be on the screen.
    func again(
        _ name: String,
        preferring app: String
    ) async throws(RequestError) -> (key: RequestKey, serverPresent: Bool) {
        let row = try requests.lists.deliveredOnce(name, preferring: app)
        try apps.permissions.check(row.key.appID)
        try await responses.move(row.id, by: .wantedAgain)
        tasks.deliverSoon()
        return (row.key, screen.isServerPresent)
    }

    /// Dismisses delivered notifications as the user does at their bubbles: closes the bubbles and notifies
    /// the apps.
    ///
    /// - Parameter selection: the notifications; identifiers may be APP/IDENTIFIER.
    /// - Throws: ``NotifyCore/RequestError`` with code `Ambiguous` or `Storage`.
    func dismiss(_ selection: RemovalSelection) async throws(RequestError) -> [RequestKey] {
        var keys: [RequestKey] = []
        for selection in try requests.lists.resolved(selection) {
            for (number, (key, id)) in try context.store.deliveredKeys(selection).enumerated() {
                // Each is on the disk by itself, so that many would delay what is due meanwhile.
                if number % Self.dismissedTogether == Self.dismissedTogether - 1 {
                    await Task.yield()
                }
                do throws(RequestError) {
                    if try await responses.move(id, by: .dismissed) { keys.append(key) }
                } catch  where error.code == .storage {
                    throw error
                } catch {
                    // A damaged notification must not keep the others in the list.
                    context.logger.error("\(error)")
                }
            }
        }
        await arm()
        context.returnMemory(after: keys.count)
        return keys
    }

    /// How many notifications are dismissed before other events are handled.
    private static let dismissedTogether = 8

    /// Updates the requests of files to match the files; see ``RequestFileIntake``.
    func handle(_ scan: RequestFileScan) async -> [String] {
        schedule.observe()
        var outcome = requests.files.store(scan)
        for id in outcome.stored { schedule.noteAccepted(id) }
        do {
            if !outcome.gone.isEmpty {
                let selection = try requests.files.selection(ofFiles: outcome.gone)
                _ = try await requests.remover.remove(selection, leavingFiles: false)
                try requests.files.forget(outcome.gone)
            }
            requests.remover.finish(try requests.calendars.update(to: scan))
        } catch {
            context.logger.error("\(error)")
            outcome.problems.append("\(error)")
        }
        await armAndDeliver()
        return outcome.problems
    }

    /// Handles an `Import` call.
    ///
    /// After the last call of an import, all entries are on the disk when this returns.
    ///
    /// - Throws: ``NotifyCore/RequestError``, whose message names the entry; nothing of the import is stored then.
    func handle(_ call: ImportCall) async throws(RequestError) -> ImportReply {
        schedule.observe()
        let imports = requests.imports
        let (reply, complete) = try await imports.handle(call, planRound: schedule.planRound)
        guard let complete else { return reply }
        let replaced: [DeliveredRow]
        let removal: Removal
        do {
            for key in try imports.waiting(in: complete) {
                try requests.adder.handOverWaiting(key)
            }
            (replaced, removal) = try context.store.carryingOut(call.name) {
                () throws(RequestError) in
                try imports.store(complete)
            }
        } catch {
            imports.discard(complete)
            throw error
        }
        for row in replaced { if let bubble = row.state.bubble { screen.closeSoon(bubble) } }
        requests.remover.finish(removal)
        await dismiss(complete.calendar.changes.acknowledged)
        if call.isForeign { try? await requests.withFiles.forgetOldest(of: .calendars) }
        schedule.noteImported(complete)
        imports.returnMemory(of: complete.bytes)
        await armAndDeliver()
        return reply
    }

    /// Dismisses what is shown of events and was dismissed in another program.
    private func dismiss(_ acknowledged: [(key: RequestKey, date: Instant)]) async {
        for (key, date) in acknowledged {
            do throws(RequestError) {
                guard let row = try context.store.delivered(of: key), row.scheduled <= date else {
                    continue
                }
                try await responses.move(row.id, by: .dismissed)
            } catch {
                context.logger.error("\(error)")
            }
        }
    }

    /// Ends a calendar, and removes all that came from it; see ``Calendars/end(_:namedBy:)``.
    func endCalendar(_ name: String, call: String? = nil) async throws(RequestError) -> Int {
        let calendars = requests.calendars
        let removal = try context.store.carryingOut(call) { () throws(RequestError) in
            try calendars.end(name)
        }
        requests.remover.finish(removal)
        await arm()
        context.returnMemory(after: removal.pending.count + removal.delivered.count)
        return Set(removal.pending.map(\.key) + removal.delivered.map(\.key)).count
    }

    /// Arms the timers after a change, and removes the files that no request has any longer.
    func arm() async {
        attachments.sweep()
        await schedule.arm()
    }

    /// Delivers what is due in the background; the timers are armed at the end of that.
    ///
    /// A round under way may wait for a server that hangs, so they are armed at once then.
    private func armAndDeliver() async {
        if screen.isRoundRunning { await arm() }
        tasks.deliverSoon()
    }

    /// The figures for `Status`.
    func summary() throws(RequestError) -> (
        counts: (pending: Int, waiting: Int, delivered: Int), next: Instant?, serverPresent: Bool,
        waitsForClock: Bool, limited: [String]
    ) {
        (
            try context.store.counts(), try context.store.nextDate(), screen.isServerPresent,
            !schedule.isTrusted,
            context.senders.excesses(at: context.clock.sinceBoot).map(\.words)
        )
    }

    /// A delivered notification and the name of its state.
    typealias ListedDelivery = (row: DeliveredRow, state: String)

    /// Returns a part of a list.
    ///
    /// - Parameters:
    ///   - selection: which rows; the text that is looked for is not compared.
    ///   - position: where the part before it ended; `nil` for the first one.
    func part(
        of list: ListName,
        _ selection: ListSelection,
        after position: ListPosition?
    ) throws(RequestError) -> ListPart<ListedRow> {
        let (store, app) = (context.store, selection.appID)
        switch list {
        case .pending:
            return try store.pendingPart(app: app, after: position, where: selection.includes)
                .map(ListedRow.pending)
        case .waiting:
            return try store.waitingPart(app: app, after: position, where: selection.includes)
                .map(ListedRow.pending)
        case .delivered:
            return try store.deliveredPart(app: app, after: position, where: selection.includes)
                .map { .delivered($0, state: screen.stateName(of: $0)) }
        }
    }

    /// Finds the entries with an identifier in both lists; see ``RequestLists/find(_:preferring:)``.
    func find(
        _ name: String,
        preferring app: String
    ) throws(RequestError) -> (pending: [PendingRow], delivered: [ListedDelivery]) {
        var found: (pending: [PendingRow], delivered: [ListedDelivery]) = ([], [])
        for match in try requests.lists.find(name, preferring: app) {
            switch match.entry {
            case .pending(let row): found.pending.append(row)
            case .delivered(let row):
                found.delivered.append((row, screen.stateName(of: row)))
            }
        }
        return found
    }
}
