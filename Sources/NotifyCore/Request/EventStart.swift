import DesktopTexts

/// When the event of a reminder starts.
package struct EventStart: Hashable, Sendable {
    /// How the start is known.
    package enum Moment: Hashable, Sendable {
        /// A number of seconds after the date of the reminder; negative for before.
        case after(seconds: Int64)
        /// A date, for a reminder that was moved.
        case at(Instant)
    }

    /// The start.
    package var moment: Moment
    /// Whether it is a day without a time.
    package var isDay: Bool

    /// Makes a start.
    package init(_ moment: Moment, isDay: Bool = false) {
        self.moment = moment
        self.isDay = isDay
    }

    /// The longest time between a reminder and its event, in seconds: a century.
    private static let longest: Int64 = 36_525 * 86_400

    /// Checks the start.
    func validate() throws(RequestError) {
        switch moment {
        case .after(let seconds):
            guard (-Self.longest...Self.longest).contains(seconds) else {
                throw RequestError(
                    .invalidContent,
                    .event,
                    reason: "is \(seconds) s after its reminder, which is more than a century"
                )
            }
        case .at(let date):
            guard (Instant.distantPast...Instant.distantFuture).contains(date) else {
                throw RequestError(
                    .invalidContent,
                    "the start of the event is outside the years 1 to 9999",
                    about: .event
                )
            }
        }
    }

    /// Returns the start of the event of a reminder.
    ///
    /// - Parameter zone: the zone of its trigger, or the user's; whole days are counted on its clock.
    /// - Returns: the start; for a day without a time its beginning.
    package func date(ofReminder scheduled: Instant, in zone: some ZoneRules) -> Instant {
        switch moment {
        case .at(let date): return date
        case .after(let seconds):
            let days = Int(seconds / 86_400)
            let rest = scheduled.advanced(byMicroseconds: seconds % 86_400 * 1_000_000)
            guard days != 0 else { return rest }
            var wall = WallTime(rest, in: zone)
            wall.date = CivilDate(dayNumber: wall.date.dayNumber + days)
            return DateSpec.wall(CalendarComponents(wall)).date(after: .distantPast, in: zone)
                ?? rest.advanced(byMicroseconds: Int64(days) * 86_400_000_000)
        }
    }

    /// Returns when the event starts, such as `in 10 min, 14:00` or `tomorrow`.
    package func words(
        for start: Instant,
        now: Instant,
        local: some ZoneRules
    ) -> String {
        guard isDay else {
            let minute: Int64 = 60_000_000
            let distance = start.microseconds - now.microseconds
            let minutes = (distance + (distance < 0 ? -minute : minute) / 2) / minute
            let rounded = now.advanced(byMicroseconds: minutes * minute)
            // Translators: an event starts now
            let relative = minutes == 0 ? tr("now") : RelativeTime.words(rounded, to: now)
            // Translators: when an event starts, such as "in 10 min, 14:00"
            return tr("%1$s, %2$s", relative, LateNote.date(start, now: now, in: local))
        }
        // A day follows the user, so that its beginning is near midnight here. It may have been computed where the clock
        // is another one.
        let noon = start.advanced(byMicroseconds: 43_200_000_000)
        let day = WallTime(noon, in: local).date
        let today = WallTime(now, in: local).date
        switch day.dayNumber - today.dayNumber {
        case 0: return tr("today")
        case 1: return tr("tomorrow")
        case -1: return tr("yesterday")
        default: return LateNote.words(of: day, today: today)
        }
    }
}

extension NotificationRequest {
    /// Returns the request with the start of its event as a date, for a reminder that comes at another time.
    ///
    /// - Returns: the request; the same one if it is of no event.
    package func keepingEventStart(
        ofReminder scheduled: Instant,
        in zone: some ZoneRules
    ) -> NotificationRequest {
        guard let start = content.event?.date(ofReminder: scheduled, in: zone) else { return self }
        var request = self
        request.content.event?.moment = .at(start)
        return request
    }
}
