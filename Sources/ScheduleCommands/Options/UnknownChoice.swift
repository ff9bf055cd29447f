import NotifyCore

extension RequestError {
    /// Returns the error for a value that is not one of a few words.
    static func unknown(_ value: String, of option: String, among words: [String]) -> RequestError {
        let guess = Suggestion.nearest(to: value, in: words)
        let all = words.dropLast().joined(separator: ", ") + " or \(words.last ?? "")"
        return RequestError(
            .invalidContent,
            .option(option),
            value: value.quoted,
            reason: "is unknown",
            wayOut: guess.map { "did you mean \($0)?" } ?? "write \(all)"
        )
    }
}
