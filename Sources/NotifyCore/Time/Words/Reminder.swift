/// A sentence such as `call mom tomorrow 5pm`: a title with a time at its end or its beginning.
package struct Reminder: Hashable, Sendable {
    /// The text but for the time.
    package let title: String
    /// The time in words.
    package let time: String
    /// Whether the time is a rule, as `--on` takes it, and not a date, as `--at` takes it.
    package let repeats: Bool

    /// How many words a time may have.
    private static let maxWords = 24

    /// Finds the time in a sentence.
    ///
    /// - Throws: what is not clear, with the nearest form; nothing is guessed.
    package init(
        _ sentence: String,
        now: Instant,
        in zone: some ZoneRules,
        hours: @escaping DayHours.Source = { .standard }
    ) throws(TimeSpecError) {
        let words = Self.withoutAddress(sentence.split(whereSeparator: \.isWhitespace))
        // The longest text that is a time; it may be the end of the sentence, or its beginning.
        let end = words.indices.suffix(Self.maxWords).lazy.compactMap { Time(words[$0...]) }.first
        let beginning = words.indices.prefix(Self.maxWords).reversed().lazy.compactMap {
            Time(words[...$0])
        }.first
        let time: Time
        let rest: ArraySlice<Substring>
        switch (beginning, end) {
        case (nil, nil): throw Self.noTime(words)
        case (nil, let end?): (time, rest) = (end, words[..<end.words.startIndex])
        case (let beginning?, nil):
            (time, rest) = (beginning, words[beginning.words.endIndex...])
        case (let beginning?, let end?):
            if end.words.count == words.count { throw Self.noTitle }
            // As in "tomorrow call mom at 5pm".
            let both = beginning.words + end.words
            guard beginning.words.endIndex <= end.words.startIndex, let whole = Time(both[...])
            else {
                throw Self.twoTimes(
                    [beginning.text, end.text],
                    [words[beginning.words.endIndex...], words[..<end.words.startIndex]].map {
                        $0.joined(separator: " ")
                    }
                )
            }
            (time, rest) = (whole, words[beginning.words.endIndex..<end.words.startIndex])
        }
        let isFirst = end == nil
        title = Self.title(rest, isAfterTime: beginning != nil)
        guard !title.isEmpty else { throw Self.noTitle }
        // "read chapter 9 tomorrow" can be at nine, and is the ninth chapter.
        if beginning == nil, let first = time.words.first,
            first.allSatisfy(\.isNumber), let shorter = Time(time.words.dropFirst())
        {
            throw Self.twoTimes([shorter.text, time.text], ["\(title) \(first)", title])
        }
        // As in "call mom tomorow 5pm".
        if !isFirst, let last = rest.last,
            let whole = Self.corrected([last] + time.words, upTo: 1)
        {
            throw TimeSpecError(.ambiguous, "\"\(last) \(time.text)\": did you mean \(whole)?")
        }
        // What stands before the time can belong to it, as in "every third tuesday" or "monday or tuesday".
        if !isFirst,
            let every = rest.lastIndex(where: { ["every", "each"].contains($0.lowercased()) }),
            every + 3 > rest.endIndex
                || rest[every...].dropFirst().prefix(4).contains(where: Self.repeats)
        {
            let rule = words[every...].joined(separator: " ")
            _ = try EventWords(rule, hours: hours, now: now, in: zone)
        }
        if !isFirst, let last = title.split(separator: " ").last,
            Self.joining.contains(last.lowercased())
        {
            throw TimeSpecError(
                .ambiguous,
                "\"\(last) \(time.text)\": \"\(last)\" joins the time with what stands before it: write the time alone at the end, such as monday and tuesday at 9, or today 11:30"
            )
        }
        try time.check(now: now, in: zone, hours: hours)
        (self.time, repeats) = (time.text, time.isRule)
    }

    /// The words after which a time says something else than when to remind, or is a part of another one.
    private static let joining: Set<String> = [
        "or", "and", "to", "from", "between", "through", "before", "after", "until", "till",
        "since",
        "for", "within", "except", "but", "than",
    ]

    /// Whether a word is what `every` is said of: a day, a part of it, or a unit.
    private static func repeats(_ word: Substring) -> Bool {
        guard let token = Phrase(String(word))?.tokens.first else { return false }
        return NumberWords.weekday(token.text) != nil || DayPart(rawValue: token.text) != nil
            || PhraseUnit(token) != nil || ["weekday", "weekend", "workday"].contains(token.text)
    }

    /// Words of a sentence that are a time.
    private struct Time {
        let words: ArraySlice<Substring>
        let text: String
        let isRule: Bool
        let isDate: Bool

        init?(_ words: ArraySlice<Substring>) {
            let text = words.joined(separator: " ").trimming(",:;.!")
            guard let phrase = Phrase(text), !phrase.tokens.isEmpty else { return nil }
            let moments = DateGrammar.meanings(of: phrase, by: DateGrammar.moments)
            // A length alone can be how long something takes.
            isDate = moments.contains { if case .length = $0 { false } else { true } }
            isRule = EventWords.isRule(text)
            guard isDate || isRule else { return nil }
            (self.words, self.text) = (words, text)
        }

        /// Throws if the time is not clear, or past.
        func check(
            now: Instant,
            in zone: some ZoneRules,
            hours: @escaping DayHours.Source
        ) throws(TimeSpecError) {
            if isRule, isDate {
                let ways = ["this month", "every month"].map {
                    text.replacing("the month", with: $0)
                }
                throw TimeSpecError(
                    .ambiguous,
                    "\"\(text)\" can be once or each month: write \(ways[0]) or \(ways[1])"
                )
            }
            // A trip lasts from one day to the other; a rule without a time of day looks the same.
            let tokens = text.lowercased().split(separator: " ").map(String.init)
            let ranges: Set = ["to", "through", "thru", "-"]
            if isRule, tokens.contains(where: ranges.contains),
                tokens.allSatisfy({
                    ranges.contains($0) || ["from", "on"].contains($0)
                        || NumberWords.weekday($0) != nil
                })
            {
                throw TimeSpecError(
                    .ambiguous,
                    "\"\(text)\" can be once or each week: write the first day, or every \(text)"
                )
            }
            if isRule {
                _ = try EventWords(text, hours: hours, now: now, in: zone)
            } else {
                _ = try DateSpec(text, now: now, in: zone, hours: hours)
            }
        }
    }

    /// Takes "remind me to" off.
    private static func withoutAddress(_ words: [Substring]) -> [Substring] {
        var rest = words[...]
        if rest.first?.lowercased() == "remind" { rest = rest.dropFirst() }
        guard rest.first?.lowercased() == "me", rest.count > 1 else { return Array(rest) }
        rest = rest.dropFirst()
        if ["to", "about", "that", "of"].contains(rest.first?.lowercased()) {
            rest = rest.dropFirst()
        }
        return Array(rest)
    }

    /// The title without the words that joined it with the time.
    private static func title(_ words: ArraySlice<Substring>, isAfterTime: Bool) -> String {
        var words = isAfterTime ? withoutAddress(Array(words))[...] : words
        if isAfterTime, words.count > 1, words.first?.lowercased() == "to" {
            words = words.dropFirst()
        }
        while let last = words.last?.lowercased(), ["by", "at", "on", "@", "-"].contains(last) {
            words = words.dropLast()
        }
        return words.joined(separator: " ").trimming(",:;")
    }

    private static let noTitle = TimeSpecError(
        .empty,
        "the sentence is a time alone: write what to remind of, as in tea in 4 minutes"
    )

    private static func twoTimes(_ times: [String], _ titles: [String]) -> TimeSpecError {
        let ways = zip(titles, times).map { "add \"\($0)\" with the time \"\($1)\"" }
        return TimeSpecError(
            .ambiguous,
            "two times can be meant: \(ways.joined(separator: ", or "))"
        )
    }

    /// The refusal of a sentence without a time, with the nearest form.
    private static func noTime(_ words: [Substring]) -> TimeSpecError {
        for start in words.indices.suffix(maxWords) {
            let text = words[start...].joined(separator: " ")
            if let phrase = Phrase(text),
                !DateGrammar.meanings(of: phrase, by: DateGrammar.moments).isEmpty
            {
                let isEach = start > 0 && ["every", "each"].contains(words[start - 1].lowercased())
                return TimeSpecError(
                    .ambiguous,
                    isEach
                        ? "\"every \(text)\" counts from now: write add with --every \"\(text)\""
                        : "\"\(text)\" can be how long it takes: write in \(text)"
                )
            }
            guard start > 0, let time = corrected(Array(words[start...])) else { continue }
            return TimeSpecError(.syntax, "\"\(text)\" is no time: did you mean \(time)?")
        }
        return TimeSpecError(
            .syntax,
            "the sentence has no time at its end or beginning: write one such as call mom tomorrow 5pm"
        )
    }

    /// A time that the words are when one of them is mistyped.
    private static func corrected(_ words: [Substring], upTo end: Int? = nil) -> String? {
        for index in words.indices.prefix(end ?? words.count)
        where words[index].utf8.count > 3 {
            guard let word = Suggestion.nearest(to: String(words[index]), in: DateGrammar.words)
            else { continue }
            var all = words
            all[index] = Substring(word)
            if let time = Time(all[...]) { return time.text }
        }
        return nil
    }
}

extension EventWords {
    /// Whether a text is a rule in words, which may end with `starting` or `until` and a date.
    package static func isRule(_ text: String) -> Bool {
        guard let rule = try? split(text).rule, let phrase = Phrase(rule) else { return false }
        return !DateGrammar.meanings(of: phrase, by: DateGrammar.rules).isEmpty
    }
}

extension String {
    /// The text without some signs and blanks at its ends.
    fileprivate func trimming(_ signs: String) -> String {
        var text = self[...]
        while let last = text.last, signs.contains(last) || last.isWhitespace { text.removeLast() }
        while let first = text.first, signs.contains(first) || first.isWhitespace {
            text.removeFirst()
        }
        return String(text)
    }
}
