import Glibc

/// A text that is looked for in others; case does not matter.
package struct TextSearch: Hashable, Sendable {
    /// The text in lower case.
    package let text: String
    /// Its bytes and a NUL if it is of ASCII alone.
    private let ascii: [CChar]?

    /// Prepares to look for a text.
    package init(_ text: String) {
        self.text = text.lowercased()
        ascii =
            self.text.utf8.allSatisfy { $0 < 0x80 } ? Array(self.text.utf8CString) : nil
    }

    /// Whether a text has it.
    package func isFound(in other: String) -> Bool {
        guard let isFound = isFound(inASCII: other) else {
            return other.lowercased().contains(text)
        }
        return isFound
    }

    /// Whether a text of ASCII alone has it; `nil` for other texts.
    ///
    /// Most texts are of ASCII, in which characters are bytes and need not be put together first.
    private func isFound(inASCII other: String) -> Bool? {
        var lower: [CChar] = []
        lower.reserveCapacity(other.utf8.count + 1)
        for byte in other.utf8 {
            guard byte < 0x80 else { return nil }
            lower.append(CChar(byte &- 0x41 < 26 ? byte | 0x20 : byte))
        }
        lower.append(0)
        guard let ascii else { return false }
        return strstr(lower, ascii) != nil
    }
}
