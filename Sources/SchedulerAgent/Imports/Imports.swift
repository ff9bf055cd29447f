import AgentInterface
import Logging
import NotifyCore
import RequestFiles

/// Brings requests in that were written elsewhere: exports, calendars, and the files of requests.d.
///
/// When a function returns, its change is on the disk and in the history, and the timers are armed.
final class Imports {
    private let context: SchedulingContext
    private let requests: Requests
    private let answers: Answers
    private let schedule: Schedule
    private let screen: Screen
    private let staging: ImportStaging
    private let calendars: Calendars
    private let files: RequestFileIntake
    private var store: Store { context.store }

    init(
        _ context: SchedulingContext,
        answers: Answers,
        requests: Requests,
        screen: Screen,
        schedule: Schedule,
        apps: Apps,
        attachments: AttachmentSweeper
    ) {
        self.context = context
        self.requests = requests
        self.answers = answers
        self.schedule = schedule
        self.screen = screen
        staging = ImportStaging(context, attachments: attachments.keeper, apps: apps)
        calendars = Calendars(context)
        files = RequestFileIntake(context)
    }

    // MARK: Import

    /// Handles an `Import` call.
    ///
    /// After the last call of an import, all entries are on the disk when this returns.
    ///
    /// - Throws: ``NotifyCore/RequestError``, whose message names the entry; nothing of the import is stored then.
    func load(_ call: ImportCall) async throws(RequestError) -> ImportReply {
        schedule.observe()
        let (reply, complete) = try await staging.handle(call, planRound: schedule.planRound)
        guard let complete else { return reply }
        let replaced: [DeliveredRow]
        let removal: Removal
        do throws(RequestError) {
            for key in try staging.waiting(in: complete) { try requests.handOverWaiting(key) }
            (replaced, removal) = try store.carryingOut(call.name) {
                [staging] () throws(RequestError) in
                try staging.store(complete)
            }
        } catch {
            staging.discard(complete)
            throw error
        }
        for row in replaced { if let bubble = row.state.bubble { screen.closeSoon(bubble) } }
        requests.finish(removal)
        await dismiss(complete.calendar.changes.acknowledged)
        if call.isForeign { try? await requests.forgetOldest(of: .calendars) }
        schedule.noteImported(complete)
        staging.returnMemory(of: complete.bytes)
        await requests.armAndDeliver()
        context.logger.debug(
            "an import stored \(complete.pending.count) pending, \(complete.delivered.count) delivered; \(removal.pending.count) went"
        )
        return reply
    }

    /// Discards what a caller has imported that left before its last call.
    func forget(_ sender: String) { staging.forget(sender) }

    /// Dismisses what is shown of events and was dismissed in another program.
    private func dismiss(_ acknowledged: [(key: RequestKey, date: Instant)]) async {
        for (key, date) in acknowledged {
            do throws(RequestError) {
                guard let row = try store.delivered(of: key), row.scheduled <= date else {
                    continue
                }
                try await answers.settle(row.id, orThrow: .dismissed)
            } catch {
                context.logger.error("\(error)")
            }
        }
    }

    // MARK: Calendars

    /// The entries of calendars for the reply of `Calendars`; see ``Calendars/entries(of:)``.
    func calendars(named name: String?) throws(RequestError) -> [CalendarEntry] {
        try calendars.entries(of: name)
    }

    /// The paths of the calendars that are followed, and whether a file of theirs must be read again.
    func followedCalendars() throws(RequestError) -> [(path: String, isStale: Bool)] {
        try calendars.followed()
    }

    /// Notes why a calendar could not be read.
    func note(_ problem: String, ofCalendar name: String) { calendars.note(problem, of: name) }

    /// Ends a calendar, and removes all that came from it.
    ///
    /// - Returns: how many requests went.
    /// - Throws: ``NotifyCore/RequestError`` if there is none, or a file names it.
    func endCalendar(_ name: String, call: String? = nil) async throws(RequestError) -> Int {
        let removal = try store.carryingOut(call) { [calendars] () throws(RequestError) in
            try calendars.end(name)
        }
        requests.finish(removal)
        await requests.arm()
        context.returnMemory(after: removal.pending.count + removal.delivered.count)
        return Set(removal.pending.map(\.key) + removal.delivered.map(\.key)).count
    }

    // MARK: requests.d

    /// Updates the requests of files, and the calendars that they name, to match the files.
    ///
    /// - Returns: the errors in the files, one sentence each.
    func update(to scan: RequestFileScan) async -> [String] {
        schedule.observe()
        var outcome = files.store(scan)
        for id in outcome.stored { schedule.noteAccepted(id) }
        do throws(RequestError) {
            if !outcome.gone.isEmpty {
                let selection = try files.selection(ofFiles: outcome.gone)
                _ = try await requests.remove(selection, leavingFiles: false)
                try files.forget(outcome.gone)
            }
            requests.finish(try calendars.update(to: scan))
        } catch {
            context.logger.error("\(error)")
            outcome.problems.append("\(error)")
        }
        await requests.armAndDeliver()
        return outcome.problems
    }
}
