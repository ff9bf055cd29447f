extension TimeSpan {
    /// Reads a length as people write it: `1h30m`, `an hour`, `1 hour and 30 minutes`, or `1:30` for hours and minutes.
    ///
    /// - Throws: what is wrong and in which column, as ``init(_:)`` does.
    package init(words text: String) throws(TimeSpecError) {
        let refusal: TimeSpecError
        do throws(TimeSpecError) {
            self = try TimeSpan(text)
            return
        } catch { refusal = error }
        guard let phrase = Phrase(text) else { throw refusal }
        let spans = Set(Self.length.meanings(of: phrase))
        guard let span = spans.first, spans.count == 1 else {
            if !DateGrammar.meanings(of: phrase, by: DateGrammar.moments).isEmpty {
                let date = text.contains(" ") ? "\"\(text)\"" : text
                throw TimeSpecError(.unsupported, "it is a date: write --at \(date)", column: 1)
            }
            let mistyped = PhraseRefusal(phrase: phrase)
                .unknownWordError(among: DateGrammar.unitWords)
            let hasHint = mistyped?.message.contains("did you mean") == true
            throw refusal.code == .syntax && hasHint ? mistyped ?? refusal : refusal
        }
        guard span.months == 0 else {
            throw TimeSpecError(
                .unsupported,
                "months differ in length: write days or weeks, or --at \"in \(text)\"",
                column: 1
            )
        }
        guard let length = TimeSpan(microseconds: span.microseconds) else {
            throw TimeSpecError(
                .outOfRange,
                "a duration must be longer than zero: write 1s or more",
                column: 1
            )
        }
        self = length
    }

    /// A length, or hours and minutes such as `1:30`.
    private static let length = Part<SpanPhrase>(
        oneOf: "length",
        DateGrammar.span,
        Part("", DateGrammar.clock) { SpanPhrase(PhraseAmount($0.secondOfDay), .fixed(1_000_000)) }
    )
}
