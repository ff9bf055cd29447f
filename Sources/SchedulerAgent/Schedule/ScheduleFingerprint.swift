import NotifyCore

/// The inputs from which the stored dates were computed.
///
/// If they are the same at the next start, the dates are valid and are not recomputed.
struct ScheduleFingerprint: Equatable, Sendable {
    /// The boot of the times since boot.
    let boot: String
    /// How far the wall clock is ahead of the clock since boot, for the times of intervals.
    let offset: Duration
    /// The time of the fingerprint; no later date is settled.
    let now: Instant
    /// The version of the program that computed the dates.
    let version: String
    /// The zones and a digest of their files.
    let zones: String

    var text: String {
        [boot, "\(offset.microseconds)", "\(now.microseconds)", version, zones].joined(
            separator: "\n"
        )
    }

    init(boot: String, offset: Duration, now: Instant, version: String, zones: String) {
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
        self.offset = .microseconds(offset)
        self.now = Instant(microseconds: now)
        version = String(parts[3])
        zones = String(parts[4])
    }

    /// Whether calendar dates with this fingerprint are valid now.
    func hasValidDates(at now: ScheduleFingerprint) -> Bool {
        version == now.version && zones == now.zones && self.now <= now.now
    }

    /// Whether intervals with this fingerprint are valid now.
    func hasValidIntervals(at now: ScheduleFingerprint) -> Bool {
        boot == now.boot
            && (offset - now.offset).magnitude <= BootDue.slack
    }
}
