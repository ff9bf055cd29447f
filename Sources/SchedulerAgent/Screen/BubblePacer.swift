/// Limits the rate of bubbles so that the server shows each of them, and pauses while the server is full.
struct BubblePacer: Sendable {
    /// The first pause after the server refused a bubble because it is full.
    private static let pauseWhenFull = Duration.seconds(2)
    /// How often the pause is doubled while the server stays full: to about four minutes.
    private static let maxDoublings = 7

    /// Whether nothing is sent before a pause, because the server was full.
    private var mustPause = false
    /// How often in a row the server was full.
    private var refusals = 0
    private var pace: ServerProfile.Pace?
    private var shown = 0
    private var since = BootTime.start

    /// Whether the server had no room for the last bubble.
    var isFull: Bool { refusals > 0 }

    /// Follows a pace, which may be another one, and keeps the times of earlier bubbles.
    mutating func follow(_ pace: ServerProfile.Pace?) { self.pace = pace }

    /// Resets the state for another server or none.
    mutating func serverChanged() { self = BubblePacer() }

    /// Whether there is a pause now; the next attempt, at its end or after a bubble is closed, is none.
    mutating func takePause() -> Bool {
        defer { mustPause = false }
        return mustPause
    }

    /// Returns when there is room for the next bubble; `nil` if there is room now.
    mutating func opening(at now: BootTime) -> BootTime? {
        guard let pace else { return nil }
        regain(now, pace)
        return shown < pace.burst ? nil : since + pace.interval
    }

    /// Records that the server accepted a notification without a bubble.
    mutating func noteTaken() { refusals = 0 }

    /// Records that the server shows a bubble.
    mutating func noteShown(at now: BootTime) {
        noteTaken()
        guard let pace else { return }
        regain(now, pace)
        if shown == 0 { since = now }
        shown += 1
    }

    /// Records that the server is full.
    mutating func noteFull() {
        refusals += 1
        mustPause = true
    }

    /// Returns when a full server is tried again.
    func pauseEnd(after now: BootTime) -> BootTime {
        now + Self.pauseWhenFull * (1 << min(max(0, refusals - 1), Self.maxDoublings))
    }

    private mutating func regain(_ now: BootTime, _ pace: ServerProfile.Pace) {
        let spans = Int(max(.zero, now - since) / pace.interval)
        shown = max(0, shown - spans)
        since = since + pace.interval * spans
    }
}
