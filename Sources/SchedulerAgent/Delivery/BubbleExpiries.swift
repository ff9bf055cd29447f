import NotifyCore

/// The ends of bubbles that have a time of their own on a server that does not see to it.
///
/// All times are microseconds since boot.
struct BubbleExpiries: Sendable {
    /// How many are remembered; those beyond stay until they are dismissed.
    static let maxBubbles = 1_000
    private var ends: [BubbleKey: Int64] = [:]
    /// Those whose time is over, until the server has closed them.
    private var over: Set<BubbleKey> = []

    /// The earliest end.
    var earliest: Int64? { ends.values.min() }

    /// Notes a bubble that has just been shown.
    ///
    /// - Parameters:
    ///   - bubble: the bubble.
    ///   - time: how long it stays, in milliseconds; `nil` or 0 for as long as the server likes.
    ///   - now: the present.
    mutating func note(_ bubble: BubbleKey, for time: Int32?, at now: Int64) {
        _ = forget(bubble)
        guard let time, time > 0, ends.count < Self.maxBubbles else { return }
        ends[bubble] = now + Int64(time) * 1_000
    }

    /// Forgets a bubble that has gone.
    ///
    /// - Returns: whether its time was over.
    mutating func forget(_ bubble: BubbleKey) -> Bool {
        ends[bubble] = nil
        return over.remove(bubble) != nil
    }

    /// Takes out the bubbles whose time is over.
    mutating func takeEnded(at now: Int64) -> [BubbleKey] {
        let ended = ends.filter { $0.value <= now }.map(\.key)
        for bubble in ended {
            ends[bubble] = nil
            if over.count < Self.maxBubbles { over.insert(bubble) }
        }
        return ended
    }
}
