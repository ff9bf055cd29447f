import NotifyCore

extension RequestError {
    /// Returns the error for a value that is not one of a few words.
    ///
    /// - Parameters:
    ///   - value: the option's value.
    ///   - option: the option.
    ///   - words: the valid values.
    /// - Returns: the error, which names the nearest word, or all of them.
    static func unknown(_ value: String, of option: String, among words: [String]) -> RequestError {
        let guess = Suggestion.nearest(to: value, in: words)
        let all = words.dropLast().joined(separator: ", ") + " or \(words.last ?? "")"
        return RequestError(
            .invalidContent,
            "\(option) \(value.quoted) is unknown; "
                + (guess.map { "did you mean \($0)?" } ?? "write \(all)")
        )
    }
}
