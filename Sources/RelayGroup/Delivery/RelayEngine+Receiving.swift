import NotifyCore

extension RelayEngine {
    /// The time between two greetings for messages that are too old, in microseconds.
    private static let greetingPause: Int64 = 60_000_000
    static let forgottenWarning =
        "another machine has removed this one from the group; pair it again to use the relay"

    /// Handles a message of a topic.
    mutating func receive(
        _ text: String,
        topic: String,
        serverID: String,
        _ now: Instant
    ) -> [RelayAction] {
        guard let epoch = roster.epoch(of: topic), !device.isForgotten else { return [] }
        roster.read(serverID, of: topic)
        inbox.isReading(now)
        do throws(EnvelopeProblem) {
            let envelope = try opened(text, epoch, now)
            // What is dropped is read again after a start, so that a flood costs no writing.
            defer { changes += roster.position(of: topic) }
            guard let envelope else { return [] }
            return try accept(envelope, epoch, now)
        } catch {
            dropped[error, default: 0] += 1
            return []
        }
    }

    /// Returns an envelope that is new; `nil` for one of this device.
    private mutating func opened(
        _ text: String,
        _ epoch: GroupEpoch,
        _ now: Instant
    ) throws(EnvelopeProblem) -> Envelope? {
        let own = device.keys
        let envelope = try Envelope(opening: text, epoch: epoch) { id in
            id == own.id ? own.signKey : roster.members[id]?.member.signKey
        }
        guard envelope.sender != own.id else { return nil }
        let (isNew, isTooOld) =
            roster.update(envelope.sender) { record in
                let isTooOld = record.window.isTooOld(envelope.number)
                guard record.window.accept(envelope.number) else { return (false, isTooOld) }
                record.lastHeard = now
                return (true, false)
            } ?? (false, false)
        guard isNew else {
            // It may be that its sender does not know which numbers it has used.
            if isTooOld { greet(now) }
            throw .replayed
        }
        return envelope
    }

    private mutating func greet(_ now: Instant) {
        if let last = lastGreeting, now < last.advanced(byMicroseconds: Self.greetingPause) {
            return
        }
        lastGreeting = now
        sending.greet()
    }

    private mutating func accept(
        _ envelope: Envelope,
        _ epoch: GroupEpoch,
        _ now: Instant
    ) throws(EnvelopeProblem) -> [RelayAction] {
        defer {
            if let record = roster.members[envelope.sender] { changes.append(.member(record)) }
        }
        guard let bytes = try joiner.add(envelope) else { return [] }
        guard epoch == roster.current else { return try outdated(envelope, bytes, epoch, now) }
        changes += outbox.removeKeys(for: envelope.sender)
        let isKnown =
            roster.members[envelope.sender]?.messages.contains(envelope.message) ?? true
        let body = MessageBody(json: bytes)
        // Its sender has room for a limited number, too, and learns that by the receipts that are missing.
        if !isKnown, body?.waitsForAgent == true, !inbox.takes(bytes.count) { throw .noRoom }
        _ = roster.update(envelope.sender) { $0.messages.insert(envelope.message) }
        guard let body else { throw .malformed }
        if body.isAcknowledged(by: device.keys.id) { sending.acknowledge(envelope.sender, now) }
        return isKnown ? [] : act(on: body, envelope, epoch, now)
    }

    /// Handles a message with an older key: of a device that does not know the current one, or that has made another
    /// at the same time.
    ///
    /// Everything else is sent again with the current key.
    private mutating func outdated(
        _ envelope: Envelope,
        _ bytes: [UInt8],
        _ epoch: GroupEpoch,
        _ now: Instant
    ) throws(EnvelopeProblem) -> [RelayAction] {
        switch MessageBody(json: bytes) {
        case .key(device.keys.id, let box):
            _ = roster.update(envelope.sender) { $0.messages.insert(envelope.message) }
            sending.acknowledge(envelope.sender, now)
            return receive(key: box, envelope.sender, epoch, now)
        case .hello:
            invite(envelope.sender, through: epoch)
            return []
        case .key: return []
        default:
            // It may not have heard of the current key, which it gets once, until it has it.
            if !outbox.hasKey(for: envelope.sender, topic: epoch.topic) {
                invite(envelope.sender, through: epoch)
            }
            throw .outdated
        }
    }

