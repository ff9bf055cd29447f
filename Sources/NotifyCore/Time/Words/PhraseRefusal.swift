/// Why no form of the grammar has the words of a text.
struct PhraseRefusal {
    private static let example =
        "write one such as tomorrow at 9, fri 18:30, dec 25, in 2 hours or 2027-03-01 09:00"

    /// Words that name no date, and what to write instead.
    private static let advice: [(words: [String], message: String)] = [
        (["roughly", "ish"], "a notification comes at an exact time: omit the word"),
        (["few", "several", "some"], "it is not a number: write one such as 3"),
        (
            [
                "utc", "gmt", "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "cet", "cest",
                "bst", "ist",
            ],
            "no zone is read here: give it with --tz, such as --tz Europe/Berlin"
        ),
        (
            ["christmas", "xmas", "easter", "thanksgiving", "halloween", "ramadan", "diwali"],
            "holidays are not known: write the date, such as dec 25"
        ),
        (["weekend", "weekends"], "it has two days: write saturday or sunday"),
        (["or"], "two dates are meant: write one of them"),
        (["later"], "it is no date: write one such as later today, or in 2 hours"),
        (
            ["week", "fortnight"],
            "it names no day: write one such as monday next week, or in 2 weeks"
        ),
        (
            ["month", "year"],
            "it names no day: write one such as 1st of next month, or in 2 months"
        ),
        (["every", "each", "daily", "weekly"], "it repeats: write --on \"every day at 9\""),
    ]

    /// Words that begin a rule in words that is not clear, and what to write instead.
    private static let ruleAdvice: [(words: [String], message: String)] = [
        (
            ["bimonthly"],
            "it can be two things: write every 2 months, or 1st and 15th of every month"
        ),
        (["semiweekly"], "it names no days: write one such as monday and thursday at 9"),
        (
            ["biannually", "biyearly"],
            "it can be two things: write every 2 years or every 6 months"
        ),
        (["twice"], "it names no times: write every day at 9 and 17, or monday and thursday at 9"),
        (["once"], "it names no day: write every day, every week, every month or every year"),
        (["times"], "it names no times: write one such as every day at 8, 13 and 19"),
    ]

    private static let parts = DayPart.allCases.map(\.rawValue) + ["tonight", "lunch"]

    let phrase: Phrase

    /// Whether a number stands before a column.
    func hasNumber(before column: Int) -> Bool {
        phrase.tokens.contains { $0.kind == .number && $0.start + 1 < column }
    }

    /// What is known about a word, a number or a sign of the text that no form takes; `nil` if there is none.
    func adviceError(of text: String) -> TimeSpecError? {
        if let first = phrase[0], !DateGrammar.meanings(of: phrase, by: DateGrammar.rules).isEmpty {
            let message = "\"\(first.written)\": it repeats: write --on \"\(text)\""
            return Self.error(.ambiguous, message, first)
        }
        for (words, message) in Self.advice {
            for token in phrase.tokens where words.contains(token.text) {
                return Self.error(.ambiguous, "\"\(token.written)\": \(message)", token)
            }
        }
        if let part = phrase.tokens.first(where: { Self.parts.contains($0.text) }) {
            let hasNumber = phrase.tokens.contains { $0.kind == .number }
            return Self.error(
                .ambiguous,
                "\"\(part.written)\": "
                    + (hasNumber
                        ? "it has no such hour: write the time as 14:00"
                        : "it needs an hour: write one such as tonight at 8 or tomorrow morning at 9"),
                part
            )
        }
        for (index, token) in phrase.tokens.enumerated() {
            if token.text == "after", phrase.has("next", at: index + 1) {
                return Self.error(
                    .ambiguous,
                    "\"after next\": two days are meant by it: write one such as 2 fridays from now",
                    token
                )
            }
            guard token.kind == .number, let sign = phrase[index + 1] else { continue }
            if let error = pointError(at: index) ?? clockError(at: index) { return error }
            // As in 1.5 months.
            if phrase[index + 3].flatMap({ PhraseUnit($0) }) != nil { continue }
            let isAlone = [index - 1, index + 3].allSatisfy { !AmbiguousDate.isSign(phrase[$0]) }
            if isAlone, AmbiguousDate.isSign(sign), let second = phrase[index + 2],
                second.kind == .number
            {
                let date = AmbiguousDate("\(token.text)/\(second.text)")
                if date.isDayAndMonth { return Self.error(.ambiguous, date.refusal, token) }
            }
            if index == 0, sign.text == "h", sign.isGlued, let hour = token.number, hour < 24 {
                let minutes = phrase[2].map(\.text) ?? ""
                let time = "\(padded(hour, 2)):\(minutes.isEmpty ? "00" : minutes)"
                let span = "in \(hour)h" + (minutes.isEmpty ? "" : " \(minutes)min")
                guard phrase.tokens.count <= 3 else { continue }
                return Self.error(
                    .ambiguous,
                    "\(hour)h\(minutes) can be a time or a length: write \(time) or \(span)",
                    token
                )
            }
        }
        if phrase.tokens.count <= 2, let last = phrase.tokens.last,
            let month = NumberWords.month(last.text), phrase.tokens[0].kind == .word
        {
            let name = Names.month(month)
            return Self.error(
                .ambiguous,
                "\(name) alone names no day: write one such as 1 \(name.lowercased())",
                phrase.tokens[0]
            )
        }
        return nil
    }

    /// The refusal; `nil` if the text does not begin as a date in words does.
    func error() -> TimeSpecError? {
        guard let first = phrase[0] else { return nil }
        guard phrase.tokens.count > 1, first.kind != .word || isKnown(first) else { return nil }
        if let error = unknownWordError() { return error }
        return Self.error(.syntax, "these words together are not a date: \(Self.example)", first)
    }

