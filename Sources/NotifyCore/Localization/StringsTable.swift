/// A parser of `.strings` files: `"key" = "text";`, with comments as in C.
package enum StringsTable {
    /// Reads the texts by their keys.
    ///
    /// - Parameter bytes: UTF-8 or, with a byte order mark, UTF-16.
    /// - Returns: the table; `nil` if the bytes are not valid.
    package static func read(_ bytes: [UInt8]) -> [String: String]? {
        guard let text = text(bytes) else { return nil }
        var reader = Reader(rest: text.unicodeScalars[...])
        var table: [String: String] = [:]
        while true {
            guard reader.skipBlanks() else { return nil }
            if reader.rest.isEmpty { return table }
            guard let key = reader.word(), reader.skipBlanks() else { return nil }
            var value = key
            if reader.skip("=") {
                guard reader.skipBlanks(), let word = reader.word(), reader.skipBlanks() else {
                    return nil
                }
                value = word
            }
            guard reader.skip(";") else { return nil }
            table[key] = value
        }
    }

    private static func text(_ bytes: [UInt8]) -> String? {
        let isBig = bytes.starts(with: [0xFE, 0xFF])
        guard isBig || bytes.starts(with: [0xFF, 0xFE]) else {
            return String(validating: TextBytes.withoutMark(bytes[...]), as: UTF8.self)
        }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBig ? first << 8 | second : second << 8 | first
        }
        return String(validating: units, as: UTF16.self)
    }

    private struct Reader {
        var rest: Substring.UnicodeScalarView

        mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
            guard rest.first == scalar else { return false }
            rest.removeFirst()
            return true
        }

        /// Skips blanks and comments; returns false if a comment has no end.
        mutating func skipBlanks() -> Bool {
            while let scalar = rest.first {
                if scalar.properties.isWhitespace {
                    rest.removeFirst()
                } else if rest.starts(with: "//".unicodeScalars) {
                    rest = rest.drop { $0 != "\n" }
                } else if rest.starts(with: "/*".unicodeScalars) {
                    rest.removeFirst(2)
                    while !rest.starts(with: "*/".unicodeScalars) {
                        guard rest.popFirst() != nil else { return false }
                    }
                    rest.removeFirst(2)
                } else {
                    return true
                }
            }
            return true
        }

        /// Reads a string in quotes, or a word.
        mutating func word() -> String? {
            guard skip("\"") else {
                let word = rest.prefix { scalar in
                    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                        || "_.-$:/".unicodeScalars.contains(scalar)
                }
                rest = rest[word.endIndex...]
                return word.isEmpty ? nil : String(word)
            }
            var text = String.UnicodeScalarView()
            while let scalar = rest.popFirst() {
                switch scalar {
                case "\"": return String(text)
                case "\\":
                    guard let escaped = escaped() else { return nil }
                    text.append(escaped)
                default: text.append(scalar)
                }
            }
            return nil
        }

        private mutating func escaped() -> Unicode.Scalar? {
            switch rest.popFirst() {
            case nil: return nil
            case "n": return "\n"
            case "t": return "\t"
            case "r": return "\r"
            case "u", "U":
                let digits = String(rest.prefix(4))
                rest = rest.dropFirst(4)
                return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
            case let scalar?: return scalar
            }
        }
    }
}
