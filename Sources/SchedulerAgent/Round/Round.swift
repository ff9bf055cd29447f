import AgentInterface
import DesktopBubbles
import Logging
import NotifyCore

/// Shows what is due, one after the other, and stores the outcome of each.
///
/// It owns whether a round is under way, and what waits for the end of do-not-disturb or of a focus. A delivery is marked in the store
/// before it is sent to the notification server, and its state is written after the answer, so that the next run of the
/// agent finds what a crash interrupted. While a call to the server is under way other events are handled; what they add
/// is taken by the same round.
final class Round {
    let screen: Screen
    let schedule: Schedule
    let answers: Answers
    let apps: Apps
    let focus: Focus
    let privacy: Privacy
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
    /// Whether the store failed before what had waited was shown.
    private var mustRelease = false
    /// Whether the agent ends and shows no more notifications.
    var isEnding = false
    /// The callers that wait for the end of the round.
    private var endWaiters: [CheckedContinuation<Void, Never>] = []

    init(
        screen: Screen,
        schedule: Schedule,
        answers: Answers,
        apps: Apps,
        focus: Focus,
        privacy: Privacy,
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
        self.focus = focus
        self.privacy = privacy
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
            await lookAtFocus()
            schedule.startRuns { [self] due throws(RequestError) in
                guard let marked = try mark(due) else { return }
                screen.showAgain([marked.id], .new, replacing: marked.earlier)
            }
            let waits = { (request: NotificationRequest) in self.isHeld(request) }
            await schedule.nag(isHeld: waits) { id throws(RequestError) in
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
        await schedule.endRound(
            mustRelease ? .failure : hold,
            bubbleEnd: screen.state.nextExpiry
        )
    }

    /// Waits until no round is in progress.
    func ended() async {
        while isRunning { await withCheckedContinuation { endWaiters.append($0) } }
    }

    /// Shows one delivery after the other.
    ///
    /// - Returns: what holds back what is left.
    private func showAll() async -> Schedule.Hold {
        do {
            while !isEnding {
                let next = try screen.next()
                if case .nothing(let hold) = next { return hold }
                guard var delivery = try markOrPutBack(next) else { continue }
                let request = delivery.delivery.request
                delivery.passesQuiet = passesQuiet(request)
                delivery.isWithoutTexts = [delivery.id, delivery.earlier?.id].contains {
                    $0.map(privacy.isHidden) ?? false
                }
                delivery.delivery.isPrivate = privacy.isPrivate(request)
                if delivery.delivery.isPrivate {
                    delivery.delivery.hiding = await privacy.hiding(request, delivery.id)
                }
                let outcome = await screen.show(delivery, listener: listener(of: delivery))
                noteTexts(of: delivery, outcome)
                await settle(delivery, outcome)
            }
            return .nothing
        } catch {
            logger.error("\(error)")
            return .failure
        }
    }

    /// Forgets a private one that shows its texts, or that nothing is on the screen of, because its app is asked first or
    /// the server does not show it.
    private func noteTexts(of marked: Screen.MarkedDelivery, _ outcome: Screen.Outcome) {
        guard marked.delivery.isPrivate || marked.isWithoutTexts else { return }
        switch outcome {
        case .shown where marked.delivery.hiding != nil,
            .timedOut where marked.delivery.hiding != nil, .waits, .serverGone:
            break
        case .shown, .timedOut, .asked, .suppressed, .unseen, .refused: privacy.forget(marked.id)
        }
    }

    /// Marks what is shown next, which waits again if the store fails.
    private func markOrPutBack(
        _ next: Screen.Next
    ) throws(RequestError) -> Screen.MarkedDelivery? {
        do {
            return try mark(next)
        } catch {
            screen.handle(.notMarked(next))
            throw error
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
        if let other {
            await answers.settle(other, atBubble: .closed(.closed), activationToken: nil)
        }
        guard await answers.settle(id, by: .shown(bubble)) else {
            // The delivery was removed while the call was in progress.
            return screen.close(bubble)
        }
        for early in screen.takeEarly(bubble) {
            // A server that closes a bubble before it gives its number does so by itself.
            let event = early.event == .closed(.dismissed) ? .unseen : early.event
            await answers.settle(id, atBubble: event, activationToken: early.activationToken)
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

    // MARK: Do-not-disturb and focus

    /// Handles a change of do-not-disturb; `nil` if it is not known whether it is on.
    ///
    /// When it ends, held deliveries are shown: urgent ones themselves, the others as one bubble.
    func doNotDisturbChanged(to isOn: Bool?) async {
        logger.debug("do-not-disturb is \(isOn.map { $0 ? "on" : "off" } ?? "unknown")")
        screen.handle(.quiet(isOn ?? false))
        await release()
        if isOn != true { await reveal() }
        tasks.deliverSoon()
        if isOn != true { tasks.post(.showQuestions) }
    }

    /// Finds which focus is on; if it has changed, or a summary comes, shows what waits for nothing else.
    func lookAtFocus() async {
        let isFirst = !focus.isFound
        guard focus.look(isClockTrusted: schedule.observe().isTrusted) || mustRelease else {
            return
        }
        // What waits for do-not-disturb waits for the first word about it, which has this looked at again.
        if isFirst, (try? held.cause) ?? .doNotDisturb == .doNotDisturb { return }
        await release()
        if !mustRelease { tasks.deliverSoon() }
    }

    /// Shows what waited and waits no longer.
    private func release() async {
        mustRelease = true
        do {
            let release = try held.release {
                wait(of: $0.request, $1, since: $0.delivered)
            } except: { delivery throws(RequestError) in
                try isOver(delivery)
            }
            for id in release.shown { await answers.settle(id, by: .recalled) }
            if !release.summary.isEmpty {
                let cause = try held.cause
                _ = try requests.add(try summary(of: release.summary, under: cause))
            }
            try held.forget(except: release.rest, waitingFor: release.cause)
            mustRelease = false
        } catch {
            logger.error("\(error)")
        }
    }

    /// Shows the texts of what was shown without them, if the session is unlocked.
    ///
    /// A bubble that is on the screen gets them in its place, unless there are many; of these, and of what has left it
    /// meanwhile, one summary comes. What do-not-disturb holds back gets them when that ends, and what is on its way once
    /// its state is known.
    func reveal() async {
        do {
            let ids = try await privacy.revealed()
            guard !ids.isEmpty else { return }
            var shown: [(id: DeliveryID, bubble: BubbleKey)] = []
            var listed: [DeliveryID] = []
            for id in ids {
                guard let row = try store.delivered(id: id), let delivery = try? row.delivery()
                else {
                    privacy.forget(id)
                    continue
                }
                switch row.state {
                case .shown(let bubble) where wait(of: delivery.request, id, isWanted: true) == nil:
                    shown.append((id, bubble))
                case .listed: listed.append(id)
                case .shown, .delivering, .unknown, .returning: break
                }
            }
            // A focus would hold back the summary of what is on the screen.
            if shown.count > Lateness.maxAtOnce, focus.current == nil {
                for (id, bubble) in shown {
                    await answers.settle(id, by: .unread)
                    screen.close(bubble)
                }
                listed += shown.map(\.id)
            } else {
                for (id, _) in shown { await answers.reveal(id) }
            }
            if !listed.isEmpty { try held.keep(listed, isUrgent: false, for: .locked) }
            for id in listed { privacy.forget(id) }
        } catch {
            logger.error("\(error)")
        }
        await release()
        tasks.deliverSoon()
    }

    /// Whether a delivery that waited is shown no more: its app was denied, or its date has passed.
    private func isOver(_ delivery: Delivery) throws(RequestError) -> Bool {
        if let end = delivery.request.content.expiration, end < clock.now { return true }
        return try !apps.permission(of: delivery.request.appID).mayAdd
    }

    /// Whether a request, or a delivery of it, is not shown now.
    func isHeld(_ request: NotificationRequest, _ id: DeliveryID? = nil) -> Bool {
        wait(of: request, id) != nil
    }

    /// Whether a focus, or the next summary, holds a due request back.
    private func waitsForFocus(_ due: DueRequest) -> Bool {
        let request = due.pending.request
        return focus.wait(
            of: request,
            at: request.content.interruptionLevel,
            since: min(due.occurrences.latest, clock.now)
        ) != nil
    }

    /// Returns what happens to a request, or a delivery of it, that is not shown now; `nil` if it is shown.
    ///
    /// - Parameters:
    ///   - date: when it was listed or due; `nil` for now.
    ///   - isWanted: whether the user has asked for it, which no focus holds back.
    private func wait(
        of request: NotificationRequest,
        _ id: DeliveryID? = nil,
        since date: Instant? = nil,
        isWanted: Bool = false
    ) -> Focus.Wait? {
        guard !request.bubble.isVerbatim else { return nil }
        let level = screen.state.level(of: request, for: id)
        if !isWanted, let wait = waitForFocus(of: request, at: level, since: date) { return wait }
        let shown = passesQuiet(request) ? .critical : level
        return screen.state.treatment(of: shown).isHeld ? .held(.doNotDisturb) : nil
    }

    /// Returns why a focus, or the next summary of passive ones, holds a request back; `nil` if neither does.
    ///
    /// A summary is the agent's own, and stands for its notifications: it waits as long as one of them does.
    private func waitForFocus(
        of request: NotificationRequest,
        at level: InterruptionLevel,
        since date: Instant?
    ) -> Focus.Wait? {
        guard let ids = LateSummary.deliveries(of: request) else {
            return focus.wait(of: request, at: level, since: date)
        }
        // The user has just used its bubble.
        guard level == request.content.interruptionLevel else { return nil }
        for id in ids {
            guard let delivery = try? store.delivered(id: id)?.delivery(),
                let wait = focus.wait(
                    of: delivery.request,
                    at: delivery.request.content.interruptionLevel,
                    since: delivery.delivered
                )
            else { continue }
            if case .held = wait { return wait }
            // It has no bubble but that of the summary.
            return .held(.focus(focus.current?.name ?? ""))
        }
        return nil
    }

    /// Whether the user lets a request through do-not-disturb.
    private func passesQuiet(_ request: NotificationRequest) -> Bool {
        request.content.interruptionLevel == .timeSensitive && !request.bubble.isVerbatim
            && focus.passesDoNotDisturb(request.appID)
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

/// What a delivery becomes before it is shown: it is marked in the store, or only listed, dropped or summarised.
extension Round {
    /// Decides about a due request.
    ///
    /// - Returns: the marked delivery; `nil` if it is not shown.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the store is unchanged then.
    func mark(
        _ due: DueRequest
    ) throws(RequestError) -> Screen.MarkedDelivery? {
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
        case .show where due.isLate && request.isVisible && !waitsForFocus(due):
            let late = try schedule.late(limit: maxSummarised)
                .filter { !waitsForFocus($0) }
            if late.count > Lateness.maxAtOnce {
                try summarise(late, under: .absence)
                return nil
            }
        case .show: break
        }
        let date = min(due.occurrences.latest, clock.now)
        guard request.isVisible, let wait = wait(of: request, since: date) else {
            return try begin(due)
        }
        guard let marked = try list(due, wait.detail, wait) else { return nil }
        apps.applyBadge(of: request)
        // The sound of a critical one is played all the same.
        if request.content.interruptionLevel == .critical { screen.playSound(of: marked.delivery) }
        return nil
    }

    /// Holds a listed delivery, if it is shown later.
    private func hold(_ marked: Screen.MarkedDelivery, _ wait: Focus.Wait) throws(RequestError) {
        guard let cause = wait.cause else { return }
        let level = marked.delivery.request.content.interruptionLevel
        try held.keep([marked.id], isUrgent: level.isUrgent, for: cause)
    }

    /// Stores a delivery that is shown now.
    private func begin(
        _ due: DueRequest
    ) throws(RequestError) -> Screen.MarkedDelivery? {
        let earlier = try store.delivered(of: due.key)
        let delivery = due.delivery(at: clock.now, .delivering)
        guard let id = try store([(due, delivery)]).first else { return nil }
        logger.debug(
            "\(Screen.MarkedDelivery.name(due.key, id)) is due: \(RFC3339.string(due.occurrences.latest, in: zones.local()))"
        )
        if let earlier { answers.remember(replaced: earlier) }
        return Screen.MarkedDelivery(
            id: id,
            delivery: delivery,
            setsBadge: true,
            isNew: true,
            earlier: earlier
        )
    }

    /// Settles dates of a request without a delivery.
    private func drop(
        _ due: DueRequest,
        _ event: HistoryLine.Event,
        detail: String = ""
    ) throws(RequestError) -> Screen.MarkedDelivery? {
        try store.settle(due.settledDates, .process)
        logger.debug("\(due.key.appID)/\(due.key.identifier) is not shown: \(event.rawValue)")
        journal.note([line(of: due, event, detail, at: clock.now)])
        return nil
    }

    /// Delivers to the list only.
    ///
    /// - Parameter wait: why; `nil` for what is never shown.
    private func list(
        _ due: DueRequest,
        _ detail: String,
        _ wait: Focus.Wait? = nil
    ) throws(RequestError) -> Screen.MarkedDelivery? {
        let earlier = try store.delivered(of: due.key)
        let now = clock.now
        let delivery = due.delivery(at: now, .listed)
        let ids = try store([(due, delivery)], waitingFor: wait?.cause)
        logger.debug("\(due.key.appID)/\(due.key.identifier) is only listed: \(detail)")
        if let earlier { answers.remember(replaced: earlier) }
        if let bubble = earlier?.state.bubble { screen.close(bubble) }
        journal.note([line(of: due, .delivered, detail, at: now)])
        return ids.first.map { Screen.MarkedDelivery(id: $0, delivery: delivery) }
    }

    /// Stores deliveries, and counts those of senders that are not the user.
    func store(
        _ deliveries: [(due: DueRequest, delivery: Delivery)],
        waitingFor wait: LateSummary.Cause? = nil,
        summary: ((_ ids: [DeliveryID]) -> (pending: PendingRequest, boot: BootDue?))? = nil
    ) throws(RequestError) -> [DeliveryID] {
        let ids = try store.begin(
            deliveries,
            noting: { id, delivery, connection in
                guard let wait else { return }
                let level = delivery.request.content.interruptionLevel
                try HeldDeliveries.keep([id], isUrgent: level.isUrgent, for: wait, connection)
            },
            summary: summary
        )
        for (due, delivery) in deliveries {
            senders.noteShown(delivery.request, isLowered: due.isLowered)
        }
        return ids
    }

    func line(
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

    /// Presents a delivery as its app chose; `nil` options show it as it is.
    ///
    /// - Returns: the delivery to show; `nil` if it has no bubble.
    func mark(
        _ answered: Screen.MarkedDelivery,
        as options: PresentationOptions?
    ) throws(RequestError) -> Screen.MarkedDelivery? {
        guard let options else { return answered }
        var marked = answered
        marked.delivery.presentation = options
        marked.setsBadge = options.contains(.badge)
        guard marked.delivery.request.isVisible else { return marked }
        guard !options.contains(.banner) else {
            try store.update(delivered: marked.id, presentation: options)
            return marked
        }
        try list(marked, options)
        if let bubble = marked.bubble { screen.close(bubble) }
        if marked.setsBadge { apps.applyBadge(of: marked.delivery.request) }
        return nil
    }

    /// Keeps a delivery without a bubble, or ends it if its app does not want it in the list.
    private func list(
        _ marked: Screen.MarkedDelivery,
        _ options: PresentationOptions
    ) throws(RequestError) {
        let (now, delivery) = (clock.now, marked.delivery)
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
    func mark(
        again marked: Screen.MarkedDelivery
    ) throws(RequestError) -> Screen.MarkedDelivery? {
        let delivery = marked.delivery
        let mayAdd = try apps.permission(of: delivery.request.appID).mayAdd
        let wait = wait(
            of: delivery.request,
            marked.id,
            since: delivery.delivered,
            isWanted: answers.wanted.contains(marked.id)
        )
        guard !mayAdd || wait != nil else { return marked }
        // One that was already seen is only listed.
        let isNew = mayAdd && !delivery.state.isReturning
        // What is held and not listed yet is not released.
        if isNew, let wait { try hold(marked, wait) }
        try store.update(delivered: marked.id, state: .listed, at: delivery.delivered)
        logger.debug("\(marked.name) is only listed")
        if let bubble = marked.bubble { screen.close(bubble) }
        guard isNew else { return nil }
        let (now, detail) = (clock.now, wait?.detail ?? HistoryLine.quietDetail)
        journal.note([HistoryLine(delivered: delivery, at: now, detail: detail)])
        if marked.setsBadge { apps.applyBadge(of: delivery.request) }
        return nil
    }
}

/// The bubble that stands for many deliveries that are only listed.
extension Round {
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
                due.permission == .authorized, due.pending.request.isVisible,
                !waitsForFocus(due)
            {
                late.append(due)
            }
        }
        if late.count > 1 { try summarise(late, under: .arrival) }
    }

    /// Delivers late requests to the list, and stores the request of one summary.
    func summarise(
        _ late: [DueRequest],
        under cause: LateSummary.Cause
    ) throws(RequestError) {
        let now = clock.now
        var bubbles: [BubbleKey] = []
        for due in late {
            for row in try store.delivered(app: due.key.appID, identifier: due.key.identifier) {
                answers.remember(replaced: row)
                if let bubble = row.state.bubble { bubbles.append(bubble) }
            }
        }
        let earlier = try earlierEntries(except: Set(late.map(\.key)))
        let zone = zones.local()
        let boot = BootDue(boot: clock.boot, time: clock.sinceBoot)
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
        for bubble in bubbles { screen.close(bubble) }
        journal.note(late.map { line(of: $0, .delivered, LateSummary.historyDetail, at: now) })
        // Only the last number of an app is shown.
        let badged = late.map(\.pending.request).filter { $0.content.badge != nil }
        let last = Dictionary(badged.map { ($0.appID, $0) }, uniquingKeysWith: { $1 }).values
        for request in last { apps.applyBadge(of: request) }
    }

    /// Returns the request of a summary of listed deliveries, including those of an earlier summary.
    func summary(
        of entries: [LateSummary.Entry],
        under cause: LateSummary.Cause
    ) throws(RequestError) -> NotificationRequest {
        let ids = Set(entries.map(\.id))
        let earlier = try earlierEntries(except: []).filter { !ids.contains($0.id) }
        return LateSummary.request(
            for: earlier + entries,
            under: cause,
            now: clock.now,
            in: zones.local()
        )
    }

    /// The entries of an earlier summary that the user has not answered.
    private func earlierEntries(
        except keys: Set<RequestKey>
    ) throws(RequestError) -> [LateSummary.Entry] {
        let now = clock.now
        let own = LateSummary.request(for: [], now: now, in: zones.local()).key
        // The new summary also replaces one that is still pending.
        let requests =
            try store.delivered(app: own.appID, identifier: own.identifier)
            .map { row throws(RequestError) in try row.delivery().request }
            + store.pending(app: own.appID, identifier: own.identifier)
            .map { row throws(RequestError) in try row.pending().request }
        var entries: [LateSummary.Entry] = []
        var known: Set<DeliveryID> = []
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

extension Focus.Wait {
    /// Why it is shown later; `nil` if it is not.
    fileprivate var cause: LateSummary.Cause? {
        if case .held(let cause) = self { cause } else { nil }
    }

    /// The detail of the delivery in the history.
    fileprivate var detail: String {
        switch self {
        case .listed: HistoryLine.focusDetail
        case .held(let cause): cause.detail
        }
    }
}
