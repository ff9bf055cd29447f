import NotifyCore
import Testing

@testable import RelayGroup

/// A device that says what its user has it say, with the keys of a member.
final class Liar {
    private let group: SimulatedGroup
    private let device: SimulatedDevice
    /// The member itself goes on behind what the others have seen of it.
    private var number: UInt64 = 1 << 60

    init(_ group: SimulatedGroup, _ name: String) throws {
        self.group = group
        device = try group[name]
    }

    /// Says something to the group, with the current key.
    ///
    /// - Parameter sent: when; `nil` for now.
    func say(_ body: MessageBody, sent: Instant? = nil, partsOf size: Int = .max) throws {
        let epoch = try #require(try engine.roster.current)
        number += 1 << 20
        let json = body.json
        let parts = try #require(PartJoiner.parts(of: json, room: min(size, json.count)))
        let message = number
        for (index, part) in parts.enumerated() {
            number += 1
            let envelope = Envelope(
                sender: device.id,
                number: number,
                sent: sent ?? group.now,
                message: message,
                part: (index, parts.count),
                body: part
            )
            group.server.publish(envelope.sealed(epoch, device.peer.keys), to: epoch.topic)
        }
    }

    /// What the device knows.
    var engine: RelayEngine {
        get throws {
            let mirror = Mirror(reflecting: device.peer)
            return try #require(
                mirror.children.first { $0.label == "engine" }?.value as? RelayEngine
            )
        }
    }
}
