import AgentInterface
import DesktopBubbles
import Logging
import NotifyCore

/// Sends due notifications to the notification server, one at a time, and stores the results.
final class Deliverer {
    let follower: ServerFollower
    /// Starts the commands of due requests.
    let runner: CommandRunner
    private let context: SchedulingContext
    private let responses: ResponseHandler
    private let marked: MarkedDeliveries
    private let settings: AppSettings
    private let apps: any AppMessenger
    private let tasks: SchedulerTasks
    private var screen: Screen { responses.screen }
    private var schedule: Schedule { responses.schedule }
    /// The due requests.
    private var due: DueDeliveries { responses.adder.due }
    private var logger: Logger { context.logger }

    init(
        _ context: SchedulingContext,
        _ apps: AppParts,
        _ follower: ServerFollower,
        _ responses: ResponseHandler,
        _ peers: SchedulerPeers,
        _ tasks: SchedulerTasks
    ) {
        self.context = context
        self.follower = follower
        self.responses = responses
        self.apps = peers.apps
        runner = CommandRunner(context, responses.parts.courier.problems, run: peers.run, tasks)
        self.tasks = tasks
        settings = apps.settings
        marked = MarkedDeliveries(context, apps.permissions)
    }

    // MARK: Rounds

    /// Shows due notifications one at a time, in order of due time, until none is left or no server can show
    /// them.
    ///
    /// Then arms the timers.
    ///
    /// A call while another is in progress returns at once; the first call handles requests that are added.
    func deliverDue() async {
        await beginRuns()
        await nag()
        guard screen.queue.begin(screen.presenter.profile.pace) else {
            return await schedule.armForRuns()
        }
        schedule.beginRound()
        await schedule.armForRuns()
        let pass = await deliverAll()
        for waiter in screen.queue.end(pass) { waiter.resume() }
        // The remaining early events concern bubbles of other programs.
        let prompts = follower.prompts.prompts
        if screen.queue.calls.isEmpty, prompts.isEmpty { screen.bubbles.forgetEarly() }
        if !prompts.isShowing { screen.queue.calls.forgetEarly() }
        responses.attachments.sweep()
        schedule.bubbleEnd = screen.nextExpiry
        await schedule.endRound(screen.queue.hold(at: context.clock.sinceBoot))
    }

    /// Settles the due dates of requests that run a command, starts the commands, and queues the bubbles.
    private func beginRuns() async {
        guard !screen.queue.isEnding else { return }
        do {
            while let next = try schedule.nextDue(.run) {
                let isHeld = screen.isHeld(next.pending.request)
                for action in try due.deliver(next, isHeld: isHeld) {
                    guard case .begin(_, let id, let earlier) = action else {
                        try await perform(action)
                        continue
                    }
                    if let earlier { responses.remember(replaced: earlier) }
                    screen.queue.showAgain([id], setsBadges: true)
                }
            }
        } catch {
            logger.error("\(error)")
            schedule.pause(.run)
        }
        runner.startStored()
    }

    /// Has notifications shown again that nobody has acknowledged.
    private func nag() async {
        guard !screen.queue.isEnding else { return }
        do {
            while let id = try schedule.nextNag(isHeld: { screen.isHeld($0) }) {
                try await responses.move(id, by: .wantedAgain)
            }
        } catch {
            logger.error("\(error)")
            schedule.pause(.nag)
        }
    }

    /// Stops showing notifications.
    ///
    /// Returns once the result of a call in progress is stored; also that of one which a hanging server answers late,
    /// because the next agent would not hear it.
    func stop() async {
        screen.queue.stop()
        while screen.queue.isRunning || screen.server.isHanging && !screen.queue.calls.isEmpty {
            await withCheckedContinuation { screen.queue.waitForEnd($0) }
        }
    }

    /// Has ``stop()`` look again after an event of the server.
    func noteEvent() {
        guard screen.queue.isEnding else { return }
        for waiter in screen.queue.takeWaiters() { waiter.resume() }
    }

