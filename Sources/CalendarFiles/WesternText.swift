/// Text of programs that do not write UTF-8.
enum WesternText {
    /// What Windows-1252 has for 0x80 to 0x9F; other bytes are those of Latin-1.
    private static let high = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars
    )

    /// Returns a text whose bytes are read as UTF-8 where they are, and as Windows-1252 elsewhere.
    static func string(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        var place = bytes.startIndex
        while place < bytes.endIndex {
            let first = bytes[place]
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            let end = min(place + length, bytes.endIndex)
            if let character = String(validating: bytes[place..<end], as: UTF8.self) {
                text.append(contentsOf: character.unicodeScalars)
                place = end
            } else {
                let isHigh = (0x80..<0xA0).contains(first)
                text.append(isHigh ? high[Int(first) - 0x80] : Unicode.Scalar(first))
                place += 1
            }
        }
        return String(text)
    }
}
