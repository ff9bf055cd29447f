import NotifyCore

/// What the dates in the store were found with.
///
/// Where it is the same at the next start they are right, and nothing has to be planned again.
struct ScheduleFingerprint: Equatable, Sendable {
    /// The boot that the times since boot belong to.
    let boot: String
    /// Microseconds from the clock since boot to the wall clock, by which intervals were written on both.
    let offset: Int64
    /// No date was dealt with that lies after this.
    let now: Instant
    /// The version of the program whose rules found them.
    let version: String
    /// The zones and what their files say.
    let zones: String

    var text: String {
        [boot, "\(offset)", "\(now.microseconds)", version, zones].joined(separator: "\n")
    }

    init(boot: String, offset: Int64, now: Instant, version: String, zones: String) {
        self.boot = boot
        self.offset = offset
        self.now = now
        self.version = version
        self.zones = zones
    }

    init?(_ text: String) {
        let parts = text.split(separator: "\n", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, let offset = Int64(parts[1]), let now = Int64(parts[2]) else {
            return nil
        }
        boot = String(parts[0])
        self.offset = offset
        self.now = Instant(microseconds: now)
        version = String(parts[3])
        zones = String(parts[4])
    }

    /// Whether calendar dates that were found with this are right now.
    func hasValidDates(at now: ScheduleFingerprint) -> Bool {
        version == now.version && zones == now.zones && self.now <= now.now
    }

    /// Whether intervals that were written with this are right now.
    func hasValidIntervals(at now: ScheduleFingerprint) -> Bool {
        boot == now.boot
            && abs(offset.subtractingReportingOverflow(now.offset).partialValue)
                <= ClockOffsets.slack
    }
}
