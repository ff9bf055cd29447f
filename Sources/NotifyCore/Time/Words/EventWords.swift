/// A rule in words, such as `every weekday at 8:30` or `every second tuesday`.
package struct EventWords: Hashable, Sendable {
    /// The rule: a calendar event, or a series that counts from a first date.
    package let spec: CalendarSpec
    /// Whether no time was given, so that the start of the day is meant.
    package let hasNoTime: Bool
    /// Whether it is a calendar event without a time, which is at midnight as for systemd.
    package let isAtMidnight: Bool

    /// The rule as text.
    package var event: String { spec.text }

    private static let example =
        "write one such as every weekday at 8:30, 15th of every month or Mon..Fri 09:00"

    /// Reads a rule.
    ///
    /// - Parameters:
    ///   - text: a calendar event, or a rule in words, which may end with `starting` and a date.
    ///   - starting: the first date of a rule that counts; `nil` for the next such day.
    ///   - dayStart: the time if words give none.
    /// - Throws: what is wrong and in which column; a calendar event that can never match is not refused here.
    package init(
        _ text: String,
        starting: SeriesText.Start? = nil,
        dayStart: CivilTime,
        now: Instant,
        in zone: some ZoneRules
    ) throws(TimeSpecError) {
        let (text, start) = try Self.split(text, starting, now: now, in: zone)
        guard let (words, rules) = try Self.read(text, hasStart: start != nil),
            let phrase = rules.first
        else {
            (spec, hasNoTime) = (.onCalendar(text), false)
            isAtMidnight = try CalendarEvent(text).rule.isDateOnly
            return
        }
        isAtMidnight = false
        hasNoTime = rules.allSatisfy { $0.takesTime && $0.time == nil } && start?.time == nil
        guard let rule = phrase.counted else {
            guard start == nil else { throw Self.startOfEvent }
            spec = .onCalendar(try Self.event(phrase, dayStart, in: words))
            return
        }
        let own = try phrase.time.map { clock throws(TimeSpecError) in
            try DateWords.time(clock, in: words)
        }
        let time = own ?? start?.time ?? dayStart
        let first = start?.date ?? SeriesText.firstDay(at: time, after: now, in: zone)
        spec = .recurrence(.counting(rule, from: WallTime(date: first, time: time)))
    }

    private static let startOfEvent = TimeSpecError(
        .contradiction,
        "a first date is for rules that count, such as every second tuesday; leave it out"
    )

    /// Reads the words of a rule; `nil` if it is a calendar event.
    private static func read(
        _ text: String,
        hasStart: Bool
    ) throws(TimeSpecError) -> (words: Phrase, rules: [RulePhrase])? {
        let refusal: TimeSpecError
        do throws(TimeSpecError) {
            _ = try CalendarEvent(text)
            if hasStart { throw startOfEvent }
            return nil
        } catch {
            refusal = error
        }
        guard refusal != startOfEvent, let phrase = Phrase(text) else { throw refusal }
        var reader = PhraseReader(phrase)
        let rules = Set(reader.meanings(of: DateGrammar.rules))
        // The same rule with and without its time is not ambiguous: only whole texts are read.
        guard let first = rules.first else {
            if let reason = reader.firstBeginning(of: DateGrammar.missingRules) {
                throw TimeSpecError(.unsupported, reason, column: 1)
            }
            throw Self.refusal(of: phrase, otherwise: refusal)
        }
        guard rules.count == 1 else {
            let events = try Set(
                rules.map { rule throws(TimeSpecError) in try event(rule, .midnight, in: phrase) }
            )
            guard events.count == 1, rules.allSatisfy({ $0.counted == first.counted }) else {
                throw Self.refusal(of: phrase, otherwise: refusal)
            }
            return (phrase, Array(rules))
        }
        return (phrase, [first])
    }

    private static func refusal(
        of phrase: Phrase,
        otherwise refusal: TimeSpecError
    ) -> TimeSpecError {
        guard ["every", "each"].contains(phrase[0]?.text) else { return refusal }
        return PhraseRefusal(phrase: phrase).unknownWordError()
            ?? TimeSpecError(
                .syntax,
                "these words together are not a rule: \(example)",
                column: 1
            )
    }

    /// Cuts off a first date: `every 3 days starting tomorrow`.
    private static func split(
        _ text: String,
        _ given: SeriesText.Start?,
        now: Instant,
        in zone: some ZoneRules
    ) throws(TimeSpecError) -> (String, SeriesText.Start?) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard let place = words.lastIndex(where: { $0.lowercased() == "starting" }), place > 0
        else {
            return (text, given)
        }
        guard given == nil else {
            throw TimeSpecError(
                .duplicate,
                "the first date is given twice; keep one of them"
            )
        }
        let date = words[(place + 1)...].joined(separator: " ")
        let start = try SeriesText.Start(date, now: now, in: zone)
        return (words[..<place].joined(separator: " "), start)
    }

    private static func event(
        _ rule: RulePhrase,
        _ dayStart: CivilTime,
        in phrase: Phrase
    ) throws(TimeSpecError) -> String {
        guard rule.takesTime else { return rule.event }
        let time = try rule.time.map { clock throws(TimeSpecError) in
            try DateWords.time(clock, in: phrase)
        }
        return [rule.event, (time ?? dayStart).description].filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}
