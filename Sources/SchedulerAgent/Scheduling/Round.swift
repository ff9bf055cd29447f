import AgentInterface
import DesktopBubbles
import Logging
import NotifyCore

/// Shows what is due, one after the other, and stores the outcome of each.
///
/// It owns whether a round is under way, and why the last one ended. A delivery is marked in the store before it is
/// sent to the notification server, and its state is written after the answer, so that the next run of the agent finds
/// what a crash interrupted. While a call to the server is under way other events are handled; what they add is taken
/// by the same round.
final class Round {
    /// What is delivered next.
    private enum Turn {
        /// A request that is due, or its warning.
        case due(DueRequest)
        /// A delivery that was stored before.
        case stored(Int64)
        /// A delivery whose app has answered, or was not asked in the end.
        case answered(Screen.AskedDelivery)
    }

    private let context: SchedulingContext
    private let screen: Screen
    private let schedule: Schedule
    private let answers: Answers
    private let attachments: Attachments
    private let apps: Apps
    private let journal: Journal
    private let courier: AppCourier
    private let prompts: PermissionAsker
    private let requests: Requests
    private let tasks: SchedulerTasks
    /// Whether a round is in progress.
    private(set) var isRunning = false
    /// Whether the agent ends and shows no more notifications.
    private var isEnding = false
    /// The callers that wait for the end of the round.
    private var endWaiters: [CheckedContinuation<Void, Never>] = []
    private var store: Store { context.store }
    private var logger: Logger { context.logger }

    init(
        _ context: SchedulingContext,
        screen: Screen,
        schedule: Schedule,
        answers: Answers,
        apps: Apps,
        courier: AppCourier,
        prompts: PermissionAsker,
        requests: Requests,
        attachments: Attachments,
        journal: Journal,
        tasks: SchedulerTasks
    ) {
        self.context = context
        self.screen = screen
        self.schedule = schedule
        self.answers = answers
        self.apps = apps
        self.courier = courier
        self.prompts = prompts
        self.journal = journal
        self.requests = requests
        self.attachments = attachments
        self.tasks = tasks
    }

    // MARK: The round

    /// Shows what is due until nothing is left or nothing more can be shown now, and arms the timers.
    ///
    /// A call while another is in progress returns at once.
    func deliver() async {
        if !isEnding {
            schedule.startRuns { [self] due throws(RequestError) in
                if let (id, _, _) = try mark(due) { screen.showAgain([id], setsBadges: true) }
            }
            await schedule.nag(isHeld: { screen.isHeld($0) }) { id throws(RequestError) in
                try await answers.settle(id, orThrow: .wantedAgain)
            }
        }
        let begins = !isRunning && !isEnding
        if begins {
            isRunning = true
            screen.beginRound()
        }
        await schedule.beginRound()
        guard begins else { return }
        let hold = await showAll()
        isRunning = false
        resumeWaiters()
        screen.endRound(isPrompting: prompts.isAsking, isAsking: prompts.isShowing)
        attachments.sweepSoon()
        await schedule.endRound(hold, bubbleEnd: screen.nextExpiry)
    }

    /// Shows one delivery after the other.
    ///
    /// - Returns: what holds back what is left.
    private func showAll() async -> Schedule.Hold {
        do {
            var hold = Schedule.Hold.nothing
            while let next = try next(orWhy: &hold) {
                guard let delivery = try mark(next) else { continue }
                let listener = courier.listener(of: delivery.delivery.request.appID)
                let outcome = await screen.show(delivery, listener: listener)
                await settle(delivery, outcome)
            }
            return hold
        } catch {
            logger.error("\(error)")
            return .failure
        }
    }

    /// Returns what is delivered next; `nil` if nothing can be, which `hold` explains then.
    private func next(orWhy hold: inout Schedule.Hold) throws(RequestError) -> Turn? {
        guard !isEnding else { return nil }
        // While a server owes answers, the others may have to wait for them in turn.
        if screen.owesAnswers, screen.isServerReady, let urgent = try schedule.nextDue(.urgent) {
            return .due(urgent)
        }
        switch screen.takeNext() {
        case .stored(let id): return .stored(id)
        case .answered(let asked): return .answered(asked)
        case .full(let end): hold = .until(end)
        case .server: hold = .server
        case .due(let opening?): return try nextUrgent(until: opening, orWhy: &hold)
        case .due(nil): return try nextDue(orWhy: &hold)
        }
        return nil
    }

