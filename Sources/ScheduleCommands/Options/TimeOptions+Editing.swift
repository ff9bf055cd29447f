import NotifyCore

extension TimeOptions {
    /// The names of the options that are given and set the time itself.
    var givenTimes: [String] {
        [
            ("in", delay), ("every", interval), ("at", date), ("components", components),
            ("on", onCalendar), ("cron", cron), ("rrule", recurrence.rule), ("near", place),
        ].filter { $0.1 != nil }.map(\.0)
    }

    /// The names of the options that are given.
    var given: [String] {
        let others = [
            ("on-entry", onEntry), ("on-exit", onExit), ("if-inside", ifInside),
            ("tz", zone != nil),
            ("repeat", repeats), ("once", once), ("until", until != nil), ("times", times != nil),
            ("month-end", monthEnd), ("late", late != nil), ("wake", wake),
        ]
        return givenTimes + recurrence.given + others.filter(\.1).map(\.0)
    }

    /// Changes the time of a request and the limits of its deliveries, if options are given.
    ///
    /// What limits a repeating request goes where it does not repeat any more, which only `--once` brings about.
    func change(_ request: inout NotificationRequest, now: Instant) throws {
        if givenTimes.isEmpty {
            // Options without which no time is described.
            var rest = self
            (rest.until, rest.times, rest.late, rest.wake) = (nil, nil, nil, false)
            (rest.recurrence.starting, rest.recurrence.except, rest.recurrence.also) = (nil, [], [])
            if let zone, try request.trigger.changeZone(to: zone) { rest.zone = nil }
            _ = try rest.trigger(now: now)
            try changeSeries(of: &request, now: now)
        } else if let moved = try movedRule(of: request.trigger, now: now) {
            request.trigger = moved
        } else {
            let trigger =
                try request.trigger.continued(by: self, now: now) ?? trigger(now: now)
            try checkSeries(of: request, becoming: trigger)
            request.trigger = trigger
        }
        // A day ends where the request has its dates.
        var zoned = self
        if zone == nil { zoned.zone = request.trigger.zoneIdentifier }
        let limits = try zoned.scheduleOptions(for: request.trigger)
        if !request.trigger.repeats { (request.options.until, request.options.times) = (nil, nil) }
        if !request.trigger.hasDates { request.options.wakes = false }
        if let late = limits.late { request.options.late = late }
        if let until = limits.until { request.options.until = until }
        if let times = limits.times { request.options.times = times }
        if wake { request.options.wakes = true }
    }
}
