import AgentInterface
import Logging
import NotifyCore

/// Decides what an event on a delivery means, writes that down and says what follows.
///
/// It has no state. All that has to be on the disk is written first and in one transaction: what was started
/// before that would be started a second time by a run that follows a crash.
struct ResponseRouter {
    /// What the server and other deliveries do with the bubble.
    struct Surroundings {
        /// Whether the server closes a bubble by itself once it was used.
        let closesAfterAction: Bool
        /// Whether another delivery is on its way into a bubble.
        let isTaken: (BubbleKey) -> Bool
    }

    /// An event, what it changes in the store, and what follows then.
    struct Step {
        let event: DeliveryEvent
        /// The delivery after the event.
        let delivery: Delivery
        let effects: [DeliveryEffect]
        var change: DeliveryChange
        /// For how many microseconds the request is put off; `nil` if it is not.
        var snooze: Int64?
    }

    /// What has to be done after an event is written, in order.
    enum Action: Sendable {
        /// Note that it is known what became of a delivery's bubble.
        case noteHeard(Int64)
        /// Note that what shows a request once more is stored.
        case noteStored(AcceptedRequest, Int64)
        /// Act on what waits for an unlocked session once that is there.
        case hold(Int64)
        /// Note that a bubble is on the screen, and for how many milliseconds; `nil` for as long as it likes.
        case noteShown(BubbleKey, Int32?)
        /// Keep the files of a request for a moment.
        case keepFiles(NotificationRequest)
        /// Remove the files that no request has any more.
        case sweepFiles
        /// Hand a delivery to the server once more.
        case showAgain(Int64)
        /// Hand a delivery to the server once more, after what is due.
        case showAgainLast(Int64)
        /// Close a bubble.
        case close(BubbleKey)
        /// Open the action's URL and report the response; with what shows its request once more.
        case respond(Response, snoozed: AddReply?)
        /// Ask the user for the text of an action.
        case prompt(NotificationAction, Delivery, Int64)
        /// Write down that the server refused a delivery.
        case noteRefusal(Int64, NotificationRequest, reason: String)
        /// Hand an app a response that is kept for it.
        case reach(AppResponse)
    }

    private let context: SchedulingContext
    private let journal: Journal

    init(_ context: SchedulingContext, journal: Journal) {
        self.context = context
        self.journal = journal
    }

    /// What an event means for the request whose bubble it is about; `nil` for a button that it never had.
    func meaning(of event: DeliveryEvent, for request: NotificationRequest) -> DeliveryEvent? {
        switch event {
        // Who sends a bubble as it is gives the key no meaning.
        case .replyWanted where request.bubble.isVerbatim:
            return .invoked(action: WireAction.inlineReplyKey)
        case .invoked(let action)
        where action != NotificationAction.defaultIdentifier && request.action(action) == nil
            && request.content.categoryIdentifier.isEmpty:
            context.logger.warning(
                "the server names a button \(action.quoted), which \(request.identifier) has not"
            )
            return nil
        default: return event
        }
    }

    /// Whether a thing must not be done, or the server does it by itself.
    func isNeedless(
        _ effect: DeliveryEffect,
        after event: DeliveryEvent,
        of request: NotificationRequest,
        _ surroundings: Surroundings
    ) -> Bool {
        guard case .close(let bubble) = effect else { return false }
        // Another one is on its way into that bubble.
        if surroundings.isTaken(bubble) { return true }
        guard case .invoked = event, surroundings.closesAfterAction else { return false }
        // A resident bubble stays where it is after an action.
        return !request.isResident && request.bubble.hints["resident"] == nil
    }

    /// What an event on a delivery in the list changes; `nil` if it means nothing.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the stored bytes are damaged.
    func route(
        _ event: DeliveryEvent,
        on row: DeliveredRow,
        _ surroundings: Surroundings
    ) throws(RequestError) -> Step? {
        var delivery = try row.delivery()
        guard let event = meaning(of: event, for: delivery.request) else { return nil }
        let effects = delivery.apply(event).filter {
            !isNeedless($0, after: event, of: delivery.request, surroundings)
        }
        var change = DeliveryChange(id: row.id)
        // What comes back was delivered when it was there first.
        let isNew = !row.state.isReturning
        if delivery.state != row.state {
            let now = context.clock.now
            change.state = (
                delivery.state, delivery.state.isShown && isNew ? now : delivery.delivered
            )
        }
        var step = Step(event: event, delivery: delivery, effects: effects, change: change)
        fill(&step)
        addLine(&step, isNew: isNew)
        return step
    }

