import NotifyCore

extension PendingRequest {
    /// The dates that count without a bubble of their own; where nothing counts them, none.
    ///
    /// - Parameters:
    ///   - occurrences: the dates that have come.
    ///   - decision: what becomes of them.
    ///   - isLast: whether no date follows them.
    ///   - zone: the zone of the trigger, or the user's.
    /// - Returns: the dates that count and are not shown.
    func unshown(
        _ occurrences: Occurrences,
        _ decision: DueDecision,
        isLast: Bool,
        in zone: some ZoneRules
    ) -> [Instant] {
        let options = request.options
        guard request.trigger.repeats, decision == .miss || occurrences.count > 1,
            options.times != nil || options.until != nil || isLast
        else { return [] }
        return dates(of: occurrences, in: zone).filter {
            decision == .miss || $0 != occurrences.latest
        }
    }
}
