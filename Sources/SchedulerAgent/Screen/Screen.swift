import DesktopBubbles
import Logging
import NotifyCore

/// The state of the notification server and of its bubbles.
///
/// ``ServerFollower`` handles the deliveries of a server that appeared or exited.
final class Screen {
    /// Shows bubbles.
    let presenter: any BubblePresenting
    private(set) var server = ServerConnection()
    /// The order in which deliveries go to the server.
    var queue = DeliveryQueue()
    /// The bubbles on the screen.
    var bubbles: BubbleRegistry
    /// Whether do-not-disturb is on, and the deliveries that wait for its end.
    var doNotDisturb: DoNotDisturb
    private let context: SchedulingContext
    private let schedule: Schedule
    private let tasks: SchedulerTasks

    init(
        _ context: SchedulingContext,
        _ presenter: any BubblePresenting,
        _ schedule: Schedule,
        _ tasks: SchedulerTasks
    ) {
        self.context = context
        self.presenter = presenter
        self.schedule = schedule
        self.tasks = tasks
        bubbles = BubbleRegistry(context.store)
        doNotDisturb = DoNotDisturb(context.store)
    }

    // MARK: The server

    /// Whether a server runs.
    var isServerPresent: Bool { server.isPresent }

    /// The unique name of the server; `nil` if none runs.
    var owner: String? { server.owner }

    /// The profile of the server, once it answers; `nil` before that.
    var answeringProfile: ServerProfile? { server.isReady ? presenter.profile : nil }

    /// Calls a closure once it is known whether a server runs and what it can do, or the time for that is over.
    func whenServerIsKnown(_ body: @escaping @Sendable () -> Void) { note(.callerWaits(body)) }

    // MARK: The round

    /// Whether a round is in progress.
    var isRoundRunning: Bool { queue.isRunning }

    /// Whether stored deliveries wait to be shown.
    var hasWaiting: Bool { queue.hasAgain }

    /// Queues stored deliveries to be shown first.
    func showAgain(_ ids: [Int64], setsBadges: Bool = false) {
        queue.showAgain(ids, setsBadges: setsBadges)
    }

    /// Queues a delivery to be shown after what is due.
    ///
    /// - Returns: the delivery that is not shown again for it, because too many would be.
    func showAgainLast(_ id: Int64) -> Int64? { queue.addReturning(id) }

    // MARK: Bubbles

    /// When the first bubble expires that the server does not close itself, in microseconds since boot.
    var nextExpiry: Int64? { bubbles.expiries.earliest }

    /// Closes the bubbles that have expired.
    func closeExpired() {
        for bubble in bubbles.expiries.takeEnded(at: context.clock.sinceBoot) { closeSoon(bubble) }
    }

    /// Records that the server shows a bubble, with its timeout in milliseconds; `nil` for the server's default.
    func noteShown(_ bubble: BubbleKey, for time: Int32?) {
        let limit = presenter.profile.obeysExpiry ? nil : time
        bubbles.expiries.note(bubble, for: limit, at: context.clock.sinceBoot)
    }

    /// Closes the bubbles of deliveries that were removed, or that they were to replace.
    func close(_ removed: [(key: RequestKey, row: DeliveredRow)]) {
        for (key, row) in removed {
            let waiting = row.state.bubble ?? queue.asked.takeBubble(of: row.id)
            if let bubble = waiting ?? bubble(replacedBy: row, of: key) {
                bubbles.replaced.forget(bubble)
                closeSoon(bubble)
            }
        }
    }

    /// Resolves the bubble that a request replaces by its number; see ``BubblePlaces``.
    func findPlace(
        of request: inout NotificationRequest
    ) throws(RequestError) -> BubblePlace? {
        try bubbles.places.find(of: &request, on: owner)
    }

    /// Records the bubble that an added request replaces when it is shown; `nil` for none.
    func note(_ place: BubblePlace?, of key: RequestKey) {
        bubbles.places.note(place, of: key, on: owner)
    }

