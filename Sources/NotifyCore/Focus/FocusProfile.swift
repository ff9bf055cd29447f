/// A focus that the user describes in `agent.conf`: whom it lets through, and when it is on by itself.
package struct FocusProfile: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// When it is on by itself; `nil` for a focus that is only switched on by hand.
    package var schedule: FocusSchedule?
    /// Where it is on: as long as the machine is there, or while its schedule has it on as well; `nil` for everywhere.
    package var place: CircularRegion?
    /// The apps whose notifications appear while it is on.
    package var apps: Set<String> = []
    /// The `filterCriteria` whose notifications appear while it is on.
    package var criteria: Set<String> = []

    /// Makes a focus that lets nobody through.
    package init(name: String) { self.name = name }

    /// Returns when it began by itself, and when it ends, which is unknown at a place; `nil` if it is off.
    ///
    /// - Parameter arrival: since when the machine is at its place; `nil` if it is elsewhere.
    func span(
        at now: Instant,
        in zones: ZoneSource,
        since arrival: Instant?
    ) -> (since: Instant, until: Instant?)? {
        if place != nil, arrival == nil { return nil }
        guard let schedule else { return arrival.flatMap { place == nil ? nil : ($0, nil) } }
        guard let span = schedule.span(at: now, in: zones) else { return nil }
        return (max(span.lowerBound, arrival ?? span.lowerBound), span.upperBound)
    }

    /// Returns a name as people write it, with single blanks between its words.
    package static func name(_ text: String) -> String {
        text.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    }

    /// Returns the id of an app as people write it in a list, without the blanks around it.
    ///
    /// - Parameter field: where it is written.
    /// - Throws: ``RequestError`` if it is empty, or has a blank inside, where a comma may be missing.
    package static func app(
        _ text: some StringProtocol,
        _ field: RequestError.Field
    ) throws(RequestError) -> String {
        let words = text.split { $0 == " " || $0 == "\t" }
        guard words.count > 1 else { return words.first.map { String($0) } ?? "" }
        throw RequestError(
            .invalidIdentifier,
            field,
            value: words.joined(separator: " ").quoted,
            reason: "has a blank in it",
            wayOut: "write the ids of apps with commas between them"
        )
    }
}

/// A rule of dates, in its zone.
package struct FocusDates: Hashable, Sendable {
    private let rule: DateRule
    /// The zone of the rule; `nil` for the user's.
    private let zone: String?

    /// Reads a rule as `--on` takes it.
    ///
    /// - Parameters:
    ///   - text: a calendar event, or a rule in words.
    ///   - hours: the times that words name without an hour.
    /// - Throws: what is wrong with it.
    package init(
        _ text: String,
        hours: @escaping DayHours.Source,
        now: Instant,
        in zones: ZoneSource
    ) throws(TimeSpecError) {
        let words = try EventWords(text, hours: hours, now: now, in: zones.local())
        guard words.until == nil else {
            throw TimeSpecError(.contradiction, "a focus has no last date; leave until out")
        }
        if case .recurrence = words.spec, !text.contains("starting") {
            throw TimeSpecError(
                .contradiction,
                "it counts from a first date; write that too, as in every second monday at 9 starting 2027-03-01"
            )
        }
        if let name = words.spec.zoneIdentifier, zones.named(name) == nil {
            throw TimeSpecError(.contradiction, "there is no time zone \(name.quoted)")
        }
        rule = try words.spec.rule()
        zone = words.spec.zoneIdentifier
    }

    /// How close its dates may be for the beginning of a focus, in microseconds.
    private static let leastDistance: Int64 = 3_600_000_000
    /// How many of its next dates are looked at.
    private static let dates = 50

    /// Whether some of its next dates are less than an hour apart.
    package func isDense(after now: Instant, in zones: ZoneSource) -> Bool {
        var last = next(after: now, in: zones)
        for _ in 1..<Self.dates {
            guard let date = last, let following = next(after: date, in: zones) else { break }
            if following.microseconds - date.microseconds < Self.leastDistance { return true }
            last = following
        }
        return false
    }

    /// Returns the first date that is later than an instant; `nil` for none.
    package func next(after instant: Instant, in zones: ZoneSource) -> Instant? {
        rule.next(after: instant, in: rules(zones))
    }

    /// Returns the last date that is not later than an instant.
    package func latest(at instant: Instant, in zones: ZoneSource) -> Instant? {
        rule.previous(before: instant.advanced(byMicroseconds: 1), in: rules(zones))
    }

    /// Whether the clock was put forward over what begins at one of these dates, and ends at one of others.
    ///
    /// Where 02:00 is 03:00, from 02:00 to 03:00 is no time, and from 02:30, which is 03:30, to 03:00 as well.
    package func isSkipped(
        to ends: FocusDates,
        at begin: Instant,
        in zones: ZoneSource
    ) -> Bool {
        let rules = rules(zones)
        let span = rules.span(at: begin.seconds)
        guard span.start > .min else { return false }
        let earlier = rules.span(at: span.start - 1)
        let gap = span.offset - earlier.offset
        guard gap > 0, begin.seconds < span.start + gap else { return false }
        // The same dates if the clock had not been put forward.
        let unchanged = FixedZone(identifier: earlier.offset.description, offset: earlier.offset)
        guard rule.previous(before: begin.advanced(byMicroseconds: 1), in: unchanged) == begin,
            let end = ends.rule.next(after: begin, in: unchanged)
        else { return false }
        let moved = end.advanced(byMicroseconds: -gap * 1_000_000)
        return moved >= Instant(seconds: span.start) && moved <= begin
    }

    private func rules(_ zones: ZoneSource) -> any ZoneRules {
        zone.flatMap(zones.named) ?? zones.local()
    }
}

/// The times at which a focus is on by itself.
package struct FocusSchedule: Hashable, Sendable {
    /// When a focus ends that began by itself.
    package enum End: Hashable, Sendable {
        /// After a duration, in microseconds.
        case after(Int64)
        /// At the next of these dates.
        case at(FocusDates)
    }

    /// When it begins.
    package let start: FocusDates
    /// When it ends.
    package let end: End

    /// Makes a schedule.
    package init(start: FocusDates, end: End) { (self.start, self.end) = (start, end) }

    /// Returns when the focus began that is on at an instant, and when it ends; `nil` if it is off then.
    ///
    /// A date that comes before the end of the one before it begins a new time, so the end is that of the latest.
    package func span(at now: Instant, in zones: ZoneSource) -> Range<Instant>? {
        guard let begin = start.latest(at: now, in: zones) else { return nil }
        let end: Instant? =
            switch end {
            case .after(let length): begin.advanced(byMicroseconds: length)
            case .at(let dates):
                start.isSkipped(to: dates, at: begin, in: zones)
                    ? begin : dates.next(after: begin, in: zones)
            }
        guard let end, end > now else { return nil }
        return begin..<end
    }

    /// Returns when the focus begins next by itself; `nil` for never.
    package func next(after now: Instant, in zones: ZoneSource) -> Instant? {
        start.next(after: now, in: zones)
    }
}
