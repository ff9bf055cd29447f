extension PendingRequest {
    /// Returns a request that fires once, with another date.
    ///
    /// An interval gets longer or shorter, a date is the wall time in its zone, to the second, and what is due at
    /// once becomes an interval.
    ///
    /// - Returns: the request; the same one if it waits for a place.
    package func moved(
        to date: Instant,
        now: Instant,
        in zone: some ZoneRules
    ) -> PendingRequest {
        var later = self
        later.request = request.keepingEventStart(ofReminder: due, in: zone)
        later.due = date
        switch request.trigger {
        case .location:
            return self
        case .immediate:
            later.added = now
            later.settled = now
            later.request.trigger = .timeInterval(
                microseconds: date.microseconds - now.microseconds,
                repeats: false
            )
        case .timeInterval:
            later.added = min(added, now)
            later.settled = min(settled, now)
            later.request.trigger = .timeInterval(
                microseconds: date.microseconds - later.added.microseconds,
                repeats: false
            )
        case .calendar(let trigger):
            later.settled = min(settled, now)
            // Dates of the calendar are whole seconds.
            let isWhole = Instant(seconds: date.seconds) == date
            let second = isWhole ? date : Instant(seconds: date.seconds + 1)
            later.due = second
            let components = CalendarComponents(WallTime(second, in: zone))
            let wall = NotificationTrigger.calendar(
                CalendarTrigger(spec: .components(components), timeZone: trigger.zoneIdentifier)
            )
            // Of a wall time that occurs twice, the second one has a name in UTC alone.
            let isThis = wall.nextDate(after: later.settled, added: added, in: zone) == second
            later.request.trigger =
                isThis ? wall : DateSpec.instant(second).trigger(timeZone: nil)
        }
        return later
    }
}
