package import NotifyCore

/// The device on which a code is typed, and which enters the group of the other one.
///
/// A state machine without I/O.
package struct PairingGuest: Sendable {
    /// How often the host is asked.
    static let maxRequests = 6
    /// The time between two requests, in microseconds.
    static let pause: Int64 = 10_000_000

    private let code: PairingCode
    private let keys: DeviceKeys
    private let guest: Member
    private var requests = 0
    private var nextRequest: Instant
    /// The device whose group is entered, and what confirms that to it.
    private var entry: (host: Member, confirmation: String)?
    private var isFinished = false

    /// Makes a pairing with the code of another device.
    package init(code: PairingCode, keys: DeviceKeys, guest: Member, now: Instant) {
        self.code = code
        self.keys = keys
        self.guest = guest
        nextRequest = now.advanced(byMicroseconds: Self.pause * Int64(Self.maxRequests))
    }

    /// Handles an event.
    ///
    /// - Returns: what to do, in order.
    package mutating func handle(_ event: PairingEvent, now: Instant) -> [PairingAction] {
        guard !isFinished else { return [] }
        switch event {
        case .started: return [.follow(topic: code.topic), .wake(at: nextRequest)]
        // What was said before decides whether the code is still good.
        case .caughtUp: return requests == 0 ? request(now) : []
        case .timer:
            guard now >= nextRequest else { return [.wake(at: nextRequest)] }
            guard requests > 0, requests < Self.maxRequests else { return fail(.unanswered) }
            return request(now)
        case .cancelled: return fail(.cancelled)
        case .failed(let reason): return fail(.notEntered(reason))
        case .removedBefore: return []
        case .received(let text): return received(text)
        }
    }

    /// Handles the success of ``PairingAction/join(_:)``.
    ///
    /// - Returns: what to do, in order.
    package mutating func joined() -> [PairingAction] {
        guard let entry, !isFinished else { return [] }
        isFinished = true
        let fingerprint = Fingerprint.text(of: entry.host, guest)
        return [
            .publish(topic: code.topic, text: entry.confirmation),
            .finished(.paired(with: entry.host, fingerprint: fingerprint)),
        ]
    }

    private mutating func request(_ now: Instant) -> [PairingAction] {
        requests += 1
        nextRequest = now.advanced(byMicroseconds: Self.pause)
        let text = PairingMessage.request(guest).sealed(code)
        return [.publish(topic: code.topic, text: text), .wake(at: nextRequest)]
    }

    private mutating func received(_ text: String) -> [PairingAction] {
        switch PairingMessage(opening: text, code) {
        case .closed(let isUsed): return fail(isUsed ? .used : .late)
        // One that was there before this asked is of an earlier attempt.
        case .answer(guest.id, let host, let box): return requests > 0 ? enter(host, box) : []
        case .answer: return fail(.used)
        case .removed(guest.id): return requests > 0 ? fail(.removed) : []
        case .removed, .request, .confirmation, nil: return []
        }
    }

    private mutating func enter(_ host: Member, _ box: [UInt8]) -> [PairingAction] {
        // One for a request that was made before with other keys.
        guard let json = Sodium.unboxed(box, from: host.boxKey, secret: keys.boxSecret) else {
            return []
        }
        guard let invitation = Invitation(json: json),
            [host, guest].allSatisfy({ device in
                invitation.members.contains { $0.id == device.id && $0.signKey == device.signKey }
            }),
            let proof = Sodium.boxed(host.id.bytes, to: host.boxKey, secret: keys.boxSecret)
        else { return fail(.incompatible) }
        let confirmation = PairingMessage.confirmation(guest: guest.id, box: proof)
        entry = (host, confirmation.sealed(code))
        // Others come on the host's word, by its list of devices.
        let met = invitation.members.filter { $0.id == host.id || $0.id == guest.id }
        return [
            .join(
                Invitation(
                    epoch: invitation.epoch,
                    members: met,
                    forgotten: invitation.forgotten
                )
            )
        ]
    }

    private mutating func fail(_ problem: PairingProblem) -> [PairingAction] {
        isFinished = true
        return [.finished(.failed(problem))]
    }
}
