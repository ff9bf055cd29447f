extension WrittenRequest {
    /// Returns the trigger that is described; an immediate one if no time is written.
    package func trigger(in context: WrittenContext) throws(WrittenError) -> NotificationTrigger {
        guard spelledOut == self else { return try spelledOut.trigger(in: context) }
        try checkSubjects()
        try checkCompany()
        guard let part = parts.first(where: { $0.row.sets == .time }), let text = self[part] else {
            return .immediate
        }
        // A zone is checked also where the rule does not need it.
        let zone = try zone(in: context)
        let trigger: NotificationTrigger =
            switch part {
            case .delay: try interval(part, text)
            case .every where self[.starting] != nil: try counted(text, in: context, zone)
            case .every: try interval(part, text)
            case .at: try date(text, in: context, zone)
            case .near: .location(try place(text))
            case .rrule: try rule(text, in: context, zone)
            case .components:
                try calendar(
                    try read(part) { text throws(TimeSpecError) in
                        let spec = CalendarSpec.components(try CalendarComponents(json: text))
                        _ = try spec.rule()
                        return spec
                    }
                )
            case .on: try event(text, in: context, zone)
            default:
                try calendar(
                    try read(part) { text throws(TimeSpecError) in
                        let spec = CalendarSpec.cron(text)
                        _ = try spec.rule()
                        return spec
                    }
                )
            }
        if !has(.reallyOften), trigger.firesReallyOften {
            throw WrittenError(
                part,
                "\(part) \(text.quoted) fires more often than once a minute; \(onlyWith: .reallyOften, "write \(.reallyOften, is: "true") to accept that, or ")leave the seconds out"
            )
        }
        return trigger
    }

    /// The same with words such as `monday` of `--every` as the rule `every monday` of `--on`.
    private var spelledOut: WrittenRequest {
        guard let text = self[.every], !has(.on), (try? TimeSpan(words: text)) == nil,
            text.first?.isLetter == true
        else { return self }
        var other = self
        other.remove([.every])
        other.add(.on, "every \(text)")
        return other
    }

    /// Whether it repeats: `Repeat` says so, or else the kind of time.
    private func repeats(_ part: WrittenPart) throws(WrittenError) -> Bool {
        let isUsual = ![.delay, .at, .components, .near].contains(part)
        return try flag(.repeats) ?? isUsual
    }

    private func calendar(_ spec: CalendarSpec) throws(WrittenError) -> NotificationTrigger {
        let part = parts.first { $0.row.sets == .time } ?? .on
        return .calendar(
            CalendarTrigger(
                spec: spec,
                timeZone: self[.zone],
                repeats: try repeats(part),
                monthEnd: try flag(.monthEnd) ?? false
            )
        )
    }

    private func interval(
        _ part: WrittenPart,
        _ text: String
    ) throws(WrittenError) -> NotificationTrigger {
        let span = try read(part) { text throws(TimeSpecError) in try TimeSpan(words: text) }
        let repeats = try repeats(part)
        guard !repeats || span.microseconds >= RequestLimits.repeatingInterval else {
            throw WrittenError(
                part,
                "\(part) \(text.quoted) repeats more often than once in 60s; write 60s or more"
            )
        }
        return .timeInterval(microseconds: span.microseconds, repeats: repeats)
    }

    /// Returns the trigger of a length between dates: the same wall time across daylight saving.
    private func counted(
        _ text: String,
        in context: WrittenContext,
        _ zone: any ZoneRules
    ) throws(WrittenError) -> NotificationTrigger {
        let span = try read(.every) { text throws(TimeSpecError) in try TimeSpan(words: text) }
        guard let rule = RecurrenceRule(every: span.microseconds) else {
            throw WrittenError(
                .every,
                "\(.every) \(text.quoted) with \(.starting) must be whole seconds, and less than 4000 years"
            )
        }
        do {
            try NotificationTrigger.timeInterval(microseconds: span.microseconds, repeats: true)
                .validate()
        } catch {
            throw WrittenError(.every, error)
        }
        return try calendar(.recurrence(try series(rule, in: context, zone)))
    }

    private func date(
        _ text: String,
        in context: WrittenContext,
        _ zone: any ZoneRules
    ) throws(WrittenError) -> NotificationTrigger {
        let date = try read(.at) { text throws(TimeSpecError) in
            try DateSpec(text, now: context.now, in: zone, hours: context.hoursOfDates)
        }
        if case .span = date, self[.zone] != nil {
            throw WrittenError(
                company: .zone,
                "\(.zone) does not go with \(.at) \(text.quoted), which is the same duration in every zone"
            )
        }
        // Only then is the configuration read.
        guard date.hasNoTime, let start = context.dateStart() else {
            return date.trigger(timeZone: self[.zone])
        }
        return date.starting(at: start).trigger(timeZone: self[.zone])
    }

    private func place(_ text: String) throws(WrittenError) -> LocationTrigger {
        let (onEntry, onExit) = (try flag(.onEntry), try flag(.onExit))
        let (ifInside, repeats) = (try flag(.ifInside), try flag(.repeats))
        do throws(RequestError) {
            return try LocationTrigger(
                near: text,
                onEntry: onEntry,
                onExit: onExit ?? false,
                ifInside: ifInside ?? false,
                repeats: repeats ?? false
            )
        } catch {
            throw WrittenError(.near, error, text)
        }
    }

    private func rule(
        _ text: String,
        in context: WrittenContext,
        _ zone: any ZoneRules
    ) throws(WrittenError) -> NotificationTrigger {
        let rule = try read(.rrule) { text throws(TimeSpecError) in try RecurrenceRule(text) }
        return try calendar(.recurrence(try series(rule, in: context, zone)))
    }

    /// Returns the trigger of a calendar event, or of a rule in words.
    private func event(
        _ text: String,
        in context: WrittenContext,
        _ zone: any ZoneRules
    ) throws(WrittenError) -> NotificationTrigger {
        let words = try eventWords(text, in: context, zone)
        if let own = words.spec.zoneIdentifier, self[.zone] != nil {
            throw WrittenError(
                company: .zone,
                "\(.zone) does not go with \(.on) \(text.quoted), which names the zone \(own); keep one of them"
            )
        }
        guard case .recurrence(let series) = words.spec else {
            if let part = [WrittenPart.starting, .except, .also].first(where: has) {
                throw WrittenError(
                    company: part,
                    "\(part) is for rules that count, such as \(.on, is: "every 3 days") or \(.rrule); leave it out of \(.on) \(text.quoted)"
                )
            }
            return try calendar(words.spec)
        }
        return try calendar(.recurrence(try adding(to: series, in: context, zone)))
    }

    /// Returns the last date that the words of the rule name; `nil` if they name none.
    package func lastDateInWords(in context: WrittenContext) throws(WrittenError) -> Instant? {
        guard let text = spelledOut[.on], EventWords.isRule(text) else { return nil }
        return try spelledOut.eventWords(text, in: context, try zone(in: context)).until
    }

    /// Limits a request by the last date that the words of its rule name.
    func setLastDateInWords(
        of request: inout NotificationRequest,
        in context: WrittenContext
    ) throws(WrittenError) {
        guard let text = spelledOut[.on], let until = try lastDateInWords(in: context) else {
            return
        }
        guard !has(.until) else {
            throw WrittenError(
                company: .until,
                "\(.until) does not go with \(.on) \(text.quoted), which names the last date; keep one of them"
            )
        }
        request.options.until = until
    }

    private func eventWords(
        _ text: String,
        in context: WrittenContext,
        _ zone: any ZoneRules
    ) throws(WrittenError) -> EventWords {
        let start = try located { () throws(SeriesText.Failure) in
            try seriesText.start(now: context.now, in: zone)
        }
        return try read(.on) { text throws(TimeSpecError) in
            let words = try EventWords(
                text,
                starting: start,
                hours: context.hours,
                now: context.now,
                in: zone
            )
            _ = try words.spec.rule()
            return words
        }
    }

    private var seriesText: SeriesText {
        SeriesText(starting: self[.starting], except: texts(.except), also: texts(.also))
    }

    /// Returns the series of a rule.
    private func series(
        _ rule: RecurrenceRule,
        in context: WrittenContext,
        _ zone: any ZoneRules
    ) throws(WrittenError) -> RecurrenceSeries {
        try located { () throws(SeriesText.Failure) in
            try seriesText.series(rule, dayStart: context.hours().start, now: context.now, in: zone)
        }
    }

    /// Returns a series with the dates of `--except` and `--also`.
    private func adding(
        to series: RecurrenceSeries,
        in context: WrittenContext,
        _ zone: any ZoneRules
    ) throws(WrittenError) -> RecurrenceSeries {
        try located { () throws(SeriesText.Failure) in
            try seriesText.adding(to: series, now: context.now, in: zone)
        }
    }

    /// Returns a series with the dates of `--except` and `--also`, and that of `--starting` if it is given.
    func changed(
        _ series: RecurrenceSeries,
        in context: WrittenContext,
        _ zone: any ZoneRules
    ) throws(WrittenError) -> RecurrenceSeries {
        var series = series
        let start = try located { () throws(SeriesText.Failure) in
            try seriesText.start(now: context.now, in: zone)
        }
        if let start {
            series.start = WallTime(date: start.date, time: start.time ?? series.start.time)
        }
        return try adding(to: series, in: context, zone)
    }

    private func located<Value>(
        _ body: () throws(SeriesText.Failure) -> Value
    ) throws(WrittenError) -> Value {
        do {
            return try body()
        } catch {
            let part: WrittenPart =
                switch error.part {
                case .starting: .starting
                case .except: .except
                case .also: .also
                }
            throw WrittenError(part, error.text, error.error)
        }
    }

    /// Reads the text of a part.
    private func read<Value>(
        _ part: WrittenPart,
        _ body: (String) throws(TimeSpecError) -> Value
    ) throws(WrittenError) -> Value {
        let text = self[part] ?? ""
        do {
            return try body(text)
        } catch {
            throw WrittenError(part, text, error)
        }
    }
}

