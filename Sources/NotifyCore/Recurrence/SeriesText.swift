/// What commands and files say about a series beside its rule: the first date, and excluded and additional ones.
package struct SeriesText: Hashable, Sendable {
    /// A part of it.
    package enum Part: Hashable, Sendable {
        case starting, except, also
    }

    /// An invalid part.
    package struct Failure: Error {
        /// The part.
        package let part: Part
        /// Its text.
        package let text: String
        /// What is wrong with it.
        package let error: TimeSpecError
    }

    /// A first date, with a time or without.
    package struct Start: Hashable, Sendable {
        /// The day.
        package var date: CivilDate
        /// The time; `nil` if none was given.
        package var time: CivilTime?

        /// Reads a date, which may be past.
        ///
        /// - Throws: what is wrong and in which column.
        package init(_ text: String, now: Instant, in zone: some ZoneRules) throws(TimeSpecError) {
            let spec = try DateSpec(mayBePast: text, now: now, in: zone)
            guard let instant = spec.date(after: .distantPast, in: zone) else {
                throw TimeSpecError(
                    .syntax,
                    "this is not a date",
                    wayOut: "write it as 2027-01-05 14:00"
                )
            }
            let wall = spec.written ?? WallTime(instant, in: zone)
            (date, time) = (wall.date, spec.hasNoTime ? nil : wall.time)
        }
    }

    /// The first date.
    package var starting: String?
    /// Dates that are left out; days without a time.
    package var except: [String]
    /// Dates that the rule does not have.
    package var also: [String]

    /// Makes a description.
    package init(starting: String? = nil, except: [String] = [], also: [String] = []) {
        (self.starting, self.except, self.also) = (starting, except, also)
    }

    /// Whether nothing is given.
    package var isEmpty: Bool { self == SeriesText() }

    /// Returns the first date; `nil` if none is given.
    package func start(
        now: Instant,
        in zone: some ZoneRules
    ) throws(Failure) -> Start? {
        guard let starting else { return nil }
        return try Self.read(starting, .starting, now: now, in: zone)
    }

    /// Returns a series that begins at the first date that is given, else with the rule's first one from the present day
    /// on.
    ///
    /// - Parameter dayStart: the time of a first date without one.
    package func series(
        _ rule: RecurrenceRule,
        dayStart: CivilTime,
        now: Instant,
        in zone: some ZoneRules
    ) throws(Failure) -> RecurrenceSeries {
        let start = try start(now: now, in: zone)
        let first = WallTime(
            date: start?.date ?? WallTime(now, in: zone).date,
            time: start?.time ?? dayStart
        )
        var series = RecurrenceSeries(start: first, rule: rule)
        if start == nil, let own = try? RecurrenceDates(series).firstOfRule { series.start = own }
        return try adding(to: series, now: now, in: zone)
    }

    /// Returns a series with the excluded and additional dates.
    package func adding(
        to series: RecurrenceSeries,
        now: Instant,
        in zone: some ZoneRules
    ) throws(Failure) -> RecurrenceSeries {
        var series = series
        for text in except {
            let date = try Self.read(text, .except, now: now, in: zone)
            if let time = date.time {
                series.excluded.append(WallTime(date: date.date, time: time))
            } else {
                series.excludedDays.append(date.date)
            }
        }
        for text in also {
            let date = try Self.read(text, .also, now: now, in: zone)
            series.additional.append(
                WallTime(date: date.date, time: date.time ?? series.start.time)
            )
        }
        return series
    }

    private static func read(
        _ text: String,
        _ part: Part,
        now: Instant,
        in zone: some ZoneRules
    ) throws(Failure) -> Start {
        do throws(TimeSpecError) {
            return try Start(text, now: now, in: zone)
        } catch {
            throw Failure(part: part, text: text, error: error)
        }
    }

    /// Returns the next day on which a time is not past.
    static func firstDay(
        at time: CivilTime,
        after now: Instant,
        in zone: some ZoneRules
    ) -> CivilDate {
        let wall = WallTime(now, in: zone)
        let isPast = time.secondOfDay <= wall.time.secondOfDay
        return isPast ? CivilDate(dayNumber: wall.date.dayNumber + 1) : wall.date
    }
}

extension DateSpec {
    /// The wall time as it is written, also where the clock skips it that day; `nil` if no whole date is written.
    fileprivate var written: WallTime? {
        guard case .wall(let parts) = self, parts.timeZone == nil, let year = parts.year,
            let month = parts.month, let day = parts.day
        else { return nil }
        let time = CivilTime(
            hour: parts.hour ?? 0,
            minute: parts.minute ?? 0,
            second: parts.second ?? 0
        )
        let wall = WallTime(date: CivilDate(year: year, month: month, day: day), time: time)
        return wall.exists ? wall : nil
    }
}

extension RecurrenceSeries {
    /// Returns a series whose periods are counted from the first date that the rule has from a wall time on.
    static func counting(_ rule: RecurrenceRule, from start: WallTime) -> RecurrenceSeries {
        var each = rule
        each.interval = 1
        let dates = try? RecurrenceDates(RecurrenceSeries(start: start, rule: each))
        return RecurrenceSeries(start: dates?.firstOfRule ?? start, rule: rule)
    }
}

extension RecurrenceRule {
    /// Makes a rule with a length of time between its dates, which keeps the time of day where that is whole days.
    ///
    /// - Parameter microseconds: the length; `nil` is returned if that is no whole number of seconds, or too long.
    package init?(every microseconds: Int64) {
        let units: [(Int64, Frequency)] = [
            (604_800, .weekly), (86_400, .daily), (3_600, .hourly), (60, .minutely), (1, .secondly),
        ]
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        guard rest == 0, seconds > 0, let unit = units.first(where: { seconds % $0.0 == 0 }),
            seconds / unit.0 <= Int32.max
        else { return nil }
        self.init(unit.1, interval: Int(seconds / unit.0))
    }
}
