/// A rule in words, such as `every weekday at 8:30`, as a calendar event.
package struct EventWords: Hashable, Sendable {
    /// The event in the grammar of systemd.time.
    package let event: String
    /// Whether no time was given, so that the start of the day is meant.
    package let hasNoTime: Bool

    private static let example =
        "write one such as every weekday at 8:30, 15th of every month or Mon..Fri 09:00"

    /// Reads a rule.
    ///
    /// - Parameters:
    ///   - text: a calendar event, or a rule in words.
    ///   - dayStart: the time where words give none.
    /// - Throws: what is wrong and in which column; a calendar event that can never match is not refused here.
    package init(_ text: String, dayStart: CivilTime) throws(TimeSpecError) {
        let refusal: TimeSpecError
        do throws(TimeSpecError) {
            _ = try CalendarEvent(text)
            (event, hasNoTime) = (text, false)
            return
        } catch {
            refusal = error
        }
        guard let phrase = Phrase(text) else { throw refusal }
        var reader = PhraseReader(phrase)
        let rules = reader.meanings(of: DateGrammar.rules)
        var events: [String] = []
        for rule in rules {
            let event = try Self.event(rule, dayStart)
            if !events.contains(event) { events.append(event) }
        }
        guard let event = events.first, events.count == 1 else {
            if let reason = reader.firstBeginning(of: DateGrammar.missingRules) {
                throw TimeSpecError(.unsupported, reason, column: 1)
            }
            let words = PhraseRefusal(phrase: phrase)
            guard ["every", "each"].contains(phrase[0]?.text) else { throw refusal }
            throw words.unknownWordError()
                ?? TimeSpecError(
                    .syntax,
                    "these words together are not a rule: \(Self.example)",
                    column: 1
                )
        }
        self.event = event
        hasNoTime = rules.allSatisfy { $0.takesTime && $0.time == nil }
    }

    private static func event(
        _ rule: RulePhrase,
        _ dayStart: CivilTime
    ) throws(TimeSpecError) -> String {
        guard rule.takesTime else { return rule.event }
        let time = try rule.time.map { clock throws(TimeSpecError) in try DateWords.time(clock) }
        return [rule.event, (time ?? dayStart).description].filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}
