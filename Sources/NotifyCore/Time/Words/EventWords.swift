/// A rule in words, such as `every weekday at 8:30` or `every second tuesday`.
package struct EventWords: Hashable, Sendable {
    /// The rule: a calendar event, or a series that counts from a first date.
    package let spec: CalendarSpec
    /// Whether no time was given, so that the start of the day is meant.
    package let hasNoTime: Bool
    /// Whether it is a calendar event without a time, which is at midnight as for systemd.
    package let isAtMidnight: Bool
    /// The last instant of the rule, if the words name one.
    package let until: Instant?

    /// The rule as text.
    package var event: String { spec.text }

    static let example =
        "write one such as every weekday at 8:30, 15th of every month or Mon..Fri 09:00"

    /// Reads a rule.
    ///
    /// - Parameters:
    ///   - text: a calendar event, or a rule in words, which may end with `starting` or `until` and a date.
    ///   - starting: the first date of a rule; `nil` for the next such day.
    ///   - hours: the times if words give none.
    /// - Throws: what is wrong and in which column; a calendar event that can never match is not refused here.
    package init(
        _ text: String,
        starting: SeriesText.Start? = nil,
        hours: @escaping DayHours.Source = { .standard },
        now: Instant,
        in zone: some ZoneRules
    ) throws(TimeSpecError) {
        let parts = try Self.split(text)
        var start = starting
        if let words = parts.starting {
            guard starting == nil else { throw Self.givenTwice("the first date") }
            start = try SeriesText.Start(words, now: now, in: zone)
        }
        until = try parts.until.flatMap { words throws(TimeSpecError) in
            try DateSpec.lastMoment(words, now: now, in: zone)
        }
        guard let (words, phrase) = try Self.read(parts.rule) else {
            (hasNoTime, isAtMidnight) = (false, try CalendarEvent(parts.rule).rule.isDateOnly)
            spec = try Self.spec(parts.rule, from: start, in: zone)
            return
        }
        isAtMidnight = false
        hasNoTime = phrase.takesTime && phrase.times.isEmpty && start?.time == nil
        var times: [CivilTime] = []
        for clock in phrase.times {
            if case .midnight(let time) = clock, phrase.counted != nil || !phrase.event.isEmpty {
                throw TimeSpecError(
                    .ambiguous,
                    "midnight can be the one before the day or after it: write \(time), with the day that begins then",
                    column: 1
                )
            }
            times.append(try DateWords.time(clock, in: words, hours))
        }
        if times.isEmpty { times = [start?.time ?? hours().start] }
        times.sort { $0.secondOfDay < $1.secondOfDay }
        try Self.checkMinutes(times)
        guard var rule = phrase.counted else {
            spec = try Self.spec(phrase.event(at: times), from: start, in: zone)
            return
        }
        if times.count > 1 { rule.hours = times.map(\.hour) }
        let first = start?.date ?? SeriesText.firstDay(at: times[0], after: now, in: zone)
        spec = .recurrence(.counting(rule, from: WallTime(date: first, time: times[0])))
    }

    /// The rule of an event from a first date on.
    private static func spec(
        _ text: String,
        from start: SeriesText.Start?,
        in zone: some ZoneRules
    ) throws(TimeSpecError) -> CalendarSpec {
        guard let start else { return .onCalendar(text) }
        let event = try CalendarEvent(text)
        let from = WallTime(date: start.date, time: start.time ?? .midnight)
        guard event.zoneIdentifier == nil,
            let before = DateSpec.wall(CalendarComponents(from)).date(
                after: .distantPast,
                in: zone
            )?
            .advanced(byMicroseconds: -1),
            let first = event.rule.next(after: before, in: zone),
            let rule = event.rule.recurrenceRule(from: WallTime(first, in: zone))
        else {
            throw TimeSpecError(
                .unsupported,
                "\"\(text)\" takes no first date; write a rule in words such as every monday at 9"
            )
        }
        return .recurrence(RecurrenceSeries(start: WallTime(first, in: zone), rule: rule))
    }

    /// A rule has the same minutes at each of its hours.
    private static func checkMinutes(_ times: [CivilTime]) throws(TimeSpecError) {
        let first = times[0]
        let other = times.first { ($0.minute, $0.second) != (first.minute, first.second) }
        guard let other else { return }
        throw TimeSpecError(
            .unsupported,
            "one rule has the same minutes at each hour: write two reminders, one at \(first) and one at \(other)",
            column: 1
        )
    }

    private static func givenTwice(_ what: String) -> TimeSpecError {
        TimeSpecError(.duplicate, "\(what) is given twice; keep one of them")
    }

    /// Reads the words of a rule; `nil` if it is a calendar event.
    private static func read(
        _ text: String
    ) throws(TimeSpecError) -> (words: Phrase, rule: RulePhrase)? {
        let refusal: TimeSpecError
        do throws(TimeSpecError) {
            _ = try CalendarEvent(text)
            return nil
        } catch { refusal = error }
        guard let phrase = Phrase(text) else { throw refusal }
        let rules = DateGrammar.meanings(of: phrase, by: DateGrammar.rules)
        guard let rule = rules.first, rules.count == 1 else {
            throw PhraseRefusal(phrase: phrase).ruleError(text) ?? refusal
        }
        return (phrase, rule)
    }

    /// Cuts off a first and a last date: `every 3 days starting tomorrow until may 1`.
    static func split(
        _ text: String
    ) throws(TimeSpecError) -> (rule: String, starting: String?, until: String?) {
        var pieces: [(word: String, words: [Substring])] = [("", [])]
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let name = word.lowercased()
            if ["starting", "until", "till"].contains(name),
                pieces.count > 1 || !pieces[0].words.isEmpty
            {
                pieces.append((name == "till" ? "until" : name, []))
            } else {
                pieces[pieces.count - 1].words.append(word)
            }
        }
        func piece(_ name: String, _ what: String) throws(TimeSpecError) -> String? {
            let found = pieces.filter { $0.word == name }
            guard found.count < 2 else { throw givenTwice(what) }
            return found.first?.words.joined(separator: " ")
        }
        return (
            pieces[0].words.joined(separator: " "), try piece("starting", "the first date"),
            try piece("until", "the last date")
        )
    }
}

extension RulePhrase {
    /// The calendar event at times that have the same minutes.
    fileprivate func event(at times: [CivilTime]) -> String {
        guard takesTime, let last = times.last else { return event }
        let hours = times.dropLast().map { padded($0.hour, 2) + "," }.joined()
        return event.isEmpty ? "\(hours)\(last)" : "\(event) \(hours)\(last)"
    }
}
