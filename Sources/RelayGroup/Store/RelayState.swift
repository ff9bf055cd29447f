import NotifyCore

/// What is stored of this device.
struct DeviceRecord: Hashable, Sendable {
    var keys: DeviceKeys
    var name: String
    /// The envelope up to which numbers may have been used.
    var lastNumber: UInt64 = 0
    /// The last message.
    var lastMessage: UInt64 = 0
    /// Whether another device has removed this one.
    var isForgotten = false

    /// This device as the others know it.
    var member: Member? { keys.member(name: name, added: Instant(microseconds: 0)) }
}

/// A key of the group with the position in its topic.
struct EpochRecord: Hashable, Sendable {
    let epoch: GroupEpoch
    /// The server's ID of the last message that was read; `nil` for none.
    var since: String?
}

/// Another device, and what was received of it.
struct MemberRecord: Hashable, Sendable {
    var member: Member
    /// The numbers of its envelopes.
    var window = ReplayWindow()
    /// The numbers of its messages.
    var messages = NumberRanges()
    /// When something arrived, by this machine's clock.
    var lastHeard: Instant?
    /// The devices whose users have confirmed it.
    var confirmers: Set<DeviceID> = []

    /// What is reported to it as having arrived.
    var receipt: Receipt {
        Receipt(
            device: member.id,
            highest: window.numbers.highest,
            messages: messages.latest(Receipt.maxRanges)
        )
    }
}

/// A message that some devices have not acknowledged.
struct QueuedMessage: Hashable, Sendable {
    let number: UInt64
    var body: MessageBody
    /// The devices that have not acknowledged it; none for what is sent once.
    var targets: Set<DeviceID>
    /// The topic that it is for; `nil` for the current one.
    var topic: String?
    var expires: Instant?
    /// When it was sent last; `nil` if it is to be sent.
    var sent: Instant?
    /// The size of the body in bytes.
    let size: Int

    init(
        number: UInt64,
        body: MessageBody,
        targets: Set<DeviceID>,
        topic: String? = nil,
        expires: Instant? = nil
    ) {
        self.number = number
        self.body = body
        self.targets = targets
        self.topic = topic
        self.expires = expires
        size = body.json.count
    }
}

/// What is known of a notification, so that it is shown once and does not return.
struct NotificationRecord: Hashable, Sendable {
    let id: RelayedID
    /// The latest version that came; 0 for none.
    var shown: UInt64 = 0
    /// The version up to which it is withdrawn; 0 for none.
    var withdrawn: UInt64 = 0
    /// The devices that the latest version is for, which alone may answer and withdraw it besides its sender.
    var targets: Set<DeviceID> = []
}

/// All that is stored.
struct RelayState: Hashable, Sendable {
    var device: DeviceRecord
    /// Oldest first; the last one is current.
    var epochs: [EpochRecord] = []
    var members: [MemberRecord] = []
    var forgotten: [DeviceID] = []
    /// By number.
    var outgoing: [QueuedMessage] = []
    /// By number.
    var items: [InboxItem] = []
    /// Oldest first.
    var notifications: [NotificationRecord] = []
}

/// A change of what is stored.
enum StoreChange: Hashable, Sendable {
    case device(DeviceRecord)
    case epoch(EpochRecord)
    case removeEpoch(topic: String)
    case member(MemberRecord)
    case removeMember(DeviceID)
    case forgotten(DeviceID)
    case outgoing(QueuedMessage)
    case removeOutgoing(UInt64)
    case item(InboxItem)
    case removeItem(Int64)
    case notification(NotificationRecord)
    case removeNotification(RelayedID)
    /// Everything but the device.
    case removeAll
}
