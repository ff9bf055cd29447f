import NotifyCore

/// The messages that other devices have not acknowledged, and when each is sent.
///
/// A value without I/O: its methods return what changes in the store.
struct RelayOutbox: Sendable {
    /// The maximum size of all messages in bytes.
    static let maxBytes = 16 << 20
    /// After which time a message is sent again, in microseconds.
    ///
    /// Servers forget after 12 hours by default.
    static let repetition: Int64 = 11 * 3_600_000_000

    /// By number.
    private(set) var messages: [QueuedMessage]
    private var bytes: Int

    init(_ messages: [QueuedMessage]) {
        self.messages = messages
        bytes = messages.reduce(0) { $0 + $1.size }
    }

    /// Whether there is room for one more of that size.
    func hasRoom(for size: Int) -> Bool {
        messages.count < RelayPeer.maxWaiting && bytes + size <= Self.maxBytes
    }

    /// How many messages wait for a device.
    func count(for device: DeviceID) -> Int {
        messages.count { $0.targets.contains(device) }
    }

    /// Adds a message, whose number is higher than that of all others.
    mutating func add(_ message: QueuedMessage) -> [StoreChange] {
        messages.append(message)
        bytes += message.size
        return [.outgoing(message)]
    }

    /// Adds withdrawals, to those that wait already if they were not sent, or if there is no room for more messages.
    mutating func add(
        _ withdrawn: [WithdrawnNotification],
        to targets: Set<DeviceID>,
        number: UInt64,
        sending: UInt64?
    ) -> [StoreChange] {
        let isFull = !hasRoom(for: 0)
        var all = withdrawn
        var devices = targets
        var changes: [StoreChange] = []
        let index = messages.lastIndex { message in
            guard case .withdraw(let earlier) = message.body, message.number != sending else {
                return false
            }
            return earlier.count + withdrawn.count <= MessageBody.maxWithdrawn
                && (isFull || message.sent == nil && message.targets == targets)
        }
        if let index, case .withdraw(let earlier) = messages[index].body {
            all = earlier + withdrawn.filter { !earlier.contains($0) }
            devices.formUnion(messages[index].targets)
            changes = [remove(at: index)]
        }
        return changes
            + add(QueuedMessage(number: number, body: .withdraw(all), targets: devices))
    }

    /// Notes that a device has messages.
    mutating func acknowledge(_ numbers: NumberRanges, by device: DeviceID) -> [StoreChange] {
        update { message in
            guard numbers.contains(message.number) else { return false }
            return message.targets.remove(device) != nil
        }
    }

    /// Has messages sent again that a device has not got.
    mutating func sendAgain(to device: DeviceID, without numbers: NumberRanges) -> [StoreChange] {
        update { message in
            guard message.sent != nil, message.targets.contains(device),
                !numbers.contains(message.number)
            else { return false }
            message.sent = nil
            return true
        }
    }

    /// Has all messages sent with the new key.
    mutating func sendAgain() -> [StoreChange] {
        update { message in
            guard message.sent != nil, message.topic == nil else { return false }
            message.sent = nil
            return true
        }
    }

    /// Removes a device, for which nothing waits any longer.
    mutating func forget(_ device: DeviceID) -> [StoreChange] {
        update { message in message.targets.remove(device) != nil }
    }

    /// Removes the keys for a device: those that go through one topic, or all if it has the current one, by whichever way
    /// it came there.
    mutating func removeKeys(for device: DeviceID, topic: String? = nil) -> [StoreChange] {
        update { message in
            guard case .key(device, _) = message.body, topic ?? message.topic == message.topic
            else {
                return false
            }
            message.targets = []
            return true
        }
    }

    /// Whether a key for a device waits for its acknowledgement in a topic.
    func hasKey(for device: DeviceID, topic: String) -> Bool {
        messages.contains { message in
            if case .key(device, _) = message.body { message.topic == topic } else { false }
        }
    }

    /// The topics of keys that were not sent yet.
    var topicsOfNewKeys: Set<String> {
        Set(
            messages.compactMap { message in
                if case .key = message.body, message.sent == nil { message.topic } else { nil }
            }
        )
    }

    /// Has the keys sent again that devices have not acknowledged.
    ///
    /// A device that has made another key at the same time greets in a topic that is unknown here, so it cannot ask for
    /// them.
    mutating func sendKeysAgain() -> [StoreChange] {
        update { message in
            guard case .key = message.body, message.sent != nil else { return false }
            message.sent = nil
            return true
        }
    }

    /// Removes a notification that was withdrawn before all had it.
    mutating func cancel(_ identifier: String, upTo revision: UInt64) -> [StoreChange] {
        update { message in
            guard case .show(identifier, _, _) = message.body, message.number <= revision else {
                return false
            }
            message.targets = []
            return true
        }
    }

    /// Removes what is of no use any longer.
    mutating func expire(_ now: Instant) -> [StoreChange] {
        update { message in
            guard let expires = message.expires, expires <= now else { return false }
            message.targets = []
            return true
        }
    }

    /// Removes a message that cannot be sent.
    mutating func remove(_ number: UInt64) -> [StoreChange] {
        messages.firstIndex { $0.number == number }.map { [remove(at: $0)] } ?? []
    }

    /// Removes everything.
    mutating func removeAll() {
        messages = []
        bytes = 0
    }

    /// The next message to send.
    ///
    /// `nil` for none. New keys go first, since the others are sent with them.
    func next(_ now: Instant) -> QueuedMessage? {
        let due = messages.lazy.filter { message in
            message.sent.map { $0.advanced(byMicroseconds: Self.repetition) <= now } ?? true
        }
        return due.first { $0.topic != nil } ?? due.first
    }

    /// Notes that a message was sent.
    mutating func sent(_ number: UInt64, _ now: Instant) -> [StoreChange] {
        guard let index = messages.firstIndex(where: { $0.number == number }) else { return [] }
        if messages[index].targets.isEmpty { return [remove(at: index)] }
        messages[index].sent = now
        return [.outgoing(messages[index])]
    }

    /// When a message is due again or expires; `nil` for never.
    var nextWake: Instant? {
        messages.flatMap { message in
            [message.sent?.advanced(byMicroseconds: Self.repetition), message.expires]
                .compactMap { $0 }
        }.min()
    }

    private mutating func update(
        _ change: (inout QueuedMessage) -> Bool
    ) -> [StoreChange] {
        var changes: [StoreChange] = []
        for index in messages.indices.reversed() where change(&messages[index]) {
            changes.append(
                messages[index].targets.isEmpty ? remove(at: index) : .outgoing(messages[index])
            )
        }
        return changes
    }

    private mutating func remove(at index: Int) -> StoreChange {
        let message = messages.remove(at: index)
        bytes -= message.size
        return .removeOutgoing(message.number)
    }
}
