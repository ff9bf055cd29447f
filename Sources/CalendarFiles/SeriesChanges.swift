import NotifyCore

/// What the components of one event say of its dates together: the series, dates that are replaced, and changes of all
/// later dates (RFC 5545, section 3.8.4.4).
struct SeriesChanges {
    private var masters: [CalendarNode] = []
    private var replaced: [CalendarTime] = []
    /// The dates from which on there are changes.
    private var changed: [CalendarTime] = []

    /// Notes a component.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the date that it replaces cannot be read.
    mutating func note(_ event: CalendarNode, _ times: EventTimes) throws(RequestError) {
        guard let date = try times.replacedDate(by: event) else { return masters.append(event) }
        if event.changesLaterDates { changed.append(date) } else { replaced.append(date) }
    }

    /// Returns the dates of a component, and what else than its own lines they depend on.
    ///
    /// - Returns: the dates, and what the digest of the component has of others.
    func series(
        of event: CalendarNode,
        from start: CalendarTime,
        now: Instant,
        _ times: EventTimes
    ) throws(RequestError) -> (series: EventSeries, others: [String]) {
        guard let property = event["RECURRENCE-ID"] else {
            let reading = reading(of: event, from: start, now: now, times)
            guard let first = changed.map(start.wall(of:)).min(by: WallTime.isEarlier) else {
                return (
                    EventSeries(reading.series, from: start, notes: reading.notes), others(reading)
                )
            }
            let part = reading.series.part(from: nil, before: first, in: start.zone.rules)
            return (
                EventSeries(part, from: start, notes: reading.notes),
                others(reading) + ["before \(first)"]
            )
        }
        let one = RecurrenceSeries(start: start.wall)
        // What it replaces is a date of the event itself.
        let without = others(replaced.map(start.wall(of:)))
        guard event.changesLaterDates else {
            let notes = property.range.map {
                [SeriesNote("RECURRENCE-ID", "RANGE=\($0) is read as this date alone")]
            }
            return (EventSeries(one, from: start, notes: notes ?? []), without)
        }
        guard let date = try times.replacedDate(by: event), let master = masters.first,
            let first = try times.start(of: master)
        else {
            let note = SeriesNote(
                "RECURRENCE-ID",
                "the series is not in the file; this date alone is taken"
            )
            return (EventSeries(one, from: start, notes: [note]), without)
        }
        let reading = reading(of: master, from: first, now: now, times)
        let others = others(reading) + [master.digest(of: nil, with: [])]
        return (later(reading.series, from: date, to: start, of: first), others)
    }

    private func reading(
        of event: CalendarNode,
        from start: CalendarTime,
        now: Instant,
        _ times: EventTimes
    ) -> SeriesReading {
        SeriesReading(event, start: start, without: replaced, now: now) {
            (property) throws(RequestError) in
            try times.time(of: property, inSeriesOfDays: start.isDay)
        }
    }

    private func others(_ reading: SeriesReading) -> [String] {
        // An event that an earlier version read otherwise has changed.
        others(reading.replaced) + (reading.isReadOtherwise ? ["2"] : [])
    }

    private func others(_ dates: [WallTime]) -> [String] { Set(dates).map { "\($0)" }.sorted() }

    /// Returns the dates of a series from a changed one on, up to the next change.
    private func later(
        _ series: RecurrenceSeries,
        from date: CalendarTime,
        to start: CalendarTime,
        of first: CalendarTime
    ) -> EventSeries {
        let zone = first.zone.rules
        let lower = first.wall(of: date)
        let upper = changed.map(first.wall(of:)).filter { WallTime.isEarlier(lower, $0) }
            .min(by: WallTime.isEarlier)
        guard var part = series.part(from: lower, before: upper, in: zone) else {
            return EventSeries(nil, from: start)
        }
        // A day has no zone that a time could be in.
        let isSameKind = first.isDay == start.isDay
        let target = isSameKind && !first.isDay ? first.wall(of: start) : start.wall
        let seconds = target.seconds - lower.seconds
        let isDate = series.membership(in: zone)
        part.excluded = part.excluded.map { date in
            // Some programs name dates as they are after the change.
            let original = date.advanced(by: -seconds)
            return !isDate(date) && isDate(original) ? original : date
        }
        let moved = part.moved(by: seconds, in: zone)
        return EventSeries(
            moved,
            from: CalendarTime(
                wall: moved.start,
                isDay: start.isDay,
                zone: isSameKind && !first.isDay ? first.zone : start.zone
            )
        )
    }
}
