import AgentInterface
import NotifyCore

/// An alarm whose time has passed, while its event is not over.
struct CurrentAlarm {
    /// When it was due.
    let date: Instant
    /// When the event starts, or has started.
    let start: Instant
    /// When the event is over.
    let ends: Instant
}

extension EventSeries {
    /// Returns the latest date of an alarm that has passed, if its event is not over.
    ///
    /// - Parameters:
    ///   - alarm: the time of the alarm; one at a date of its own is only looked at if the event has one date.
    ///   - length: the seconds between the start and the end of the event.
    /// - Returns: the alarm; `nil` if there is none.
    func current(of alarm: AlarmTime, lasting length: Int, at now: Instant) -> CurrentAlarm? {
        switch alarm {
        case .at(let time):
            guard isSingle, let date = time.instant, let first = start.instant else { return nil }
            return current(date, of: first, lasting: length, at: now)
        case .afterStart(let offset) where isSingle:
            guard let date = instant(movedBy: offset), let first = start.instant else { return nil }
            return current(date, of: first, lasting: length, at: now)
        case .afterStart(let offset):
            guard offset < length, let rule = try? spec(offset, after: now)?.rule() else {
                return nil
            }
            let zone = start.zone.rules
            guard let date = rule.previous(before: now.advanced(byMicroseconds: 1), in: zone)
            else { return nil }
            let moment = EventStart(.after(seconds: Int64(-offset)), isDay: start.isDay)
            let first = moment.date(ofReminder: date, in: zone)
            return current(date, of: first, lasting: length, at: now)
        }
    }

    /// Returns the date of an alarm that has one date; `nil` if it may have several.
    func onlyDate(of alarm: AlarmTime) -> Instant? {
        switch alarm {
        case .at(let time): time.instant
        case .afterStart(let offset): isSingle ? instant(movedBy: offset) : nil
        }
    }

    /// How long an alarm may be past, in microseconds: a year, because an earlier one is none of the event's.
    private static let longest: Int64 = 366 * 86_400_000_000

    private func current(
        _ date: Instant,
        of first: Instant,
        lasting length: Int,
        at now: Instant
    ) -> CurrentAlarm? {
        let ends = end(of: first, lasting: length)
        guard date <= now, date > now.advanced(byMicroseconds: -Self.longest), ends > now else {
            return nil
        }
        return CurrentAlarm(date: date, start: first, ends: ends)
    }

    /// Returns when an event is over that starts at a date; a day is as long as the clock says.
    func end(of first: Instant, lasting length: Int) -> Instant {
        guard start.isDay else { return first.advanced(byMicroseconds: Int64(length) * 1_000_000) }
        let wall = WallTime(first, in: start.zone.rules).advanced(by: length)
        return start.zone.instant(of: wall) ?? first
    }
}

/// The requests of one event whose alarms have passed while it is not over: one of them is shown at once.
struct CurrentAlarms {
    /// A request that is made if it is the one, or if it has later dates.
    struct Candidate {
        let request: NotificationRequest
        var part: EventRequest
        let alarm: CurrentAlarm
        let hasMore: Bool
    }

    private var candidates: [Candidate] = []

    mutating func add(_ candidate: Candidate) { candidates.append(candidate) }

    /// Returns the requests: the latest alarm of the date that comes first, or has come, is shown at once.
    mutating func take() -> [(Candidate, isShown: Bool)] {
        let shown = candidates.indices.min { first, second in
            let (first, second) = (candidates[first].alarm, candidates[second].alarm)
            return (first.start, second.date) < (second.start, first.date)
        }
        defer { candidates = [] }
        return candidates.enumerated().map { index, candidate in (candidate, index == shown) }
    }
}
