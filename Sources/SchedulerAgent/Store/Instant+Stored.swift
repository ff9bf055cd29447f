import NotifyCore

extension Instant {
    /// An instant of the store, clamped to what can be written: on a damaged number the agent must not
    /// overflow.
    init(stored microseconds: Int64) {
        let bounds = Self.distantPast.microseconds...Self.distantFuture.microseconds
        self.init(microseconds: min(max(microseconds, bounds.lowerBound), bounds.upperBound))
    }
}

extension BootDue {
    /// The same for a time since boot.
    static func clamped(_ microseconds: Int64) -> Int64 {
        Instant(stored: microseconds).microseconds
    }
}
