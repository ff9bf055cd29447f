/// What can happen to a delivery.
public enum DeliveryEvent: Hashable, Sendable {
    /// The server took it.
    case shown(BubbleKey)
    /// The server took it and shows no bubble, as its rules say.
    case suppressed
    /// The server did not answer in time.
    case timedOut(owner: String)
    /// The server answered with an error.
    case refused(message: String)
    /// The server that may or did show it has gone.
    case ownerGone(owner: String)
    /// The program that showed it has gone, and its server no longer heeds the bubble.
    case senderGone
    /// Others return in its place: so many at once would be in the way.
    case passedOver
    /// The user chose an action.
    case invoked(action: String)
    /// The user typed a text for an action; `nil` is the one that has the server's own field.
    case replied(action: String?, text: String)
    /// The user chose the action that has the server's own field, and the server asked for no text.
    case replyWanted
    /// The server closed the bubble.
    case closed(CloseReason)
    /// The app or the user took it off the list.
    case removed
    /// The user wants to see it that has no bubble.
    case recalled
    /// The user dismissed it elsewhere than at its bubble.
    case dismissed
    /// The user wants it as a bubble once more, whether one is left of it or not.
    case wantedAgain
}

/// What has to be done after an event, in order.
public enum DeliveryEffect: Hashable, Sendable {
    /// Hand it to the server once more.
    case showAgain
    /// Hand it to the server once more, after what is due.
    case bringBack
    /// Close the bubble.
    case close(BubbleKey)
    /// Open the action's URL and tell the app.
    case respond(action: String, text: String? = nil)
    /// Ask the user for the text of an action.
    case prompt(action: String)
    /// Write down that the server refused it.
    case noteRefusal(message: String)
    /// It leaves the list.
    case end(DeliveryEnd)
}

/// How a delivery ended.
public enum DeliveryEnd: String, Hashable, Sendable {
    /// The user chose an action or the body.
    case opened
    /// The user dismissed the bubble.
    case dismissed
    /// The app or the user removed it.
    case removed
    /// Its bubble went, and the app did not want it in the list.
    case gone
}

extension Delivery {
    /// Moves to the state after an event and says what has to be done.
    public mutating func apply(_ event: DeliveryEvent) -> [DeliveryEffect] {
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
        case .refused(let message):
            state = .listed
            let ends = request.bubble.isVerbatim ? [.end(.gone)] : endsWithoutBubble
            return [.noteRefusal(message: message)] + ends
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
                // As a bubble of its own: the server may be about to take the used one away.
                state = .delivering
                return [.respond(action: action)] + closing + [.showAgain]
            }
            state = .listed
            // Until there is a text nothing has been answered, and it stays in the list.
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
            // The specification gives a bubble that timed out, or that the server took away, no
            // meaning for the user: it stays in the list.
            return reason == .dismissed ? [.end(.dismissed)] : endsWithoutBubble
        case .recalled:
            guard state == .listed else { return [] }
            state = .delivering
            return [.showAgain]
        case .wantedAgain:
            let closing = closeEffects
            switch state {
            case .listed, .shown, .returning: break
            // It is on its way, or this server may show it still.
            case .delivering, .unknown: return []
            }
            state = .delivering
            return closing + [.showAgain]
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
            return [.bringBack]
        default:
            return []
        }
    }

    /// Moves on without a bubble on the screen.
    ///
    /// - Parameter bubble: the one that the server may have still.
    /// - Returns: what has to be done.
    private mutating func loseBubble(keeping bubble: BubbleKey?) -> [DeliveryEffect] {
        guard !leavesWithItsBubble else {
            state = .listed
            return endsWithoutBubble
        }
        state = .returning(bubble)
        return [.bringBack]
    }

    private var endsWithoutBubble: [DeliveryEffect] {
        leavesWithItsBubble ? [.end(.gone)] : []
    }

    private var closeEffects: [DeliveryEffect] {
        state.bubble.map { [.close($0)] } ?? []
    }
}
