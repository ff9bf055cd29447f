import Synchronization

/// A rule of the calendar as its author wrote it, which is what is stored.
public enum CalendarSpec: Hashable, Sendable {
    /// Components under Apple's names.
    case components(CalendarComponents)
    /// A calendar event in the grammar of systemd.time, such as `Mon..Fri 09:55`.
    case onCalendar(String)
    /// A line's first five fields in the grammar of cron, such as `0 9 * * 1-5`.
    case cron(String)

    /// The rule that the author wrote, as it was read last, or read now.
    ///
    /// A rule that can never match is given too; its `checked()` says why.
    ///
    /// - Throws: what the grammar refuses, with the column where a text was read.
    public func rule() throws(TimeSpecError) -> CalendarRule {
        if case .components(let components) = self { return try components.rule() }
        return try known().rule
    }

    /// Reads the rule that the author wrote.
    ///
    /// - Returns: the rule, and the zone that the text itself names.
    /// - Throws: what the grammar refuses, with the column where a text was read.
    public func read() throws(TimeSpecError) -> (rule: CalendarRule, zoneIdentifier: String?) {
        switch self {
        case .components(let components): return (try components.rule(), components.timeZone)
        case .onCalendar(let text):
            let event = try CalendarEvent(text)
            return (event.rule, event.zoneIdentifier)
        case .cron(let text): return (try CronExpression(text).rule, nil)
        }
    }

    /// What was read last: on its way into the store a request's rule is asked for several times, and
    /// many requests have the same.
    private static let known = Mutex(KnownRules())

    /// What the text says, as it was read last, or read now.
    private func known() throws(TimeSpecError) -> KnownRules.Entry {
        let (text, grammar) = (text, grammar)
        if let known = Self.known.withLock({ $0[text, grammar] }) { return known }
        let read = try read()
        Self.known.withLock { $0.take(read, of: text, grammar) }
        return read
    }

    /// The grammar in which a rule was written.
    public enum Grammar: String, CaseIterable, Sendable {
        case components, onCalendar, cron
    }

    /// The grammar of this rule, which is stored beside `text`.
    public var grammar: Grammar {
        switch self {
        case .components: .components
        case .onCalendar: .onCalendar
        case .cron: .cron
        }
    }

    /// The rule as a text that `init(_:in:)` reads back: JSON for components.
    public var text: String {
        switch self {
        case .components(let components): components.json
        case .onCalendar(let text), .cron(let text): text
        }
    }

    /// Makes a rule from a text in one of the grammars; `rule()` reads what is not JSON.
    ///
    /// - Throws: what the JSON of components gets wrong, with its column.
    public init(_ text: String, in grammar: Grammar) throws(TimeSpecError) {
        switch grammar {
        case .components: self = .components(try CalendarComponents(json: text))
        case .onCalendar: self = .onCalendar(text)
        case .cron: self = .cron(text)
        }
    }

    /// The zone that the text itself names; nil where the rule follows the user's zone.
    public var zoneIdentifier: String? {
        switch self {
        case .components(let components): components.timeZone
        case .onCalendar(let text):
            CalendarEvent.mayNameZone(text) ? (try? known())?.zoneIdentifier : nil
        case .cron: nil
        }
    }

    /// The rule for a new request: one that has a date after `now`.
    ///
    /// - Parameters:
    ///   - now: the present.
    ///   - zone: the zone in which the rule is read.
    ///   - monthEnd: whether days 29 to 31 stand for the last day in shorter months.
    /// - Returns: the rule and its first date.
    /// - Throws: what the grammar refuses, why no date can ever match, or that all dates are past.
    public func firstDate(
        after now: Instant,
        in zone: some ZoneRules,
        monthEnd: Bool = false
    ) throws(TimeSpecError) -> (rule: CalendarRule, date: Instant) {
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
            "the last date of this rule, \(date), is past: choose a later one or leave the year out"
        )
    }
}
