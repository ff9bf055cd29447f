import NotifyCore

/// What the user did and the store did not take, in order.
struct WriteRetryQueue: Sendable {
    /// What an act is about.
    enum Target: Sendable {
        /// A bubble whose delivery could not be looked up.
        case bubble(BubbleKey)
        /// A delivery in the list.
        case delivery(DeliveryID)
        /// A replaced delivery, with the effects on it.
        case replaced(Delivery, id: DeliveryID, [DeliveryEffect])
    }

    /// An act of the user.
    struct Act: Sendable {
        let event: DeliveryEvent
        let target: Target
        /// The desktop's activation token.
        let activationToken: String?
    }

    /// The maximum number of acts; later ones are lost, because only the first act on a bubble counts.
    static let maxCount = 64

    private var acts: [Act] = []

    /// The act to carry out next.
    var first: Act? { acts.first }

    /// The attachment folders of replaced deliveries.
    var attachmentFolders: [String] {
        acts.compactMap { act in
            guard case .replaced(let delivery, _, _) = act.target else { return nil }
            return delivery.request.attachmentFolder
        }
    }

    /// Whether an act on a delivery waits.
    func hasAct(on id: DeliveryID) -> Bool {
        acts.contains { act in
            if case .delivery(id) = act.target { true } else { false }
        }
    }

    /// Returns the delivery that a bubble shows if the store does not know it yet.
    func delivery(shownBy bubble: BubbleKey) -> DeliveryID? {
        for act in acts where act.event == .shown(bubble) {
            if case .delivery(let id) = act.target { return id }
        }
        return nil
    }

    /// Adds an act, unless too many wait.
    mutating func add(
        _ event: DeliveryEvent,
        of target: Target,
        activationToken: String?
    ) -> Bool {
        guard acts.count < Self.maxCount else { return false }
        acts.append(Act(event: event, target: target, activationToken: activationToken))
        return true
    }

    mutating func removeFirst() { acts.removeFirst() }
}

extension DeliveryEvent {
    /// Whether it must be retried if it cannot be stored: it is an act of the user, or the user sees the bubble.
    var isAct: Bool {
        switch self {
        case .invoked, .replied, .replyWanted, .closed, .unseen, .unread, .shown, .suppressed: true
        default: false
        }
    }

    /// The event for the log; a text that was typed is not in it.
    var words: String {
        switch self {
        case .invoked(let action): "clicked \(action.quoted)"
        case .shown(let bubble): "shown as bubble \(bubble.id)"
        case .replied(let action, _): "a text for \(action?.quoted ?? "its field")"
        default: "\(self)"
        }
    }
}
