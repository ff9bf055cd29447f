import AgentInterface
import NotifyCore

/// The dates of an event: the first, those of its rule, and added or excluded ones.
struct EventSeries {
    /// How long past dates are kept, in seconds: the clock may be set back.
    private static let kept = 7 * 86_400

    let start: CalendarTime
    /// The event's own dates, without an alarm.
    private let series: RecurrenceSeries
    /// Whether it has one date.
    var isSingle: Bool { series.rule == nil && series.additional.isEmpty }

    /// Reads the dates of an event.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - start: its first date.
    ///   - isOneOfMany: whether it replaces one date of another event.
    ///   - without: dates that separate events replace.
    ///   - time: reads the date of a property.
    /// - Throws: ``NotifyCore/RequestError`` that names the invalid part.
    init(
        _ event: CalendarNode,
        start: CalendarTime,
        isOneOfMany: Bool,
        without: Set<WallTime>,
        time: (CalendarProperty) throws(RequestError) -> CalendarTime
    ) throws(RequestError) {
        self.start = start
        var series = RecurrenceSeries(start: start.wall)
        guard !isOneOfMany else {
            self.series = series
            return
        }
        series.rule = try Self.rule(of: event)
        series.excluded = without.sorted(by: WallTime.isEarlier)
        for property in event.properties where ["RDATE", "EXDATE"].contains(property.name) {
            guard !property.value.contains("/") else {
                throw RequestError(
                    .invalidContent,
                    "\(property.name) with periods is not supported"
                )
            }
            var date = try time(property)
            if date.zone != start.zone, let instant = date.instant {
                date.wall = WallTime(instant, in: start.zone.rules)
            }
            if property.name == "RDATE" {
                if date.isDay { date.wall.time = start.wall.time }
                series.additional.append(date.wall)
            } else if date.isDay {
                series.excludedDays.append(date.wall.date)
            } else {
                series.excluded.append(date.wall)
            }
        }
        try Self.addStart(to: &series)
        self.series = series
    }

    private static func rule(of event: CalendarNode) throws(RequestError) -> RecurrenceRule? {
        let rules = event.all("RRULE")
        guard rules.count <= 1 else {
            throw RequestError(.invalidContent, "it has several RRULEs; write an event for each")
        }
        guard event["EXRULE"] == nil else {
            throw RequestError(.invalidContent, "EXRULE is not supported; write EXDATE")
        }
        do {
            return try rules.first.map { property throws(TimeSpecError) in
                try RecurrenceRule(property.value)
            }
        } catch {
            throw RequestError(.invalidContent, "RRULE: \(error.message)")
        }
    }

    /// Makes the start a date of the series, which it always is in a calendar, also if the rule does not match it.
    private static func addStart(to series: inout RecurrenceSeries) throws(RequestError) {
        guard var rule = series.rule else { return }
        let dates: RecurrenceDates
        do {
            dates = try RecurrenceDates(RecurrenceSeries(start: series.start, rule: rule))
        } catch {
            throw RequestError(.invalidContent, "RRULE: \(error.message)")
        }
        guard dates.firstOfRule != series.start else { return }
        series.additional.append(series.start)
        // It counts as the first date.
        guard case .count(let count) = rule.end else { return }
        rule.end = .count(count - 1)
        series.rule = count > 1 ? rule : nil
    }

    /// Returns the trigger of an alarm; `nil` if all its dates are past.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the series has too many dates.
    func trigger(
        of alarm: AlarmTime,
        after now: Instant
    ) throws(RequestError) -> NotificationTrigger? {
        switch alarm {
        case .at(let time):
            guard let instant = time.instant, instant > now else { return nil }
            return single(time.wall, time.zone)
        case .afterStart(let offset):
            return isSingle ? single(movedBy: offset, after: now) : try series(offset, after: now)
        }
    }

    /// Returns a trigger for a single date.
    private func single(_ wall: WallTime, _ zone: CalendarZone) -> NotificationTrigger {
        let spec = CalendarSpec.components(CalendarComponents(wall))
        return .calendar(CalendarTrigger(spec: spec, timeZone: zone.identifier))
    }

    /// Returns a trigger before or after the start: whole days keep the wall time.
    private func single(movedBy offset: Int, after now: Instant) -> NotificationTrigger? {
        let day = start.wall.advanced(by: offset / 86_400 * 86_400)
        let instant = start.zone.instant(of: day)?
            .advancedBySeconds(offset % 86_400)
        guard let instant, instant > now else { return nil }
        return single(WallTime(instant, in: start.zone.rules), start.zone)
    }

    private func series(
        _ offset: Int,
        after now: Instant
    ) throws(RequestError) -> NotificationTrigger? {
        let zone = start.zone.rules
        var series = series
        series.offset = offset
        // Past dates need no room.
        let earliest = WallTime(now, in: zone).advanced(by: -Self.kept - abs(offset))
        let isKept = { (date: WallTime) in !WallTime.isEarlier(date, earliest) }
        series.excluded.removeAll { !isKept($0) }
        series.excludedDays.removeAll { $0 < earliest.date }
        series.additional.removeAll { !isKept($0) }
        if series.rule == nil, !isKept(series.start), let first = series.additional.first {
            series.start = first
            series.additional.removeFirst()
        }
        let spec = CalendarSpec.recurrence(series)
        do throws(TimeSpecError) {
            _ = try spec.firstDate(after: now, in: zone)
        } catch {
            if error.code == .past || error.code == .never { return nil }
            throw RequestError(.invalidContent, error.message)
        }
        return .calendar(
            CalendarTrigger(spec: spec, timeZone: start.zone.identifier, repeats: true)
        )
    }
}

extension NotificationTrigger {
    /// Checks that an event of somebody else does not fire really often.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `InvalidContent`.
    func checkSeldom() throws(RequestError) {
        guard firesReallyOften else { return }
        throw RequestError(
            .invalidContent,
            "RRULE: it fires more often than once a minute, which needs --trust"
        )
    }
}

extension Instant {
    fileprivate func advancedBySeconds(_ seconds: Int) -> Instant {
        advanced(byMicroseconds: Int64(seconds) * 1_000_000)
    }
}
