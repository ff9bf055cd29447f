import NotifyCore

/// The rules of a device in its group.
///
/// A value without I/O. ``takeChanges()`` returns what has to be stored before the actions of a method are executed.
struct RelayEngine: Sendable {
    /// How many numbers of envelopes are reserved on the disk at a time.
    static let reservation: UInt64 = 64
    /// How long a message counts after it has expired by this machine's clock, which may be off.
    static let clockTolerance: Int64 = 86_400_000_000
    /// How far the clock of another device may be off, in microseconds; what is further away counts as that.
    private static let maxSkew: Int64 = 366 * 86_400_000_000

    var device: DeviceRecord
    var roster: Roster
    var outbox: RelayOutbox
    var inbox: RelayInbox
    var sending = Sending()
    var joiner = PartJoiner()
    var changes: [StoreChange] = []
    /// How many messages were dropped, by the reason.
    var dropped: [EnvelopeProblem: Int] = [:]
    /// When the others were greeted because of a message that was too old.
    var lastGreeting: Instant?
    /// The last number of an envelope.
    var number: UInt64
    private var room: Int

    /// Continues what is stored.
    init(_ state: RelayState, textLimit: Int, now: Instant) {
        device = state.device
        // A store that was restored from a backup has numbers that were used since. Those of the clock were not.
        let base = UInt64(clamping: now.seconds) << 20
        number = max(state.device.lastNumber, base)
        device.lastNumber = number
        device.lastMessage = max(state.device.lastMessage, base)
        roster = Roster(state.members, state.epochs, forgotten: state.forgotten)
        outbox = RelayOutbox(state.outgoing)
        inbox = RelayInbox(state.items, state.notifications)
        room = Envelope.room(in: textLimit)
    }

    /// Sets the maximum length of a text from now on.
    mutating func setLimit(ofTexts textLimit: Int) { room = Envelope.room(in: textLimit) }

    /// Returns what has to be stored, and forgets it.
    mutating func takeChanges() -> [StoreChange] {
        defer { changes = [] }
        return changes
    }

    /// When ``RelayEvent/timer`` is due; `nil` for never.
    var nextWake: Instant? {
        [inbox.nextWake, sending.nextWake(outbox.nextWake)].compactMap { $0 }.min()
    }

    /// Handles an event.
    ///
    /// - Returns: what to do, in order.
    mutating func handle(_ event: RelayEvent, now: Instant) -> [RelayAction] {
        var actions: [RelayAction] = []
        switch event {
        case .started:
            inbox.disconnected(now)
            if device.isForgotten { actions.append(.log(Self.forgottenWarning)) }
            actions += follow()
        case .disconnected:
            sending.disconnected()
            inbox.disconnected(now)
        case .received(let topic, let serverID, let text):
            actions += receive(text, topic: topic, serverID: serverID, now)
        case .caughtUp(let topics):
            guard let current = roster.current, topics.contains(current.topic) else { return [] }
            changes += outbox.expire(now)
            changes += outbox.sendKeysAgain()
            inbox.connected()
            sending.connected()
        case .published(let id):
            if let message = sending.published(id) { changes += outbox.sent(message, now) }
        case .unpublished(let id, let reason):
            if sending.failed(id, now) { actions.append(.log("a message waits: \(reason)")) }
        case .handled(let item):
            changes += inbox.handled(item)
            if inbox.takesMore() { sending.greet() }
        case .summarized(let items):
            tell(items)
            for item in items { changes += inbox.handled(item) }
            if inbox.takesMore() { sending.greet() }
        case .postponed(let item): inbox.postponed(item, now)
        case .agentStarted: inbox.agentStarted()
        case .timer: changes += outbox.expire(now)
        }
        return actions + proceed(now)
    }

    /// Tells the devices that sent notifications that these are listed in a summary.
    private mutating func tell(_ items: [Int64]) {
        var all: [DeviceID: [WithdrawnNotification]] = [:]
        for item in inbox.items where items.contains(item.number) {
            guard case .show(let shown) = item.content else { continue }
            all[item.sender, default: []].append(
                WithdrawnNotification(id: shown.id, revision: shown.revision)
            )
        }
        for (device, shown) in all.sorted(by: { $0.key < $1.key })
        where roster.members[device] != nil {
            for start in stride(from: 0, to: shown.count, by: MessageBody.maxWithdrawn) {
                let some = Array(shown[start...].prefix(MessageBody.maxWithdrawn))
                add(.listed(some), to: [device])
            }
        }
    }

