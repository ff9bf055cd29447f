import ConfigurationFiles
import NotifyCore

extension TimeOptions {
    /// The error for an option of dates that do not go with the option of the time; `nil` if they do.
    func lonelyDateOption(beside option: String) -> String? {
        guard let name = recurrence.given.first else { return nil }
        if recurrence.rule != nil || onCalendar != nil { return nil }
        guard interval != nil else {
            return
                "--\(name) does not go with \(option); it is for --rrule, --every and --on \"every 3 days\""
        }
        return recurrence.starting == nil
            ? "--\(name) needs dates, and --every alone counts from now; add --starting" : nil
    }

    /// The trigger of `--rrule`.
    func recurrenceTrigger(_ text: String, now: Instant) throws -> NotificationTrigger {
        let spec = try recurrence.ruleSpec(text, now: now, in: try zoneRules())
        return .calendar(calendar(spec, repeats: !once))
    }

    /// The trigger of `--every` with a first date: the same wall time across daylight saving.
    func counted(
        _ span: NotificationTrigger,
        _ text: String,
        now: Instant
    ) throws -> NotificationTrigger {
        guard case .timeInterval(let length, _) = span, let rule = RecurrenceRule(every: length)
        else {
            throw RequestError(
                .invalidTrigger,
                .option("--every"),
                value: text.quoted,
                reason: "with --starting must be whole seconds, and less than 4000 years"
            )
        }
        try span.validate()
        let series = try recurrence.series(rule, now: now, in: try zoneRules())
        return .calendar(calendar(.recurrence(series), repeats: !once))
    }

    /// The trigger of `--on`: a calendar event, or words.
    func eventTrigger(_ text: String, now: Instant) throws -> NotificationTrigger {
        let spec = try recurrence.eventSpec(text, now: now, in: try zoneRules())
        return .calendar(calendar(spec, repeats: !once))
    }

    /// Changes the dates of a request that has a series.
    func changeSeries(of request: inout NotificationRequest, now: Instant) throws {
        guard let name = recurrence.given.first else { return }
        guard case .calendar(var trigger) = request.trigger,
            case .recurrence(let series) = trigger.spec
        else {
            throw UsageError(
                "--\(name) changes dates of a rule that counts, which \(request.identifier.quoted) has not; "
                    + "give it one, as in --rrule \"FREQ=WEEKLY;BYDAY=TU\""
            )
        }
        let zone = try ZoneOption.rules(trigger.zoneIdentifier)
        trigger.spec = .recurrence(try recurrence.changed(series, now: now, in: zone))
        request.trigger = .calendar(trigger)
    }
}

extension RecurrenceOptions {
    /// Returns the rule of `--rrule`.
    func ruleSpec(
        _ text: String,
        now: Instant,
        in zone: some ZoneRules
    ) throws -> CalendarSpec {
        let rule = try TimeOptions.located("--rrule", text) { () throws(TimeSpecError) in
            try RecurrenceRule(text)
        }
        return .recurrence(try series(rule, now: now, in: zone))
    }

    /// Returns the rule of `--on`: a calendar event, or words.
    func eventSpec(
        _ text: String,
        now: Instant,
        in zone: some ZoneRules
    ) throws -> CalendarSpec {
        let start = try start(now: now, in: zone)
        let words = try TimeOptions.located("--on", text) { () throws(TimeSpecError) in
            let words = try EventWords(
                text,
                starting: start,
                dayStart: DayStart.configured,
                now: now,
                in: zone
            )
            _ = try words.spec.rule()
            return words
        }
        guard case .recurrence(let series) = words.spec else {
            if let name = given.first {
                throw UsageError(
                    "--\(name) is for rules that count, such as --on \"every 3 days\" or --rrule; "
                        + "leave it out of --on \(text.quoted)"
                )
            }
            return words.spec
        }
        return .recurrence(try adding(to: series, now: now, in: zone))
    }
}
