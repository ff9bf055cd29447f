package import NotifyCore

/// The device that shows a code, and lets one other device into its group.
///
/// A state machine without I/O. The code is over when a device has used it, and after 10 minutes.
package struct PairingHost: Sendable {
    /// The code that the user types on the other device.
    package let code: PairingCode
    private let keys: DeviceKeys
    private let host: Member
    private let deadline: Instant
    /// The device that used the code.
    private var guest: Member?
    /// What was answered; sent again if the guest asks again.
    private var answer: String?
    private var isFinished = false

    /// Makes a pairing with a new code.
    package init(keys: DeviceKeys, host: Member, now: Instant) {
        code = PairingCode()
        self.keys = keys
        self.host = host
        deadline = now.advanced(byMicroseconds: PairingCode.lifetime)
    }

    /// Handles an event.
    ///
    /// - Returns: what to do, in order.
    package mutating func handle(_ event: PairingEvent, now: Instant) -> [PairingAction] {
        guard !isFinished else { return [] }
        switch event {
        case .failed, .removedBefore: break
        default: if now >= deadline { return end() }
        }
        switch event {
        case .started: return [.follow(topic: code.topic), .wake(at: deadline)]
        case .caughtUp: return []
        case .timer: return [.wake(at: deadline)]
        case .cancelled: return guest == nil ? fail(.cancelled) : end()
        case .failed(let reason): return fail(.notAdmitted(reason))
        case .removedBefore:
            guard let guest else { return [] }
            isFinished = true
            return [publication(.removed(guest.id)), .finished(.failed(.removedThere))]
        case .received(let text):
            switch PairingMessage(opening: text, code) {
            case .request(let member): return received(member)
            case .confirmation(let id, let box): return confirmed(id, box)
            case .answer, .closed, .removed, nil: return []
            }
        }
    }

    /// Handles the result of ``PairingAction/admit(_:)``.
    ///
    /// - Returns: what to do, in order.
    package mutating func admitted(_ invitation: Invitation, now: Instant) -> [PairingAction] {
        guard let guest, !isFinished,
            let box = Sodium.boxed(invitation.json, to: guest.boxKey, secret: keys.boxSecret)
        else { return [] }
        let text = PairingMessage.answer(guest: guest.id, host: host, box: box).sealed(code)
        answer = text
        return [.publish(topic: code.topic, text: text)]
    }

    private mutating func received(_ member: Member) -> [PairingAction] {
        guard let guest else {
            guard member.id != host.id else { return [] }
            guest = member
            return [.admit(member)]
        }
        guard guest.id == member.id, guest.boxKey == member.boxKey else {
            return [publication(.closed(isUsed: true))]
        }
        return answer.map { [.publish(topic: code.topic, text: $0)] } ?? []
    }

    private mutating func confirmed(_ id: DeviceID, _ box: [UInt8]) -> [PairingAction] {
        guard let guest, guest.id == id,
            Sodium.unboxed(box, from: guest.boxKey, secret: keys.boxSecret) == host.id.bytes
        else { return [] }
        isFinished = true
        let fingerprint = Fingerprint.text(of: host, guest)
        return [
            publication(.closed(isUsed: true)),
            .finished(.paired(with: guest, fingerprint: fingerprint)),
        ]
    }

    /// Fails where nobody has entered the group.
    private mutating func fail(_ problem: PairingProblem) -> [PairingAction] {
        isFinished = true
        return [publication(.closed(isUsed: false)), .finished(.failed(problem))]
    }

    /// Ends before the guest has confirmed that it is in, if there is one.
    private mutating func end() -> [PairingAction] {
        isFinished = true
        let closed = publication(.closed(isUsed: guest != nil))
        guard let guest else { return [closed, .finished(.failed(.unusedCode))] }
        let fingerprint = Fingerprint.text(of: host, guest)
        return [closed, .finished(.unconfirmed(guest, fingerprint: fingerprint))]
    }

    private func publication(_ message: PairingMessage) -> PairingAction {
        .publish(topic: code.topic, text: message.sealed(code))
    }
}
