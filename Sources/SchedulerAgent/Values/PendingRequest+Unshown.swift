import NotifyCore

extension PendingRequest {
    /// Returns the dates that count without a bubble of their own.
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