extension WrittenRequest {
    /// How a time of day was found that is not written.
    package enum TimeOfDay: Hashable, Sendable {
        /// It is that of the start of the day.
        case dayStart
        /// A calendar event without a time is at midnight.
        case midnight
    }

    /// Returns how the time of day was found; `nil` if it is written, or there is none.
    package func unwrittenTime(in context: WrittenContext) -> TimeOfDay? {
        guard let zone = try? zone(in: context) else { return nil }
        if let text = spelledOut[.on] {
            guard let words = try? spelledOut.eventWords(text, in: context, zone) else {
                return nil
            }
            return words.isAtMidnight ? .midnight : words.hasNoTime ? .dayStart : nil
        }
        if let text = self[.at] {
            let date = try? DateSpec(
                text,
                now: context.now,
                in: zone,
                hours: context.hoursOfDates
            )
            return date?.hasNoTime ?? false ? .dayStart : nil
        }
        guard self[.rrule] != nil || self[.every] != nil && self[.starting] != nil else {
            return nil
        }
        guard self[.starting] != nil else { return .dayStart }
        return (try? seriesText.start(now: context.now, in: zone))?.time == nil ? .dayStart : nil
    }

    /// Whether the time is a wall time, which is another instant in another zone.
    package var isOfClock: Bool {
        parts.contains { WrittenPart.dated.contains($0) || $0 == .starting }
    }
}
