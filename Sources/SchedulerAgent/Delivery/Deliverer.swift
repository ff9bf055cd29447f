import AgentInterface
import DesktopBubbles
import Logging
import NotifyCore

/// Hands what is due to the notification server, one bubble at a time, and writes what comes of it.
final class Deliverer {
    let follower: ServerFollower
    private let context: SchedulingContext
    private let responses: ResponseHandler
    private let marked: MarkedDeliveries
    private let settings: AppSettings
    private let apps: any AppMessenger
    private let tasks: SchedulerTasks
    private var desktop: Desktop { responses.desktop }
    private var time: Timekeeper { responses.timers.time }
    /// What is due.
    private var due: DueDeliveries { responses.adder.due }
    private var logger: Logger { context.logger }

    init(
        _ context: SchedulingContext,
        _ apps: AppParts,
        _ follower: ServerFollower,
        _ responses: ResponseHandler,
        _ messenger: any AppMessenger,
        _ tasks: SchedulerTasks
    ) {
        self.context = context
        self.follower = follower
        self.responses = responses
        self.apps = messenger
        self.tasks = tasks
        settings = apps.settings
        marked = MarkedDeliveries(context, apps.permissions)
    }

    // MARK: Rounds

    /// Shows what is due, one bubble at a time in order of due time, until nothing is or no server can
    /// take it; then arms the timers for what comes next.
    ///
    /// A second call while one is under way returns at once: the first goes on with what was added.
    func deliverDue() async {
        guard desktop.queue.begin(desktop.presenter.profile.pace) else { return }
        let pass = await deliverAll()
        for waiter in desktop.queue.end(pass) { waiter.resume() }
        // What is left there is about other programs' bubbles.
        let prompts = follower.prompts.prompts
        if desktop.queue.calls.isEmpty, prompts.isEmpty { desktop.bubbles.forgetEarly() }
        if !prompts.isShowing { desktop.queue.calls.forgetEarly() }
        if responses.timers.regions.delivered() { tasks.deliverSoon() }
        await responses.timers.arm()
    }

    /// Shows nothing more; returns once what is being shown is written.
    func stop() async {
        desktop.queue.stop()
        while desktop.queue.isRunning {
            await withCheckedContinuation { desktop.queue.waitForEnd($0) }
        }
    }

    private func deliverAll() async -> DeliveryPass {
        do {
            while true {
                time.observe()
                let moment = time.moment
                let step = desktop.queue.next(
                    at: moment.sinceBoot,
                    isServerReady: desktop.server.isReady
                )
                if let pass = try await carryOut(step, moment) { return pass }
            }
        } catch {
            logger.error("\(error)")
            return .failed
        }
    }

    /// Carries out a step of a round.
    ///
    /// - Returns: how the round ends; `nil` if it goes on.
    private func carryOut(
        _ step: DeliveryQueue.Step,
        _ moment: DueMoment
    ) async throws(RequestError) -> DeliveryPass? {
        switch step {
        case .end(let pass): return pass
        case .present(let asked):
            for action in try marked.present(asked) { try await perform(action) }
        case .showAgain(let id): try await showAgain(id)
        case .takeDue: return try await takeNext(moment)
        case .takeUrgent(let opening):
            if !desktop.queue.hasWork, try due.reader.first(moment) == nil { return .complete }
            guard serverIsReady() else { return .waitingForServer }
            guard let urgent = try due.reader.urgent(moment) else { return .paced(until: opening) }
            try await take(urgent, moment)
        case .waitForServer:
            desktop.note(.bubbleWaits)
            return .waitingForServer
        }
        return nil
    }

    private func takeNext(_ moment: DueMoment) async throws(RequestError) -> DeliveryPass? {
        if let row = try due.reader.first(moment) {
            guard serverIsReady() else { return .waitingForServer }
            if let next = try due.reader.read(row, moment) { try await take(next, moment) }
        } else if desktop.server.isReady, let id = desktop.queue.takeReturning() {
            // Last: a new one must not wait for what was seen already.
            try await showAgain(id)
        } else {
            time.rememberNowAndThen()
            return .complete
        }
        return nil
    }