    private func deliverAll() async -> DeliveryPass {
        do {
            while true {
                // While a server owes answers, the others may have to wait for them in turn.
                if !screen.queue.calls.isEmpty, screen.server.isReady,
                    let urgent = try schedule.nextDue(.urgent)
                {
                    try await deliver(urgent)
                    continue
                }
                let step = screen.queue.next(
                    at: context.clock.sinceBoot,
                    isServerReady: screen.server.isReady
                )
                if let pass = try await carryOut(step) { return pass }
            }
        } catch {
            logger.error("\(error)")
            return .failed
        }
    }

    /// Carries out a step of a round.
    ///
    /// - Returns: how the round ends; `nil` if it continues.
    private func carryOut(
        _ step: DeliveryQueue.Step
    ) async throws(RequestError) -> DeliveryPass? {
        switch step {
        case .end(let pass): return pass
        case .present(let asked):
            for action in try marked.present(asked) { try await perform(action) }
        case .showAgain(let id): try await showAgain(id)
        case .deliverDue: return try await deliverNext()
        case .deliverUrgent(let opening):
            if !screen.queue.hasWork, try schedule.nextDue() == nil { return .complete }
            guard serverIsReady() else { return .waitingForServer }
            guard let urgent = try schedule.nextDue(.urgent) else { return .paced(until: opening) }
            try await deliver(urgent)
        case .waitForServer:
            screen.note(.bubbleWaits)
            return .waitingForServer
        }
        return nil
    }

    private func deliverNext() async throws(RequestError) -> DeliveryPass? {
        if let next = try schedule.nextDue() {
            guard serverIsReady() else { return .waitingForServer }
            try await deliver(next)
        } else if screen.server.isReady, let warning = try schedule.nextDue(.warning) {
            try await deliver(warning)
        } else if screen.server.isReady, let id = screen.queue.takeReturning() {
            // Last, because new notifications come before those that were already seen.
            try await showAgain(id)
        } else {
            // Without a server its warnings wait, too.
            if try schedule.nextDue(.warning) != nil {
                _ = serverIsReady()
                return .waitingForServer
            }
            schedule.rememberNowAndThen()
            return .complete
        }
        return nil
    }

    /// Whether notifications can be shown now.
    ///
    /// Starts a server if the bus can.
    private func serverIsReady() -> Bool {
        if !screen.server.isReady { screen.note(.bubbleWaits) }
        return screen.server.isReady
    }

    private func deliver(_ next: DueRequest) async throws(RequestError) {
        let isHeld = screen.isHeld(next.pending.request)
        let actions = try due.deliver(next, isHeld: isHeld)
        if next.pending.request.run != nil { runner.startStored() }
        for action in actions { try await perform(action) }
    }

    private func showAgain(_ id: Int64) async throws(RequestError) {
        let screen = screen
        let actions = try marked.again(
            id,
            on: screen.server.owner,
            isHeld: { screen.isHeld($0) },
            replaced: { screen.bubbles.replaced.bubble(of: $0) }
        )
        for action in actions {
            try await perform(action)
            if case .show(let delivery, _, _) = action, screen.queue.takeBadge(of: id),
                delivery.presentation?.contains(.badge) ?? true
            {
                settings.applyBadge(of: delivery.request)
            }
        }
    }

    // MARK: One delivery

    /// Carries out an action after the state of a delivery is stored.
    func perform(_ action: DeliveryAction) async throws(RequestError) {
        switch action {
        case .begin(let delivery, let id, let earlier):
            let bubble = place(of: delivery.request.key, after: earlier)
            guard !ask(delivery, id: id, replacing: bubble) else { return }
            try await show(delivery, id: id, replacing: bubble)
            settings.applyBadge(of: delivery.request)
        case .show(let delivery, let id, let bubble):
            let isKnown = bubble?.owner == screen.server.owner
            try await show(delivery, id: id, replacing: isKnown ? bubble : nil)
        case .playSound(let delivery): screen.presenter.playSound(of: delivery)
        case .close(let bubble): screen.closeSoon(bubble)
        case .note(let lines): responses.parts.courier.problems.journal.note(lines)
        case .setBadge(let request): settings.applyBadge(of: request)
        case .withhold(let ids, let isUrgent):
            try screen.doNotDisturb.keep(ids, isUrgent: isUrgent)
        }
    }

