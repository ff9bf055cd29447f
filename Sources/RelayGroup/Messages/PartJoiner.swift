/// The parts of messages that are not complete yet.
///
/// They are in memory alone: what is incomplete is not acknowledged, and so it is sent again.
struct PartJoiner: Sendable {
    /// The maximum number of parts of a message.
    static let maxParts = 16
    /// The maximum number of messages that are incomplete.
    static let maxMessages = 64
    /// The maximum size of all parts in bytes.
    static let maxBytes = 4 << 20

    private struct Incomplete: Sendable {
        let sender: DeviceID
        let message: UInt64
        var parts: [[UInt8]?]
        var size: Int { parts.reduce(0) { $0 + ($1?.count ?? 0) } }
    }

    /// Oldest first.
    private var waiting: [Incomplete] = []

    /// Returns the parts of a body.
    ///
    /// - Returns: the parts; `nil` if there would be too many.
    static func parts(of body: [UInt8], room: Int) -> [[UInt8]]? {
        guard room > 0, body.count <= room * maxParts else { return nil }
        return stride(from: 0, to: max(body.count, 1), by: room).map { start in
            Array(body[start..<min(start + room, body.count)])
        }
    }

    /// Adds a part.
    ///
    /// - Returns: the whole body once it is complete; `nil` before.
    /// - Throws: ``EnvelopeProblem`` if it does not fit to the other parts.
    mutating func add(_ envelope: Envelope) throws(EnvelopeProblem) -> [UInt8]? {
        let count = Int(envelope.parts)
        guard count <= Self.maxParts else { throw .malformed }
        guard count > 1 else { return envelope.body }
        let index =
            waiting.firstIndex { $0.sender == envelope.sender && $0.message == envelope.message }
            ?? waiting.count
        if index == waiting.count {
            let parts = [[UInt8]?](repeating: nil, count: count)
            waiting.append(
                Incomplete(sender: envelope.sender, message: envelope.message, parts: parts)
            )
        }
        guard waiting[index].parts.count == count else {
            // It was sent again, to a server with another limit.
            waiting.remove(at: index)
            return try add(envelope)
        }
        waiting[index].parts[Int(envelope.part)] = envelope.body
        let parts = waiting[index].parts.compactMap { $0 }
        if parts.count == count {
            waiting.remove(at: index)
            return parts.flatMap { $0 }
        }
        while waiting.count > Self.maxMessages
            || waiting.reduce(0, { $0 + $1.size }) > Self.maxBytes
        {
            waiting.removeFirst()
        }
        return nil
    }
}
