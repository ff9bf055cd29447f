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
        guard !isDelivering, !isEnding else { return }
        isDelivering = true
        lastPass = await deliverAll()
        isDelivering = false
        let waiters = deliveryWaiters
        deliveryWaiters = []
        for waiter in waiters { waiter.resume() }
        // What is left there is about other programs' bubbles.
        if tickets.isEmpty, questions.isEmpty { earlyEvents = [:] }
        if questionsUnderWay == 0 { earlyReplies = [:] }
        crossingsAreUnderWay = false
        readPositions()
        await plan()
    }

    /// Shows nothing more; returns once what is being shown is written down.
    func stopDelivering() async {
        isEnding = true
        while isDelivering { await withCheckedContinuation { deliveryWaiters.append($0) } }
    }

    private func deliverAll() async -> DeliveryPass {
        isPaused = false
        pacer.follow(presenter.profile.pace)
        do {
            while true {
                observeClock()
                let now = patience == nil ? clock.now : nil
                if isEnding {
                    return .complete
                } else if isPaused {
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
                ?? replaced.bubble(of: due.key) ?? takePlace(for: due.key)
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
        CrashPoint.reached(.showingAgain)
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
        CrashPoint.reached(.begun)
        Self.thread.task { await self.prepareNext() }
        let outcome = await presenter.show(delivery, replacing: place)
        CrashPoint.reached(.shown)
        await settle(id, outcome, calledOwner: owner)
    }

    func noteDelivered(_ delivery: Delivery, detail: String = "") {
        let line = deliveredLine(delivery, detail: detail)
        note([line])
        tell(.delivered(delivery.request.key))
    }

    /// What the history says of a delivery.
    func deliveredLine(_ delivery: Delivery, detail: String = "") -> HistoryLine {
        HistoryLine(
            at: clock.now,
            key: delivery.request.key,
            title: delivery.request.content.title,
            event: .delivered,
            detail: detail,
            scheduled: delivery.scheduled,
            bubble: detail == HistoryLine.suppressedDetail ? 0 : delivery.state.bubble?.id
        )
    }
}

extension DeliveryState {
    var isShown: Bool {
        if case .shown = self { true } else { false }
    }
}