    /// Returns the bubble that the delivery of a request replaces.
    private func place(of key: RequestKey, after earlier: DeliveredRow?) -> BubbleKey? {
        if let earlier { responses.remember(replaced: earlier) }
        let owner = screen.server.owner
        let place = screen.bubbles.places.take(for: key, on: owner)
        let shown = earlier?.state.bubble.flatMap { $0.owner == owner ? $0 : nil }
        return shown ?? earlier.flatMap { screen.queue.asked.takeBubble(of: $0.id) }
            ?? screen.bubbles.replaced.bubble(of: key) ?? place
    }

    /// Asks a delivery's app how to show it, if a connection listens for the app.
    ///
    /// Answers about earlier deliveries come first.
    ///
    /// The delivery is already stored: if the agent ends before the answer, the next run shows it.
    ///
    /// - Returns: whether the delivery is shown later; otherwise the caller shows it now.
    private func ask(_ delivery: Delivery, id: Int64, replacing bubble: BubbleKey?) -> Bool {
        let app = delivery.request.appID
        let name = responses.parts.courier.listener(of: app)
        let waiting = AskedDelivery(
            id: id,
            isUrgent: delivery.request.needsNoRoom,
            bubble: bubble
        )
        let turn = screen.queue.asked.add(waiting, of: app, isAttached: name != nil)
        if turn == .afterAnswer, let name {
            let notification = AppNotification(request: delivery.request, date: context.clock.now)
            tasks.run { [apps, logger] in
                let answer = await Self.answer(to: notification, from: name, apps, logger)
                return .appAnswered(answer, delivery: id, app: app)
            }
        }
        return turn != .now
    }

    private static func answer(
        to notification: AppNotification,
        from name: String,
        _ apps: any AppMessenger,
        _ logger: Logger
    ) async -> AskedDelivery.Answer {
        do throws(RequestError) {
            let options = try await apps.willPresent(notification, at: name)
            return options.map { .options($0) } ?? .unchanged
        } catch {
            let key = notification.request.key
            logger.notice("\(key.appID)/\(key.identifier) is shown as it is: \(error)")
            return .unchanged
        }
    }

    /// Sends a stored delivery to the server and stores the result.
    private func show(
        _ delivery: Delivery,
        id: Int64,
        replacing bubble: BubbleKey?
    ) async throws(RequestError) {
        let presenter = screen.presenter
        guard delivery.request.isVisible else {
            presenter.playSound(of: delivery)
            let actions = marked.endUnseen(delivery, id: id, replacing: bubble)
            for action in actions { try await perform(action) }
            return
        }
        let owner = screen.server.owner
        let place = await clearPlace(of: delivery, id: id, bubble)
        screen.bubbles.places.begin(id, in: place)
        var marked = delivery
        marked.markedActions = place.map { markedActions(of: delivery.request, in: $0) } ?? []
        CrashPoint.reached(.begun)
        let asked = context.clock.sinceBoot
        let outcome = await presenter.show(marked, replacing: place)
        if case .shown(let owner, let number) = outcome {
            screen.bubbles.noteAppeared(BubbleKey(owner: owner, id: number), at: asked)
        }
        CrashPoint.reached(.shown)
        let isVerbatim = delivery.request.bubble.isVerbatim
        await handle(.answered(id, outcome, calledOwner: owner, isVerbatim: isVerbatim))
    }

    /// Returns the actions whose plain keys belong to other actions of the bubble that a request replaces.
    private func markedActions(of request: NotificationRequest, in bubble: BubbleKey) -> Set<String>
    {
        let earlier = screen.bubbles.request(shownBy: bubble)
        let marked = screen.bubbles.keys.marked(request, replacing: bubble, of: earlier)
        do {
            if marked.isNew { try screen.bubbles.keys.save() }
        } catch {
            logger.error("\(error)")
        }
        return marked.identifiers
    }

