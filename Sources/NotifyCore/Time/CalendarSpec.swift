import Synchronization

/// A calendar rule as written, which is what is stored.
package enum CalendarSpec: Hashable, Sendable {
    /// Components under Apple's names.
    case components(CalendarComponents)
    /// A calendar event in the grammar of systemd.time, such as `Mon..Fri 09:55`.
    case onCalendar(String)
    /// The five time fields of a cron line, such as `0 9 * * 1-5`.
    case cron(String)
    /// A series with a recurrence rule of RFC 5545.
    case recurrence(RecurrenceSeries)

    /// Returns the parsed rule, from the cache if possible.
    ///
    /// A rule that can never match is returned too; its `checked()` throws the reason.
    package func rule() throws(TimeSpecError) -> DateRule {
        if case .components(let components) = self { return .fields(try components.rule()) }
        return try known().rule
    }

    /// Parses the rule.
    package func read() throws(TimeSpecError) -> (rule: DateRule, zoneIdentifier: String?) {
        switch self {
        case .components(let components):
            return (.fields(try components.rule()), components.timeZone)
        case .onCalendar(let text):
            let event = try CalendarEvent(text)
            return (.fields(event.rule), event.zoneIdentifier)
        case .cron(let text): return (.fields(try CronExpression(text).rule), nil)
        case .recurrence(let series): return (.series(try RecurrenceDates(series)), nil)
        }
    }

    /// The cache: a request's rule is used several times until it is stored, and many requests have the same
    /// rule.
    private static let known = Mutex(SpecCache())

    /// Returns the parsed text, from the cache if possible.
    private func known() throws(TimeSpecError) -> SpecCache.Entry {
        let (text, grammar) = (text, grammar)
        if let known = Self.known.withLock({ $0[text, grammar] }) { return known }
        let read = try read()
        Self.known.withLock { $0.store(read, of: text, grammar) }
        return read
    }

    /// The grammar of a rule.
    package enum Grammar: String, CaseIterable, Sendable {
        case components, onCalendar, cron, recurrence
    }

    /// The grammar of this rule, which is stored beside `text`.
    package var grammar: Grammar {
        switch self {
        case .components: .components
        case .onCalendar: .onCalendar
        case .cron: .cron
        case .recurrence: .recurrence
        }
    }

    /// The rule as a text for `init(_:in:)`: JSON for components, lines of an event for a series.
    package var text: String {
        switch self {
        case .components(let components): components.json
        case .onCalendar(let text), .cron(let text): text
        case .recurrence(let series): series.text
        }
    }

    /// Makes a rule from a text in one of the grammars; `rule()` parses calendar events and cron lines.
    package init(_ text: String, in grammar: Grammar) throws(TimeSpecError) {
        switch grammar {
        case .components: self = .components(try CalendarComponents(json: text))
        case .onCalendar: self = .onCalendar(text)
        case .cron: self = .cron(text)
        case .recurrence: self = .recurrence(try RecurrenceSeries(text))
        }
    }

    /// The zone in the text; nil if the rule follows the user's zone.
    package var zoneIdentifier: String? {
        switch self {
        case .components(let components): components.timeZone
        case .onCalendar(let text):
            CalendarEvent.mayNameZone(text) ? (try? known())?.zoneIdentifier : nil
        case .cron, .recurrence: nil
        }
    }

    /// Returns the rule of a new request, which must have a date after `now`.
    ///
    /// - Parameter monthEnd: whether days 29 to 31 mean the last day in shorter months.
    package func firstDate(
        after now: Instant,
        in zone: some ZoneRules,
        monthEnd: Bool = false
    ) throws(TimeSpecError) -> (rule: DateRule, date: Instant) {
        let asked = try rule()
        let rule = try (monthEnd ? try asked.movedToMonthEnd() : asked).checked()
        if let date = rule.next(after: now, in: zone) { return (rule, date) }
        guard let last = rule.previous(before: .distantFuture, in: zone) else {
            throw TimeSpecError(
                .never,
                "the only day of this rule was left out in \(zone.identifier): choose another day"
            )
        }
        let date = RFC3339.string(last, in: zone)
        throw TimeSpecError(
            .past,
            "the last date of this rule, \(date), is past: "
                + (grammar == .recurrence
                    ? "choose a later end" : "choose a later one or omit the year")
        )
    }
}
