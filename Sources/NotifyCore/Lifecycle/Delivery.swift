/// A request that was due, from the moment before it is shown until the user or the app ends it.
public struct Delivery: Hashable, Sendable {
    /// What is shown.
    public var request: NotificationRequest
    /// The instant at which it was due.
    public var scheduled: Instant
    /// What has to be said about that instant; `nil` where it was on time and the only one.
    public var note: LateNote?
    /// The instant of the first mark; of the bubble, once it is shown.
    public var delivered: Instant
    /// The crossing of a region's border that it tells of; `nil` where it had a date.
    public var crossing: RegionCrossing?
    /// How its app wants it shown; `nil` where it is shown as it is.
    public var presentation: PresentationOptions?
    /// Where it stands with the notification server.
    public var state: DeliveryState

    /// Makes a delivery from its parts.
    public init(
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
    /// Whether it is in the list only as long as its bubble is there.
    public var leavesWithItsBubble: Bool {
        presentation.map { !$0.contains(.list) } ?? false
    }
}

/// Where a delivery stands with the notification server.
public enum DeliveryState: Hashable, Sendable {
    /// It is about to be handed to the server, or the agent ended in that moment.
    case delivering
    /// The server did not answer in time; it may show the bubble still, so this server never gets it
    /// again.
    case unknown(owner: String)
    /// The server shows it.
    case shown(BubbleKey)
    /// Its bubble was there, undismissed, when the server or the agent went; it is shown once more.
    ///
    /// The bubble is the one that the server may have still, with nobody to hear of its buttons; `nil`
    /// where it went with its server.
    case returning(BubbleKey?)
    /// No bubble is left; it stays in the list.
    case listed
}

extension DeliveryState {
    /// The bubble that shows it, as far as that is known.
    public var bubble: BubbleKey? {
        switch self {
        case .shown(let bubble): bubble
        case .returning(let bubble): bubble
        case .delivering, .unknown, .listed: nil
        }
    }

    /// Whether it comes back after its server or the agent went.
    public var isReturning: Bool {
        if case .returning = self { true } else { false }
    }
}

/// What names a bubble: a number means nothing but to the server that gave it.
public struct BubbleKey: Hashable, Sendable {
    /// The unique bus name of the server.
    public var owner: String
    /// The id that its `Notify` returned.
    public var id: UInt32

    /// Makes a key.
    public init(owner: String, id: UInt32) {
        self.owner = owner
        self.id = id
    }
}

/// Why a server closed a bubble (Desktop Notifications Specification, "NotificationClosed").
public enum CloseReason: UInt32, Hashable, Sendable {
    /// Its time ran out.
    case expired = 1
    /// The user dismissed it.
    case dismissed = 2
    /// A caller closed it.
    case closed = 3
    /// Reserved, or a number that no specification knows.
    case undefined = 4
}