    /// Returns what is due and waits for nothing but a server.
    private func nextDue(orWhy hold: inout Schedule.Hold) throws(RequestError) -> Turn? {
        if let due = try schedule.nextDue() { return isReady(orWhy: &hold) ? .due(due) : nil }
        if let warning = try schedule.nextDue(.warning) {
            return isReady(orWhy: &hold) ? .due(warning) : nil
        }
        // Last, because new notifications come before those that were already seen. No server is started for them: it
        // would replace the shell, which is about to restart.
        if screen.isServerReady, let id = screen.takeReturning() { return .stored(id) }
        return nil
    }

    /// Returns an urgent request; the others wait for room on the screen.
    private func nextUrgent(
        until opening: Int64,
        orWhy hold: inout Schedule.Hold
    ) throws(RequestError) -> Turn? {
        if !screen.hasWork, try schedule.nextDue() == nil { return nil }
        guard isReady(orWhy: &hold) else { return nil }
        if let urgent = try schedule.nextDue(.urgent) { return .due(urgent) }
        hold = .until(opening)
        return nil
    }

    /// Whether notifications can be shown now; otherwise a server is started, if the bus can.
    private func isReady(orWhy hold: inout Schedule.Hold) -> Bool {
        if screen.isServerReady || screen.wantServer() { return true }
        hold = .server
        return false
    }

    /// Marks what is delivered next.
    ///
    /// - Returns: what to show; `nil` if the decision was to show nothing, which is stored then.
    private func mark(_ turn: Turn) throws(RequestError) -> Screen.MarkedDelivery? {
        switch turn {
        case .stored(let id): return try markAgain(id)
        case .answered(let asked): return try mark(asked)
        case .due(let due):
            let marked = try mark(due)
            if due.pending.request.run != nil { schedule.startRuns() }
            return marked.map { id, delivery, earlier in
                let bubble = screen.place(of: delivery.request.key, after: earlier)
                return Screen.MarkedDelivery(
                    id: id,
                    delivery: delivery,
                    bubble: bubble,
                    setsBadge: true,
                    asksApp: true
                )
            }
        }
    }

    // MARK: Settling

    /// Stores the outcome of a delivery.
    private func settle(_ marked: Screen.MarkedDelivery, _ outcome: Screen.Outcome) async {
        switch outcome {
        case .asked: return
        case .unseen: endUnseen(marked)
        default: await settle(marked.id, outcome)
        }
        if marked.setsBadge { apps.applyBadge(of: marked.delivery.request) }
    }

    /// Stores the server's answer to a delivery.
    private func settle(_ id: Int64, _ outcome: Screen.Outcome) async {
        switch outcome {
        case .asked, .unseen, .waits: break
        case .shown(let bubble, let other): await settle(id, shownBy: bubble, insteadOf: other)
        case .suppressed: await answers.settle(id, by: .suppressed)
        case .timedOut(let owner): await answers.settle(id, by: .timedOut(owner: owner))
        case .serverGone(let owner, let isCurrent):
            if isCurrent { await serverChanged(to: nil) }
            await answers.settle(id, by: .ownerGone(owner: owner))
        case .refused(let message):
            // If the delivery was removed in the meantime, nobody needs the name of the error.
            if await !answers.settle(id, by: .refused(message: message)) {
                _ = screen.takeRefusalName(of: id)
            }
        }
    }

    private func settle(_ id: Int64, shownBy bubble: BubbleKey, insteadOf other: Int64?) async {
        // The bubble shows this delivery from now on; the other one stays in the list.
        if let other { await answers.settle(other, by: .closed(.closed)) }
        guard await answers.settle(id, by: .shown(bubble)) else {
            // The delivery was removed while the call was in progress.
            await screen.close(bubble)
            return
        }
        for early in screen.takeEarly(bubble) {
            // A server that closes a bubble before it gives its number does so by itself.
            let event = early.event == .closed(.dismissed) ? .unseen : early.event
            await answers.settle(id, by: event, activationToken: early.activationToken)
        }
        if screen.hasGone(bubble.owner) {
            await answers.settle(id, by: .ownerGone(owner: bubble.owner))
        }
    }

