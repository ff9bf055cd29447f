import AgentInterface
import DesktopBubbles
import Logging
import NotifyCore

/// How a delivery comes to the server: the app is asked, the place found, and the answer read.
extension Screen {
    /// How often a bubble may crash its server before it stays in the list without a bubble.
    private static let maxAttempts = 3

    /// Calls the server.
    ///
    /// Meanwhile an event may be one of the bubble whose number the answer tells, and an answer that is late may come
    /// before its timeout is handled; those that are left from earlier concern nobody.
    func call(_ body: () async -> ShowOutcome) async -> ShowOutcome {
        if callsUnderWay == 0 {
            earlyAnswers = [:]
            if lateCalls.isEmpty { bubbles.forgetEarly() }
        }
        callsUnderWay += 1
        defer { callsUnderWay -= 1 }
        return await body()
    }

    /// Asks a delivery's app how to show it, if a connection listens for the app; answers about earlier deliveries come
    /// first.
    ///
    /// The delivery is already stored: if the agent ends before the answer, the next run shows it.
    ///
    /// - Returns: whether it waits.
    func ask(_ marked: MarkedDelivery, at listener: String?) -> Bool {
        let (id, request) = (marked.id, marked.delivery.request)
        let asked = AskedDelivery(id: id, isUrgent: request.needsNoRoom, bubble: marked.bubble)
        let turn = waiting.add(asked, of: request.appID, isAttached: listener != nil)
        guard turn.waits else { return false }
        logger.debug("\(marked.name) waits for its app at \(listener ?? "an earlier answer")")
        guard turn.isAsked, let listener else { return true }
        let notification = AppNotification(request: request, date: clock.now)
        tasks.run { [messenger, logger] in
            var options: PresentationOptions?
            do throws(RequestError) {
                options = try await messenger.willPresent(notification, at: listener)
            } catch {
                logger.notice(
                    "\(request.appID)/\(request.identifier) is shown as it is: \(error)"
                )
            }
            return .screen(.appAnswered(options, delivery: id, app: request.appID))
        }
        return true
    }

    /// Returns what a server's answer to a call means.
    ///
    /// - Parameter called: the server that was called, which may not be the current one any longer.
    func outcome(
        of answer: ShowOutcome,
        for id: DeliveryID,
        by called: String?,
        isVerbatim: Bool
    ) -> Outcome {
        let isCurrent = called != nil && called == server.owner
        let gone = Outcome.serverGone(owner: called ?? "", isCurrent: false)
        if case .timedOut(let ticket) = answer {
            if let answer = earlyAnswers.removeValue(forKey: ticket) {
                return outcome(of: answer, for: id, by: called, isVerbatim: isVerbatim)
            }
            guard let called, isCurrent else { return gone }
            lateCalls[ticket] = id
            handle(.server(.callTimedOut(owner: called)))
            return .timedOut(owner: called)
        }
        places.end(id)
        switch answer {
        case .shown(_, 0):
            // The number 0 is no bubble: a rule of the server or of the user suppresses it.
            attempts[id] = nil
            pacer.noteTaken()
            return .suppressed
        case .shown(let owner, let number):
            attempts[id] = nil
            pacer.noteShown(at: now)
            let bubble = BubbleKey(owner: owner, id: number)
            bubbles.forgetReplaced(in: bubble)
            return .shown(bubble, insteadOf: places.other(than: id, in: bubble))
        case .notSent:
            guard let called, isCurrent else { return gone }
            waiting.addFirst(id)
            handle(.server(.callTimedOut(owner: called)))
            return .waits
        case .timedOut: return .waits
        case .failed:
            guard let failure = answer.failure else { return .waits }
            return outcome(of: failure, for: id, by: called, isVerbatim: isVerbatim)
        }
    }

    private func outcome(
        of failure: ShowFailure,
        for id: DeliveryID,
        by called: String?,
        isVerbatim: Bool
    ) -> Outcome {
        // Whoever sent a verbatim delivery waits for any answer.
        if isVerbatim {
            attempts[id] = nil
            return .refused(failure.message, errorName: failure.name)
        }
        switch failure.cause {
        case .serverIsFull:
            // The server has room after a bubble is closed. Not every server reports that, so there is also a timer.
            waiting.addFirst(id)
            pacer.noteFull()
            return .waits
        case .serverHasGone where attempts[id, default: 0] < Self.maxAttempts:
            // The server exited during the call, and its bubbles with it.
            attempts[id, default: 0] += 1
            let isCurrent = called != nil && called == server.owner
            return .serverGone(owner: called ?? "", isCurrent: isCurrent)
        case .serverHasGone, .other:
            attempts[id] = nil
            logger.error("the notification server refused a bubble: \(failure.description)")
            return .refused(failure.message, errorName: nil)
        }
    }

    /// Returns the bubble that a new delivery of a request replaces.
    ///
    /// - Parameter earlier: the delivery of the request before it.
    func place(of key: RequestKey, after earlier: DeliveredRow?) -> BubbleKey? {
        let owner = server.owner
        let wanted = places.take(for: key, on: owner)
        let shown = earlier?.state.bubble.flatMap { $0.owner == owner ? $0 : nil }
        return shown ?? earlier.flatMap { waiting.takeBubble(of: $0.id) }
            ?? bubbles.replacedBubble(of: key) ?? wanted
    }

    /// Returns the actions whose plain keys belong to other actions of the bubble that a request replaces.
    func markedActions(of request: NotificationRequest, in bubble: BubbleKey) -> Set<String> {
        let earlier = bubbles.request(in: bubble)
        let marked = keys.marked(request, replacing: bubble, of: earlier)
        do {
            if marked.isNew { try keys.save() }
        } catch {
            logger.error("\(error)")
        }
        return marked.identifiers
    }

    /// Closes a bubble first if the server would not show the new buttons in a replaced bubble.
    ///
    /// - Returns: the bubble to replace.
    func clearPlace(of marked: MarkedDelivery) async -> BubbleKey? {
        let (profile, delivery) = (presenter.profile, marked.delivery)
        guard let bubble = marked.bubble, !profile.keepsButtonsInPlace else { return marked.bubble }
        if profile.keepsOldButtons {
            let earlier = bubbles.request(in: bubble)
            // Whoever sends verbatim keeps the number of another program's bubble.
            let isSame =
                earlier?.hasSameButtons(as: delivery.request) ?? delivery.request.bubble.isVerbatim
            if isSame, !marked.isWithoutTexts { return bubble }
        } else if delivery.request.actions.isEmpty {
            return bubble
        }
        if delivery.state.isReturning {
            do {
                // Closing the old bubble does not dismiss the notification.
                let state = DeliveryState.returning(nil)
                try store.update(delivered: marked.id, state: state, at: delivery.delivered)
            } catch {
                logger.error("\(error)")
                return bubble
            }
        }
        await presenter.close(bubble)
        return nil
    }
}

extension NotificationRequest {
    /// Whether its bubble has the same buttons, with the same meanings.
    fileprivate func hasSameButtons(as other: NotificationRequest) -> Bool {
        actions == other.actions && (openURL == nil) == (other.openURL == nil)
    }
}