    private mutating func act(
        on body: MessageBody,
        _ envelope: Envelope,
        _ epoch: GroupEpoch,
        _ now: Instant
    ) -> [RelayAction] {
        let (sender, sent) = (envelope.sender, Self.plausible(envelope.sent, now))
        switch body {
        case .show(let identifier, let targets, let content):
            guard targets.contains(device.keys.id), content.end ?? now >= now else { return [] }
            let notification = RelayedNotification(
                id: RelayedID(origin: sender, identifier: identifier),
                revision: envelope.message,
                content: content
            )
            changes += inbox.show(notification, for: targets, from: sender, sent: sent)
        case .withdraw(let all):
            for claimed in all {
                let message = envelope.message
                guard let withdrawn = inbox.accepted(claimed, from: sender, message: message) else {
                    continue
                }
                if withdrawn.id.origin == device.keys.id {
                    changes += outbox.cancel(withdrawn.id.identifier, upTo: withdrawn.revision)
                }
                changes += inbox.withdraw(withdrawn, from: sender, sent: sent)
            }
        case .answer(let answer):
            // One to an earlier version is no answer to this one, and nobody answers what others were asked.
            guard answer.id.origin == device.keys.id,
                answer.revision >= inbox.shown(answer.id), inbox.concerns(answer.id, sender)
            else { return [] }
            changes += inbox.answer(answer, from: sender, sent: sent)
        case .listed(let all):
            for shown in all
            where shown.id.origin == device.keys.id
                && shown.revision >= inbox.shown(shown.id) && inbox.concerns(shown.id, sender)
            {
                changes += inbox.listed(shown.id, by: sender, sent: sent)
            }
        case .acknowledge(let receipts): acknowledge(receipts, by: sender, isComplete: false)
        case .hello(let receipts, let floor):
            acknowledge(receipts, by: sender, isComplete: true)
            _ = roster.update(sender) { record in
                if floor > 0 { record.messages.insert(0...floor - 1) }
            }
        case .members(let members):
            // What a new device has sent so far was of a stranger; it sends it again.
            if introduce(members, by: sender, now) { sending.greet() }
        case .confirm(let devices): changes += roster.confirm(devices, by: sender)
        case .key(device.keys.id, let box): return receive(key: box, sender, epoch, now)
        case .key: break
        case .farewell(let id):
            guard id == device.keys.id else { return [] }
            device.isForgotten = true
            changes.append(.device(device))
            return [.log(Self.forgottenWarning), .changed] + follow()
        }
        return []
    }

    /// Handles what a device has.
    private mutating func acknowledge(
        _ receipts: [Receipt],
        by sender: DeviceID,
        isComplete: Bool
    ) {
        let receipt = receipts.first { $0.device == device.keys.id }
        // This store may be older than the numbers that it has used.
        if let receipt { skip(to: receipt) }
        let messages = receipt?.messages ?? NumberRanges()
        changes += outbox.acknowledge(messages, by: sender)
        if isComplete { changes += outbox.sendAgain(to: sender, without: messages) }
    }
}

extension MessageBody {
    /// Whether it becomes something that waits for the agent.
    fileprivate var waitsForAgent: Bool {
        switch self {
        case .show, .withdraw, .answer, .listed: true
        case .acknowledge, .hello, .members, .confirm, .key, .farewell: false
        }
    }

    /// Whether a device has to report that the message has arrived.
    fileprivate func isAcknowledged(by device: DeviceID) -> Bool {
        switch self {
        case .show(_, let targets, _): targets.contains(device)
        case .withdraw, .answer, .members, .confirm, .listed: true
        case .key(let recipient, _): recipient == device
        case .acknowledge, .hello, .farewell: false
        }
    }
}
