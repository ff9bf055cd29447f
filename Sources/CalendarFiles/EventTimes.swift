import NotifyCore

/// Reads the times of events and their alarms.
struct EventTimes {
    let zones: ZoneNames

    /// The properties of an alarm's time, without its repetitions, and of the end that it may count from.
    static let alarmNames: Set = ["TRIGGER"]
    static let endNames: Set = ["DTEND", "DURATION"]

    /// Returns the date of a property.
    ///
    /// - Throws: ``NotifyCore/RequestError`` that names the property if it is not a date of a known zone.
    func time(of property: CalendarProperty) throws(RequestError) -> CalendarTime {
        // A day has no zone.
        let isDay = property.value.count == 8
        let zone = isDay ? .floating : try zones.zone(of: property)
        do throws(RequestError) {
            return try CalendarTime(property.value, in: zone)
        } catch {
            throw error.within(property.name).at(property.name)
        }
    }

    /// Returns a date of a series: for one of days, midnight of any zone is the day, also of a zone that is unknown.
    func time(
        of property: CalendarProperty,
        inSeriesOfDays isOfDays: Bool
    ) throws(RequestError) -> CalendarTime {
        guard isOfDays, property.value.count == 15, property.value.hasSuffix("T000000") else {
            return try time(of: property)
        }
        return try CalendarTime(String(property.value.prefix(8)), in: .floating)
    }

    /// Returns the date that a component replaces; `nil` if it is the event itself.
    func replacedDate(by event: CalendarNode) throws(RequestError) -> CalendarTime? {
        try event["RECURRENCE-ID"].map { (property) throws(RequestError) in
            try time(of: property, inSeriesOfDays: event.isOfDays)
        }
    }

    /// The bad due date of a to-do, which its start must not replace.
    static func badDue(of event: CalendarNode) -> CalendarNode.BadLine? {
        event.name == "VTODO" ? event.badLine(of: ["DUE"]) : nil
    }

    /// Returns the first date of an event, or when a to-do is due; `nil` if it has none.
    func start(of event: CalendarNode) throws(RequestError) -> CalendarTime? {
        let isToDo = event.name == "VTODO"
        // A changed date of a series may have only another text.
        let own = event["DTSTART"] ?? event["RECURRENCE-ID"]
        let property = isToDo ? event["DUE"] ?? own : own
        return try property.map { (property) throws(RequestError) in try time(of: property) }
    }

    /// Returns the seconds between the start and the end.
    func length(
        of event: CalendarNode,
        from start: CalendarTime
    ) throws(RequestError) -> Int {
        if let bad = event.badLine(of: Self.endNames) {
            throw bad.error
        }
        if let text = event["DURATION"]?.value { return try CalendarDuration.seconds(text) }
        if event.name != "VTODO", let property = event["DTEND"] {
            let end = try time(of: property)
            guard let first = start.instant, let last = end.instant else { return 0 }
            return Int(last.seconds - first.seconds)
        }
        return start.isDay && event.name != "VTODO" ? 86_400 : 0
    }

    /// Returns how long an event lasts, in seconds; a to-do of a day until the end of it.
    func duration(of event: CalendarNode, from start: CalendarTime) -> Int {
        let day = start.isDay ? 86_400 : 0
        guard event.name != "VTODO" else { return day }
        return (try? length(of: event, from: start)) ?? day
    }

    /// Returns when an event with one date is over; `nil` if it may have several, or its dates cannot be read.
    func end(of event: CalendarNode) -> Instant? {
        let repeats = ["RRULE", "RDATE"].contains { event[$0] != nil }
        let isOneDate = event["RECURRENCE-ID"] != nil && !event.changesLaterDates
        guard !repeats && !event.changesLaterDates || isOneDate, let start = try? start(of: event),
            let first = start.instant
        else { return nil }
        let length = Int64(duration(of: event, from: start))
        return first.advanced(byMicroseconds: length * 1_000_000)
    }

    /// Returns the times of an alarm, with repetitions.
    func times(
        of alarm: CalendarNode,
        in event: CalendarNode,
        from start: CalendarTime
    ) throws(RequestError) -> [AlarmTime] {
        if let bad = alarm.badLine(of: Self.alarmNames) {
            throw bad.error
        }
        guard let trigger = alarm["TRIGGER"] else {
            throw RequestError(
                .invalidContent,
                "an alarm has no TRIGGER",
                about: .property("TRIGGER")
            )
        }
        let first: AlarmTime
        if trigger.value.first?.isNumber ?? false {
            first = .at(try time(of: trigger))
        } else {
            let offset = try CalendarDuration.seconds(trigger.value)
            let end = trigger.countsFromEnd ? try length(of: event, from: start) : 0
            first = .afterStart(offset + end)
        }
        guard let text = alarm["REPEAT"]?.value, let span = alarm["DURATION"]?.value else {
            return [first]
        }
        // Without its repetitions an alarm is better than none.
        guard let more = Int(text), (0...100).contains(more),
            let seconds = try? CalendarDuration.seconds(span)
        else { return [first] }
        return (0...more).map { first.moved(by: $0 * seconds) }
    }
}

extension EventTimes {
    /// Returns when an event starts, counted from an alarm; `nil` for an alarm at a date of its own for one of many
    /// dates.
    static func start(
        _ start: CalendarTime,
        after alarm: AlarmTime,
        isOne: Bool
    ) -> EventStart? {
        switch alarm {
        case .afterStart(let offset):
            return EventStart(.after(seconds: Int64(-offset)), isDay: start.isDay)
        case .at(let time):
            guard isOne, let date = start.instant, let alarm = time.instant else { return nil }
            let seconds = date.seconds - alarm.seconds
            return EventStart(.after(seconds: seconds), isDay: start.isDay)
        }
    }
}

/// The time of an alarm.
enum AlarmTime {
    /// A number of seconds after the start of each date; negative for before.
    case afterStart(Int)
    /// Once, independent of the event's dates.
    case at(CalendarTime)

    func moved(by seconds: Int) -> AlarmTime {
        switch self {
        case .afterStart(let offset): return .afterStart(offset + seconds)
        case .at(var time):
            time.wall = time.wall.advanced(by: seconds)
            return .at(time)
        }
    }
}