    /// Ends a delivery that has only a sound or a number, which needs neither a bubble nor a place in the list.
    private func endUnseen(_ marked: Screen.MarkedDelivery) {
        do {
            try store.end(delivered: marked.id, .process)
        } catch {
            logger.error("\(error)")
        }
        if let bubble = marked.bubble { screen.closeSoon(bubble) }
        journal.note([HistoryLine(delivered: marked.delivery, at: context.clock.now)])
    }

    // MARK: Events

    /// Restores the deliveries of an earlier run.
    ///
    /// - Parameter isSameBus: whether the earlier run was on the bus of this one.
    func restore(serverOwner owner: String?, isSameBus: Bool) async throws(RequestError) {
        await settle(try screen.restore(serverOwner: owner, isSameBus: isSameBus))
    }

    /// Handles that another notification server has the name, or none.
    func serverChanged(to owner: String?) async {
        let earlier = screen.owner
        await screen.serverChanged(to: owner) { moved in
            if let earlier { await prompts.handle(.serverGone(owner: earlier)) }
            await settle(moved)
        }
    }

    /// Handles that the server has reported its capabilities, or has answered a call that had timed out.
    func serverAnswered(_ owner: String, isLate: Bool = false) async {
        await screen.serverAnswered(owner, isLate: isLate) { await settle($0) }
    }

    private func settle(_ moved: [Screen.Moved]) async {
        for (id, event) in moved { await answers.settle(id, by: event) }
    }

    /// Handles the answer to a call that had timed out.
    ///
    /// - Returns: whether it was one for a delivery.
    func handle(lateReply outcome: ShowOutcome, _ ticket: UInt64) async -> Bool {
        guard let (id, outcome) = screen.outcome(ofLate: outcome, ticket) else { return false }
        await settle(id, outcome)
        return true
    }

    /// Handles a change of do-not-disturb.
    ///
    /// When it ends, held deliveries are shown: urgent ones themselves, the others as one bubble.
    func doNotDisturbChanged(to isOn: Bool?) async {
        logger.debug("do-not-disturb is \(isOn.map { $0 ? "on" : "off" } ?? "unknown")")
        do {
            guard let held = try screen.doNotDisturbChanged(to: isOn) else { return }
            for id in held.shown { await answers.settle(id, by: .recalled) }
            if !held.summary.isEmpty {
                _ = try requests.add(try summary(of: held.summary, under: .doNotDisturb))
            }
            try screen.forgetHeld()
        } catch {
            logger.error("\(error)")
        }
        tasks.deliverSoon()
        tasks.post(.showQuestions)
    }

    // MARK: The end

    /// Stops showing notifications.
    ///
    /// Returns once the result of a call in progress is stored; also that of one which a hanging server answers late,
    /// because the next agent would not hear it.
    func stop() async {
        isEnding = true
        while isRunning || screen.mayAnswerLate {
            await withCheckedContinuation { endWaiters.append($0) }
        }
    }

    /// Has no further delivery begin.
    func stopSoon() { isEnding = true }

    /// Has ``stop()`` look again after an event of the server.
    func noteEvent() {
        if isEnding { resumeWaiters() }
    }

    private func resumeWaiters() {
        let waiters = endWaiters
        endWaiters = []
        for waiter in waiters { waiter.resume() }
    }
}

