/// Lengths of time in words.
extension DateGrammar {
    /// Lengths that add up: `1 hour and 30 minutes`.
    static let span = Part<SpanPhrase>(slots: "span") { phrase, start in
        phrase.known.readings("span", start) { readSpans(phrase, start) }
    }

    private static func readSpans(_ phrase: Phrase, _ start: Int) -> [Part<SpanPhrase>.Reading] {
        var reached: [Part<SpanPhrase>.Reading] = []
        var sums = [(position: start, sum: SpanPhrase())]
        while let (position, sum) = sums.popLast(), reached.count < Phrase.maxLength {
            for piece in spans.flatMap({ $0.parts.flatMap { $0.read(phrase, position) } }) {
                guard let total = sum.adding(piece.value) else { continue }
                reached.append(.init(value: total, end: piece.end))
                sums.append((afterComma(phrase, piece.end), total))
            }
        }
        return reached
    }

    /// The forms of a length.
    static let spans = PhraseForms<SpanPhrase>.table {
        Example("2 hours", "A number, also in words, with a fraction or as 1/4, and its unit.")
        Part("", amount, "[more]", unit) { SpanPhrase($0, $1) }
        Example("an hour", "One.")
        Part("(a|an)", unit) { SpanPhrase(PhraseAmount(1), $0) }
        Example("half an hour", "The half of one.")
        Part("[a] half [a|an]", unit) { SpanPhrase(PhraseAmount(1, over: 2), $0) }
        Example("a quarter of an hour", "The quarter of one.")
        Part("[a] quarter of an", unit) { SpanPhrase(PhraseAmount(1, over: 4), $0) }
        Example("three quarters of an hour", "Three quarters of one.")
        Part("three [-] quarters of an", unit) { SpanPhrase(PhraseAmount(3, over: 4), $0) }
        Example("2 and a half hours", "A number and a half.")
        Part("", amount, "and (a|an) half", unit) { SpanPhrase($0.andHalf, $1) }
        Example("an hour and a half", "One and a half.")
        Part("(a|an|one)", unit, "and a half") { SpanPhrase(PhraseAmount(3, over: 2), $0) }
        Example("a couple of hours", "Two.")
        Part("a (couple|pair) [of]", unit) { SpanPhrase(PhraseAmount(2), $0) }
        Example("a few minutes", "Three.")
        Part("a few", unit) { SpanPhrase(PhraseAmount(3), $0) }
        Example("a fortnight", "14 days.")
        Part(words: "[a] fortnight", means: SpanPhrase(days: 14))
    }
}