    /// Returns the name of a delivery's state in the interface.
    func stateName(of row: DeliveredRow) -> String { bubbles.stateName(of: row) }

    /// The folders of attachments of deliveries that are replaced and can still be answered.
    var attachmentFolders: [String] { bubbles.replaced.attachmentFolders }

    /// Stores for the next agent, which already runs, the bubbles whose state is not known.
    func handOver() throws(RequestError) { try bubbles.noteHandOver() }

    /// Shows the question for a permission.
    func show(question: Delivery) async -> ShowOutcome {
        let outcome = await presenter.show(question, replacing: nil)
        guard case .timedOut(let ticket) = outcome else { return outcome }
        return queue.calls.takeEarly(ticket) ?? outcome
    }

    // MARK: What the user did

    /// Returns what a key from a bubble stands for.
    func action(
        named name: String,
        of request: NotificationRequest,
        in bubble: BubbleKey?
    ) -> ActionKeys.Match {
        bubbles.keys.action(named: name, of: request, in: bubble)
    }

    /// Whether the server closes a bubble after its use.
    var closesAfterAction: Bool { presenter.profile.closesAfterAction }

    /// Whether a delivery in progress replaces a bubble with another notification.
    func isTaken(_ bubble: BubbleKey) -> Bool { bubbles.places.isTaken(bubble) }

    /// Records that the state of a delivery is known.
    func noteHeard(_ id: Int64) { bubbles.noteHeard(id) }

    /// Removes and returns the name of the D-Bus error with which the server refused a delivery.
    func takeRefusalName(of id: Int64) -> String? { queue.takeRefusalName(of: id) }

    /// Keeps a replaced delivery that the user can still answer.
    ///
    /// - Parameter isPrompting: whether its text is being asked for.
    func remember(replaced row: DeliveredRow, isPrompting: Bool) {
        do {
            try bubbles.replace(row, on: owner, isPrompting: isPrompting)
        } catch {
            context.logger.error("\(error)")
        }
    }

    /// Returns the replaced delivery that a bubble still shows, if any.
    func replaced(shownBy bubble: BubbleKey) -> (id: Int64, delivery: Delivery)? {
        bubbles.replaced.shown(by: bubble).map { ($0.id, $0.delivery) }
    }

    /// Forgets the replaced delivery that a bubble shows, because the user has answered it.
    ///
    /// - Returns: whether the bubble may be closed, because the newer delivery is not on its way into it.
    func endReplaced(in bubble: BubbleKey) -> Bool {
        guard let shown = bubbles.replaced.take(shownBy: bubble) else { return false }
        if queue.asked.release(bubble) { return true }
        guard let row = try? context.store.delivered(of: shown.delivery.request.key) else {
            return false
        }
        return queue.waitsAgain(row.id)
    }

    /// Keeps a replaced delivery whose text is being asked for.
    func remember(prompted delivery: Delivery, id: Int64) {
        bubbles.replaced.add(prompted: delivery, id: id)
    }

    /// Returns the replaced delivery whose text is being asked for, if it is one.
    func replaced(prompted id: Int64) -> Delivery? { bubbles.replaced.delivery(prompted: id) }

    /// Removes and returns the replaced delivery whose text was asked for, if it is one.
    func endReplaced(prompted id: Int64) -> Delivery? { bubbles.replaced.take(prompted: id) }

    /// Returns the notification that a bubble shows; `nil` if the agent knows none.
    func request(shownBy bubble: BubbleKey) -> NotificationRequest? {
        bubbles.request(shownBy: bubble)
    }

    /// Keeps what the user did with a bubble whose number may not be known yet.
    ///
    /// - Parameter isPrompting: whether the bubble can be that of a question for permission.
    func keep(
        early event: DeliveryEvent,
        activationToken: String?,
        of bubble: BubbleKey,
        isPrompting: Bool
    ) {
        guard queue.isRunning || !queue.calls.isEmpty || isPrompting else { return }
        let event = BubbleRegistry.EarlyEvent(event: event, activationToken: activationToken)
        bubbles.keep(early: event, of: bubble)
    }