/// What a delivery becomes before it is shown: it is marked in the store, or only listed, dropped or summarised.
extension Round {
    /// Decides about a due request.
    ///
    /// - Returns: the marked delivery, and the one of its request before it; `nil` if it is not shown.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the store is unchanged then.
    private func mark(
        _ due: DueRequest
    ) throws(RequestError) -> (id: Int64, delivery: Delivery, earlier: DeliveredRow?)? {
        let request = due.pending.request
        if request.run != nil, due.decision != .miss, !request.content.isWorthDelivering {
            // It shows nothing, which needs no permission.
            try store.settle(due.settledDates, .process)
            return nil
        }
        guard due.permission.mayAdd else { return try drop(due, .notAllowed) }
        let isProvisional = due.permission == .provisional
        switch due.decision {
        case .miss: return try drop(due, .missed, detail: "\(due.occurrences.count)")
        // It has nothing to list, and notifications of a provisional app only go to the list.
        case .show where isProvisional && !request.isVisible: return try drop(due, .delivered)
        case .show where isProvisional:
            _ = try list(due, HistoryLine.listDetail)
            return nil
        case .show where due.isLate && request.isVisible:
            let late = try schedule.late(limit: context.limits.maxSummarised)
            if late.count > Lateness.maxAtOnce {
                try summarise(late, under: .absence)
                return nil
            }
        case .show: break
        }
        guard request.isVisible, screen.isHeld(request) else { return try begin(due) }
        let ids = try list(due, HistoryLine.quietDetail)
        let level = request.content.interruptionLevel
        try screen.withhold(ids, isUrgent: level.isUrgent)
        // The sound of a critical one is played all the same.
        if level == .critical { screen.playSound(of: due.delivery(at: context.clock.now, .listed)) }
        return nil
    }

    /// Stores a delivery that is shown now.
    private func begin(
        _ due: DueRequest
    ) throws(RequestError) -> (id: Int64, delivery: Delivery, earlier: DeliveredRow?)? {
        let earlier = try store.delivered(of: due.key)
        let delivery = due.delivery(at: context.clock.now, .delivering)
        guard let id = try store([(due, delivery)]).first else { return nil }
        logger.debug(
            "\(Screen.MarkedDelivery.name(due.key, id)) is due: \(RFC3339.string(due.occurrences.latest, in: context.zones.local()))"
        )
        if let earlier { answers.remember(replaced: earlier) }
        return (id, delivery, earlier)
    }

    /// Settles dates of a request without a delivery.
    private func drop(
        _ due: DueRequest,
        _ event: HistoryLine.Event,
        detail: String = ""
    ) throws(RequestError) -> (id: Int64, delivery: Delivery, earlier: DeliveredRow?)? {
        try store.settle(due.settledDates, .process)
        logger.debug("\(due.key.appID)/\(due.key.identifier) is not shown: \(event.rawValue)")
        journal.note([line(of: due, event, detail, at: context.clock.now)])
        return nil
    }

    /// Delivers to the list only.
    private func list(_ due: DueRequest, _ detail: String) throws(RequestError) -> [Int64] {
        let earlier = try store.delivered(of: due.key)
        let now = context.clock.now
        let ids = try store([(due, due.delivery(at: now, .listed))])
        logger.debug("\(due.key.appID)/\(due.key.identifier) is only listed: \(detail)")
        if let bubble = earlier?.state.bubble { screen.closeSoon(bubble) }
        journal.note([line(of: due, .delivered, detail, at: now)])
        return ids
    }

    /// Stores deliveries, and counts those of senders that are not the user.
    private func store(
        _ deliveries: [(due: DueRequest, delivery: Delivery)],
        summary: ((_ ids: [Int64]) -> (pending: PendingRequest, boot: BootDue?))? = nil
    ) throws(RequestError) -> [Int64] {
        let ids = try store.begin(deliveries, summary: summary)
        for (due, delivery) in deliveries {
            context.senders.noteShown(delivery.request, isLowered: due.isLowered)
        }
        return ids
    }

    private func line(
        of due: DueRequest,
        _ event: HistoryLine.Event,
        _ detail: String,
        at date: Instant
    ) -> HistoryLine {
        HistoryLine(
            at: date,
            key: due.key,
            title: due.title,
            event: event,
            detail: detail,
            scheduled: due.occurrences.latest,
            requester: event == .delivered ? due.pending.request.speaker : nil
        )
    }

    // MARK: Deliveries that are stored

