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

    private static let parts = DayPart.allCases.map(\.rawValue) + ["tonight", "lunch"]

    let phrase: Phrase

    /// Whether a number stands before a column.
    func hasNumber(before column: Int) -> Bool {
        phrase.tokens.contains { $0.kind == .number && $0.start + 1 < column }
    }

    /// What is known about a word, a number or a sign of the text that no form takes; `nil` if there is none.
    func adviceError() -> TimeSpecError? {
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
            if index > 0, sign.text == ".", let second = phrase[index + 2], second.isGlued {
                if phrase[index + 3].flatMap({ PhraseUnit($0) }) != nil { continue }
                if second.text.utf8.count == 2, let hour = token.number, hour < 24,
                    let minute = second.number, minute < 60
                {
                    let time = "\(token.text):\(second.text)"
                    return Self.error(
                        .ambiguous,
                        "\(token.text).\(second.text) is not a time: write \(time)",
                        token
                    )
                }
            }
            let isAlone = [index - 1, index + 3].allSatisfy { !Self.isDateSign(phrase[$0]) }
            if isAlone, Self.isDateSign(sign), let second = phrase[index + 2],
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
    func unknownWordError() -> TimeSpecError? {
        guard let token = phrase.tokens.first(where: { $0.kind == .word && !isKnown($0) }) else {
            return nil
        }
        let hint = Suggestion.nearest(to: token.text, in: DateGrammar.words)
            .map { "did you mean \($0)?" }
        return Self.error(
            .unknownName,
            "\"\(token.written)\" is not a word of dates: \(hint ?? Self.example)",
            token
        )
    }

    private static func isDateSign(_ token: Phrase.Token?) -> Bool {
        token.map { ["/", "-", "."].contains($0.text) } ?? false
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
    ) -> TimeSpecError {
        TimeSpecError(code, message, column: token.start + 1)
    }
}
