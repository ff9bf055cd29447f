extension CalendarRule: DatedRule {
    /// The first instant of the rule that is strictly later than the given one.
    ///
    /// A time that the clock skips is read with the offset before the change; one that occurs twice fires the
    /// first time; rules without an hour run in real time.
    ///
    /// - Returns: a whole second, or nil if the rule never fires again.
    package func next(after: Instant, in zone: some ZoneRules) -> Instant? {
        guard never == nil, after < .distantFuture else { return nil }
        let carry: Int64 = roundsUp ? 1 : 0
        let first = max(after, .distantPast).seconds + 1 - carry
        guard let found = search(from: first, in: zone) else { return nil }
        let instant = Instant(seconds: found + carry)
        return instant <= .distantFuture ? instant : nil
    }

    /// The last instant of the rule that is strictly earlier than the given one.
    package func previous(before: Instant, in zone: some ZoneRules) -> Instant? {
        guard never == nil, before > .distantPast else { return nil }
        let carry: Int64 = roundsUp ? 1 : 0
        let bound = min(before, Instant.distantFuture.advanced(byMicroseconds: 1))
        let last = bound.advanced(byMicroseconds: -1).seconds - carry
        guard let found = searchBack(from: last, in: zone) else { return nil }
        let instant = Instant(seconds: found + carry)
        return instant >= .distantPast ? instant : nil
    }
}

extension CalendarRule: LocalDates {}
