/// A request that was due, from before it is shown until the user or the app ends it.
package struct Delivery: Hashable, Sendable {
    /// What is shown.
    package var request: NotificationRequest
    /// The instant at which it was due.
    package var scheduled: Instant
    /// The note about that instant; `nil` if it was on time and the only one.
    package var note: LateNote?
    /// When it was recorded first; once it is shown, when the bubble was shown.
    package var delivered: Instant
    /// The crossing of a region's border that caused it; `nil` if it had a date.
    package var crossing: RegionCrossing?
    /// The presentation that its app chose; `nil` for the normal one.
    package var presentation: PresentationOptions?
    /// Its state at the notification server.
    package var state: DeliveryState
    /// The identifiers of the actions whose keys had another meaning in its bubble before; not stored.
    package var markedActions: Set<String> = []
    /// Which of its buttons are shown where the server has no room for all, from 0; not stored.
    package var page = 0
    /// What it shows instead of its texts; `nil` if it shows them; not stored.
    package var hiding: HiddenTexts?
    /// Whether its texts are not for a locked screen, as it says or the user says of its app; not stored.
    package var isPrivate = false

    /// Makes a delivery from its parts.
    package init(
        request: NotificationRequest,
        scheduled: Instant,
        delivered: Instant,
        state: DeliveryState,
        note: LateNote? = nil,
        crossing: RegionCrossing? = nil,
        presentation: PresentationOptions? = nil
    ) {
        self.request = request
        self.scheduled = scheduled
        self.delivered = delivered
        self.state = state
        self.note = note
        self.crossing = crossing
        self.presentation = presentation
    }
}

extension Delivery {
    /// Whether it is in the list only while it has a bubble.
    package var leavesWithItsBubble: Bool {
        presentation.map { !$0.contains(.list) } ?? false
    }
}

/// The state of a delivery at the notification server.
package enum DeliveryState: Hashable, Sendable {
    /// It is being sent to the server, or the agent ended meanwhile.
    case delivering
    /// The server did not answer in time; it may still show the bubble, so it is not sent to this server again.
    case unknown(owner: String)
    /// The server shows it.
    case shown(BubbleKey)
    /// It had a bubble when the server or the agent ended, and is shown again.
    ///
    /// The bubble is the one that the server may still have, whose buttons have no effect; `nil` if it closed
    /// with its server.
    case returning(BubbleKey?)
    /// No bubble is left; it stays in the list.
    case listed
}

extension DeliveryState {
    /// The bubble that shows it, if known.
    package var bubble: BubbleKey? {
        switch self {
        case .shown(let bubble): bubble
        case .returning(let bubble): bubble
        case .delivering, .unknown, .listed: nil
        }
    }

    /// Whether it is shown again after its server or the agent ended.
    package var isReturning: Bool {
        if case .returning = self { true } else { false }
    }
}

/// The key of a bubble, because its number is valid only at the server that gave it.
package struct BubbleKey: Hashable, Sendable {
    /// The unique bus name of the server.
    package var owner: String
    /// The id that its `Notify` returned.
    package var id: UInt32

    /// Makes a key.
    package init(owner: String, id: UInt32) {
        self.owner = owner
        self.id = id
    }
}

/// Why a server closed a bubble (Desktop Notifications Specification, "NotificationClosed").
package enum CloseReason: UInt32, Hashable, Sendable {
    /// It expired.
    case expired = 1
    /// The user dismissed it.
    case dismissed = 2
    /// A caller closed it.
    case closed = 3
    /// Reserved or unknown.
    case undefined = 4
}
