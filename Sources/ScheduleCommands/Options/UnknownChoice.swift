import NotifyCore

extension RequestError {
    /// The error for a value that is none of a few words.
    ///
    /// - Parameters:
    ///   - value: what was written.
    ///   - option: the option that it belongs to.
    ///   - words: what may be written.
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
