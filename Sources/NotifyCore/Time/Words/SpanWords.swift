extension TimeSpan {
    /// Reads a length as people write it: `1h30m`, `an hour`, `1 hour and 30 minutes`, or `1:30` for hours and minutes.
    ///
    /// - Throws: what is wrong and in which column, as ``init(_:)`` does.
    package init(words text: String) throws(TimeSpecError) {
        let refusal: TimeSpecError
        do throws(TimeSpecError) {
            self = try TimeSpan(text)
            return
        } catch {
            refusal = error
        }
        guard let phrase = Phrase(text) else { throw refusal }
        var reader = PhraseReader(phrase)
        let spans = Set(reader.meanings(of: Self.forms))
        guard let span = spans.first, spans.count == 1 else { throw refusal }
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

    private static let forms: [PhraseForm<SpanPhrase>] = [
        PhraseForm(["<span>"], "an hour", "A length.") { $0.span },
        PhraseForm(["<clock>"], "1:30", "Hours and minutes.") { found in
            guard let hour = found.hour else { return nil }
            let seconds = (hour * 60 + (found.minute ?? 0)) * 60 + (found.second ?? 0)
            return SpanPhrase(PhraseAmount(seconds), .fixed(1_000_000))
        },
    ]
}
