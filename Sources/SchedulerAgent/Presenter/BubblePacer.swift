/// Spreads a flood of bubbles so that the server shows each of them.
///
/// All times are microseconds since boot.
struct BubblePacer: Sendable {
    private var pace: ServerProfile.Pace?
    private var shown = 0
    private var since: Int64 = 0

    /// Makes a pacer; without a pace there is room at any time.
    init(_ pace: ServerProfile.Pace? = nil) {
        self.pace = pace
    }

    /// Goes on at another pace, without forgetting what was shown.
    mutating func follow(_ pace: ServerProfile.Pace?) {
        self.pace = pace
    }

    /// When there is room for the next bubble; `nil` where that is now.
    mutating func opening(at now: Int64) -> Int64? {
        guard let pace else { return nil }
        regain(now, pace)
        return shown < pace.burst ? nil : since + pace.interval
    }

    /// Takes down that a bubble was shown.
    mutating func noteShown(at now: Int64) {
        guard let pace else { return }
        regain(now, pace)
        if shown == 0 { since = now }
        shown += 1
    }

    private mutating func regain(_ now: Int64, _ pace: ServerProfile.Pace) {
        let spans = max(0, now - since) / pace.interval
        shown = Int(max(0, Int64(shown) - spans))
        since += spans * pace.interval
    }
}