    /// Returns when a message was sent as far as another device's clock can be right.
    static func plausible(_ sent: Instant, _ now: Instant) -> Instant {
        let earliest = now.advanced(byMicroseconds: -maxSkew)
        return min(max(sent, earliest), now.advanced(byMicroseconds: maxSkew))
    }

    /// Returns what can be done now: an item for the agent, and a publication.
    mutating func proceed(_ now: Instant) -> [RelayAction] {
        let waits = changes.contains { change in
            switch change {
            case .outgoing, .removeOutgoing, .member, .removeMember: true
            default: false
            }
        }
        return (waits ? [.changed] : []) + inbox.next(now) + publication(now)
    }

    /// The topics to follow; none without a group.
    func follow() -> [RelayAction] {
        let isMember = roster.current != nil && !device.isForgotten
        return [.follow(isMember ? roster.positions : [])]
    }

    // MARK: - Publishing

    /// Returns a new number for a message.
    mutating func newMessage() -> UInt64 {
        device.lastMessage += 1
        changes.append(.device(device))
        return device.lastMessage
    }

    /// Adds a message for devices; nothing if there are none.
    mutating func add(
        _ body: MessageBody,
        to targets: Set<DeviceID>,
        topic: String? = nil,
        expires: Instant? = nil
    ) {
        guard !targets.isEmpty else { return }
        changes += outbox.add(
            QueuedMessage(
                number: newMessage(),
                body: body,
                targets: targets,
                topic: topic,
                expires: expires
            )
        )
    }

    /// Whether a body can be sent in parts.
    func fits(_ body: MessageBody) -> Bool {
        PartJoiner.parts(of: body.json, room: room) != nil
    }

    /// The maximum size of a body in bytes.
    var maxSize: Int { max(0, room) * PartJoiner.maxParts }

    /// Sends a withdrawal to all other devices.
    mutating func withdraw(_ withdrawn: WithdrawnNotification) {
        let others = roster.all
        guard !others.isEmpty else { return }
        let number = newMessage()
        let current = sending.current?.message
        changes += outbox.add([withdrawn], to: others, number: number, sending: current)
    }

    private mutating func publication(_ now: Instant) -> [RelayAction] {
        guard sending.isConnected, let current = roster.current, !device.isForgotten else {
            return []
        }
        if let message = sending.current { return part(of: message, now) }
        guard sending.isFree(now) else { return [] }
        let message: (number: UInt64, body: MessageBody, epoch: GroupEpoch)
        if let next = outbox.next(now) {
            // The topic of a key may be older than all that are known.
            let epoch = next.topic.map { roster.epoch(of: $0) } ?? current
            guard let epoch else {
                changes += outbox.remove(next.number)
                return publication(now)
            }
            message = (next.number, next.body, epoch)
        } else if sending.greets {
            let number = newMessage()
            let floor = outbox.messages.first?.number ?? number
            message = (number, .hello(receipts(for: roster.all), floor: floor), current)
            sending.beganReceipts()
        } else if sending.isAcknowledging(now) {
            let receipts = receipts(for: sending.acknowledged)
            message = (newMessage(), .acknowledge(receipts), current)
            sending.beganReceipts()
        } else {
            return []
        }
        guard let parts = PartJoiner.parts(of: message.body.json, room: room) else {
            changes += outbox.sent(message.number, now)
            return [.log("a message is too long for the server, and waits")]
        }
        return part(
            of: Sending.Current(
                message: message.number,
                epoch: message.epoch,
                parts: parts
            ),
            now
        )
    }

    private func receipts(for devices: Set<DeviceID>) -> [Receipt] {
        roster.members.values.filter { devices.contains($0.member.id) }.map(\.receipt)
    }

    /// Returns the publication of the next part, unless it is on its way.
    private mutating func part(of message: Sending.Current, _ now: Instant) -> [RelayAction] {
        guard message.id == nil else { return [] }
        let id = sending.newID()
        sending.current = message
        sending.current?.id = id
        let envelope = Envelope(
            sender: device.keys.id,
            number: newNumber(),
            sent: now,
            message: message.message,
            part: (message.next, message.parts.count),
            body: message.parts[message.next]
        )
        let text = envelope.sealed(message.epoch, device.keys)
        return [.publish(Publication(id: id, topic: message.epoch.topic, text: text))]
    }

    private mutating func newNumber() -> UInt64 {
        number += 1
        if number > device.lastNumber {
            device.lastNumber = number + Self.reservation
            changes.append(.device(device))
        }
        return number
    }
}
