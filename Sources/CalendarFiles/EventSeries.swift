import AgentInterface
import NotifyCore

/// The dates of an event: the first, those of its rule, and added or excluded ones.
struct EventSeries {
    /// How long past dates are kept, in seconds: the clock may be set back.
    static let kept = 7 * 86_400

    /// The first date.
    private(set) var start: CalendarTime
    /// The dates, without an alarm; `nil` if there are none.
    private let series: RecurrenceSeries?
    /// What is left out or read otherwise of its rule, and why.
    let notes: [SeriesNote]
    /// Whether it has one date.
    var isSingle: Bool { series.map { $0.rule == nil && $0.additional.isEmpty } ?? true }

    /// Makes a series of some dates.
    ///
    /// - Parameter series: the dates; `nil` if there are none.
    init(_ series: RecurrenceSeries?, from start: CalendarTime, notes: [SeriesNote] = []) {
        (self.series, self.start, self.notes) = (series, start, notes)
        guard let series else { return }
        self.start.wall = series.start.advanced(by: series.offset)
    }

    /// What months and years do not have, and another rule would.
    var skipRemarks: [SkipRemark] {
        series.flatMap { try? RecurrenceDates($0) }?.skipRemarks ?? []
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
        guard let instant = instant(movedBy: offset), instant > now else { return nil }
        return single(WallTime(instant, in: start.zone.rules), start.zone)
    }

    /// Returns a date before or after the start; `nil` if there is none.
    func instant(movedBy offset: Int) -> Instant? {
        guard let series, !series.excluded.contains(series.start) else { return nil }
        let day = start.wall.advanced(by: offset / 86_400 * 86_400)
        return start.zone.instant(of: day)?.advancedBySeconds(offset % 86_400)
    }

    private func series(
        _ offset: Int,
        after now: Instant
    ) throws(RequestError) -> NotificationTrigger? {
        guard let spec = spec(offset, after: now) else { return nil }
        do throws(TimeSpecError) {
            _ = try spec.firstDate(after: now, in: start.zone.rules)
        } catch {
            if error.code == .past || error.code == .never { return nil }
            throw RequestError(.invalidContent, error.reason, wayOut: error.wayOut)
        }
        return .calendar(
            CalendarTrigger(spec: spec, timeZone: start.zone.identifier, repeats: true)
        )
    }

    /// Returns the dates of an alarm; `nil` if there are none.
    func spec(_ offset: Int, after now: Instant) -> CalendarSpec? {
        guard var series else { return nil }
        series.offset += offset
        let zone = start.zone.rules
        // Past dates need no room.
        let earliest = WallTime(now, in: zone).advanced(by: -Self.kept - abs(series.offset))
        let isKept = { (date: WallTime) in !WallTime.isEarlier(date, earliest) }
        series.excluded.removeAll { !isKept($0) }
        series.excludedDays.removeAll { $0 < earliest.date }
        series.additional.removeAll { !isKept($0) }
        if series.rule == nil, !isKept(series.start), let first = series.additional.first {
            series.start = first
            series.additional.removeFirst()
        }
        return .recurrence(series)
    }
}

extension NotificationTrigger {
    /// Checks that an event of somebody else does not fire really often.
    func checkSeldom() throws(RequestError) {
        guard hasDatesWithinAMinute else { return }
        let name = firesReallyOften ? "RRULE" : "RDATE"
        throw RequestError(
            .invalidContent,
            "it fires more often than once a minute, which needs --trust",
            about: .property(name)
        ).at(name)
    }
}

extension Instant {
    fileprivate func advancedBySeconds(_ seconds: Int) -> Instant {
        advanced(byMicroseconds: Int64(seconds) * 1_000_000)
    }
}