    /// Whether something can be shown now; starts a server where the bus knows one.
    private func serverIsReady() -> Bool {
        if !desktop.server.isReady { desktop.note(.bubbleWaits) }
        return desktop.server.isReady
    }

    private func take(_ next: DueRequest, _ moment: DueMoment) async throws(RequestError) {
        let isHeld = desktop.isHeld(next.pending.request)
        for action in try due.take(next, moment, isHeld: isHeld) { try await perform(action) }
    }

    private func showAgain(_ id: Int64) async throws(RequestError) {
        let desktop = desktop
        let actions = try marked.again(
            id,
            on: desktop.server.owner,
            isHeld: { desktop.isHeld($0) },
            replaced: { desktop.bubbles.replaced.bubble(of: $0) }
        )
        for action in actions {
            try await perform(action)
            if case .show(let delivery, _, _) = action, desktop.queue.takeBadge(of: id),
                delivery.presentation?.contains(.badge) ?? true
            {
                settings.applyBadge(of: delivery.request)
            }
        }
    }

    // MARK: One delivery

    private func perform(_ action: DeliveryAction) async throws(RequestError) {
        switch action {
        case .begin(let delivery, let id, let earlier):
            let bubble = place(of: delivery.request.key, after: earlier)
            guard !ask(delivery, id: id, replacing: bubble) else { return }
            try await show(delivery, id: id, replacing: bubble)
            settings.applyBadge(of: delivery.request)
        case .show(let delivery, let id, let bubble):
            let isKnown = bubble?.owner == desktop.server.owner
            try await show(delivery, id: id, replacing: isKnown ? bubble : nil)
        case .playSound(let delivery): desktop.presenter.playSound(of: delivery)
        case .close(let bubble): desktop.closeSoon(bubble)
        case .note(let lines): responses.parts.courier.problems.journal.note(lines)
        case .setBadge(let request): settings.applyBadge(of: request)
        case .keepBack(let ids): try desktop.doNotDisturb.keep(ids)
        }
    }

    /// The bubble whose place the delivery of a request takes.
    private func place(of key: RequestKey, after earlier: DeliveredRow?) -> BubbleKey? {
        if let earlier { responses.remember(replaced: earlier) }
        let owner = desktop.server.owner
        let place = desktop.bubbles.places.take(for: key, on: owner)
        let shown = earlier?.state.bubble.flatMap { $0.owner == owner ? $0 : nil }
        return shown ?? earlier.flatMap { desktop.queue.asked.takeBubble(of: $0.id) }
            ?? desktop.bubbles.replaced.bubble(of: key) ?? place
    }

