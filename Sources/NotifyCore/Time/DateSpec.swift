/// One date as people write it, such as `tomorrow 9:00`, always in the future.
public enum DateSpec: Hashable, Sendable {
    /// A wall time, which follows the user's zone.
    case wall(CalendarComponents)
    /// A moment, which no change of zone moves.
    case instant(Instant)

    /// Reads a date.
    ///
    /// The forms are `09:00` (the next one), `tomorrow 9:00`, `today 18:00`, `fri 18:30`, `noon`,
    /// `in 2 hours`, `2027-03-01 09:00`, `2027-03-01` and RFC 3339 with an offset.
    ///
    /// - Parameters:
    ///   - text: what was written.
    ///   - now: the present; the date lies after it.
    ///   - zone: the zone in which wall times are read.
    /// - Throws: what is wrong and in which column, also where the date is past or can be read in
    ///   more than one way.
    public init(_ text: String, now: Instant, in zone: some ZoneRules) throws(TimeSpecError) {
        var parser = DateSpecParser(text, now: now)
        self = try parser.parse(in: zone)
    }

    /// The moment that is meant, strictly after `now`; nil where there is none any more.
    public func date(after now: Instant, in zone: some ZoneRules) -> Instant? {
        switch self {
        case .instant(let instant): instant > now ? instant : nil
        case .wall(let components):
            (try? components.rule()).flatMap { $0.next(after: now, in: zone) }
        }
    }
}
