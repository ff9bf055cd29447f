import Logging
import NotifyCore

/// The state of the notification server and of its bubbles.
///
/// ``ServerFollower`` handles the deliveries of a server that appeared or exited.
final class Desktop {
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
    private let time: Timekeeper
    private let tasks: SchedulerTasks

    init(
        _ context: SchedulingContext,
        _ presenter: any BubblePresenting,
        _ time: Timekeeper,
        _ tasks: SchedulerTasks
    ) {
        self.context = context
        self.presenter = presenter
        self.time = time
        self.tasks = tasks
        bubbles = BubbleRegistry(context.store)
        doNotDisturb = DoNotDisturb(context.store)
    }

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
        tasks.spawn { [presenter] _ in await presenter.close(bubble) }
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
        case .noteAvailable: time.noteAvailable()
        case .forgetBubbles:
            bubbles.serverChanged()
            queue.serverChanged()
        case .askForCapabilities(let owner):
            tasks.spawn { [presenter] in
                guard await presenter.meetServer() else { return }
                await $0.deliverer.follower.handle(.capabilitiesCame(owner: owner))
            }
        case .start:
            tasks.spawn { [presenter] in
                if await !presenter.startServer() { $0.desktop.note(.startFailed) }
            }
        case .answer(let callers): for caller in callers { caller() }
        case .limitGrace:
            tasks.after(context.limits.serverTime) { $0.desktop.note(.graceEnded) }
        case .showQuestions: tasks.spawn { await $0.prompts.showWaiting() }
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
