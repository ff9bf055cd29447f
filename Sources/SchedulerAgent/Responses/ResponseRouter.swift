import AgentInterface
import Logging
import NotifyCore

/// Decides the effects of an event on a delivery, stores its changes and returns the actions.
///
/// It has no state. All changes are stored first, in one transaction: an action that is carried out before would
/// be repeated after a crash.
struct ResponseRouter {
    /// The state of the server and of other deliveries.
    struct Surroundings {
        /// Whether the server closes a bubble after its use.
        let closesAfterAction: Bool
        /// Whether another delivery in progress replaces a bubble.
        let isTaken: (BubbleKey) -> Bool
        /// What the keys of actions mean in the bubbles on the screen.
        let keys: ActionKeys
        /// Whether the server keeps a request until the end of do-not-disturb.
        let quietDetail: (NotificationRequest) -> String?
    }

    /// An event, its changes in the store, and its effects.
    struct Step {
        let event: DeliveryEvent
        /// The delivery after the event.
        let delivery: Delivery
        let effects: [DeliveryEffect]
        var change: DeliveryChange
        /// The length of a snooze in microseconds; `nil` without a snooze.
        var snooze: Int64?

        /// The event for those who wait for the end of the notification, which is not over because nobody saw its bubble.
        var reportedEvent: DeliveryEvent {
            event == .unseen && (change.ends || delivery.request.bubble.isVerbatim)
                ? .closed(.undefined) : event
        }
    }

    /// An action after an event is stored.
    enum Action: Sendable {
        /// Record that the state of a delivery's bubble is known.
        case noteHeard(Int64)
        /// Record that the request of a snooze is stored.
        case noteStored(AcceptedRequest, Int64)
        /// Hold a response until the session is unlocked.
        case hold(Int64)
        /// Record that a bubble is on the screen, with its timeout in milliseconds; `nil` for the default.
        case noteShown(BubbleKey, Int32?)
        /// Keep the attachments of a request for a moment.
        case keepFiles(NotificationRequest)
        /// Remove attachments that are no longer needed.
        case sweepFiles
        /// Send a delivery to the server again.
        case showAgain(Int64)
        /// Send a delivery to the server again, after due requests.
        case showAgainLast(Int64)
        /// Close a bubble.
        case close(BubbleKey)
        /// Open the action's URL and report the response; with the reply to the request of a snooze.
        case respond(Response, snoozed: AddReply?)
        /// Ask the user for the text of an action.
        case prompt(NotificationAction, Delivery, Int64)
        /// Write to the history that the server refused a delivery.
        case noteRefusal(Int64, NotificationRequest, reason: String)
        /// Send an app a stored response.
        case reach(AppResponse)
    }

    private let context: SchedulingContext
    private let journal: Journal

    init(_ context: SchedulingContext, journal: Journal) {
        self.context = context
        self.journal = journal
    }

    /// Returns what an event means for a delivery; `nil` for a button that the delivery does not have.
    func meaning(
        of event: DeliveryEvent,
        for delivery: Delivery,
        _ surroundings: Surroundings
    ) -> DeliveryEvent? {
        let request = delivery.request
        switch event {
        // In a verbatim bubble the key has no special meaning.
        case .replyWanted where request.bubble.isVerbatim:
            return .invoked(action: WireAction.inlineReplyKey)
        case .invoked(let name) where name != NotificationAction.defaultIdentifier:
            switch surroundings.keys.action(named: name, of: request, in: delivery.state.bubble) {
            case .action(let identifier): return .invoked(action: identifier)
            case .earlier:
                context.logger.notice(
                    "a click on \(name.quoted) is for what the bubble of \(request.identifier) showed before"
                )
                return nil
            case .unknown where request.content.categoryIdentifier.isEmpty:
                context.logger.warning(
                    "the server names a button \(name.quoted), which \(request.identifier) does not have"
                )
                journal.report(unknownAction: name, of: request)
                return nil
            case .unknown: return event
            }
        default: return event
        }
    }

