import AgentInterface
import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
    /// Moves a delivery on and does what follows; what the user did is kept where the store fails.
    ///
    /// - Returns: whether it still was in the list, as far as that is known.
    @discardableResult
    func apply(
        _ event: DeliveryEvent,
        to id: Int64,
        activationToken: String? = nil
    ) async -> Bool {
        guard !event.isAct || !unwritten.hold(id) else {
            keep(event, on: .delivery(id), activationToken: activationToken)
            return true
        }
        do {
            return try await move(id, by: event, activationToken: activationToken)
        } catch {
            keep(event, on: .delivery(id), activationToken: activationToken, after: error)
            return true
        }
    }

    /// Moves a delivery on and does what follows.
    ///
    /// - Returns: whether it still was in the list.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; nothing has changed then.
    @discardableResult
    func move(
        _ id: Int64,
        by event: DeliveryEvent,
        activationToken: String? = nil
    ) async throws(RequestError) -> Bool {
        guard let row = try store.delivered(id: id) else { return false }
        var delivery = try row.delivery()
        let request = delivery.request
        guard let event = meaning(of: event, for: request) else { return true }
        let effects = delivery.apply(event).filter {
            !isNeedless($0, after: event, of: request)
        }
        // What comes back was delivered when it was there first.
        let isNew = !row.state.isReturning
        let date = delivery.state.isShown && isNew ? clock.now : delivery.delivered
        var change = DeliveryChange(id: id)
        if delivery.state != row.state { change.state = (delivery.state, date) }
        try await carryOut(
            effects,
            of: event,
            on: delivery,
            change,
            isNew: isNew,
            activationToken: activationToken
        )
        return true
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
            logger.warning(
                "the server tells of a button \(action.quoted), which \(request.identifier) has not"
            )
            return nil
        default: return event
        }
    }

    /// Writes down what an event changes and does what follows then.
    ///
    /// In this order: what was started first would be started a second time by a run that follows a crash.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; nothing has been done then.
    func carryOut(
        _ effects: [DeliveryEffect],
        of event: DeliveryEvent,
        on delivery: Delivery,
        _ stateChange: DeliveryChange,
        isNew: Bool = false,
        activationToken: String?
    ) async throws(RequestError) {
        var change = self.change(stateChange, by: effects, of: event, on: delivery)
        // In one commit with the mark: a burst of bubbles waits for each of them.
        switch event {
        case .shown where isNew: change.line = deliveredLine(delivery)
        case .suppressed where isNew:
            change.line = deliveredLine(delivery, detail: HistoryLine.suppressedDetail)
        default: break
        }
        if let child = change.child { try handOverWaiting(for: child) }
        if change.holdsAnAct { CrashPoint.reached(.acting) }
        let written = try store.write(change)
        if change.holdsAnAct { CrashPoint.reached(.acted) }
        if change.state?.state.isShown == true { CrashPoint.reached(.delivered) }
        noteDropped(written.dropped)
        if let child = change.child, let number = written.child {
            take(child, storedAs: number)
            noteSnoozed(delivery.request, child.reply)
            await plan()
        }
        if let held = written.held {
            heldTokens[held] = activationToken
            releaseHeldSoon()
        }
        if let line = change.line {
            tellWatchers([line])
            tell(.delivered(line.key))
        }
        if case .shown(let bubble) = event { noteExpiry(of: delivery.request, bubble) }
        if change.state != nil || change.ends { tellBubbleEvent(event, of: delivery.request) }
        // Whoever opens the URL may want the files.
        if effects.contains(.end(.opened)) { noteAnswer(to: delivery.request) }
        for effect in effects {
            await perform(
                effect,
                on: delivery,
                id: change.id,
                isSnoozed: change.child != nil,
                activationToken: activationToken
            )
        }
        if let response = change.response { reachSoon(response, activationToken: activationToken) }
    }

    /// A change with all that effects have written down.
    private func change(
        _ stateChange: DeliveryChange,
        by effects: [DeliveryEffect],
        of event: DeliveryEvent,
        on delivery: Delivery
    ) -> DeliveryChange {
        var change = stateChange
        let request = delivery.request
        for effect in effects {
            switch effect {
            case .respond(let action, let text):
                let response = Response(delivery: delivery, action: action, userText: text)
                if request.needsUnlockedSession(for: action) {
                    change.held = response
                } else if let length = request.snooze(ofAction: action) {
                    // One that cannot be shown once more says why once the act is written down.
                    change.child = try? accept(Self.child(of: request, after: length))
                } else if request.isResident, case .invoked = event {
                    // What does not end with its first answer leaves a response for its app at each.
                    change.response = appResponse(response)
                }
            case .prompt(let action) where request.needsUnlockedSession(for: action):
                change.held = Response(delivery: delivery, action: action)
                change.heldForPrompt = true
            case .end(let end):
                change.ends = true
                change.response = response(to: delivery, of: event, end)
            default: break
            }
        }
        return change
    }

    /// Does one thing that follows from an event.
    private func perform(
        _ effect: DeliveryEffect,
        on delivery: Delivery,
        id: Int64,
        isSnoozed: Bool,
        activationToken: String?
    ) async {
        let request = delivery.request
        switch effect {
        case .showAgain:
            waitingAgain.append(id)
        case .bringBack:
            await bringBack(id)
        case .close(let bubble):
            closeSoon(bubble)
        case .respond(let action, let text):
            guard !request.needsUnlockedSession(for: action) else { return }
            let response = Response(delivery: delivery, action: action, userText: text)
            await respond(response, isSnoozed: isSnoozed, activationToken: activationToken)
        case .prompt(let action):
            guard !request.needsUnlockedSession(for: action), let button = request.action(action)
            else { return }
            prompt(for: button, of: delivery, id: id, activationToken: activationToken)
        case .noteRefusal(let message):
            note(
                .refused,
                request.key,
                title: request.content.title,
                detail: message,
                errorName: refusalNames.removeValue(forKey: id)
            )
        case .end(let end):
            sweepAttachments()
            noteEnd(end, of: delivery)
        }
    }

    private func noteEnd(_ end: DeliveryEnd, of delivery: Delivery) {
        let request = delivery.request
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
}
