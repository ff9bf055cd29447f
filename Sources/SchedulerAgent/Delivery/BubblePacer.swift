/// Spreads a flood of bubbles so that the server shows each of them, and leaves one alone for a while that takes
/// no more.
///
/// All times are microseconds since boot.
struct BubblePacer: Sendable {
    /// How long a server that takes no more bubbles is left alone.
    private static let pauseWhenFull: Int64 = 2_000_000
    /// How often that time is doubled at most, while the server goes on to refuse: some four minutes.
    private static let maxDoublings = 7

    /// Whether the server took no more bubbles in this round.
    private(set) var isFull = false
    /// How often in a row the server took no more bubbles.
    private var refusals = 0
    private var pace: ServerProfile.Pace?
    private var shown = 0
    private var since: Int64 = 0

    /// Begins a round, at another pace perhaps, without forgetting what was shown.
    mutating func begin(_ pace: ServerProfile.Pace?) {
        isFull = false
        self.pace = pace
    }

    /// Forgets what was shown: another server runs now, or none.
    mutating func serverChanged() {
        (pace, shown, since, refusals) = (nil, 0, 0, 0)
    }

    /// When there is room for the next bubble; `nil` if that is now.
    mutating func opening(at now: Int64) -> Int64? {
        guard let pace else { return nil }
        regain(now, pace)
        return shown < pace.burst ? nil : since + pace.interval
    }

    /// Notes that the server took a bubble and shows none.
    mutating func noteTaken() { refusals = 0 }

    /// Notes that the server shows a bubble.
    mutating func noteShown(at now: Int64) {
        noteTaken()
        guard let pace else { return }
        regain(now, pace)
        if shown == 0 { since = now }
        shown += 1
    }

    /// Notes that the server takes no more bubbles.
    mutating func noteFull() {
        refusals += 1
        isFull = true
    }

    /// When a server that takes no more bubbles is tried again.
    func pauseEnd(after now: Int64) -> Int64 {
        now + Self.pauseWhenFull << min(max(0, refusals - 1), Self.maxDoublings)
    }

    private mutating func regain(_ now: Int64, _ pace: ServerProfile.Pace) {
        let spans = max(0, now - since) / pace.interval
        shown = Int(max(0, Int64(shown) - spans))
        since += spans * pace.interval
    }
}