    /// Presents a delivery as its app chose.
    ///
    /// - Returns: the delivery to show; `nil` if it has no bubble, or was removed meanwhile.
    private func mark(_ asked: Screen.AskedDelivery) throws(RequestError) -> Screen.MarkedDelivery?
    {
        guard let row = try store.delivered(id: asked.id), row.state == .delivering else {
            // The delivery was removed while the app was asked.
            if let bubble = asked.bubble { screen.closeSoon(bubble) }
            return nil
        }
        var marked = Screen.MarkedDelivery(
            id: asked.id,
            delivery: try row.delivery(),
            bubble: asked.bubble,
            setsBadge: true
        )
        // The server may have gone with it.
        if asked.bubble?.owner != screen.owner { marked.bubble = nil }
        guard let options = asked.options else { return marked }
        marked.delivery.presentation = options
        marked.setsBadge = options.contains(.badge)
        guard marked.delivery.request.isVisible else { return marked }
        if options.contains(.banner) {
            try store.update(delivered: asked.id, presentation: options)
            return marked
        }
        try list(marked, options)
        if let bubble = asked.bubble { screen.closeSoon(bubble) }
        if marked.setsBadge { apps.applyBadge(of: marked.delivery.request) }
        return nil
    }

    /// Keeps a delivery without a bubble, or ends it if its app does not want it in the list.
    private func list(
        _ marked: Screen.MarkedDelivery,
        _ options: PresentationOptions
    ) throws(RequestError) {
        let (now, delivery) = (context.clock.now, marked.delivery)
        let line: HistoryLine
        if options.contains(.list) {
            try store.update(delivered: marked.id, state: .listed, at: now)
            line = HistoryLine(delivered: delivery, at: now, detail: HistoryLine.listDetail)
        } else {
            try store.end(delivered: marked.id, .process)
            line = HistoryLine(
                at: now,
                key: delivery.request.key,
                title: delivery.request.content.title,
                event: .declined,
                scheduled: delivery.scheduled
            )
        }
        logger.debug("\(marked.name) has no bubble: its app wants none")
        if options.contains(.sound) { screen.playSound(of: delivery) }
        journal.note([line])
    }

    /// Decides about a delivery that was stored before: it was interrupted, returns or is wanted again.
    ///
    /// - Returns: the delivery to show; `nil` if it is only listed, or has left the list.
    private func markAgain(_ id: Int64) throws(RequestError) -> Screen.MarkedDelivery? {
        guard let row = try store.delivered(id: id),
            row.state == .delivering || row.state.isReturning
        else { return nil }
        CrashPoint.reached(.showingAgain)
        do {
            var delivery = try row.delivery()
            if delivery.request.run != nil, delivery.state == .delivering {
                delivery.noteLateness(now: context.clock.now)
            }
            let bubble = screen.place(ofStored: delivery)
            let mayAdd = try apps.permission(of: delivery.request.appID).mayAdd
            guard mayAdd, !screen.isHeld(delivery.request) else {
                try store.update(delivered: id, state: .listed, at: delivery.delivered)
                logger.debug(
                    "\(Screen.MarkedDelivery.name(delivery.request.key, id)) is only listed"
                )
                if let bubble { screen.closeSoon(bubble) }
                // One that was already seen is only listed.
                guard mayAdd, !delivery.state.isReturning else { return nil }
                let now = context.clock.now
                let detail = HistoryLine.quietDetail
                journal.note([HistoryLine(delivered: delivery, at: now, detail: detail)])
                let isUrgent = delivery.request.content.interruptionLevel.isUrgent
                try screen.withhold([id], isUrgent: isUrgent)
                return nil
            }
            let wantsBadge = delivery.presentation?.contains(.badge) ?? true
            return Screen.MarkedDelivery(
                id: id,
                delivery: delivery,
                bubble: bubble,
                setsBadge: screen.takeBadge(of: id) && wantsBadge
            )
        } catch {
            logger.error("\(error); it is dropped")
            try store.end(delivered: id, .process)
            return nil
        }
    }

    // MARK: Summaries

