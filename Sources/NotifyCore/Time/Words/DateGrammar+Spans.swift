/// Lengths of time in words.
extension DateGrammar {
    /// The forms of a length.
    static let spans: [PhraseForm<SpanPhrase>] = [
        PhraseForm(
            ["<amount> [more] <unit>"],
            "2 hours",
            "A number, also in words, with a fraction or as 1/4, and its unit."
        ) { found in
            guard let amount = found.amount else { return nil }
            return length(amount, found)
        },
        PhraseForm(["(a|an) <unit>"], "an hour", "One.") { length(PhraseAmount(1), $0) },
        PhraseForm(
            ["[a] half [a|an] <unit>"],
            "half an hour",
            "The half of one."
        ) { length(PhraseAmount(1, over: 2), $0) },
        PhraseForm(
            ["[a] quarter of an <unit>"],
            "a quarter of an hour",
            "The quarter of one."
        ) { length(PhraseAmount(1, over: 4), $0) },
        PhraseForm(
            ["three [-] quarters of an <unit>"],
            "three quarters of an hour",
            "Three quarters of one."
        ) { length(PhraseAmount(3, over: 4), $0) },
        PhraseForm(
            ["<amount> and (a|an) half <unit>"],
            "2 and a half hours",
            "A number and a half."
        ) { found in
            found.amount.flatMap { length($0.andHalf, found) }
        },
        PhraseForm(
            ["(a|an|one) <unit> and a half"],
            "an hour and a half",
            "One and a half."
        ) { length(PhraseAmount(3, over: 2), $0) },
        PhraseForm(
            ["a (couple|pair) [of] <unit>"],
            "a couple of hours",
            "Two."
        ) { length(PhraseAmount(2), $0) },
        PhraseForm(["[a] fortnight"], "a fortnight", "14 days.") { _ in
            SpanPhrase(PhraseAmount(14), .day)
        },
    ]

    private static func length(_ amount: PhraseAmount, _ found: PhraseCaptures) -> SpanPhrase? {
        found.unit.flatMap { SpanPhrase(amount, $0) }
    }
}
