import NotifyCore

extension Instant {
    /// Creates an instant from a stored value, clamped so that a damaged value does not overflow.
    init(stored microseconds: Int64) {
        let bounds = Self.distantPast.microseconds...Self.distantFuture.microseconds
        self.init(microseconds: min(max(microseconds, bounds.lowerBound), bounds.upperBound))
    }
}

extension BootDue {
    /// Clamps a time since boot in the same way.
    static func clamped(_ microseconds: Int64) -> Int64 {
        Instant(stored: microseconds).microseconds
    }
}
