import DesktopBubbles
import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
    /// Shows what is due, one bubble at a time in order of due time, until nothing is or no server can
    /// take it; then arms the timers for what comes next.
    ///
    /// A second call while one is under way returns at once: the first goes on with what was added.
    func deliverDue() async {
        guard !isDelivering else { return }
        isDelivering = true
        lastPass = await deliverAll()
        isDelivering = false
        // What is left there is about other programs' bubbles.
        if tickets.isEmpty, questions.isEmpty { earlyEvents = [:] }
        if questionsUnderWay == 0 { earlyReplies = [:] }
        await plan()
    }

    private func deliverAll() async -> DeliveryPass {
        isPaused = false
        pacer.follow(presenter.profile.pace)
        do {
            while true {
                observeClock()
                let now = patience == nil ? clock.now : nil
                if isPaused {
                    return .paused
                } else if let next = takeAnswered(
                    inPace: pacer.opening(at: clock.sinceBoot) == nil && waitingAgain.isEmpty
                ) {
                    try await present(next)
                } else if let opening = pacer.opening(at: clock.sinceBoot) {
                    guard try hasWork(now) else { return .complete }
                    guard serverIsReady() else { return .waitingForServer }
                    guard let due = try urgentRequest(now) else {
                        return .paced(until: opening)
                    }
                    try await take(due)
                } else if !waitingAgain.isEmpty {
                    guard serverIsReady() else { return .waitingForServer }
                    try await showAgain(waitingAgain.removeFirst())
                } else if !answered.isEmpty {
                    return .waitingForServer
                } else if case .ready = server, let due = takePrepared() {
                    try await take(due)
                } else if let row = try store.due(now: now, sinceBoot: clock.sinceBoot, limit: 1)
                    .first
                {
                    guard serverIsReady() else { return .waitingForServer }
                    if let due = try dueRequest(row) { try await take(due) }
                } else if case .ready = server, !returning.isEmpty {
                    // Last: a new one must not wait for what was seen already. No server is started for
                    // it, which would take the place of the shell that is about to come back.
                    try await showAgain(returning.removeFirst())
                } else {
                    rememberClockNowAndThen()
                    return .complete
                }
            }
        } catch {
            logger.error("\(error)")
            return .failed
        }
    }

    /// Whether something can be shown now; starts a server where the bus knows one.
    func serverIsReady() -> Bool {
        if case .ready = server { return true }
        guard server == .absent, mayStartServer else { return false }
        // Once until a server comes or goes: one that cannot start is not tried at every request.
        mayStartServer = false
        Self.thread.task {
            if await !self.presenter.startServer() {
                self.logger.notice("no notification server; what is due waits for one")
            }
        }
        return false
    }

    private func take(_ due: DueRequest) async throws(RequestError) {
        guard due.permission.mayAdd else { return try withhold(due) }
        switch due.decision {
        case .miss:
            try store.settle(due.settling, .process)
            note(
                .missed,
                due.key,
                title: due.title,
                detail: "\(due.occurrences.count)",
                scheduled: due.occurrences.latest
            )
        case .show where due.permission == .provisional:
            try deliverQuietly(due)
        case .show where due.isLate:
            try await deliverLate(due)
        case .show:
            try await deliver(due)
        }
    }

    func deliver(_ due: DueRequest) async throws(RequestError) {
        if mustWait(due.pending.request) { return try keepBack(due) }
        let earlier = try store.delivered(of: due.key)
        let delivery = due.delivery(at: clock.now, .delivering)
        let ids = try store.begin([due.beginning(delivery)])
        if let earlier { remember(replaced: earlier) }
        let earlierBubble = earlier?.state.bubble.flatMap { $0.owner == server.owner ? $0 : nil }
        for id in ids {
            let bubble =
                earlierBubble ?? earlier.flatMap { takeBubble(ofAsked: $0.id) }
                ?? replaced.bubble(of: due.key)
            if !ask(delivery, id: id, replacing: bubble) {
                await show(delivery, id: id, replacing: bubble)
                applyBadge(of: delivery.request)
            }
        }
    }

    private func showAgain(_ id: Int64) async throws(RequestError) {
        guard let row = try store.delivered(id: id),
            row.state == .delivering || row.state.isReturning
        else { return }
        do {
            let delivery = try row.delivery()
            // A full server refused it before, while an earlier one is on the screen still.
            let earlier = row.state.bubble ?? replaced.bubble(of: delivery.request.key)
            let bubble = earlier.flatMap { $0.owner == server.owner ? $0 : nil }
            guard try mayShowAgain(delivery) else {
                try store.update(delivered: id, state: .listed, at: delivery.delivered)
                if let bubble { closeSoon(bubble) }
                return
            }
            await show(delivery, id: id, replacing: bubble)
            // Once: by the next time the app may have set another number.
            if unbadged.remove(id) != nil, delivery.presentation?.contains(.badge) ?? true {
                applyBadge(of: delivery.request)
            }
        } catch {
            logger.error("\(error); it is dropped")
            try store.end(delivered: id, .process)
        }
    }

    /// Hands a marked delivery to the server and writes down what came of it.
    func show(_ delivery: Delivery, id: Int64, replacing bubble: BubbleKey?) async {
        let owner = server.owner
        let place = await clearPlace(of: delivery, id: id, bubble)
        let outcome = await presenter.show(delivery, replacing: place)
        await settle(id, outcome, calledOwner: owner)
    }

    /// Moves a delivery on and does what follows.
    ///
    /// - Returns: whether it still was in the list.
    @discardableResult
    func apply(_ event: DeliveryEvent, to id: Int64) async -> Bool {
        do {
            guard let row = try store.delivered(id: id) else { return false }
            var delivery = try row.delivery()
            let request = delivery.request
            let effects = delivery.apply(event).filter {
                !isNeedless($0, after: event, of: request)
            }
            // What comes back was delivered when it was there first.
            let isNew = !row.state.isReturning
            let date = delivery.state.isShown && isNew ? clock.now : delivery.delivered
            if delivery.state != row.state {
                try store.update(delivered: id, state: delivery.state, at: date)
            }
            switch event {
            case .shown(let bubble):
                if isNew { noteDelivered(delivery) }
                noteExpiry(of: delivery.request, bubble)
            case .suppressed where isNew:
                noteDelivered(delivery, detail: HistoryLine.suppressedDetail)
            default: break
            }
            let token = row.state.bubble.flatMap { activationTokens[$0] }
            for effect in effects {
                try await perform(effect, of: event, on: delivery, id: id, activationToken: token)
            }
            return true
        } catch {
            logger.error("\(error)")
            return true
        }
    }

    /// Whether the server does a thing by itself.
    func isNeedless(
        _ effect: DeliveryEffect,
        after event: DeliveryEvent,
        of request: NotificationRequest
    ) -> Bool {
        guard case .invoked = event, case .close = effect, presenter.profile.closesAfterAction
        else { return false }
        // A resident bubble stays where it is after an action.
        return !request.isResident && request.bubble.hints["resident"] == nil
    }

    func noteDelivered(_ delivery: Delivery, detail: String = "") {
        note(
            .delivered,
            delivery.request.key,
            title: delivery.request.content.title,
            detail: detail,
            scheduled: delivery.scheduled
        )
        tell(.delivered(delivery.request.key))
    }

    /// Does one thing that follows from an event.
    func perform(
        _ effect: DeliveryEffect,
        of event: DeliveryEvent,
        on delivery: Delivery,
        id: Int64,
        activationToken: String?
    ) async throws(RequestError) {
        let request = delivery.request
        switch effect {
        case .showAgain:
            waitingAgain.append(id)
        case .bringBack:
            await bringBack(id)
        case .close(let bubble):
            closeSoon(bubble)
        case .respond(let action, let text):
            let response = Response(delivery: delivery, action: action, userText: text)
            if request.needsUnlockedSession(for: action) {
                try hold(response, activationToken: activationToken)
            } else {
                await respond(response, activationToken: activationToken)
                // What does not end with its first answer leaves a response for its app at each.
                if request.isResident, case .invoked = event, let heard = appResponse(response) {
                    noteDropped(try store.keep(heard))
                    reachSoon(heard, activationToken: activationToken)
                }
            }
        case .prompt(let action):
            if request.needsUnlockedSession(for: action) {
                let response = Response(delivery: delivery, action: action)
                try hold(response, prompt: id, activationToken: activationToken)
            } else if let button = request.action(action) {
                prompt(for: button, of: delivery, id: id, activationToken: activationToken)
            }
        case .noteRefusal(let message):
            note(.refused, request.key, title: request.content.title, detail: message)
        case .end(let end):
            let response = response(to: delivery, of: event, end)
            noteDropped(try store.end(delivered: id, leaving: response))
            if end == .opened { noteAnswer(to: request) }
            sweepAttachments()
            switch end {
            case .opened: note(.opened, request.key, title: request.content.title)
            case .dismissed:
                note(.dismissed, request.key, title: request.content.title)
                tell(
                    .responded(
                        Response(delivery: delivery, action: NotificationAction.dismissIdentifier)
                    )
                )
            case .removed: note(.removed, request.key, title: request.content.title)
            case .gone: break
            }
            if let response { reachSoon(response, activationToken: activationToken) }
        }
    }
}

extension DeliveryState {
    var isShown: Bool {
        if case .shown = self { true } else { false }
    }
}
