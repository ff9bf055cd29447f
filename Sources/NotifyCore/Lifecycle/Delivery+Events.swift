/// An event of a delivery.
package enum DeliveryEvent: Hashable, Sendable {
    /// The server accepted it.
    case shown(BubbleKey)
    /// The server accepted it, but its rules suppress the bubble.
    case suppressed
    /// The server did not answer in time.
    case timedOut(owner: String)
    /// The server answered with an error, which has a name on D-Bus.
    case refused(message: String, errorName: String? = nil)
    /// The server that showed it, or may have, is gone.
    case ownerGone(owner: String)
    /// The program that showed it is gone, and its server ignores the bubble's events.
    case senderGone
    /// Others are shown again instead, because showing all would be too many at once.
    case passedOver
    /// The user chose an action.
    case invoked(action: String)
    /// The user typed a text for an action; `nil` is the one that has the server's own field.
    case replied(action: String?, text: String)
    /// The user chose the action that has the server's own field, and the server asked for no text.
    case replyWanted
    /// The server closed the bubble.
    case closed(CloseReason)
    /// The server closed the bubble before anybody can have seen it.
    case unseen
    /// Its bubble had no texts, and has gone.
    case unread
    /// The app or the user removed it.
    case removed
    /// The user asks to see it while it has no bubble.
    case recalled
    /// The user dismissed it without its bubble.
    case dismissed
    /// The user asks for a new bubble.
    case wantedAgain
    /// The user asks for the buttons that the bubble has no room for.
    case moreActionsWanted
    /// Its bubble has no texts, and may have them now.
    case revealed
}

/// An action after an event.
package enum DeliveryEffect: Hashable, Sendable {
    /// Send it to the server again.
    case showAgain
    /// Send it to the server again, after what is due.
    case showAgainLast
    /// Close the bubble.
    case close(BubbleKey)
    /// Open the action's URL and notify the app.
    case respond(action: String, text: String? = nil)
    /// Ask the user for the text of an action.
    case prompt(action: String)
    /// Record that the server refused it.
    case noteRefusal(message: String, errorName: String? = nil)
    /// It leaves the list.
    case end(DeliveryEnd)
}

/// How a delivery ended.
package enum DeliveryEnd: String, Hashable, Sendable {
    /// The user chose an action or the body.
    case opened
    /// The user dismissed the bubble.
    case dismissed
    /// The app or the user removed it.
    case removed
    /// Its bubble is gone, and the app did not want it in the list.
    case gone
}