    /// The first word that no form has; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - names: what a word can be mistyped for.
    ///   - firstNames: what the first word can be mistyped for.
    func unknownWordError(
        among names: [String] = DateGrammar.words,
        ofFirst firstNames: [String]? = nil
    ) -> TimeSpecError? {
        guard let token = phrase.tokens.first(where: { $0.kind == .word && !isKnown($0) }) else {
            return nil
        }
        let isFirst = token.start == phrase[0]?.start
        let words = isFirst ? firstNames ?? names : names
        let hint = Suggestion.nearest(to: token.text, in: words).map { "did you mean \($0)?" }
        return Self.error(
            .unknownName,
            "\"\(token.written)\" is not a word of dates: \(hint ?? Self.example)",
            token
        )
    }

    /// The refusal of a time with a point, such as `5.30pm`; `nil` if it is none, or can be a date.
    private func pointError(at index: Int) -> TimeSpecError? {
        guard let token = phrase[index], phrase.has(".", at: index + 1),
            let second = phrase[index + 2], second.isGlued, second.text.utf8.count == 2,
            let hour = token.number, hour < 24, let minute = second.number, minute < 60,
            phrase[index + 3].flatMap({ PhraseUnit($0) }) == nil,
            !AmbiguousDate.isSign(phrase[index + 3]) || phrase[index + 4]?.text == "m"
        else { return nil }
        let half = DateGrammar.shortHalf.read(phrase, index + 3).first
        guard index > 0 || half != nil || !AmbiguousDate("\(hour)/\(minute)").isDayAndMonth else {
            return nil
        }
        let suffix = half.map { $0.value ? "pm" : "am" } ?? ""
        return Self.error(
            .ambiguous,
            "\(token.text).\(second.text)\(suffix) is not a time: write \(token.text):\(second.text)\(suffix)",
            token
        )
    }

    /// The refusal of an hour or a minute that does not exist.
    private func clockError(at index: Int) -> TimeSpecError? {
        guard let token = phrase[index], let hour = token.number, token.text.utf8.count <= 2 else {
            return nil
        }
        if phrase.has(":", at: index + 1), let minute = phrase[index + 2]?.number {
            guard hour > 23 || minute > 59 else { return nil }
            return Self.error(
                .outOfRange,
                hour > 23
                    ? "hour \(hour) does not exist: write 0 to 23"
                    : "minute \(minute) does not exist: write 0 to 59",
                token
            )
        }
        guard let half = phrase[index + 1], ["am", "pm"].contains(half.text), hour < 24,
            !(1...12).contains(hour), !phrase.has(":", at: index - 1)
        else { return nil }
        let time = CivilTime(hour: hour, minute: 0)
        return Self.error(
            .syntax,
            "hours go from 0 to 23: write \(time) instead of \(token.text)\(half.text)",
            token
        )
    }

    /// What is known about a rule in words that has no one meaning; `nil` if it is none.
    func ruleError(_ text: String) -> TimeSpecError? {
        guard let first = phrase[0] else { return nil }
        let isRule = ["every", "each"].contains(first.text)
        let span = text.drop { !$0.isWhitespace }.drop(while: \.isWhitespace)
        if isRule, (try? TimeSpan(words: String(span))) != nil {
            return Self.error(.unsupported, "it counts from now: write --every \"\(span)\"", first)
        }
        for index in phrase.tokens.indices where ["every", "each"].contains(phrase[index]?.text) {
            guard let (nth, end) = NumberWords.readOrdinal(phrase, at: index + 1),
                (3...5).contains(nth),
                let day = phrase[end].flatMap({ NumberWords.weekday($0.text) })
            else { continue }
            let name = Names.weekday(day).lowercased()
            return Self.error(
                .ambiguous,
                "it can be once a month or once in \(nth) weeks: write \(Names.ordinal(nth)) \(name) of the month or every \(nth) weeks on \(name)",
                first
            )
        }
        for (words, message) in Self.ruleAdvice + (isRule ? Self.advice.prefix(6) : []) {
            for token in phrase.tokens where words.contains(token.text) {
                return Self.error(.ambiguous, "\"\(token.written)\": \(message)", token)
            }
        }
        if let moment = DateGrammar.meanings(of: phrase, by: DateGrammar.moments).first {
            let way =
                switch moment {
                case .time: "write every day \(first.text == "at" ? "" : "at ")\(text)"
                case .day(.weekday, _):
                    "write every \(text) for each one, or --at \"\(text)\" for the next one"
                default: "write --at \"\(text)\""
                }
            return Self.error(.unsupported, "these words are one date: \(way)", first)
        }
        let mistyped = unknownWordError(ofFirst: isRule ? nil : ["every", "each"])
        if isRule || mistyped?.message.contains("did you mean") == true {
            return mistyped
                ?? Self.error(
                    .syntax,
                    "these words together are not a rule: \(EventWords.example)",
                    first
                )
        }
        return nil
    }

    private func isKnown(_ token: Phrase.Token) -> Bool {
        token.text.utf8.count == 1 || DateGrammar.words.contains(token.text)
            || NumberWords.month(token.text) != nil || NumberWords.weekday(token.text) != nil
            || PhraseUnit(token) != nil
            || ["st", "nd", "rd", "th", "am", "pm"].contains(token.text)
    }

    private static func error(
        _ code: TimeSpecError.Code,
        _ message: String,
        _ token: Phrase.Token
    ) -> TimeSpecError { TimeSpecError(code, message, column: token.start + 1) }
}