    /// What follows from an event on a delivery that has left the list for a newer one.
    ///
    /// - Parameters:
    ///   - event: the event, as it is meant.
    ///   - delivery: the delivery after it.
    ///   - id: its number.
    ///   - effects: what has to be done.
    /// - Returns: what that changes.
    func step(
        _ event: DeliveryEvent,
        onReplaced delivery: Delivery,
        id: Int64,
        _ effects: [DeliveryEffect]
    ) -> Step {
        let change = DeliveryChange(id: id)
        var step = Step(event: event, delivery: delivery, effects: effects, change: change)
        fill(&step)
        addLine(&step, isNew: false)
        return step
    }

    /// Writes what an event changes.
    ///
    /// - Returns: what has to be done then, in order.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; nothing has been done then.
    func write(_ step: Step) throws(RequestError) -> [Action] {
        let change = step.change
        let request = step.delivery.request
        if change.holdsAnAct { CrashPoint.reached(.acting) }
        let written = try context.store.write(change)
        if change.holdsAnAct { CrashPoint.reached(.acted) }
        if change.state?.state.isShown == true { CrashPoint.reached(.delivered) }
        reportDropped(written.dropped)
        let isHeard = change.state != nil || change.ends
        if let line = change.line { journal.report([line]) }
        if isHeard { journal.report(step.event, of: request) }
        var actions: [Action] = isHeard ? [.noteHeard(change.id)] : []
        if let child = change.child, let number = written.child {
            actions.append(.noteStored(child.request, number))
        }
        if let held = written.held { actions.append(.hold(held)) }
        if case .shown(let bubble) = step.event {
            actions.append(.noteShown(bubble, request.bubble.expiry))
        }
        // Whoever opens the URL may want the files.
        if step.effects.contains(.end(.opened)) { actions.append(.keepFiles(request)) }
        actions += step.effects.compactMap { action(for: $0, of: step) }
        if let response = change.response { actions.append(.reach(response)) }
        return actions
    }

    /// Logs that an app was away for too long.
    func reportDropped(_ count: Int) {
        guard count > 0 else { return }
        context.logger.warning(
            "\(count) responses that no app had heard are dropped for newer ones"
        )
    }

    /// Adds to the change all that effects have written down.
    private func fill(_ step: inout Step) {
        let (delivery, request) = (step.delivery, step.delivery.request)
        for effect in step.effects {
            switch effect {
            case .respond(let action, let text):
                let response = Response(delivery: delivery, action: action, userText: text)
                if request.needsUnlockedSession(for: action) {
                    step.change.held = response
                } else if let length = request.snooze(ofAction: action) {
                    step.snooze = length
                } else if request.isResident, case .invoked = step.event {
                    // What does not end with its first answer leaves a response for its app at each.
                    step.change.response = AppResponse(response)
                }
            case .prompt(let action) where request.needsUnlockedSession(for: action):
                step.change.held = Response(delivery: delivery, action: action)
                step.change.heldForPrompt = true
            case .end(let end):
                step.change.ends = true
                step.change.response = AppResponse(to: delivery, of: step.event, end)
            default: break
            }
        }
    }

    /// Adds to the change what the history says of it.
    ///
    /// In one commit with the mark: a burst of bubbles waits for each of them.
    private func addLine(_ step: inout Step, isNew: Bool) {
        let now = context.clock.now
        switch step.event {
        case .shown where isNew:
            step.change.line = HistoryLine(delivered: step.delivery, at: now)
        case .suppressed where isNew:
            let detail = HistoryLine.suppressedDetail
            step.change.line = HistoryLine(delivered: step.delivery, at: now, detail: detail)
        case .closed(.expired) where step.change.state != nil || step.change.ends:
            step.change.line = HistoryLine(expired: step.delivery, at: now)
        default: break
        }
    }

    private func action(for effect: DeliveryEffect, of step: Step) -> Action? {
        let (delivery, request) = (step.delivery, step.delivery.request)
        switch effect {
        case .showAgain: return .showAgain(step.change.id)
        case .showAgainLast: return .showAgainLast(step.change.id)
        case .close(let bubble): return .close(bubble)
        case .respond(let action, let text):
            guard !request.needsUnlockedSession(for: action) else { return nil }
            let response = Response(delivery: delivery, action: action, userText: text)
            return .respond(response, snoozed: step.change.child?.reply)
        case .prompt(let action):
            guard !request.needsUnlockedSession(for: action), let button = request.action(action)
            else { return nil }
            return .prompt(button, delivery, step.change.id)
        case .noteRefusal(let reason):
            return .noteRefusal(step.change.id, request, reason: reason)
        case .end(let end):
            note(end, of: request)
            return .sweepFiles
        }
    }

    private func note(_ end: DeliveryEnd, of request: NotificationRequest) {
        let event: HistoryLine.Event
        switch end {
        // The response has a line of its own.
        case .opened, .gone: return
        case .dismissed: event = .dismissed
        case .removed: event = .removed
        }
        journal.note([
            HistoryLine(
                at: context.clock.now,
                key: request.key,
                title: request.content.title,
                event: event
            )
        ])
    }
}
