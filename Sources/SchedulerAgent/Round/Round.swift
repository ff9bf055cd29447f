import AgentInterface
import DesktopBubbles
import Logging
import NotifyCore

/// Shows what is due, one after the other, and stores the outcome of each.
///
/// It owns whether a round is under way, and what waits for the end of do-not-disturb. A delivery is marked in the store
/// before it is sent to the notification server, and its state is written after the answer, so that the next run of the
/// agent finds what a crash interrupted. While a call to the server is under way other events are handled; what they add
/// is taken by the same round.
final class Round {
    let screen: Screen
    let schedule: Schedule
    let answers: Answers
    let apps: Apps
    let journal: Journal
    let senders: Senders
    let store: Store
    let clock: any AgentClock
    let zones: ZoneSource
    let logger: Logger
    let held: HeldDeliveries
    /// The maximum number of late requests in one summary.
    let maxSummarised: Int
    private let attachments: Attachments
    private let responses: Responses
    private let questions: Questions
    private let requests: Requests
    private let tasks: AgentTasks
    /// Whether a round is in progress.
    private var isRunning = false
    /// Whether the agent ends and shows no more notifications.
    var isEnding = false
    /// The callers that wait for the end of the round.
    private var endWaiters: [CheckedContinuation<Void, Never>] = []

    init(
        screen: Screen,
        schedule: Schedule,
        answers: Answers,
        apps: Apps,
        responses: Responses,
        questions: Questions,
        requests: Requests,
        attachments: Attachments,
        journal: Journal,
        senders: Senders,
        store: Store,
        clock: any AgentClock,
        zones: ZoneSource,
        logger: Logger,
        maxSummarised: Int,
        tasks: AgentTasks
    ) {
        self.screen = screen
        self.schedule = schedule
        self.answers = answers
        self.apps = apps
        self.responses = responses
        self.questions = questions
        self.requests = requests
        self.attachments = attachments
        self.journal = journal
        self.senders = senders
        self.store = store
        self.clock = clock
        self.zones = zones
        self.logger = logger
        self.maxSummarised = maxSummarised
        self.tasks = tasks
        held = HeldDeliveries(store)
    }

    // MARK: The round

    /// Shows what is due until nothing is left or nothing more can be shown now, and arms the timers.
    ///
    /// A call while another is in progress returns at once.
    func deliver() async {
        if !isEnding {
            schedule.startRuns { [self] due throws(RequestError) in
                guard let marked = try mark(due) else { return }
                screen.showAgain([marked.id], .new, replacing: marked.earlier)
            }
            await schedule.nag(isHeld: isHeld) { id throws(RequestError) in
                try await answers.settle(id, orThrow: .wantedAgain)
            }
        }
        let begins = !isRunning && !isEnding
        if begins { isRunning = true }
        await schedule.beginRound()
        guard begins else { return }
        let hold = await showAll()
        isRunning = false
        resumeWaiters()
        attachments.sweepSoon()
        await schedule.endRound(hold, bubbleEnd: screen.state.nextExpiry)
    }

    /// Shows one delivery after the other.
    ///
    /// - Returns: what holds back what is left.
    private func showAll() async -> Schedule.Hold {
        do {
            while !isEnding {
                let next = try screen.next()
                if case .nothing(let hold) = next { return hold }
                guard let delivery = try mark(next) else { continue }
                let outcome = await screen.show(delivery, listener: listener(of: delivery))
                await settle(delivery, outcome)
            }
            return .nothing
        } catch {
            logger.error("\(error)")
            return .failure
        }
    }

    /// The connection that listens for a delivery's app.
    private func listener(of marked: Screen.MarkedDelivery) -> String? {
        responses.listener(of: marked.delivery.request.appID)
    }

