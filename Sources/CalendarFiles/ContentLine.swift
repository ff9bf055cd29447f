/// The parts of a content line (RFC 5545, section 3.1).
struct ContentLine {
    /// The name of its property, in upper case.
    let name: String
    /// Its parameters without quotes, by their names in upper case.
    let parameters: [String: String]
    /// Its value as it is written, without blanks around it.
    let value: String

    /// Reads a line; `nil` if it has no name or no value.
    init?(_ text: String) {
        var parts: [Substring] = []
        var isQuoted = false
        var start = text.startIndex
        var colon: String.Index?
        for index in text.indices {
            let character = text[index]
            if character == "\"" { isQuoted.toggle() }
            guard !isQuoted, character == ";" || character == ":" else { continue }
            parts.append(text[start..<index])
            start = text.index(after: index)
            guard character == ":" else { continue }
            colon = index
            break
        }
        guard let colon, let first = parts.first else { return nil }
        name = first.filter { !$0.isWhitespace }.uppercased()
        var parameters: [String: String] = [:]
        for part in parts.dropFirst() {
            let halves = part.split(separator: "=", maxSplits: 1)
            guard halves.count == 2 else { continue }
            let name = halves[0].filter { !$0.isWhitespace }.uppercased()
            parameters[name] = halves[1].filter { $0 != "\"" }
        }
        self.parameters = parameters
        value = String(text[text.index(after: colon)...]).trimmed
        guard !name.isEmpty else { return nil }
    }
}

extension StringProtocol {
    /// The text without blanks around it.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
