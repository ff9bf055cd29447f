import NotifyCore

/// What must hold for any text that says when.
enum TimeCheck {
    private static let now = Instant(seconds: 1_700_000_000)
    private static let zone = FixedZone.utc
    private static let start = WallTime(now, in: zone)

    static func check(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if (try? CalendarEvent(text)) != nil { checkDates(of: .onCalendar(text)) }
        if (try? CronExpression(text)) != nil { checkDates(of: .cron(text)) }
        if let components = try? CalendarComponents(json: text) {
            precondition(
                (try? CalendarComponents(json: components.json)) == components,
                "components read otherwise than written"
            )
            checkDates(of: .components(components))
        }
        if let span = try? TimeSpan(text) {
            precondition(
                (try? TimeSpan(span.description)) == span,
                "a span reads otherwise than written"
            )
        }
        if let span = try? TimeSpan(words: text) {
            precondition(span.microseconds > 0, "a span that does not pass")
        }
        if let words = try? EventWords(text, now: now, in: zone) {
            precondition(
                (try? CalendarSpec(words.spec.text, in: words.spec.grammar)) == words.spec,
                "an event that does not read back"
            )
            checkDates(of: words.spec)
        }
        if let rule = try? RecurrenceRule(text) {
            precondition(
                (try? RecurrenceRule(rule.text)) == rule,
                "a rule reads otherwise than written"
            )
            checkDates(of: .recurrence(RecurrenceSeries(start: start, rule: rule)))
        }
        if let series = try? RecurrenceSeries(text) {
            precondition(
                (try? RecurrenceSeries(series.text)) == series,
                "a series reads otherwise than written"
            )
            checkDates(of: .recurrence(series))
        }
        if let date = try? DateSpec(text, now: now, in: zone) {
            if let found = date.date(after: now, in: zone) {
                precondition(found > now, "a date that is not later")
            }
            _ = date.starting(at: DayStart.standard).date(after: now, in: zone)
        }
        for isLatest in [true, false] {
            let date = try? DateSpec(mayBePast: text, now: now, in: zone, isLatest: isLatest)
            _ = date?.date(after: .distantPast, in: zone)
        }
        _ = try? DateSpec.lastMoment(text, now: now, in: zone)
        if let instant = try? RFC3339.instant(text) {
            let written = RFC3339.string(instant, in: zone)
            precondition((try? RFC3339.instant(written)) == instant, "a date reads otherwise")
        }
        _ = FixedZone(named: text)
    }

    private static func checkDates(of spec: CalendarSpec) {
        guard let rule = try? spec.rule(), (try? rule.checked()) != nil else { return }
        let trigger = NotificationTrigger.calendar(
            CalendarTrigger(spec: spec, timeZone: nil, repeats: true)
        )
        var last = now
        for _ in 0..<3 {
            guard let next = trigger.nextDate(after: last, added: now, in: zone) else { return }
            precondition(next > last, "a next date that is not later")
            last = next
        }
    }
}