extension Delivery {
    /// Handles an event and returns the effects, in order; each is carried out after the new state is stored.
    ///
    /// | state | event | next state | what is done |
    /// |---|---|---|---|
    /// | any | the server shows it | shown | – |
    /// | any | the server takes it and shows nothing | listed | – |
    /// | any | its call times out | unknown | – |
    /// | any | the server refuses it | listed | write the refusal into the history; a verbatim one ends |
    /// | delivering, unknown | the server goes | delivering | show it again |
    /// | shown | the server goes | returning, without a bubble | show it again after what is due |
    /// | shown | its agent has gone, on a server that then reports nothing about it any longer | returning, with its bubble | show it again in its place, after what is due |
    /// | returning | the server goes | returning, without a bubble | show it again after what is due |
    /// | returning | too many return | listed | – |
    /// | any | the user chooses an action | ended; delivering where it is resident; listed until a text is typed | respond, or ask for the text; close the bubble; show a resident one again |
    /// | any | the user types a text | ended | respond; close the bubble |
    /// | shown, returning | the user closes the bubble | ended | – |
    /// | shown, returning | the bubble expires, or the server closes it | listed | – |
    /// | shown | the server closes the bubble within 300 ms, or for a newer one | listed | – |
    /// | shown | its bubble had no texts, because the session was locked, and has gone | listed | – |
    /// | returning | the same | returning, without a bubble | – |
    /// | listed | the user wants to see it (summary, end of do-not-disturb) | delivering | show it |
    /// | listed, shown, returning | the user wants it again, or its further buttons | delivering | close the bubble; show it |
    /// | shown | the session is unlocked, and its bubble has no texts | returning, with its bubble | show it in its place |
    /// | any | the user dismisses it elsewhere, or it is removed | ended | close the bubble |
    ///
    /// Where an app wanted no entry in the list, a delivery that would be listed, or would return, ends, unless nobody has
    /// seen its texts.
    package mutating func apply(_ event: DeliveryEvent) -> [DeliveryEffect] {
        switch event {
        case .shown(let bubble):
            state = .shown(bubble)
            return []
        case .suppressed:
            state = .listed
            return endsWithoutBubble
        case .timedOut(let owner):
            state = .unknown(owner: owner)
            return []
        case .refused(let message, let name):
            state = .listed
            let ends = request.bubble.isVerbatim ? [.end(.gone)] : endsWithoutBubble
            return [.noteRefusal(message: message, errorName: name)] + ends
        case .ownerGone(let owner):
            return applyOwnerGone(owner)
        case .senderGone:
            guard case .shown(let bubble) = state else { return [] }
            return loseBubble(keeping: bubble)
        case .passedOver:
            if case .returning = state { state = .listed }
            return []
        case .invoked(let action):
            let closing = closeEffects
            guard !request.isResident else {
                // As a new bubble, because the server may be about to close the used one.
                state = .delivering
                return [.respond(action: action)] + closing + [.showAgain]
            }
            state = .listed
            // Without a text there is no response, and it stays in the list.
            guard request.action(action)?.textInput == nil else {
                return [.prompt(action: action)] + closing
            }
            return [.respond(action: action), .end(.opened)] + closing
        case .replyWanted:
            guard let action = request.replyAction?.identifier else { return [] }
            return apply(.invoked(action: action))
        case .replied(let action, let text):
            guard let action = action ?? request.replyAction?.identifier else { return [] }
            let closing = closeEffects
            state = .listed
            return [.respond(action: action, text: text), .end(.opened)] + closing
        case .closed(let reason):
            switch state {
            case .shown, .returning: state = .listed
            default: return []
            }
            // A bubble that expired, or that the server closed, was not answered by the user, so it stays in
            // the list.
            return reason == .dismissed ? [.end(.dismissed)] : endsWithoutBubble
        case .unseen:
            return apply(.closed(.undefined))
        case .unread:
            switch state {
            case .shown: state = .listed
            case .returning: state = .returning(nil)
            case .delivering, .unknown, .listed: break
            }
            return []
        case .recalled:
            guard state == .listed else { return [] }
            state = .delivering
            return [.showAgain]
        case .wantedAgain, .moreActionsWanted:
            let closing = closeEffects
            switch state {
            case .listed, .shown, .returning: break
            // It is being sent, or this server may still show it.
            case .delivering, .unknown: return []
            }
            state = .delivering
            return closing + [.showAgain]
        case .revealed:
            guard case .shown(let bubble) = state else { return [] }
            state = .returning(bubble)
            return [.showAgain]
        case .dismissed:
            let closing = closeEffects
            state = .listed
            return [.end(.dismissed)] + closing
        case .removed:
            let closing = closeEffects
            state = .listed
            return [.end(.removed)] + closing
        }
    }

    private mutating func applyOwnerGone(_ owner: String) -> [DeliveryEffect] {
        switch state {
        case .delivering, .unknown(owner):
            state = .delivering
            return [.showAgain]
        case .shown(let bubble) where bubble.owner == owner:
            return loseBubble(keeping: nil)
        case .returning(let bubble):
            if bubble?.owner == owner { state = .returning(nil) }
            return [.showAgainLast]
        default:
            return []
        }
    }

    /// Handles the loss of the bubble.
    private mutating func loseBubble(keeping bubble: BubbleKey?) -> [DeliveryEffect] {
        guard !leavesWithItsBubble, request.returns(toItsServer: bubble != nil) else {
            state = .listed
            return endsWithoutBubble
        }
        state = .returning(bubble)
        return [.showAgainLast]
    }

    private var endsWithoutBubble: [DeliveryEffect] {
        leavesWithItsBubble ? [.end(.gone)] : []
    }

    private var closeEffects: [DeliveryEffect] {
        state.bubble.map { [.close($0)] } ?? []
    }
}

extension NotificationRequest {
    /// Whether it is shown again after its server or the agent has ended.
    ///
    /// A transient one does not come to another server. A bubble of notify-send goes with its server, unless the server
    /// was asked to keep it: by a timeout of 0, or, without a timeout, by the critical urgency or the hint `resident`.
    /// Where only the agent has ended, one with buttons is shown again in its place, so that they work.
    fileprivate func returns(toItsServer isThere: Bool) -> Bool {
        guard !bubble.isSet("transient") || isThere && !bubble.isVerbatim else { return false }
        guard bubble.isVerbatim, bubble.expiry != 0 else { return true }
        // Its time may be over.
        guard bubble.expiry ?? BubbleOptions.serverExpiry < 0 else { return false }
        return bubble.isSet("resident") || content.interruptionLevel == .critical
            || isThere && !actions.isEmpty
    }
}

extension BubbleOptions {
    /// Whether a hint for yes or no is there and says yes.
    fileprivate func isSet(_ hint: String) -> Bool {
        switch hints[hint] {
        case .boolean(let value): value
        case .byte(let value): value != 0
        case .integer(let value): value != 0
        case nil, .double, .string, .other: false
        }
    }
}
