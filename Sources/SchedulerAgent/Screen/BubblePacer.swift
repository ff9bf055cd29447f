/// Limits the rate of bubbles so that the server shows each of them, and pauses while the server is full.
///
/// All times are microseconds since boot.
struct BubblePacer: Sendable {
    /// The first pause after the server refused a bubble because it is full.
    private static let pauseWhenFull: Int64 = 2_000_000
    /// How often the pause is doubled while the server stays full: to about four minutes.
    private static let maxDoublings = 7

    /// Whether the server was full in this round.
    private(set) var isFull = false
    /// How often in a row the server was full.
    private var refusals = 0
    private var pace: ServerProfile.Pace?
    private var shown = 0
    private var since: Int64 = 0

    /// Begins a round, possibly with another pace, and keeps the times of earlier bubbles.
    mutating func begin(_ pace: ServerProfile.Pace?) {
        isFull = false
        self.pace = pace
    }

    /// Resets the state for another server or none.
    mutating func serverChanged() {
        (pace, shown, since, refusals) = (nil, 0, 0, 0)
    }

    /// Returns when there is room for the next bubble; `nil` if there is room now.
    mutating func opening(at now: Int64) -> Int64? {
        guard let pace else { return nil }
        regain(now, pace)
        return shown < pace.burst ? nil : since + pace.interval
    }

    /// Records that the server accepted a notification without a bubble.
    mutating func noteTaken() { refusals = 0 }

    /// Records that the server shows a bubble.
    mutating func noteShown(at now: Int64) {
        noteTaken()
        guard let pace else { return }
        regain(now, pace)
        if shown == 0 { since = now }
        shown += 1
    }

    /// Records that the server is full.
    mutating func noteFull() {
        refusals += 1
        isFull = true
    }

    /// Returns when a full server is tried again.
    func pauseEnd(after now: Int64) -> Int64 {
        now + Self.pauseWhenFull << min(max(0, refusals - 1), Self.maxDoublings)
    }

    private mutating func regain(_ now: Int64, _ pace: ServerProfile.Pace) {
        let spans = max(0, now - since) / pace.interval
        shown = Int(max(0, Int64(shown) - spans))
        since += spans * pace.interval
    }
}