    /// Marks what is shown next.
    ///
    /// - Returns: what to show; `nil` if the decision was to show nothing, which is stored then.
    private func mark(_ next: Screen.Next) throws(RequestError) -> Screen.MarkedDelivery? {
        switch next {
        case .nothing: return nil
        case .stored(let marked): return try mark(again: marked)
        case .answered(let marked, let options): return try mark(marked, as: options)
        case .due(let due):
            let marked = try mark(due)
            if due.pending.request.run != nil { schedule.startRuns() }
            return marked
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
    private func settle(_ id: DeliveryID, _ outcome: Screen.Outcome) async {
        switch outcome {
        case .asked, .unseen, .waits: break
        case .shown(let bubble, let other): await settle(id, shownBy: bubble, insteadOf: other)
        case .suppressed: await answers.settle(id, by: .suppressed)
        case .timedOut(let owner): await answers.settle(id, by: .timedOut(owner: owner))
        case .serverGone(let owner, let isCurrent):
            if isCurrent { await settle(screen.handle(.server(.ownerChanged(nil)))) }
            await answers.settle(id, by: .ownerGone(owner: owner))
        case .refused(let message, let name):
            await answers.settle(id, by: .refused(message: message, errorName: name))
        }
    }

    private func settle(
        _ id: DeliveryID,
        shownBy bubble: BubbleKey,
        insteadOf other: DeliveryID?
    ) async {
        // The bubble shows this delivery from now on; the other one stays in the list.
        if let other { await answers.settle(other, by: .closed(.closed)) }
        guard await answers.settle(id, by: .shown(bubble)) else {
            // The delivery was removed while the call was in progress.
            return screen.close(bubble)
        }
        for early in screen.takeEarly(bubble) {
            // A server that closes a bubble before it gives its number does so by itself.
            let event = early.event == .closed(.dismissed) ? .unseen : early.event
            await answers.settle(id, by: event, activationToken: early.activationToken)
        }
    }

    /// Ends a delivery that has only a sound or a number, which needs neither a bubble nor a place in the list.
    private func endUnseen(_ marked: Screen.MarkedDelivery) {
        do {
            try store.end(delivered: marked.id, .process)
        } catch {
            logger.error("\(error)")
        }
        journal.note([HistoryLine(delivered: marked.delivery, at: clock.now)])
    }

    /// Settles what follows from an event of the screen.
    func settle(_ consequences: [Screen.Consequence]) async {
        for consequence in consequences {
            switch consequence {
            case .delivery(let id, let event): await answers.settle(id, by: event)
            case .late(let id, let outcome): await settle(id, outcome)
            case .lateQuestion(let answer, let ticket):
                questions.handle(lateReply: answer, ticket)
            case .used(let bubble, let event, let token):
                await answers.use(bubble, event, activationToken: token)
            case .serverGone(let owner): questions.serverGone(owner)
            }
        }
    }

    // MARK: Do-not-disturb

    /// Handles a change of do-not-disturb; `nil` if it is not known whether it is on.
    ///
    /// When it ends, held deliveries are shown: urgent ones themselves, the others as one bubble.
    func doNotDisturbChanged(to isOn: Bool?) async {
        logger.debug("do-not-disturb is \(isOn.map { $0 ? "on" : "off" } ?? "unknown")")
        screen.handle(.quiet(isOn ?? false))
        guard isOn != true else { return }
        do {
            let release = try held.release()
            for id in release.shown { await answers.settle(id, by: .recalled) }
            if !release.summary.isEmpty {
                _ = try requests.add(try summary(of: release.summary, under: .doNotDisturb))
            }
            try held.forget()
        } catch {
            logger.error("\(error)")
        }
        tasks.deliverSoon()
        tasks.post(.showQuestions)
    }

    /// Whether a request waits for the end of do-not-disturb.
    func isHeld(_ request: NotificationRequest) -> Bool {
        !request.bubble.isVerbatim
            && screen.state.treatment(of: request.content.interruptionLevel).isHeld
    }

    // MARK: The start and the end

    /// Restores the deliveries of an earlier run.
    ///
    /// - Parameter isSameBus: whether the earlier run was on the bus of this one.
    func restore(serverOwner owner: String?, isSameBus: Bool) async throws(RequestError) {
        await settle(try screen.restore(serverOwner: owner, isSameBus: isSameBus))
    }

    /// Stops showing notifications.
    ///
    /// Returns once the result of a call in progress is stored; also that of one which a hanging server answers late,
    /// because the next agent would not hear it.
    func stop() async {
        isEnding = true
        while isRunning || screen.state.mayAnswerLate {
            await withCheckedContinuation { endWaiters.append($0) }
        }
    }

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