    /// Asks a delivery's app how to show it, where one is attached; what its app has to say of earlier
    /// ones comes first.
    ///
    /// It is marked already: an agent that ends meanwhile shows it at its next run.
    ///
    /// - Returns: whether it is shown later; otherwise it is to be shown now.
    private func ask(_ delivery: Delivery, id: Int64, replacing bubble: BubbleKey?) -> Bool {
        let app = delivery.request.appID
        let name = responses.parts.courier.listener(of: app)
        let waiting = AskedDelivery(
            id: id,
            isUrgent: delivery.request.content.interruptionLevel.isUrgent,
            bubble: bubble
        )
        let turn = desktop.queue.asked.add(waiting, of: app, isAttached: name != nil)
        if turn == .afterAnswer, let name {
            let notification = AppNotification(request: delivery.request, date: context.clock.now)
            tasks.spawn { [apps, logger] in
                let answer = await Self.answer(to: notification, from: name, apps, logger)
                await $0.deliverer.handle(.appAnswered(answer, for: id, of: app))
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
            return options.map { .options($0) } ?? .asItIs
        } catch {
            let key = notification.request.key
            logger.notice("\(key.appID)/\(key.identifier) is shown as it is: \(error)")
            return .asItIs
        }
    }

    /// Hands a marked delivery to the server and writes what came of it.
    private func show(
        _ delivery: Delivery,
        id: Int64,
        replacing bubble: BubbleKey?
    ) async throws(RequestError) {
        let presenter = desktop.presenter
        guard delivery.request.content.isVisible else {
            presenter.playSound(of: delivery)
            let actions = marked.endUnseen(delivery, id: id, replacing: bubble)
            for action in actions { try await perform(action) }
            return
        }
        let owner = desktop.server.owner
        let place = await clearPlace(of: delivery, id: id, bubble)
        desktop.bubbles.places.begin(id, in: place)
        CrashPoint.reached(.begun)
        let outcome = await presenter.show(delivery, replacing: place)
        CrashPoint.reached(.shown)
        let isVerbatim = delivery.request.bubble.isVerbatim
        await handle(.answered(id, outcome, calledOwner: owner, isVerbatim: isVerbatim))
    }

    /// Takes a bubble off the screen first where one that is replaced would lose its buttons.
    ///
    /// - Returns: the bubble whose place the new one can have.
    private func clearPlace(
        of delivery: Delivery,
        id: Int64,
        _ bubble: BubbleKey?
    ) async -> BubbleKey? {
        guard let bubble, !delivery.request.actions.isEmpty,
            !desktop.presenter.profile.keepsButtonsInPlace
        else { return bubble }
        if delivery.state.isReturning {
            do {
                // The end of the old bubble is not the end of the notification.
                let state = DeliveryState.returning(nil)
                try context.store.update(delivered: id, state: state, at: delivery.delivered)
            } catch {
                logger.error("\(error)")
                return bubble
            }
        }
        await desktop.presenter.close(bubble)
        return nil
    }

    // MARK: Events

    /// Handles what happens to deliveries with the server.
    func handle(_ event: DeliveryQueue.Event) async {
        let now = context.clock.sinceBoot
        let actions = desktop.queue.handle(event, on: desktop.server.owner, at: now)
        for action in actions { await perform(action) }
    }

    private func perform(_ action: DeliveryQueue.Action) async {
        switch action {
        case .apply(let event, let id):
            // Nobody asks for the name of an error about what was removed meanwhile.
            if await !responses.apply(event, to: id) { _ = desktop.queue.takeRefusalName(of: id) }
        case .leavePlace(let id): desktop.bubbles.places.end(id)
        case .noteShown(let bubble, let id): await noteShown(bubble, of: id)
        case .noteHang(let owner): desktop.note(.callTimedOut(owner: owner))
        case .noteServerGone: await follower.handle(.ownerChanged(nil))
        case .reportRefusal(let message):
            logger.error("the notification server refused a bubble: \(message)")
        case .deliver: tasks.deliverSoon()
        }
    }

    private func noteShown(_ bubble: BubbleKey, of id: Int64) async {
        // It shows this one from now on; the other stays in the list.
        desktop.bubbles.replaced.forget(bubble)
        if let other = desktop.bubbles.places.other(than: id, in: bubble) {
            await responses.apply(.closed(.closed), to: other)
        }
        guard await responses.apply(.shown(bubble), to: id) else {
            // Removed while the server still had the call.
            await desktop.presenter.close(bubble)
            _ = desktop.bubbles.takeEarly(bubble)
            return
        }
        for event in desktop.bubbles.takeEarly(bubble) { await responses.apply(event, to: id) }
        if desktop.server.hasGone(bubble.owner) {
            await responses.apply(.ownerGone(owner: bubble.owner), to: id)
        }
    }

    /// Handles whether do-not-disturb is on; what was held back is shown at its end, as one bubble.
    func doNotDisturbChanged(to isOn: Bool?) async {
        desktop.doNotDisturb.change(to: isOn)
        guard !desktop.doNotDisturb.isOn else { return }
        do {
            switch try desktop.doNotDisturb.release() {
            case nil: break
            case .one(let id): await responses.apply(.recalled, to: id)
            case .summary(let entries):
                _ = try responses.adder.add(due.summary(of: entries, under: .doNotDisturb))
            }
            try desktop.doNotDisturb.forget()
        } catch {
            logger.error("\(error)")
        }
        tasks.deliverSoon()
    }
}

extension DeliveryState {
    var isShown: Bool {
        if case .shown = self { true } else { false }
    }
}
