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

    let context: SchedulingContext
    let screen: Screen
    let schedule: Schedule
    let answers: Answers
    private let attachments: AttachmentSweeper
    let permissions: AppPermissions
    let journal: Journal
    let settings: AppSettings
    private let courier: AppCourier
    private let prompts: PermissionAsker
    private let requests: Requests
    private let runner: CommandRunner
    private let tasks: SchedulerTasks
    /// Whether a round is in progress.
    private(set) var isRunning = false
    /// Whether the agent ends and shows no more notifications.
    private var isEnding = false
    /// The callers that wait for the end of the round.
    private var endWaiters: [CheckedContinuation<Void, Never>] = []
    var store: Store { context.store }
    var logger: Logger { context.logger }

    init(
        _ context: SchedulingContext,
        screen: Screen,
        schedule: Schedule,
        answers: Answers,
        apps: AppParts,
        courier: AppCourier,
        prompts: PermissionAsker,
        requests: Requests,
        attachments: AttachmentSweeper,
        journal: Journal,
        runner: CommandRunner,
        tasks: SchedulerTasks
    ) {
        self.context = context
        self.screen = screen
        self.schedule = schedule
        self.answers = answers
        permissions = apps.permissions
        settings = apps.settings
        self.courier = courier
        self.prompts = prompts
        self.journal = journal
        self.requests = requests
        self.attachments = attachments
        self.runner = runner
        self.tasks = tasks
    }

    // MARK: The round

    /// Shows what is due until nothing is left or nothing more can be shown now, and arms the timers.
    ///
    /// A call while another is in progress returns at once.
    func deliver() async {
        if !isEnding {
            await beginRuns()
            await nag()
        }
        guard !isRunning, !isEnding else { return await schedule.armForRuns() }
        isRunning = true
        screen.beginRound()
        schedule.beginRound()
        await schedule.armForRuns()
        let hold = await showAll()
        isRunning = false
        resumeWaiters()
        screen.endRound(isPrompting: prompts.isAsking, isAsking: prompts.isShowing)
        attachments.sweep()
        schedule.bubbleEnd = screen.nextExpiry
        logger.debug("the round ends: \(hold)")
        await schedule.endRound(hold)
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
            return .until(Schedule.retryTime(at: context.clock.sinceBoot))
        }
    }

    /// Returns what is delivered next; `nil` if nothing can be, which `hold` explains then.
    private func next(orWhy hold: inout Schedule.Hold) throws(RequestError) -> Turn? {
        guard !isEnding else { return nil }
        // While a server owes answers, the others may have to wait for them in turn.
        if screen.owesAnswers, screen.isServerReady, let urgent = try schedule.nextDue(.urgent) {
            return .due(urgent)
        }
        if let end = screen.pauseEnd {
            hold = .until(end)
            return nil
        }
        let opening = screen.opening
        if let asked = screen.nextAnswered(hasRoom: opening == nil) {
            guard !asked.needsServer || isReady(orWhy: &hold) else { return nil }
            screen.take(asked)
            return .answered(asked)
        }
        if let opening { return try nextUrgent(until: opening, orWhy: &hold) }
        if screen.hasWaiting {
            return isReady(orWhy: &hold) ? screen.takeWaiting().map(Turn.stored) : nil
        }
        if let due = try schedule.nextDue() { return isReady(orWhy: &hold) ? .due(due) : nil }
        if let warning = try schedule.nextDue(.warning) {
            return isReady(orWhy: &hold) ? .due(warning) : nil
        }
        // Last, because new notifications come before those that were already seen. No server is started for them: it
        // would replace the shell, which is about to restart.
        if screen.isServerReady, let id = screen.takeReturning() { return .stored(id) }
        schedule.rememberNowAndThen()
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
        if screen.isServerReady { return true }
        screen.startServer()
        hold = .server
        return screen.isServerReady
    }

    /// Marks what is delivered next.
    ///
    /// - Returns: what to show; `nil` if the decision was to show nothing, which is stored then.
    private func mark(_ turn: Turn) throws(RequestError) -> MarkedDelivery? {
        switch turn {
        case .stored(let id): return try markAgain(id)
        case .answered(let asked): return try mark(asked)
        case .due(let due):
            let marked = try mark(due)
            if due.pending.request.run != nil { runner.startStored() }
            return marked.map { id, delivery, earlier in
                let bubble = screen.place(of: delivery.request.key, after: earlier)
                return MarkedDelivery(
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
    private func settle(_ marked: MarkedDelivery, _ outcome: Screen.Outcome) async {
        switch outcome {
        case .asked: return
        case .unseen: endUnseen(marked)
        default: await settle(marked.id, outcome)
        }
        if marked.setsBadge { settings.applyBadge(of: marked.delivery.request) }
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
    private func endUnseen(_ marked: MarkedDelivery) {
        do {
            try store.end(delivered: marked.id, .process)
        } catch {
            logger.error("\(error)")
        }
        if let bubble = marked.bubble { screen.closeSoon(bubble) }
        journal.note([HistoryLine(delivered: marked.delivery, at: context.clock.now)])
    }

    // MARK: Without a server, and without a round

    /// Settles the due dates of requests that run a command, starts the commands, and queues the bubbles.
    private func beginRuns() async {
        do {
            while let next = try schedule.nextDue(.run) {
                if let (id, _, _) = try mark(next) { screen.showAgain([id], setsBadges: true) }
            }
        } catch {
            logger.error("\(error)")
            schedule.pause(.run)
        }
        runner.startStored()
    }

    /// Has notifications shown again that nobody has acknowledged.
    private func nag() async {
        do {
            while let id = try schedule.nextNag(isHeld: { screen.isHeld($0) }) {
                logger.debug("delivery \(id) is shown again: nobody has acknowledged it")
                try await answers.settle(id, orThrow: .wantedAgain)
            }
        } catch {
            logger.error("\(error)")
            schedule.pause(.nag)
        }
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
        guard !screen.setDoNotDisturb(isOn) else { return }
        do {
            let held = try screen.held()
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
        while isRunning || screen.isServerHanging && screen.owesAnswers {
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