    /// Lists requests that came late together, and adds one bubble for them.
    ///
    /// One that would be alone there, or that is not listed, is left to the next round.
    ///
    /// - Parameter arrivals: the requests, which have just been added, with the dates when they were sent.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the store is unchanged then.
    func summarise(arrivals: [(row: PendingRow, sent: Instant)]) throws(RequestError) {
        var late: [DueRequest] = []
        for (row, sent) in arrivals {
            if let due = try schedule.due(row, sent: sent),
                due.permission == .authorized, due.pending.request.isVisible
            {
                late.append(due)
            }
        }
        if late.count > 1 { try summarise(late, under: .arrival) }
    }

    /// Delivers late requests to the list, and stores the request of one summary.
    private func summarise(
        _ late: [DueRequest],
        under cause: LateSummary.Cause
    ) throws(RequestError) {
        let (now, clock) = (context.clock.now, context.clock)
        var bubbles: [BubbleKey] = []
        for due in late {
            bubbles += try store.delivered(app: due.key.appID, identifier: due.key.identifier)
                .compactMap(\.state.bubble)
        }
        let earlier = try earlierEntries(except: Set(late.map(\.key)))
        let zone = context.zones.local()
        let boot = BootDue(boot: clock.boot, microseconds: clock.sinceBoot)
        let deliveries = late.map { (due: $0, delivery: $0.delivery(at: now, .listed)) }
        _ = try store(deliveries) { ids in
            let entries = zip(ids, deliveries).map { LateSummary.Entry(id: $0, $1.delivery) }
            let request = LateSummary.request(
                for: earlier + entries,
                under: cause,
                now: now,
                in: zone
            )
            return (PendingRequest(request: request, added: now, due: now), boot)
        }
        logger.debug("\(late.count) late requests are listed, and shown as one summary")
        for bubble in bubbles { screen.closeSoon(bubble) }
        journal.note(late.map { line(of: $0, .delivered, LateSummary.historyDetail, at: now) })
        // Only the last number of an app is shown.
        let badged = late.map(\.pending.request).filter { $0.content.badge != nil }
        let last = Dictionary(badged.map { ($0.appID, $0) }, uniquingKeysWith: { $1 }).values
        for request in last { apps.applyBadge(of: request) }
    }

    /// Returns the request of a summary of listed deliveries, including those of an earlier summary.
    private func summary(
        of entries: [LateSummary.Entry],
        under cause: LateSummary.Cause
    ) throws(RequestError) -> NotificationRequest {
        let ids = Set(entries.map(\.id))
        let earlier = try earlierEntries(except: []).filter { !ids.contains($0.id) }
        return LateSummary.request(
            for: earlier + entries,
            under: cause,
            now: context.clock.now,
            in: context.zones.local()
        )
    }

    /// The entries of an earlier summary that the user has not answered.
    private func earlierEntries(
        except keys: Set<RequestKey>
    ) throws(RequestError) -> [LateSummary.Entry] {
        let now = context.clock.now
        let own = LateSummary.request(for: [], now: now, in: context.zones.local()).key
        // The new summary also replaces one that is still pending.
        let requests =
            try store.delivered(app: own.appID, identifier: own.identifier)
            .map { row throws(RequestError) in try row.delivery().request }
            + store.pending(app: own.appID, identifier: own.identifier)
            .map { row throws(RequestError) in try row.pending().request }
        var entries: [LateSummary.Entry] = []
        var known: Set<Int64> = []
        for id in requests.flatMap({ LateSummary.deliveries(of: $0) ?? [] })
        where known.insert(id).inserted {
            guard let row = try store.delivered(id: id), row.state == .listed else { continue }
            let delivery = try row.delivery()
            guard !keys.contains(delivery.request.key) else { continue }
            entries.append(LateSummary.Entry(id: id, delivery))
        }
        return entries
    }
}

extension Delivery {
    /// Notes that it is late, if it had to wait for a server after its command was started.
    fileprivate mutating func noteLateness(now: Instant) {
        guard note == nil,
            now.microseconds - scheduled.microseconds > Lateness.begins
        else { return }
        note = LateNote(occurrences: .one(scheduled), isLate: true)
    }
}
