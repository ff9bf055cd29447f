import NotifyCore

/// A time at which the wall clock was right, as stored.
struct RememberedClock: Equatable, Sendable {
    let boot: String
    let now: Instant
    /// The clock since that boot; `nil` if an older version stored it.
    let sinceBoot: BootTime?

    var text: String {
        ([boot, "\(now.microseconds)"] + (sinceBoot.map { ["\($0.microseconds)"] } ?? []))
            .joined(separator: " ")
    }

    init(_ reading: ClockReading) {
        self.init(boot: reading.boot, now: reading.now, sinceBoot: reading.sinceBoot)
    }

    init(boot: String, now: Instant, sinceBoot: BootTime? = nil) {
        self.boot = boot
        self.now = now
        self.sinceBoot = sinceBoot
    }

    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard 2...3 ~= parts.count, let now = Int64(parts[1]) else { return nil }
        boot = String(parts[0])
        self.now = Instant(microseconds: now)
        sinceBoot = parts.count == 3 ? Int64(parts[2]).map(BootTime.init(microseconds:)) : nil
    }

    /// How far the wall clock has been set since then; `nil` if unknown.
    func step(to reading: ClockReading) -> Duration? {
        guard boot == reading.boot, let sinceBoot else { return nil }
        return now.span(to: reading.now) - (reading.sinceBoot - sinceBoot)
    }
}
