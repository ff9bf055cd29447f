extension ZoneRules {
    /// Returns the first second at which the zone's clock shows a time.
    ///
    /// A time that the clock jumps over is read with the offset before the jump.
    ///
    /// - Parameter local: seconds since 1970-01-01 00:00 on that clock.
    /// - Returns: seconds since 1970-01-01T00:00:00Z.
    func second(showing local: Int64) -> Int64 {
        // Further back than any offset.
        var span = span(at: local - 2 * 86_400)
        var jumped: Int64?
        while true {
            let second = local - span.offset
            if second < span.end { return second >= span.start ? second : jumped ?? second }
            jumped = second
            span = self.span(at: span.end)
        }
    }
}

extension Instant {
    /// Returns the instant at which a zone's clock shows what another clock shows at this one.
    ///
    /// - Parameter offset: the offset of the other clock from UTC, in seconds.
    /// - Returns: the instant itself where the zone has that offset.
    package func shown(withOffset offset: Int64, in zone: some ZoneRules) -> Instant {
        // Within the dates of the calendar, so that adding an offset cannot overflow.
        guard self > .distantPast, self < .distantFuture, abs(offset) <= 7 * 86_400,
            zone.span(at: seconds).offset != offset
        else { return self }
        let second = zone.second(showing: seconds + offset)
        return advanced(byMicroseconds: (second - seconds) * 1_000_000)
    }
}
