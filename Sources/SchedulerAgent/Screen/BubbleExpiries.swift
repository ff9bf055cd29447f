import NotifyCore

/// The end times of bubbles with a timeout that the server does not apply.
///
/// All times are microseconds since boot.
struct BubbleExpiries: Sendable {
    /// The maximum number of end times; further bubbles stay until they are dismissed.
    static let maxBubbles = 1_000
    private var ends: [BubbleKey: Int64] = [:]
    /// The expired bubbles that the server has not closed yet.
    private var over: Set<BubbleKey> = []

    /// The earliest end time.
    var earliest: Int64? { ends.values.min() }

    /// Records the end time of a bubble that was just shown.
    ///
    /// - Parameter time: its timeout in milliseconds; `nil` or 0 for the server's default.
    mutating func note(_ bubble: BubbleKey, for time: Int32?, at now: Int64) {
        _ = forget(bubble)
        guard let time, time > 0, ends.count < Self.maxBubbles else { return }
        ends[bubble] = now + Int64(time) * 1_000
    }

    /// Forgets a closed bubble.
    mutating func forget(_ bubble: BubbleKey) -> Bool {
        ends[bubble] = nil
        return over.remove(bubble) != nil
    }

    /// Removes and returns the expired bubbles.
    mutating func takeEnded(at now: Int64) -> [BubbleKey] {
        let ended = ends.filter { $0.value <= now }.map(\.key)
        for bubble in ended {
            ends[bubble] = nil
            if over.count < Self.maxBubbles { over.insert(bubble) }
        }
        return ended
    }
}