    /// Closes a bubble first if the server would not show the new buttons in a replaced bubble.
    private func clearPlace(
        of delivery: Delivery,
        id: Int64,
        _ bubble: BubbleKey?
    ) async -> BubbleKey? {
        let profile = screen.presenter.profile
        guard let bubble, !profile.keepsButtonsInPlace else { return bubble }
        if profile.keepsOldButtons {
            let earlier = screen.bubbles.request(shownBy: bubble)
            // Whoever sends verbatim keeps the number of another program's bubble.
            let isSame =
                earlier?.hasSameButtons(as: delivery.request) ?? delivery.request.bubble.isVerbatim
            if isSame { return bubble }
        } else if delivery.request.actions.isEmpty {
            return bubble
        }
        if delivery.state.isReturning {
            do {
                // Closing the old bubble does not dismiss the notification.
                let state = DeliveryState.returning(nil)
                try context.store.update(delivered: id, state: state, at: delivery.delivered)
            } catch {
                logger.error("\(error)")
                return bubble
            }
        }
        await screen.presenter.close(bubble)
        return nil
    }

    // MARK: Events

    /// Handles an event of a delivery.
    func handle(_ event: DeliveryQueue.Event) async {
        let now = context.clock.sinceBoot
        let actions = screen.queue.handle(event, on: screen.server.owner, at: now)
        for action in actions { await perform(action) }
    }

    private func perform(_ action: DeliveryQueue.Action) async {
        switch action {
        case .apply(let event, let id):
            // The delivery was removed in the meantime, so nobody needs the name of the error.
            if await !responses.apply(event, to: id) { _ = screen.queue.takeRefusalName(of: id) }
        case .leavePlace(let id): screen.bubbles.places.end(id)
        case .noteShown(let bubble, let id): await noteShown(bubble, of: id)
        case .noteUnresponsive(let owner): screen.note(.callTimedOut(owner: owner))
        case .noteServerGone: await follower.handle(.ownerChanged(nil))
        case .reportRefusal(let message):
            logger.error("the notification server refused a bubble: \(message)")
        case .deliver: tasks.deliverSoon()
        }
    }

    private func noteShown(_ bubble: BubbleKey, of id: Int64) async {
        // The bubble shows this delivery from now on; the other one stays in the list.
        screen.bubbles.replaced.forget(bubble)
        if let other = screen.bubbles.places.other(than: id, in: bubble) {
            await responses.apply(.closed(.closed), to: other)
        }
        guard await responses.apply(.shown(bubble), to: id) else {
            // The delivery was removed while the call was in progress.
            await screen.presenter.close(bubble)
            _ = screen.bubbles.takeEarly(bubble)
            return
        }
        for early in screen.bubbles.takeEarly(bubble) {
            // A server that closes a bubble before it gives its number does so by itself.
            let event = early.event == .closed(.dismissed) ? .unseen : early.event
            await responses.apply(event, to: id, activationToken: early.activationToken)
        }
        if screen.server.hasGone(bubble.owner) {
            await responses.apply(.ownerGone(owner: bubble.owner), to: id)
        }
    }

    /// Handles a change of do-not-disturb.
    ///
    /// When it ends, held deliveries are shown: urgent ones themselves, the others as one bubble.
    func doNotDisturbChanged(to isOn: Bool?) async {
        screen.doNotDisturb.change(to: isOn)
        guard !screen.doNotDisturb.isOn else { return }
        do {
            let release = try screen.doNotDisturb.release()
            for id in release.shown { await responses.apply(.recalled, to: id) }
            if !release.summary.isEmpty {
                let summary = try due.summary(of: release.summary, under: .doNotDisturb)
                _ = try responses.adder.add(summary)
            }
            try screen.doNotDisturb.forget()
        } catch {
            logger.error("\(error)")
        }
        tasks.deliverSoon()
        screen.perform(.showQuestions)
    }
}

extension NotificationRequest {
    /// Whether its bubble has the same buttons, with the same meanings.
    fileprivate func hasSameButtons(as other: NotificationRequest) -> Bool {
        actions == other.actions && (openURL == nil) == (other.openURL == nil)
    }
}

extension DeliveryState {
    var isShown: Bool {
        if case .shown = self { true } else { false }
    }
}