    /// Whether an effect must not be carried out, or the server carries it out itself.
    func isNeedless(
        _ effect: DeliveryEffect,
        after event: DeliveryEvent,
        of request: NotificationRequest,
        _ surroundings: Surroundings
    ) -> Bool {
        guard case .close(let bubble) = effect else { return false }
        // Another delivery in progress replaces that bubble.
        if surroundings.isTaken(bubble) { return true }
        guard case .invoked = event, surroundings.closesAfterAction else { return false }
        // A resident bubble stays after an action.
        return !request.isResident && request.bubble.hints["resident"] == nil
    }

    /// Returns the step of an event on a listed delivery; `nil` if the event has no effect.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the stored bytes are damaged.
    func route(
        _ event: DeliveryEvent,
        on row: DeliveredRow,
        _ surroundings: Surroundings
    ) throws(RequestError) -> Step? {
        var delivery = try row.delivery()
        guard let event = meaning(of: event, for: delivery, surroundings) else { return nil }
        let effects = delivery.apply(event).filter {
            !isNeedless($0, after: event, of: delivery.request, surroundings)
        }
        var change = DeliveryChange(id: row.id)
        // A notification that is shown again was already counted as delivered.
        let isNew = !row.state.isReturning
        if delivery.state != row.state {
            let now = context.clock.now
            change.state = (
                delivery.state, delivery.state.isShown && isNew ? now : delivery.delivered
            )
        }
        switch event {
        case .invoked, .replied, .replyWanted:
            change.isAcknowledged = delivery.request.options.nag != nil
        default: break
        }
        var step = Step(event: event, delivery: delivery, effects: effects, change: change)
        fill(&step)
        addLine(&step, isNew: isNew, quietDetail: surroundings.quietDetail(delivery.request))
        return step
    }

    /// Returns the step of an event on a replaced delivery.
    func step(
        _ event: DeliveryEvent,
        onReplaced delivery: Delivery,
        id: Int64,
        _ effects: [DeliveryEffect]
    ) -> Step {
        let change = DeliveryChange(id: id)
        var step = Step(event: event, delivery: delivery, effects: effects, change: change)
        fill(&step)
        addLine(&step, isNew: false, quietDetail: nil)
        return step
    }

    /// Stores the changes of an event.
    ///
    /// - Returns: the actions to carry out, in order.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the store is unchanged then.
    func write(_ step: Step) throws(RequestError) -> [Action] {
        let change = step.change
        let request = step.delivery.request
        if change.hasUserAction { CrashPoint.reached(.acting) }
        let written = try context.store.write(change)
        if change.hasUserAction { CrashPoint.reached(.acted) }
        reportDropped(written.dropped)
        let isHeard = change.state != nil || change.ends
        if let line = change.line { journal.report([line]) }
        if isHeard { journal.report(step.reportedEvent, of: step.delivery) }
        var actions: [Action] = isHeard ? [.noteHeard(change.id)] : []
        if let child = change.child, let number = written.child {
            actions.append(.noteStored(child.request, number))
        }
        if let held = written.held { actions.append(.hold(held)) }
        if case .shown(let bubble) = step.event {
            actions.append(.noteShown(bubble, request.bubble.expiry))
        }
        // The program that opens the URL may need the attachments.
        if step.effects.contains(.end(.opened)) { actions.append(.keepFiles(request)) }
        actions += step.effects.compactMap { action(for: $0, of: step) }
        if let response = change.response { actions.append(.reach(response)) }
        return actions
    }

    /// Logs that responses were dropped because an app did not run for too long.
    func reportDropped(_ count: Int) {
        guard count > 0 else { return }
        context.logger.warning(
            "\(count) responses that no app had received are dropped for newer ones"
        )
    }

    /// Adds the stored parts of the effects to the change.
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
                    // A resident notification sends its app a message for each response.
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

    /// Adds the line of the history to the change.
    ///
    /// It shares the commit of the state, because each commit delays a burst of bubbles.
    private func addLine(_ step: inout Step, isNew: Bool, quietDetail: String?) {
        let now = context.clock.now
        switch step.event {
        case .shown where isNew:
            let detail = quietDetail ?? ""
            step.change.line = HistoryLine(delivered: step.delivery, at: now, detail: detail)
        case .suppressed where isNew:
            let detail = HistoryLine.suppressedDetail
            step.change.line = HistoryLine(delivered: step.delivery, at: now, detail: detail)
        case .unseen where step.change.state != nil:
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
        // The response has its own line.
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