    /// Removes and returns what the user did with a bubble before its number was known.
    func takeEarly(_ bubble: BubbleKey) -> [BubbleRegistry.EarlyEvent] { bubbles.takeEarly(bubble) }

    // MARK: Do-not-disturb

    /// Whether a request waits for the end of do-not-disturb.
    func isHeld(_ request: NotificationRequest) -> Bool {
        !request.bubble.isVerbatim && isHeld(request.content.interruptionLevel)
    }

    /// Whether bubbles of a level wait for the end of do-not-disturb.
    func isHeld(_ level: InterruptionLevel) -> Bool {
        doNotDisturb.isOn && presenter.profile.doNotDisturb[level].isHeld
    }

    /// The detail of the history about a request that do-not-disturb keeps from the screen; `nil` if it is shown.
    func quietDetail(of request: NotificationRequest) -> String? {
        guard doNotDisturb.isOn else { return nil }
        let treatment = presenter.profile.doNotDisturb[request.content.interruptionLevel]
        if treatment == .kept { return HistoryLine.keptDetail }
        // What waits for the end is not sent; `send` sends at once, as notify-send does.
        return treatment.isHeld ? HistoryLine.hiddenDetail : nil
    }

    /// Returns the bubble that a delivery was to replace when the full server refused it.
    func bubble(replacedBy row: DeliveredRow, of key: RequestKey) -> BubbleKey? {
        queue.waitsAgain(row.id) ? bubbles.replaced.bubble(of: key) : nil
    }

    /// Returns the event of a bubble that the server closed.
    func end(of bubble: BubbleKey, _ reason: UInt32) -> DeliveryEvent {
        let reason = bubbles.closed(bubble, reason)
        guard reason == .dismissed else { return .closed(reason) }
        if bubbles.isNew(bubble, at: context.clock.sinceBoot) { return .unseen }
        // The server has made room for a newer one, which may be under way.
        let isFull = presenter.profile.maxBubbles.map {
            bubbles.count(after: bubble) + (queue.isRunning ? 1 : 0) >= $0
        }
        return .closed(isFull ?? false ? .undefined : .dismissed)
    }

    /// Closes a bubble without waiting for the server.
    func closeSoon(_ bubble: BubbleKey) {
        tasks.run { [presenter] in
            await presenter.close(bubble)
            return nil
        }
    }

    /// Handles an event of the server connection.
    ///
    /// - Returns: the actions to carry out, in order.
    func next(_ event: ServerConnection.Event) -> [ServerConnection.Action] {
        server.handle(event)
    }

    /// Handles a note to the server connection, which does not change which server runs.
    func note(_ note: ServerConnection.Note) {
        for step in server.handle(note) { perform(step) }
    }

    /// Carries out a step of the server connection other than releasing or reclaiming bubbles.
    func perform(_ step: ServerConnection.Step) {
        switch step {
        case .noteAvailable: schedule.noteAvailable()
        case .forgetBubbles:
            bubbles.serverChanged()
            queue.serverChanged()
        case .askForCapabilities(let owner):
            tasks.run { [presenter] in
                await presenter.meetServer() ? .serverAnswered(owner: owner) : nil
            }
        case .start:
            tasks.run { [presenter] in
                await presenter.startServer() ? nil : .serverStartFailed
            }
        case .answer(let callers): for caller in callers { caller() }
        case .limitGrace:
            tasks.post(.serverGraceEnded, after: context.limits.serverTime)
        case .showQuestions: tasks.post(.showQuestions)
        case .deliver: tasks.deliverSoon()
        case .reportHang:
            context.logger.warning(
                "the notification server does not answer; what is due waits for it"
            )
        case .reportAbsence:
            context.logger.notice("no notification server; what is due waits for one")
        }
    }
}
